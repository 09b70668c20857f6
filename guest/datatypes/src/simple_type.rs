//! Simple type definitions.

use crate::builtin::{Kind, Lexical};
use crate::effective::{Facets, Setting, TimezoneRule};
use crate::{Builtin, Decimal, FacetKind, Primitive, Value, WhiteSpace, XsdVersion, restriction, white_space};
use crate::{FacetDeclaration, FacetError};
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// What a value needs of the place where it stands.
pub trait ValueContext {
    /// The namespace name that a prefix is bound to (empty for none); the empty prefix asks for the default namespace.
    /// `None` for an undeclared prefix.
    fn resolve_prefix(&self, prefix: &str) -> Option<&str>;

    /// Whether the value is one that a definition enumerates: only there does `NOTATION` itself have values (part 2, 3.2.19; 1.1: 3.3.19).
    fn is_enumerated(&self) -> bool {
        false
    }
}

/// A context in which no prefix is declared.
pub struct NoContext;

impl ValueContext for NoContext {
    fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
        prefix.is_empty().then_some("")
    }
}

/// The variety of a simple type and what it is made of.
#[derive(Clone, Debug)]
pub enum Variety {
    /// `anySimpleType` and `anyAtomicType`: any string.
    Ur,
    /// Atomic, with its primitive type.
    Atomic(Primitive),
    /// A list of items of one type.
    List(Arc<SimpleType>),
    /// A union; `xs:error` has no members.
    Union(Vec<Arc<SimpleType>>),
}

/// Whether values of a type take part in the ID/IDREF tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdKind {
    /// `xs:ID` or derived from it.
    Id,
    /// `xs:IDREF` or derived from it.
    IdRef,
}

/// A simple type definition, with its facets compiled for fast checking.
#[derive(Debug)]
pub struct SimpleType {
    /// A number that the owner gives, such as the index of its type definition. Built-in types have their [`Builtin`] number.
    pub tag: u32,
    /// The nearest built-in type that this one is, or is derived from.
    pub builtin: Builtin,
    /// Variety and constituents.
    pub variety: Variety,
    /// The effective white-space treatment before the lexical form is read; of a union the one that changes least among its
    /// members, since the member that matches decides.
    pub white_space: WhiteSpace,
    pub(crate) version: XsdVersion,
    pub(crate) lexical: Lexical,
    pub(crate) facets: Facets,
    /// Nothing but white space is constrained.
    pub(crate) unconstrained: bool,
    /// Integers of at most 18 digits in this range need no further check.
    pub(crate) quick_integers: Option<(i64, i64)>,
    pub(crate) ids: bool,
    pub(crate) entities: bool,
    nesting: u32,
    /// Checks that a value may need.
    members: u32,
}

/// The rule of a [`ValueError`] or [`FacetError`] for what is beyond the bounds of this crate, so that there is no verdict on it.
pub const BEYOND_BOUNDS: &str = "unsupported";

/// Why a lexical form is not in the lexical space of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// The rule: `cvc-datatype-valid.1.2.1`, `cvc-pattern-valid`, `cvc-enumeration-valid` …
    pub rule: &'static str,
    /// The facet that was broken, where one was.
    pub facet: Option<FacetKind>,
    /// One line for a person: what was found and what is allowed.
    pub message: String,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ValueError {}

impl SimpleType {
    /// Restricted unions and lists may stand within each other so deep. Values of deeper types are refused with the rule `unsupported`:
    /// checking them would need a stack as deep as the schema.
    pub const MAX_NESTING: u32 = 100;

    /// Members that a union may have in all, those of its unions included as often as they stand there; values of larger unions are
    /// refused likewise, since unions of unions may have exponentially many.
    pub const MAX_MEMBERS: u32 = 1_000_000;

    /// The definition of a built-in type as XSD 1.1 has it; one shared definition a process.
    pub fn of_builtin(builtin: Builtin) -> Arc<SimpleType> {
        Self::of_builtin_in(builtin, XsdVersion::V1_1)
    }

    /// The definition of a built-in type with the lexical and value space of a version. Types derived from it inherit the version.
    pub fn of_builtin_in(builtin: Builtin, version: XsdVersion) -> Arc<SimpleType> {
        static V1_0: OnceLock<Vec<Arc<SimpleType>>> = OnceLock::new();
        static V1_1: OnceLock<Vec<Arc<SimpleType>>> = OnceLock::new();
        let table = if version == XsdVersion::V1_0 { &V1_0 } else { &V1_1 };
        let types = table.get_or_init(|| {
            let mut types = Vec::with_capacity(Builtin::ALL.len());
            for &builtin in Builtin::ALL {
                types.push(Arc::new(built_in(builtin, version, &types)));
            }
            types
        });
        Arc::clone(&types[builtin as usize])
    }

