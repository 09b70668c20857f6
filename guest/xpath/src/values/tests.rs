//! Casts and arithmetic, table by table.

use super::*;
use crate::ast::ArithmeticOperator::{self, *};
use crate::{Atomic, BuiltinTypes, ErrorCode, TypeRef, Types, XPathError};
use pyxsd_datatypes::{Builtin, FacetDeclaration, FacetKind, NoContext, SimpleType, XsdVersion};
use std::sync::Arc;

fn target(name: &str) -> TypeRef {
    if name == "untypedAtomic" {
        return TypeRef::UNTYPED_ATOMIC;
    }
    TypeRef::builtin(Builtin::from_name(name).unwrap_or_else(|| panic!("{name}")))
}

/// A value from `type text`, such as `integer 1`.
pub(super) fn value(written: &str) -> Atomic {
    let (name, text) = written.split_once(' ').unwrap_or((written, ""));
    cast(&Atomic::string(text), target(name), &BuiltinTypes).unwrap_or_else(|error| panic!("{written}: {error}"))
}

/// `type text` of a result, or the code of the error.
fn shown(result: Result<Atomic, XPathError>) -> String {
    match result {
        Ok(atomic) => {
            let name = shown_type(atomic.type_ref, &BuiltinTypes);
            format!("{} {}", name.trim_start_matches("xs:"), to_string(&atomic, &BuiltinTypes))
        }
        Err(error) => error.code.as_str().to_owned(),
    }
}

#[test]
fn values_are_cast_within_and_across_primitives() {
    for (source, name, expected) in [
        ("string  12 ", "integer", "integer 12"),
        ("string 1.5", "integer", "FORG0001"),
        ("untypedAtomic 1e3", "double", "double 1000"),
        ("untypedAtomic x", "boolean", "FORG0001"),
        ("string a", "QName", "XPTY0004"),
        ("double 1e6", "string", "string 1.0E6"),
        ("double 100000", "untypedAtomic", "untypedAtomic 100000"),
        ("double -0", "string", "string -0"),
        ("double 1.9", "integer", "integer 1"),
        ("double -1.9", "integer", "integer -1"),
        ("double NaN", "integer", "FOCA0002"),
        ("float INF", "decimal", "FOCA0002"),
        ("double 1e39", "float", "float INF"),
        ("float 0.1", "double", "double 0.10000000149011612"),
        ("double 0.5", "decimal", "decimal 0.5"),
        ("decimal 300.7", "byte", "FORG0001"),
        ("decimal 30.7", "byte", "byte 30"),
        ("double -1", "nonNegativeInteger", "FORG0001"),
        ("integer 5", "decimal", "decimal 5"),
        ("byte 5", "integer", "integer 5"),
        ("integer 5", "byte", "byte 5"),
        ("boolean true", "double", "double 1"),
        ("boolean true", "integer", "integer 1"),
        ("double NaN", "boolean", "boolean false"),
        ("decimal 0.0", "boolean", "boolean false"),
        ("integer 1", "anyURI", "XPTY0004"),
        ("integer 1", "date", "XPTY0004"),
        ("date 2000-01-01", "integer", "XPTY0004"),
        ("anyURI http://a", "string", "string http://a"),
        ("hexBinary 4d61", "base64Binary", "base64Binary TWE="),
        ("base64Binary TWE=", "hexBinary", "hexBinary 4D61"),
        ("duration P1Y2M3DT4H", "yearMonthDuration", "yearMonthDuration P1Y2M"),
        ("duration -P1Y2M3DT4H5M5.5S", "dayTimeDuration", "dayTimeDuration -P3DT4H5M5.5S"),
        ("dayTimeDuration P1D", "yearMonthDuration", "yearMonthDuration P0M"),
        ("yearMonthDuration P0M", "duration", "duration PT0S"),
        ("yearMonthDuration P0M", "string", "string P0M"),
        ("dateTime 2000-02-29T12:30:01.50-05:00", "date", "date 2000-02-29-05:00"),
        ("dateTime 2000-02-29T12:30:01.50-05:00", "time", "time 12:30:01.5-05:00"),
        ("dateTime 2000-02-29T12:30:01", "gYearMonth", "gYearMonth 2000-02"),
        ("dateTime 2000-02-29T12:30:01", "gYear", "gYear 2000"),
        ("date 2000-02-29Z", "gMonthDay", "gMonthDay --02-29Z"),
        ("date 2000-02-29", "gDay", "gDay ---29"),
        ("date 2000-02-29", "gMonth", "gMonth --02"),
        ("date 2000-02-29+01:00", "dateTime", "dateTime 2000-02-29T00:00:00+01:00"),
        ("date 2000-02-29", "time", "XPTY0004"),
        ("time 10:00:00", "dateTime", "XPTY0004"),
        ("gYear 2000", "gYearMonth", "XPTY0004"),
        ("dateTime 2000-01-01T00:00:00", "dateTimeStamp", "FORG0001"),
        ("string a b", "NCName", "FORG0001"),
        ("string  a  b ", "token", "token a b"),
        ("token a", "NCName", "NCName a"),
        ("integer 12", "NCName", "FORG0001"),
        ("NCName a", "string", "string a"),
        ("integer 1", "anyAtomicType", "XPST0080"),
        ("string a", "IDREFS", "XPST0051"),
    ] {
        assert_eq!(shown(cast(&value(source), target(name), &BuiltinTypes)), expected, "{source} as {name}");
    }
}

