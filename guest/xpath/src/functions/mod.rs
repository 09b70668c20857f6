//! The functions of F&O: one table of names and arities, one file of implementations a chapter.

mod accessors;
mod aggregates;
mod arguments;
mod dates;
mod deep_equal;
mod ids;
mod nodes;
mod numerics;
mod qnames;
mod regex;
mod sequences;
mod table;
mod text;

pub(crate) use ids::IdIndex;
pub(crate) use table::Function;

use crate::evaluate::{Evaluation, Focus, Sequence, effective_boolean_value};
use crate::values::strings;
use crate::{Atomic, ErrorCode, Tree, XPathError};
use arguments::{Answer, Arguments};
use dates::{Component, Part};
use nodes::{Name, count};
use pyxsd_datatypes::{Builtin, Primitive};

/// Calls a function with evaluated arguments, as many as its arity admits. The evaluator answers `position`, `last`, `exists`, `empty`,
/// `not`, `boolean`, `count`, `subsequence`, `true` and `false` itself where it can do so without the whole argument.
pub(crate) fn call<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    function: Function,
    arguments: Vec<Sequence<T::Node>>,
    focus: &Focus<T::Node>,
) -> Answer<T::Node> {
    use Function as F;
    let (e, mut arguments) = (evaluation, Arguments::new(arguments));
    let a = &mut arguments;
    match function {
        F::NodeName => accessors::node_name(e, a),
        F::Nilled => accessors::nilled(e, a),
        F::String => accessors::string_of(e, a, focus),
        F::Data => accessors::data(e, a),
        F::BaseUri => accessors::base_uri(e, a, focus),
        F::DocumentUri => accessors::document_uri(e, a),
        F::Error => accessors::error(e, a),
        F::Trace => accessors::trace(e, a),
        F::True => Ok(Sequence::boolean(true)),
        F::False => Ok(Sequence::boolean(false)),
        F::Not => effective_boolean_value(&a.take()).map(|value| Sequence::boolean(!value)),
        F::Name => nodes::name(e, a, focus, Name::Lexical),
        F::LocalName => nodes::name(e, a, focus, Name::Local),
        F::NamespaceUri => nodes::name(e, a, focus, Name::NamespaceUri),
        F::Lang => nodes::lang(e, a, focus),
        F::Root => nodes::root(e, a, focus),
        F::Boolean => effective_boolean_value(&a.take()).map(Sequence::boolean),
        F::IndexOf => sequences::index_of(e, a),
        F::Empty => Ok(Sequence::boolean(a.take().is_empty())),
        F::Exists => Ok(Sequence::boolean(!a.take().is_empty())),
        F::DistinctValues => sequences::distinct_values(e, a),
        F::InsertBefore => sequences::insert_before(e, a),
        F::Remove => sequences::remove(e, a),
        F::Reverse => sequences::reverse(e, a),
        F::Subsequence => sequences::subsequence(e, a),
        F::Unordered => Ok(a.take()),
        F::ZeroOrOne => sequences::of_length(a, 0..=1, ErrorCode::FORG0003),
        F::OneOrMore => sequences::of_length(a, 1..=u64::MAX, ErrorCode::FORG0004),
        F::ExactlyOne => sequences::of_length(a, 1..=1, ErrorCode::FORG0005),
        F::DeepEqual => deep_equal::deep_equal(e, a),
        F::Count => Ok(count(a.take().len())),
        F::Avg => aggregates::avg(e, a),
        F::Max => aggregates::max(e, a),
        F::Min => aggregates::min(e, a),
        F::Sum => aggregates::sum(e, a),
        F::Id => ids::id(e, a, focus, false),
        F::ElementWithId => ids::id(e, a, focus, true),
        F::Idref => ids::idref(e, a, focus),
        F::Doc => accessors::doc(e, a),
        F::DocAvailable => accessors::doc_available(e, a),
        F::Collection => accessors::collection(e, a),
        F::Position => focus.position().map(count),
        F::Last => focus.last().map(count),
        F::DefaultCollation => Ok(Sequence::atomic(Atomic::string(strings::CODEPOINT_COLLATION))),
        // The parser has put it in the place of the call where there is one.
        F::StaticBaseUri => Ok(Sequence::EMPTY),
        _ => call_of_text(e, function, a, focus),
    }
}