    /// A list type (derivation by list from `anySimpleType`). The caller has checked that the item type is allowed.
    pub fn list_of(item: &Arc<SimpleType>, tag: u32) -> Arc<SimpleType> {
        let variety = Variety::List(Arc::clone(item));
        Arc::new(Self::constructed(Builtin::AnySimpleType, variety, item.version, Facets::default()).tagged(tag))
    }

    /// A union type; members are tried in order.
    pub fn union_of(members: Vec<Arc<SimpleType>>, tag: u32) -> Arc<SimpleType> {
        let version = members.first().map_or(XsdVersion::default(), |member| member.version);
        let variety = Variety::Union(members);
        Arc::new(Self::constructed(Builtin::AnySimpleType, variety, version, Facets::default()).tagged(tag))
    }

    /// A restriction. Facets that are refused are reported and left out, so that the type is always usable for inspection.
    pub fn restrict(
        base: &Arc<SimpleType>,
        facets: &[FacetDeclaration<'_>],
        version: XsdVersion,
        tag: u32,
    ) -> (Arc<SimpleType>, Vec<FacetError>) {
        let (effective, errors) = restriction::restrict(base, facets, version);
        let restricted = Self::constructed(base.builtin, base.variety.clone(), base.version, effective);
        (Arc::new(restricted.tagged(tag)), errors)
    }

    fn tagged(mut self, tag: u32) -> Self {
        self.tag = tag;
        self
    }

    /// Puts a definition together and decides what the hot path asks for.
    fn constructed(builtin: Builtin, variety: Variety, version: XsdVersion, facets: Facets) -> Self {
        let lexical = match builtin.definition().kind {
            Kind::Atomic(_, lexical) => lexical,
            _ => Lexical::Any,
        };
        let entities = match &variety {
            Variety::Ur => false,
            Variety::Atomic(_) => builtin == Builtin::Entity,
            Variety::List(item) => item.entities,
            Variety::Union(members) => members.iter().any(|member| member.entities),
        };
        let (ids, white_space, nesting) = match &variety {
            Variety::Ur => (false, WhiteSpace::Preserve, 0),
            Variety::Atomic(_) => (id_kind(builtin).is_some(), builtin.definition().white_space, 0),
            Variety::List(item) => (item.ids, WhiteSpace::Collapse, item.nesting + 1),
            Variety::Union(members) => (
                members.iter().any(|member| member.ids),
                members.iter().map(|member| member.white_space).min().unwrap_or(WhiteSpace::Collapse),
                members.iter().map(|member| member.nesting + u32::from(!member.is_plain_union())).max().unwrap_or(0),
            ),
        };
        let members = match &variety {
            Variety::Ur | Variety::Atomic(_) => 1,
            Variety::List(item) => item.members,
            Variety::Union(members) => members.iter().fold(0, |sum: u32, member| sum.saturating_add(member.members)),
        };
        Self {
            tag: builtin as u32,
            builtin,
            variety,
            white_space: facets.white_space.as_ref().map_or(white_space, |setting| setting.value),
            version,
            lexical,
            unconstrained: facets.is_empty(),
            quick_integers: quick_integers(lexical, &facets),
            facets,
            ids,
            entities,
            nesting,
            members,
        }
    }

    /// The version whose lexical and value spaces the type has.
    pub fn version(&self) -> XsdVersion {
        self.version
    }

    /// Whether values of the type can be checked: it is within [`Self::MAX_NESTING`] and [`Self::MAX_MEMBERS`].
    pub fn is_supported(&self) -> bool {
        self.nesting <= Self::MAX_NESTING && self.members <= Self::MAX_MEMBERS
    }

    /// The lexical form after white-space normalisation; borrowed where nothing changes.
    pub fn normalize<'v>(&self, raw: &'v str) -> Cow<'v, str> {
        white_space::normalize(raw, self.white_space)
    }

    /// Whether some value of the type may be an ID or IDREF. Cheap; decided when the type is made.
    pub fn involves_ids(&self) -> bool {
        self.ids
    }

    /// Every facet in force with its value as written, inherited ones included, in the order of [`FacetKind`];
    /// patterns of one derivation step are joined with `|`.
    pub fn facets(&self) -> Vec<(FacetKind, String)> {
        let mut listed = Vec::new();
        for kind in FacetKind::all() {
            match kind {
                FacetKind::Pattern => {
                    listed.extend(self.builtin_patterns().into_iter().map(|text| (kind, text.to_owned())));
                }
                FacetKind::WhiteSpace if !matches!(self.variety, Variety::Ur | Variety::Union(_)) => {
                    listed.push((kind, self.white_space.name().to_owned()));
                }
                _ => {}
            }
            listed.extend(self.facets.listed(kind).into_iter().map(|text| (kind, text)));
        }
        listed
    }

    /// Whether a facet may not be changed by further restriction: its `fixed` attribute, or that of an earlier step.
    pub fn is_fixed(&self, kind: FacetKind) -> bool {
        self.facets.is_fixed(kind)
    }

    /// Patterns of the built-in type and those it is derived from, the earliest first.
    fn builtin_patterns(&self) -> Vec<&'static str> {
        let mut patterns = Vec::new();
        for builtin in std::iter::successors(Some(self.builtin), |builtin| builtin.base()) {
            if let Some(pattern) = builtin.definition().pattern
                && !patterns.contains(&pattern)
            {
                patterns.push(pattern);
            }
        }
        patterns.reverse();
        patterns
    }

    /// A union without facets, whose members may be tried in its place.
    pub(crate) fn is_plain_union(&self) -> bool {
        self.unconstrained && matches!(self.variety, Variety::Union(_))
    }
}