#[test]
fn what_is_beyond_the_bounds_has_codes_of_its_own() {
    for (text, name, code) in [
        (format!("{}-01-01", "9".repeat(19)), "date", "FODT0001"),
        ("25252734927766555-07-29".to_owned(), "date", "FODT0001"),
        ("P768614336404564651Y".to_owned(), "yearMonthDuration", "FODT0002"),
        (format!("P{}Y", "9".repeat(31)), "duration", "FODT0002"),
        ("9".repeat(10_001), "integer", "FOCA0003"),
        ("9".repeat(10_001), "decimal", "FOCA0006"),
    ] {
        assert_eq!(shown(cast(&Atomic::string(text), target(name), &BuiltinTypes)), code, "{name}");
    }
}

/// One type beside the built-in ones: decimals from 1 to 10 with at most one digit after the point.
struct UserType(Arc<SimpleType>);

const USER: TypeRef = TypeRef(1000);

impl UserType {
    fn new() -> Self {
        let facet = |kind, value| FacetDeclaration { kind, value, fixed: false, context: &NoContext };
        let facets = [
            facet(FacetKind::MinInclusive, "1"),
            facet(FacetKind::MaxInclusive, "10"),
            facet(FacetKind::FractionDigits, "1"),
        ];
        let base = SimpleType::of_builtin(Builtin::Decimal);
        Self(SimpleType::restrict(&base, &facets, XsdVersion::V1_1, USER.0).0)
    }
}

impl Types for UserType {
    fn find_type(&self, namespace: &str, local: &str) -> Option<TypeRef> {
        BuiltinTypes.find_type(namespace, local)
    }
    fn type_name(&self, type_ref: TypeRef) -> String {
        if type_ref == USER { "amount".to_owned() } else { BuiltinTypes.type_name(type_ref) }
    }
    fn base(&self, type_ref: TypeRef) -> Option<TypeRef> {
        if type_ref == USER { Some(target("decimal")) } else { BuiltinTypes.base(type_ref) }
    }
    fn datatype(&self, type_ref: TypeRef) -> Option<Arc<SimpleType>> {
        if type_ref == USER { Some(Arc::clone(&self.0)) } else { BuiltinTypes.datatype(type_ref) }
    }
    fn find_element(&self, _: &str, _: &str) -> Option<crate::ElementRef> {
        None
    }
    fn element_matches(&self, _: crate::ElementRef, _: pyxsd_xml::Symbol, _: TypeRef, _: bool) -> bool {
        false
    }
    fn find_attribute(&self, _: &str, _: &str) -> Option<crate::AttributeRef> {
        None
    }
    fn attribute_matches(&self, _: crate::AttributeRef, _: pyxsd_xml::Symbol, _: TypeRef) -> bool {
        false
    }
}

