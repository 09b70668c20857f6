use super::{parsed, tree};
use crate::TypeRef;
use pyxsd_datatypes::Builtin;

fn number(builtin: Builtin) -> u32 {
    TypeRef::builtin(builtin).0
}

#[test]
fn operators_bind_as_the_recommendation_says() {
    for (text, expected) in [
        ("1 + 2 * 3 - 4", "(1 Add (2 Multiply 3) Subtract 4)"),
        ("1 div 2 idiv 3 mod 4", "(1 Divide 2 IntegerDivide 3 Modulo 4)"),
        ("1 or 2 and 3 or 4", "(or 1 (and 2 3) 4)"),
        ("1 to 2 + 3", "(to 1 (2 Add 3))"),
        ("1 = 2 to 3", "(Equal* 1 (to 2 3))"),
        ("1 < 2 and 3 ge 4", "(and (Less* 1 2) (GreaterOrEqual 3 4))"),
        (". | . intersect . except .", "(. Union (. Intersect . Except .))"),
        (". union . | .", "(. Union . Union .)"),
        (". is . or . << .", "(or (Is . .) (Precedes . .))"),
        ("- - + 1 * -2", "((+ 1) Multiply (- 2))"),
        ("1, (2, 3), ()", "(, 1 (, 2 3) (, ))"),
        ("if (1) then 2 else 3, 4", "(, (if 1 2 3) 4)"),
        ("(1 + 2) * 3", "((1 Add 2) Multiply 3)"),
        ("$order * 2", "($0 Multiply 2)"),
    ] {
        assert_eq!(tree(text), expected, "{text}");
    }
}

#[test]
fn types_are_operands_of_the_operators_that_take_them() {
    let (integer, string) = (number(Builtin::Integer), number(Builtin::String));
    for (text, expected) in [
        ("-1 cast as xs:integer?", format!("(cast (- 1) {integer}?)")),
        ("1 + 2 cast as xs:integer * 3", format!("(1 Add ((cast 2 {integer}) Multiply 3))")),
        ("1 cast as xs:string castable as xs:integer", format!("(castable (cast 1 {string}) {integer})")),
        ("1 treat as item()+ + 2", "((treat 1 Of(Item, OneOrMore)) Add 2)".to_owned()),
        ("() instance of empty-sequence()", "(instance (, ) Empty)".to_owned()),
        ("1 instance of xs:integer * 2", String::new()),
    ] {
        if expected.is_empty() {
            assert!(parsed(text).is_err(), "{text}: the star belongs to the type");
        } else {
            assert_eq!(tree(text), expected, "{text}");
        }
    }
}

#[test]
fn names_of_operators_are_names_where_an_operand_is_wanted() {
    let child = |local: &str| format!("Child::Name({{ namespace: \"\", local: \"{local}\" }})");
    assert_eq!(tree("div div div"), format!("({} Divide {})", child("div"), child("div")));
    assert_eq!(tree("* * *"), "(Child::Any Multiply Child::Any)");
    assert_eq!(tree("for"), child("for"));
    assert_eq!(tree("if"), child("if"));
    assert_eq!(tree("a-b"), child("a-b"));
    assert_eq!(tree("text"), child("text"));
    assert_eq!(tree("/ * "), "/Child::Any");
}

#[test]
fn paths_are_written_out() {
    for (text, expected) in [
        ("/", "/"),
        (".", "."),
        ("..", "Parent::Node"),
        ("@*", "Attribute::Any"),
        ("./*", "Child::Any"),
        ("./.", "<.>/<.>"),
        ("t:*/*:b", "Child::Namespace(\"urn:t\")/Child::Local(\"b\")"),
        ("self::node()", "SelfAxis::Node"),
        ("text()[1]", "Child::Text[1]"),
        ("(*)[1]", "Child::Any[1]"),
        ("$order/*", "<$0>/Child::Any"),
        ("*/string()", "Child::Any/<string()>"),
        ("attribute(*)", "Attribute::Attribute { name: None, type_ref: None }"),
        ("processing-instruction(' a  b ')", "Child::ProcessingInstruction(Some(\"a b\"))"),
        ("document-node(element(*))", "Child::Document(Some(Element { name: None, type_ref: None, nillable: false }))"),
        ("schema-element(t:item)", "Child::SchemaElement(ElementRef(0))"),
        ("schema-attribute(id)", "Attribute::SchemaAttribute(AttributeRef(0))"),
        ("1[2][3]", "1[2][3]"),
    ] {
        assert_eq!(tree(text), expected, "{text}");
    }
}

#[test]
fn two_slashes_are_merged_with_the_next_step_unless_positions_count() {
    let merged = |predicate: &str| format!("/Descendant::Any{predicate}");
    let apart = |predicate: &str| format!("/DescendantOrSelf::Node/Child::Any{predicate}");
    for (text, expected) in [
        ("//*", merged("")),
        ("//*[@*]", merged("[Attribute::Any]")),
        ("//*[. = 1]", merged("[(Equal* . 1)]")),
        ("//*[*[last()]]", merged("[Child::Any[last()]]")),
        ("//*[1]", apart("[1]")),
        ("//*[. = last()]", apart("[(Equal* . last())]")),
        ("//*[. = 1][1]", apart("[(Equal* . 1)][1]")),
        ("//*[string()]", apart("[string()]")),
        ("//@*", "/DescendantOrSelf::Node/Attribute::Any".to_owned()),
    ] {
        assert_eq!(tree(text), expected, "{text}");
    }
}

#[test]
fn variables_are_numbered_and_hide_each_other() {
    assert_eq!(tree("for $a in 1, $a in $a return $a"), "(for $1=1 $2=$1 $2)");
    assert_eq!(tree("(for $order in 1 return $order, $order)"), "(, (for $1=1 $1) $0)");
    assert_eq!(tree("some $t:x in 1 satisfies $t:x"), "(some $1=1 $1)");
    assert_eq!(tree("every $ x in 1 satisfies $(: here :)x"), "(every $1=1 $1)");
    assert!(parsed("(for $a in 1 return 2), $a").is_err(), "out of scope");
    assert!(parsed("for $a in $a return 1").is_err(), "not yet in scope");
}

#[test]
fn constructor_functions_are_casts_that_admit_nothing() {
    let integer = number(Builtin::Integer);
    assert_eq!(tree("xs:integer('1')"), format!("(cast 1 {integer}?)"));
    assert_eq!(tree("xs:untypedAtomic(1)"), format!("(cast 1 {}?)", TypeRef::UNTYPED_ATOMIC.0));
    assert_eq!(tree("t:code('a')"), format!("(cast a {}?)", super::FIRST));
}

#[test]
fn literal_names_are_expanded_where_they_stand() {
    assert_eq!(tree("xs:QName('t:a')"), "t:a");
    assert_eq!(tree("' t:a ' cast as t:name"), format!("(cast t:a {})", super::FIRST + 1));
    assert_eq!(tree("'u:a' castable as xs:QName"), "false()");
    assert_eq!(tree("'t:a' castable as xs:QName"), format!("(castable t:a {})", number(Builtin::QName)));
    assert_eq!(parsed("xs:QName('u:a')").unwrap_err().code.as_str(), "FONS0004");
    assert_eq!(parsed("xs:QName('a b')").unwrap_err().code.as_str(), "FORG0001");
}
