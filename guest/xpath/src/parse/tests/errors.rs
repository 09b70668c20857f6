use super::parsed;

/// Code, place and suggestion.
fn error(text: &str) -> (&'static str, usize, Option<String>) {
    let error = parsed(text).expect_err(text);
    (error.code.as_str(), error.position.expect("static errors have a place"), error.suggestion)
}

#[test]
fn text_outside_the_grammar_is_found_where_it_stands() {
    for (text, at) in [
        ("", 0),
        ("1 +", 3),
        ("1 2", 2),
        ("(1", 2),
        ("1)", 1),
        ("a[", 2),
        ("a[]", 2),
        ("//", 2),
        ("a//", 3),
        ("/ div /", 7),
        ("1 = 2 = 3", 6),
        ("1 to 2 to 3", 7),
        ("1 lt 2 gt 3", 7),
        ("1 cast as xs:integer cast as xs:string", 21),
        ("1 instance of item() instance of item()", 21),
        ("1 + for $x in 1 return $x", 4),
        ("1 + if (1) then 2 else 3", 4),
        ("for $x in 1", 11),
        ("for $x as item() in 1 return 1", 7),
        ("if (1) then 2", 13),
        ("'abc", 0),
        ("q:a(: b", 3),
        ("1 (: comment", 2),
        ("10div 3", 0),
        ("a ~ b", 2),
        ("item()", 0),
        ("a/empty-sequence()", 2),
        ("self::f()", 6),
        ("childs::a", 0),
        ("@@a", 1),
        ("$", 1),
        ("f(1,)", 4),
        ("1 instance of", 13),
        ("1 cast as item()", 10),
        ("document-node(text())", 14),
    ] {
        let (code, position, _) = error(text);
        assert_eq!((code, position), ("XPST0003", at), "{text}: {}", parsed(text).unwrap_err());
    }
}

#[test]
fn an_expression_that_ends_too_early_names_the_bracket_that_is_open() {
    for (text, hint) in [
        ("i[", "`[` at its character 2"),
        ("é[a]/f(1, (2)", "`(` at its character 7"),
        ("(a[1]", "`(` at its character 1"),
    ] {
        let error = parsed(text).expect_err(text);
        assert!(error.message.contains(hint), "{text}: {error}");
    }
    let error = parsed("a + ").unwrap_err();
    assert!(!error.message.contains("open"), "{error}");
}

#[test]
fn syntax_of_later_versions_is_named() {
    for (text, word) in [
        ("let $x := 1 return $x", "`let`"),
        ("'a' => upper-case()", "arrow"),
        ("'a' || 'b'", "concat"),
        ("(1, 2) ! (. + 1)", "`!`"),
        ("map { 'a': 1 }", "maps"),
        ("array { 1 }", "arrays"),
        ("[1, 2]", "arrays"),
        ("function($a) { $a }", "function items"),
        ("Q{urn:t}a", "prefix"),
        ("upper-case#1", "function items"),
        ("<a/>", "wanted"),
    ] {
        let error = parsed(text).expect_err(text);
        assert_eq!(error.code.as_str(), "XPST0003", "{text}: {error}");
        assert!(error.message.contains(word), "{text}: {error}");
    }
    let error = parsed("head((1, 2))").unwrap_err();
    assert!(error.message.contains("$sequence[1]"), "{error}");
}

#[test]
fn names_that_are_not_there_come_with_the_one_meant() {
    for (text, code, at, meant) in [
        ("xsd:integer(1)", "XPST0081", 0, Some("xs")),
        ("1 + q:a", "XPST0081", 4, Some("t")),
        ("cuont(*)", "XPST0017", 0, Some("count")),
        ("xs:interger(1)", "XPST0017", 0, Some("xs:integer")),
        ("1 cast as integer", "XPST0051", 10, Some("xs:integer")),
        ("1 cast as xs:strnig", "XPST0051", 10, Some("xs:string")),
        ("$odrer", "XPST0008", 0, Some("order")),
        ("childs::a", "XPST0003", 0, Some("child")),
        ("zzzzzzzz()", "XPST0017", 0, None),
    ] {
        assert_eq!(error(text), (code, at, meant.map(str::to_owned)), "{text}");
    }
}

#[test]
fn what_is_no_use_of_a_name_is_refused_with_its_code() {
    for (text, code) in [
        ("count()", "XPST0017"),
        ("count(1, 2)", "XPST0017"),
        ("concat('a')", "XPST0017"),
        ("xs:integer()", "XPST0017"),
        ("function()", "XPST0017"),
        ("switch(1)", "XPST0017"),
        ("xs:NMTOKENS('a')", "XPST0017"),
        ("xs:NOTATION('a')", "XPST0017"),
        ("xs:anyAtomicType('a')", "XPST0017"),
        ("t:codes('a')", "XPST0017"),
        ("t:nothing('a')", "XPST0017"),
        ("1 cast as xs:NOTATION", "XPST0080"),
        ("1 castable as xs:anyAtomicType", "XPST0080"),
        ("1 cast as xs:NMTOKENS", "XPST0051"),
        ("1 cast as t:codes", "XPST0051"),
        ("1 instance of xs:anySimpleType", "XPST0051"),
        ("1 instance of xs:untyped", "XPST0051"),
        ("1 instance of t:nothing", "XPST0051"),
        ("1 instance of element(*, t:nothing)", "XPST0008"),
        ("schema-element(t:nothing)", "XPST0008"),
        ("schema-attribute(t:nothing)", "XPST0008"),
    ] {
        assert_eq!(error(text).0, code, "{text}");
    }
}