#[test]
fn types_of_the_schema_take_part_with_their_facets() {
    let types = UserType::new();
    for (source, code) in [
        ("string 2.5", None),
        ("integer 7", None),
        ("double 2.5", None),
        ("decimal 2.25", Some(ErrorCode::FORG0001)),
        ("integer 11", Some(ErrorCode::FORG0001)),
        ("date 2000-01-01", Some(ErrorCode::XPTY0004)),
    ] {
        let result = cast(&value(source), USER, &types);
        assert_eq!(result.as_ref().err().map(|error| error.code), code, "{source}");
        if let Ok(atomic) = result {
            assert_eq!(atomic.type_ref, USER);
            assert_eq!(Kind::of(&atomic, &types), Kind::Decimal);
            let up = cast(&atomic, target("decimal"), &types).map(|up| up.type_ref);
            assert_eq!(up, Ok(target("decimal")));
        }
    }
}

#[test]
fn arithmetic_has_the_types_and_errors_of_its_operands() {
    for (a, operator, b, expected) in [
        ("integer 2", Add, "byte 3", "integer 5"),
        ("integer 7", Divide, "integer 2", "decimal 3.5"),
        ("integer 7", IntegerDivide, "decimal 2.5", "integer 2"),
        ("decimal -7.5", Modulo, "integer 2", "decimal -1.5"),
        ("integer 1", Divide, "integer 0", "FOAR0001"),
        ("integer 1", IntegerDivide, "double 0", "FOAR0001"),
        ("integer 1", Divide, "double 0", "double INF"),
        ("double NaN", IntegerDivide, "integer 1", "FOAR0002"),
        ("double INF", IntegerDivide, "integer 1", "FOAR0002"),
        ("integer 3", IntegerDivide, "double INF", "integer 0"),
        ("float 0.1", Add, "integer 1", "float 1.1"),
        ("float 0.1", Add, "double 1", "double 1.1000000014901161"),
        ("double 5", Modulo, "double -3", "double 2"),
        ("string 1", Add, "integer 1", "XPTY0004"),
        ("yearMonthDuration P1Y", Add, "yearMonthDuration P2M", "yearMonthDuration P1Y2M"),
        ("yearMonthDuration P1Y", Subtract, "yearMonthDuration P1Y", "yearMonthDuration P0M"),
        ("yearMonthDuration P1Y", Add, "dayTimeDuration P1D", "XPTY0004"),
        ("duration P1Y", Add, "duration P1Y", "XPTY0004"),
        ("dayTimeDuration P1D", Multiply, "double 0.1", "dayTimeDuration PT2H24M"),
        ("decimal 2.5", Multiply, "yearMonthDuration P1M", "yearMonthDuration P3M"),
        ("yearMonthDuration -P1M", Multiply, "decimal 2.5", "yearMonthDuration -P2M"),
        ("dayTimeDuration P1D", Divide, "integer 0", "FODT0002"),
        ("dayTimeDuration P1D", Multiply, "double NaN", "FOCA0005"),
        ("dayTimeDuration P1D", Multiply, "double INF", "FODT0002"),
        ("dayTimeDuration P1D", Divide, "double INF", "dayTimeDuration PT0S"),
        ("dayTimeDuration P1D", Divide, "dayTimeDuration PT1H", "decimal 24"),
        ("dayTimeDuration P1D", Divide, "dayTimeDuration PT0S", "FOAR0001"),
        ("integer 1", Divide, "dayTimeDuration P1D", "XPTY0004"),
        ("date 2000-01-31", Add, "yearMonthDuration P1M", "date 2000-02-29"),
        ("date 2000-03-01Z", Subtract, "dayTimeDuration PT1S", "date 2000-02-29Z"),
        ("yearMonthDuration P1Y", Add, "dateTime 2000-02-29T00:00:00", "dateTime 2001-02-28T00:00:00"),
        ("time 23:00:00", Add, "dayTimeDuration P1DT2H", "time 01:00:00"),
        ("time 23:00:00", Add, "yearMonthDuration P1Y", "XPTY0004"),
        ("dayTimeDuration P1D", Subtract, "date 2000-01-01", "XPTY0004"),
        ("date 2000-01-02", Subtract, "date 2000-01-01Z", "dayTimeDuration PT19H"),
        ("time 00:00:00Z", Subtract, "time 00:00:00+01:00", "dayTimeDuration PT1H"),
        ("date 2000-01-02", Subtract, "dateTime 2000-01-01T00:00:00", "XPTY0004"),
        ("gYear 2000", Subtract, "gYear 1999", "XPTY0004"),
        ("date 25252734927766555-07-28", Add, "dayTimeDuration P1D", "FODT0001"),
        ("dateTime 2000-01-01T00:00:00", Add, "yearMonthDuration P99999999999999999Y", "FODT0001"),
        ("date -25252734927766554-12-31", Subtract, "date 25252734927766554-12-31", "FODT0001"),
        ("yearMonthDuration P768614336404564650Y", Add, "yearMonthDuration P1Y", "FODT0002"),
    ] {
        let (operator, symbol): (ArithmeticOperator, &str) = (operator, operator.symbol());
        let found = shown(arithmetic(operator, value(a), value(b), 5 * 60, &BuiltinTypes));
        assert_eq!(found, expected, "{a} {symbol} {b}");
    }
}