/// Functions on numbers, strings, URIs and names.
fn call_of_text<T: Tree>(
    e: &mut Evaluation<'_, T>,
    function: Function,
    a: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
) -> Answer<T::Node> {
    use Function as F;
    match function {
        F::Abs => numerics::abs(e, a),
        F::Ceiling => numerics::ceiling(e, a),
        F::Floor => numerics::floor(e, a),
        F::Round => numerics::round(e, a),
        F::RoundHalfToEven => numerics::round_half_to_even(e, a),
        F::CodepointsToString => text::codepoints_to_string(e, a),
        F::StringToCodepoints => text::string_to_codepoints(e, a),
        F::Compare => text::compare(e, a),
        F::CodepointEqual => text::codepoint_equal(e, a),
        F::Concat => text::concat(e, a),
        F::StringJoin => text::string_join(e, a),
        F::Substring => text::substring(e, a),
        F::StringLength => text::string_length(e, a, focus),
        F::NormalizeSpace => text::normalize_space(e, a, focus),
        F::NormalizeUnicode => text::normalize_unicode(e, a),
        F::UpperCase => text::upper_case(e, a),
        F::LowerCase => text::lower_case(e, a),
        F::Translate => text::translate(e, a),
        F::EncodeForUri => text::encode_for_uri(e, a),
        F::IriToUri => text::iri_to_uri(e, a),
        F::EscapeHtmlUri => text::escape_html_uri(e, a),
        F::Contains => text::test(e, a, |text, part| text.contains(part)),
        F::StartsWith => text::test(e, a, |text, part| text.starts_with(part)),
        F::EndsWith => text::test(e, a, |text, part| text.ends_with(part)),
        F::SubstringBefore => text::substring_before(e, a),
        F::SubstringAfter => text::substring_after(e, a),
        F::Matches => regex::matches(e, a),
        F::Replace => regex::replace(e, a),
        F::Tokenize => regex::tokenize(e, a),
        F::ResolveUri => text::resolve_uri(e, a),
        F::Number => numerics::number(e, a, focus),
        F::ResolveQName => qnames::resolve_qname(e, a),
        F::QName => qnames::qname(e, a),
        F::PrefixFromQName => qnames::prefix(e, a),
        F::LocalNameFromQName => qnames::local_name(e, a),
        F::NamespaceUriFromQName => qnames::namespace_uri(e, a),
        F::NamespaceUriForPrefix => qnames::namespace_uri_for_prefix(e, a),
        F::InScopePrefixes => qnames::in_scope_prefixes(e, a),
        _ => call_of_dates(e, function, a),
    }
}

/// Functions of chapter 10, and those of the context that give dates and times.
fn call_of_dates<T: Tree>(e: &Evaluation<'_, T>, function: Function, a: &mut Arguments<T::Node>) -> Answer<T::Node> {
    use Function as F;
    let (date_time, date, time) = (Builtin::DateTime, Builtin::Date, Builtin::Time);
    match function {
        F::YearsFromDuration => dates::of_duration(e, a, Part::Years),
        F::MonthsFromDuration => dates::of_duration(e, a, Part::Months),
        F::DaysFromDuration => dates::of_duration(e, a, Part::Days),
        F::HoursFromDuration => dates::of_duration(e, a, Part::Hours),
        F::MinutesFromDuration => dates::of_duration(e, a, Part::Minutes),
        F::SecondsFromDuration => dates::of_duration(e, a, Part::Seconds),
        F::YearFromDateTime => dates::component(e, a, date_time, Component::Year),
        F::MonthFromDateTime => dates::component(e, a, date_time, Component::Month),
        F::DayFromDateTime => dates::component(e, a, date_time, Component::Day),
        F::HoursFromDateTime => dates::component(e, a, date_time, Component::Hours),
        F::MinutesFromDateTime => dates::component(e, a, date_time, Component::Minutes),
        F::SecondsFromDateTime => dates::component(e, a, date_time, Component::Seconds),
        F::TimezoneFromDateTime => dates::component(e, a, date_time, Component::Timezone),
        F::YearFromDate => dates::component(e, a, date, Component::Year),
        F::MonthFromDate => dates::component(e, a, date, Component::Month),
        F::DayFromDate => dates::component(e, a, date, Component::Day),
        F::TimezoneFromDate => dates::component(e, a, date, Component::Timezone),
        F::HoursFromTime => dates::component(e, a, time, Component::Hours),
        F::MinutesFromTime => dates::component(e, a, time, Component::Minutes),
        F::SecondsFromTime => dates::component(e, a, time, Component::Seconds),
        F::TimezoneFromTime => dates::component(e, a, time, Component::Timezone),
        F::AdjustDateTimeToTimezone => dates::adjust(e, a, date_time),
        F::AdjustDateToTimezone => dates::adjust(e, a, date),
        F::AdjustTimeToTimezone => dates::adjust(e, a, time),
        F::DateTime => dates::date_time(e, a),
        F::CurrentDateTime => dates::now(e, Primitive::DateTime),
        F::CurrentDate => dates::now(e, Primitive::Date),
        F::CurrentTime => dates::now(e, Primitive::Time),
        F::ImplicitTimezone => dates::implicit_timezone(e),
        other => Err(XPathError::new(ErrorCode::XPST0017, format!("the function {} is not implemented", other.name()))),
    }
}
