//! Types as Python spells them.

use super::plan::Plan;
use crate::ids::Ids;
use pyxsd_datatypes::{Builtin, Primitive, SimpleType, Variety};
use pyxsd_schema::components::*;
use std::collections::{BTreeMap, BTreeSet};

/// Lists and unions are taken apart so deep.
const MAX_NESTING: u32 = 6;

/// Spells types, and remembers for the header which built-in types a short name stands for.
#[derive(Default)]
pub(super) struct Spelling {
    pub aliases: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

impl Spelling {
    /// A type in the place of a member.
    pub(super) fn of_type(&mut self, ids: &Ids<'_>, plan: &Plan, id: TypeId) -> String {
        if let Some(class) = plan.class(id) {
            return class.to_owned();
        }
        match &ids.schema().components.type_(id).detail {
            TypeDetail::Simple(simple) => self.of_datatype(plan, &simple.datatype, MAX_NESTING),
            TypeDetail::Complex(_) => "Any".to_owned(),
        }
    }

    /// A datatype in the place of a member. Goes down a bounded number of levels.
    fn of_datatype(&mut self, plan: &Plan, datatype: &SimpleType, levels: u32) -> String {
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
    pub(super) fn base(&mut self, ids: &Ids<'_>, plan: &Plan, id: TypeId) -> String {
        let definition = ids.schema().components.type_(id);
        if let Some(class) = plan.class(definition.base).filter(|_| definition.base != id) {
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