#[test]
fn numbers_do_not_grow_beyond_their_bound() {
    let mut number = value("integer 9");
    let error = loop {
        match arithmetic(Multiply, number.clone(), number, 0, &BuiltinTypes) {
            Ok(product) => number = product,
            Err(error) => break error,
        }
    };
    assert_eq!(error.code, ErrorCode::FOAR0002);
}

#[test]
fn signs_keep_the_primitive_type() {
    for (source, minus, plus_form) in [
        ("byte 5", "integer -5", "integer 5"),
        ("decimal 1.5", "decimal -1.5", "decimal 1.5"),
        ("double 0", "double -0", "double 0"),
        ("float INF", "float -INF", "float INF"),
        ("string 1", "XPTY0004", "XPTY0004"),
    ] {
        assert_eq!(shown(negate(value(source), &BuiltinTypes)), minus, "{source}");
        assert_eq!(shown(plus(value(source), &BuiltinTypes)), plus_form, "{source}");
    }
}

#[test]
fn points_in_time_move_between_timezones() {
    for (source, timezone, expected) in [
        ("dateTime 2002-03-07T10:00:00", Some(-300), "dateTime 2002-03-07T10:00:00-05:00"),
        ("dateTime 2002-03-07T10:00:00-07:00", Some(-300), "dateTime 2002-03-07T12:00:00-05:00"),
        ("dateTime 2002-03-07T10:00:00-07:00", None, "dateTime 2002-03-07T10:00:00"),
        ("date 2002-03-07-07:00", Some(-300), "date 2002-03-07-05:00"),
        ("date 2002-03-07-05:00", Some(-600), "date 2002-03-06-10:00"),
        ("time 10:00:00-07:00", Some(600), "time 03:00:00+10:00"),
    ] {
        let pyxsd_datatypes::Value::Moment(moment) = value(source).value else { panic!("{source}") };
        let adjusted = dates::adjust(&moment, timezone).map(dates::of_moment);
        assert_eq!(shown(adjusted), expected, "{source} {timezone:?}");
    }
}
