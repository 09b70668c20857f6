//! Checking of lexical forms and reading of values.
//!
//! Failures are small and without text here: a union tries members that fail, and only the outermost one is put into words.

use crate::builtin::Lexical;
use crate::satisfy::order;
use crate::simple_type::id_kind;
use crate::value::QNameValue;
use crate::{
    Decimal, Duration, FacetKind, IdKind, Moment, Primitive, SimpleType, Value, ValueContext, ValueError, Variety,
    XsdVersion, binary, duration, explain, float, moment, names, uri, white_space,
};
use std::borrow::Cow;

/// Why a lexical form is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// It is not in the lexical space; a reason in words, which may be empty.
    Lexical(&'static str),
    /// It is beyond a limit of this implementation.
    Limit(&'static str),
    /// It is outside a facet.
    Facet(FacetKind),
    /// An item of the list is invalid.
    Item,
    /// No member of the union admits it.
    NoMember,
    /// The prefix of a QName is not declared.
    UndeclaredPrefix,
    /// It is of `NOTATION`, or of a restriction of it that enumerates nothing.
    NotEnumerated,
    /// The type nests deeper, or has more members, than values are checked.
    Unsupported,
}

pub(crate) type Checked<T = ()> = Result<T, Failure>;

impl SimpleType {
    /// Checks a lexical form before white-space normalisation. The hot path: makes no value where the lexical form suffices,
    /// and allocates nothing for a valid form of a type without enumerations of unusual kinds.
    pub fn validate(&self, raw: &str, context: &dyn ValueContext) -> Result<(), ValueError> {
        self.check(raw, context).map_err(|failure| explain::explain(self, raw, context, failure))
    }

    /// Checks a lexical form and gives its actual value.
    pub fn parse(&self, raw: &str, context: &dyn ValueContext) -> Result<Value, ValueError> {
        self.read(raw, context).map_err(|failure| explain::explain(self, raw, context, failure))
    }

    /// The type that decides about a valid lexical form: of a union the atomic or list type that matches first, otherwise the
    /// type itself. `None` for an invalid form.
    pub fn active_type(&self, raw: &str, context: &dyn ValueContext) -> Option<&SimpleType> {
        match &self.variety {
            Variety::Union(_) => self.active_member(raw, context).ok(),
            _ => self.check(raw, context).is_ok().then_some(self),
        }
    }

    /// Tells every ID and IDREF in a *valid* lexical form, for unions by the member that matches.
    pub fn visit_ids(&self, raw: &str, context: &dyn ValueContext, visit: &mut dyn FnMut(IdKind, &str)) {
        if !self.ids {
            return;
        }
        match &self.variety {
            Variety::Ur => {}
            Variety::Atomic(_) => {
                if let Some(kind) = id_kind(self.builtin) {
                    visit(kind, white_space::trim(raw));
                }
            }
            Variety::List(item) => white_space::split(raw).for_each(|text| item.visit_ids(text, context, visit)),
            Variety::Union(_) => {
                if let Ok(active) = self.active_member(raw, context) {
                    active.visit_ids(raw, context, visit);
                }
            }
        }
    }

    /// Whether the value of a *valid* lexical form is or has an ENTITY, for unions by the member that matches.
    pub fn has_entity(&self, raw: &str, context: &dyn ValueContext) -> bool {
        match &self.variety {
            _ if !self.entities => false,
            Variety::Ur => false,
            Variety::Atomic(_) => true,
            Variety::List(item) => white_space::split(raw).any(|text| item.has_entity(text, context)),
            Variety::Union(_) => self.active_member(raw, context).is_ok_and(|active| active.has_entity(raw, context)),
        }
    }

    pub(crate) fn check(&self, raw: &str, context: &dyn ValueContext) -> Checked {
        match &self.variety {
            Variety::Ur => Ok(()),
            Variety::Atomic(primitive) => self.check_atomic(*primitive, raw, context),
            Variety::List(item) => self.check_list(item, raw, context),
            Variety::Union(_) => return self.active_member(raw, context).map(|_| ()),
        }?;
        if self.facets.assertions.is_some() { self.check_assertions(raw, context) } else { Ok(()) }
    }

    fn check_atomic(&self, primitive: Primitive, raw: &str, context: &dyn ValueContext) -> Checked {
        match primitive {
            Primitive::String | Primitive::AnyUri => {
                if self.unconstrained && self.lexical == Lexical::Any {
                    return Ok(());
                }
                self.check_text(raw).map(|_| ())
            }
            Primitive::HexBinary | Primitive::Base64Binary => self.check_binary(raw).map(|_| ()),
            Primitive::QName | Primitive::Notation => self.check_qname(raw, context),
            Primitive::Decimal if self.is_quick_integer(raw) => Ok(()),
            _ if self.unconstrained => check_lexical(self.lexical, self.version, white_space::trim(raw)),
            _ => self.read_scalar(raw).map(|_| ()),
        }
    }

    pub(crate) fn read(&self, raw: &str, context: &dyn ValueContext) -> Checked<Value> {
        let value = match &self.variety {
            Variety::Ur => Ok(Value::String(raw.to_owned())),
            Variety::Atomic(primitive) => self.read_atomic(*primitive, raw, context),
            Variety::List(item) => self.read_list(item, raw, context),
            Variety::Union(_) => return self.active_member(raw, context)?.read(raw, context),
        }?;
        if self.facets.assertions.is_some() {
            self.check_assertions(raw, context)?;
        }
        Ok(value)
    }

    pub(crate) fn read_atomic(&self, primitive: Primitive, raw: &str, context: &dyn ValueContext) -> Checked<Value> {
        match primitive {
            Primitive::String => Ok(Value::String(self.check_text(raw)?.into_owned())),
            Primitive::AnyUri => Ok(Value::AnyUri(self.check_text(raw)?.into_owned())),
            Primitive::HexBinary | Primitive::Base64Binary => {
                self.check_binary(raw)?;
                self.read_binary(raw).ok_or(Failure::Lexical(""))
            }
            Primitive::QName | Primitive::Notation => {
                self.check_qname(raw, context)?;
                self.read_qname(white_space::trim(raw), context)
            }
            _ => self.read_scalar(raw),
        }
    }

    /// Strings and URIs, whose values are their normalised text.
    fn check_text<'v>(&self, raw: &'v str) -> Checked<Cow<'v, str>> {
        let text = self.normalize(raw);
        let valid = match self.lexical {
            Lexical::NcName => names::is_ncname(&text),
            Lexical::Name => names::is_name(&text),
            Lexical::NmToken => names::is_nmtoken(&text),
            Lexical::Language => names::is_language(&text),
            Lexical::AnyUri => uri::is_any_uri(&text, self.version),
            _ => true,
        };
        if !valid {
            return Err(Failure::Lexical(""));
        }
        if self.unconstrained {
            return Ok(text);
        }
        if self.facets.limits_length() {
            self.facets.check_length(text.chars().count() as u64)?;
        }
        if let Some(enumeration) = &self.facets.enumeration
            && !enumeration.contains_bytes(text.as_bytes())
        {
            return Err(Failure::Facet(FacetKind::Enumeration));
        }
        self.facets.check_patterns(&text)?;
        Ok(text)
    }

    fn check_binary(&self, raw: &str) -> Checked {
        let text = white_space::trim(raw);
        let length = match self.lexical {
            Lexical::HexBinary => binary::hex_length(text.as_bytes()),
            _ => binary::base64_length(text.as_bytes()),
        };
        let length = length.ok_or(Failure::Lexical(""))?;
        if self.unconstrained {
            return Ok(());
        }
        self.facets.check_length(length as u64)?;
        if let Some(enumeration) = &self.facets.enumeration
            && !self.read_binary(raw).is_some_and(|value| enumeration.contains_value(&value))
        {
            return Err(Failure::Facet(FacetKind::Enumeration));
        }
        self.facets.check_patterns(&self.normalize(raw))
    }

    fn read_binary(&self, raw: &str) -> Option<Value> {
        let text = white_space::trim(raw).as_bytes();
        match self.lexical {
            Lexical::HexBinary => binary::decode_hex(text).map(Value::HexBinary),
            _ => binary::decode_base64(text).map(Value::Base64Binary),
        }
    }

    /// Length facets of QName and NOTATION admit every value.
    fn check_qname(&self, raw: &str, context: &dyn ValueContext) -> Checked {
        let text = white_space::trim(raw);
        let (prefix, _) = names::split_qname(text).ok_or(Failure::Lexical(""))?;
        if !prefix.is_empty() && context.resolve_prefix(prefix).is_none() {
            return Err(Failure::UndeclaredPrefix);
        }
        if let Some(enumeration) = &self.facets.enumeration {
            let value = self.read_qname(text, context)?;
            if !enumeration.contains_value(&value) {
                return Err(Failure::Facet(FacetKind::Enumeration));
            }
        } else if matches!(self.variety, Variety::Atomic(Primitive::Notation)) && !context.is_enumerated() {
            return Err(Failure::NotEnumerated);
        }
        self.facets.check_patterns(text)
    }

    fn read_qname(&self, text: &str, context: &dyn ValueContext) -> Checked<Value> {
        let (prefix, local) = names::split_qname(text).ok_or(Failure::Lexical(""))?;
        let namespace = match context.resolve_prefix(prefix) {
            Some(namespace) => namespace.to_owned(),
            None if prefix.is_empty() => String::new(),
            None => return Err(Failure::UndeclaredPrefix),
        };
        let name = QNameValue { namespace, local: local.to_owned(), prefix: prefix.to_owned() };
        Ok(if matches!(self.variety, Variety::Atomic(Primitive::Notation)) {
            Value::Notation(name)
        } else {
            Value::QName(name)
        })
    }

    /// Integers that fit a machine word and lie within the bounds.
    fn is_quick_integer(&self, raw: &str) -> bool {
        let Some((least, greatest)) = self.quick_integers else {
            return false;
        };
        let text = white_space::trim(raw).as_bytes();
        let (negative, digits) = match text {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        if digits.is_empty() || digits.len() > 18 {
            return false;
        }
        let mut number = 0i64;
        for digit in digits {
            let digit = digit.wrapping_sub(b'0');
            if digit > 9 {
                return false;
            }
            number = number * 10 + i64::from(digit);
        }
        let number = if negative { -number } else { number };
        least <= number && number <= greatest
    }

    /// Types whose values are read without allocation: numbers, durations, dates and times, booleans.
    fn read_scalar(&self, raw: &str) -> Checked<Value> {
        let text = white_space::trim(raw);
        let value = read_lexical(self.lexical, self.version, text)?;
        if self.unconstrained {
            return Ok(value);
        }
        self.facets.check_bounds(&value, self.version)?;
        self.facets.check_beside_bounds(&value, text)?;
        Ok(value)
    }

    /// Whether a value in the lexical space is incomparable with a bound.
    pub(crate) fn is_incomparable(&self, raw: &str, kind: FacetKind) -> bool {
        let value = read_lexical(self.lexical, self.version, white_space::trim(raw));
        match (value, self.facets.bound(kind)) {
            (Ok(value), Some(bound)) => order(&value, &bound.value, self.version).is_none(),
            _ => false,
        }
    }

    /// Reads the value of a bound, which the other facets of this type constrain, and the bounds not.
    pub(crate) fn read_bound(&self, raw: &str) -> Checked<Value> {
        let text = white_space::trim(raw);
        let value = read_lexical(self.lexical, self.version, text)?;
        self.facets.check_beside_bounds(&value, text)?;
        Ok(value)
    }

    fn check_list(&self, item: &SimpleType, raw: &str, context: &dyn ValueContext) -> Checked {
        self.check_support()?;
        let mut length = 0;
        for text in white_space::split(raw) {
            item.check(text, context).map_err(|_| Failure::Item)?;
            length += 1;
        }
        self.facets.check_length(length)?;
        self.check_enumerated_list(item, raw, context, length)?;
        self.check_collapsed_patterns(raw)
    }

    fn read_list(&self, item: &SimpleType, raw: &str, context: &dyn ValueContext) -> Checked<Value> {
        self.check_support()?;
        let items = white_space::split(raw).map(|text| item.read(text, context).map_err(|_| Failure::Item));
        let items: Vec<Value> = items.collect::<Result<_, _>>()?;
        self.facets.check_length(items.len() as u64)?;
        let value = Value::List(items);
        self.facets.check_enumeration(&value)?;
        self.check_collapsed_patterns(raw)?;
        Ok(value)
    }

    /// Writes the key of the list without making the list, whose values would take many times the room of the text.
    fn check_enumerated_list(&self, item: &SimpleType, raw: &str, context: &dyn ValueContext, length: u64) -> Checked {
        let Some(enumeration) = &self.facets.enumeration else {
            return Ok(());
        };
        let mut key = Vec::new();
        Value::start_list_key(length, &mut key);
        for text in white_space::split(raw) {
            item.read(text, context).map_err(|_| Failure::Item)?.write_key(&mut key);
        }
        if enumeration.contains_bytes(&key) { Ok(()) } else { Err(Failure::Facet(FacetKind::Enumeration)) }
    }

    fn check_collapsed_patterns(&self, raw: &str) -> Checked {
        if self.facets.patterns.is_none() {
            return Ok(());
        }
        self.facets.check_patterns(&self.normalize(raw))
    }

    /// The atomic or list type that admits a lexical form first, and whether the facets of the unions on the way admit it.
    pub(crate) fn active_member(&self, raw: &str, context: &dyn ValueContext) -> Checked<&SimpleType> {
        self.check_support()?;
        let Variety::Union(members) = &self.variety else {
            return self.check(raw, context).map(|()| self);
        };
        // Members of unions without facets are tried in their place, without recursion.
        let (mut current, mut pending) = (members.iter(), Vec::new());
        let mut limit = None;
        loop {
            let Some(member) = current.next() else {
                let Some(outer) = pending.pop() else { break };
                current = outer;
                continue;
            };
            match &member.variety {
                Variety::Union(inner) if member.unconstrained => {
                    pending.push(std::mem::replace(&mut current, inner.iter()))
                }
                _ => match member.active_member(raw, context) {
                    Ok(active) => {
                        self.check_union_facets(active, raw, context)?;
                        return Ok(active);
                    }
                    Err(failure @ Failure::Limit(_)) => limit = Some(failure),
                    Err(_) => {}
                },
            }
        }
        Err(limit.unwrap_or(Failure::NoMember))
    }

    fn check_union_facets(&self, active: &SimpleType, raw: &str, context: &dyn ValueContext) -> Checked {
        if self.facets.enumeration.is_some() {
            self.facets.check_enumeration(&active.read(raw, context)?)?;
        }
        if self.facets.patterns.is_some() {
            self.facets.check_patterns(&active.normalize(raw))?;
        }
        if self.facets.assertions.is_some() {
            self.check_assertions_on(active, raw, context)?;
        }
        Ok(())
    }

    fn check_support(&self) -> Checked {
        if self.is_supported() { Ok(()) } else { Err(Failure::Unsupported) }
    }
}

