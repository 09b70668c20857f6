//! Types as Python spells them.

use super::StubForm;
use super::plan::Plan;
use super::reach::says_nothing;
use crate::ids::Ids;
use pyxsd_datatypes::{Builtin, Primitive, SimpleType, Variety};
use pyxsd_schema::Component;
use pyxsd_schema::components::*;
use std::collections::{BTreeMap, BTreeSet};

/// Lists and unions are taken apart so deep.
const MAX_NESTING: u32 = 6;

/// Spells types, and remembers for the header which built-in types a short name stands for.
pub(super) struct Spelling {
    pub form: StubForm,
    pub aliases: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

impl Spelling {
    /// A type in the place of a member.
    pub(super) fn of_type(&mut self, ids: &Ids<'_>, plan: &Plan<'_>, id: TypeId) -> String {
        let id = self.shown(ids, plan, id);
        if let Some(class) = plan.class(id) {
            return class.to_owned();
        }
        let definition = ids.schema().components.type_(id);
        match &definition.detail {
            TypeDetail::Simple(simple) => self.of_datatype(plan, &simple.datatype, MAX_NESTING),
            // In the compact form a type without a class is called what it can be asked for by.
            TypeDetail::Complex(_) if self.form == StubForm::Compact && definition.name.is_some() => {
                if id == TypeId::ANY_TYPE { "Any".to_owned() } else { ids.short(Component::Type(id)) }
            }
            TypeDetail::Complex(_) => "Any".to_owned(),
        }
    }

    /// The type in whose place a class stands: in a lean stub one that says nothing beyond its base has none of its own.
    pub(super) fn shown(&self, ids: &Ids<'_>, plan: &Plan<'_>, id: TypeId) -> TypeId {
        let base = |id: &TypeId| {
            (plan.is_lean() && plan.class(*id).is_none() && says_nothing(ids, *id))
                .then(|| ids.schema().components.type_(*id).base)
        };
        std::iter::successors(Some(id), base).take(64).last().unwrap_or(id)
    }

    /// A datatype in the place of a member. Goes down a bounded number of levels.
    fn of_datatype(&mut self, plan: &Plan<'_>, datatype: &SimpleType, levels: u32) -> String {
        if let Some(class) = plan.class(TypeId(datatype.tag)) {
            return class.to_owned();
        }
        match &datatype.variety {
            Variety::Ur => "str".to_owned(),
            Variety::Atomic(primitive) => self.of_builtin(*primitive, datatype.builtin).to_owned(),
            _ if levels == 0 => "Any".to_owned(),
            Variety::List(item) => format!("list[{}]", self.of_datatype(plan, item, levels - 1)),
            Variety::Union(members) => {
                let mut spelt: Vec<String> = Vec::new();
                for member in members.iter().take(16) {
                    let member = self.of_datatype(plan, member, levels - 1);
                    if !spelt.contains(&member) {
                        spelt.push(member);
                    }
                }
                if spelt.is_empty() { "None".to_owned() } else { spelt.join(" | ") }
            }
        }
    }

    /// What a class derives from.
    pub(super) fn base(&mut self, ids: &Ids<'_>, plan: &Plan<'_>, id: TypeId) -> String {
        let definition = ids.schema().components.type_(id);
        let base = self.shown(ids, plan, definition.base);
        if let Some(class) = plan.class(base).filter(|_| base != id) {
            return class.to_owned();
        }
        match &definition.detail {
            TypeDetail::Complex(_) => String::new(),
            TypeDetail::Simple(simple) => match &simple.datatype.variety {
                Variety::Ur | Variety::Union(_) => String::new(),
                Variety::List(_) => "list".to_owned(),
                Variety::Atomic(primitive) => self.of_builtin(*primitive, simple.datatype.builtin).to_owned(),
            },
        }
    }

    fn of_builtin(&mut self, primitive: Primitive, builtin: Builtin) -> &'static str {
        let alias = alias(primitive, builtin);
        self.aliases.entry(alias).or_default().insert(builtin.name());
        alias
    }
}

fn alias(primitive: Primitive, builtin: Builtin) -> &'static str {
    match primitive {
        Primitive::String | Primitive::AnyUri | Primitive::QName | Primitive::Notation => "str",
        Primitive::Boolean => "bool",
        Primitive::Decimal if builtin == Builtin::Decimal => "Decimal",
        Primitive::Decimal => "int",
        Primitive::Float | Primitive::Double => "float",
        Primitive::DateTime => "datetime",
        Primitive::Time => "time",
        Primitive::Date => "date",
        Primitive::HexBinary | Primitive::Base64Binary => "bytes",
        Primitive::Duration => "Duration",
        Primitive::GYearMonth => "GYearMonth",
        Primitive::GYear => "GYear",
        Primitive::GMonthDay => "GMonthDay",
        Primitive::GDay => "GDay",
        Primitive::GMonth => "GMonth",
    }
}