/// Types within types are as deep as a schema makes them: they are taken apart without recursion.
impl Drop for SimpleType {
    fn drop(&mut self) {
        let mut pending = take_constituents(self);
        while let Some(constituent) = pending.pop() {
            if let Some(mut last) = Arc::into_inner(constituent) {
                pending.append(&mut take_constituents(&mut last));
            }
        }
    }
}

fn take_constituents(definition: &mut SimpleType) -> Vec<Arc<SimpleType>> {
    match std::mem::replace(&mut definition.variety, Variety::Ur) {
        Variety::List(item) => vec![item],
        Variety::Union(members) => members,
        _ => Vec::new(),
    }
}

pub(crate) fn id_kind(builtin: Builtin) -> Option<IdKind> {
    match builtin {
        Builtin::Id => Some(IdKind::Id),
        Builtin::IdRef => Some(IdKind::IdRef),
        _ => None,
    }
}

fn built_in(builtin: Builtin, version: XsdVersion, earlier: &[Arc<SimpleType>]) -> SimpleType {
    let definition = builtin.definition();
    let mut facets = Facets::default();
    let variety = match definition.kind {
        Kind::Ur => Variety::Ur,
        Kind::Atomic(primitive, lexical) => {
            add_built_in_facets(&mut facets, builtin, primitive, lexical);
            Variety::Atomic(primitive)
        }
        Kind::ListOf(item) => {
            facets.min_length = Some(setting(1, "1", false));
            Variety::List(Arc::clone(&earlier[item as usize]))
        }
        Kind::Never => Variety::Union(Vec::new()),
    };
    SimpleType::constructed(builtin, variety, version, facets)
}

fn add_built_in_facets(facets: &mut Facets, builtin: Builtin, primitive: Primitive, lexical: Lexical) {
    let definition = builtin.definition();
    let whitespace_fixed = primitive != Primitive::String;
    facets.white_space = Some(setting(definition.white_space, definition.white_space.name(), whitespace_fixed));
    if lexical == Lexical::Integer {
        facets.fraction_digits = Some(setting(0, "0", true));
    }
    for (bound, text) in
        [(FacetKind::MinInclusive, definition.bounds.0), (FacetKind::MaxInclusive, definition.bounds.1)]
    {
        let value = text.and_then(|text| Decimal::parse(text.as_bytes()).zip(Some(text)));
        if let (Some((value, text)), Some(slot)) = (value, facets.bound_mut(bound)) {
            *slot = Some(Arc::new(setting(Value::Decimal(value), text, false)));
        }
    }
    if builtin == Builtin::DateTimeStamp {
        facets.explicit_timezone = Some(setting(TimezoneRule::Required, "required", true));
    }
}

fn setting<T>(value: T, text: &str, fixed: bool) -> Setting<T> {
    Setting { value, fixed, text: text.into() }
}

/// The range of `i64` that the bounds admit, if nothing else constrains integers.
fn quick_integers(lexical: Lexical, facets: &Facets) -> Option<(i64, i64)> {
    let others = facets.enumeration.is_some() || facets.patterns.is_some() || facets.total_digits.is_some();
    if lexical != Lexical::Integer || others {
        return None;
    }
    let (mut least, mut greatest) = (i64::MIN, i64::MAX);
    for (kind, step) in [
        (FacetKind::MinInclusive, 0),
        (FacetKind::MinExclusive, 1),
        (FacetKind::MaxInclusive, 0),
        (FacetKind::MaxExclusive, -1i64),
    ] {
        let Some(Setting { value: Value::Decimal(bound), .. }) = facets.bound(kind) else {
            continue;
        };
        // A bound beyond 64 bits admits every quick integer, or none.
        let nearest = bound.to_i64().unwrap_or(if bound.is_negative() { i64::MIN } else { i64::MAX });
        let nearest = nearest.saturating_add(step);
        match kind {
            FacetKind::MinInclusive | FacetKind::MinExclusive => least = least.max(nearest),
            _ => greatest = greatest.min(nearest),
        }
    }
    Some((least, greatest))
}