fn refused(reason: &'static str) -> Failure {
    match reason {
        moment::TOO_FAR | duration::TOO_LONG => Failure::Limit(reason),
        _ => Failure::Lexical(reason),
    }
}

/// Checks without making a value.
fn check_lexical(lexical: Lexical, version: XsdVersion, text: &str) -> Checked {
    match lexical {
        Lexical::Decimal if Decimal::is_lexical(text.as_bytes()) => Ok(()),
        Lexical::Moment(primitive) => Moment::parse(text.as_bytes(), primitive, version).map(|_| ()).map_err(refused),
        Lexical::Float | Lexical::Double if float::is_lexical(text, version) => Ok(()),
        _ => read_lexical(lexical, version, text).map(|_| ()),
    }
}

fn read_lexical(lexical: Lexical, version: XsdVersion, text: &str) -> Checked<Value> {
    let bytes = text.as_bytes();
    let value = match lexical {
        Lexical::Boolean => match bytes {
            b"true" | b"1" => Some(Value::Boolean(true)),
            b"false" | b"0" => Some(Value::Boolean(false)),
            _ => None,
        },
        Lexical::Decimal => Decimal::parse(bytes).map(Value::Decimal),
        Lexical::Integer => Decimal::parse_integer(bytes).map(Value::Decimal),
        Lexical::Float => float::parse(text, version).map(Value::Float),
        Lexical::Double => float::parse(text, version).map(Value::Double),
        Lexical::Duration | Lexical::YearMonthDuration | Lexical::DayTimeDuration => {
            return Duration::parse(bytes, lexical).map(Value::Duration).map_err(refused);
        }
        Lexical::Moment(primitive) => {
            return Moment::parse(bytes, primitive, version).map(Value::Moment).map_err(refused);
        }
        _ => None,
    };
    value.ok_or(Failure::Lexical(""))
}
