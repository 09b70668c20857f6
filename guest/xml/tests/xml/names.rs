//! The table of names.

use pyxsd_xml::{Names, NamespaceId, Symbol};

#[test]
fn the_predefined_namespaces_have_their_ids() {
    let names = Names::new();
    let cases = [
        (NamespaceId::NONE, ""),
        (NamespaceId::XML, "http://www.w3.org/XML/1998/namespace"),
        (NamespaceId::XMLNS, "http://www.w3.org/2000/xmlns/"),
        (NamespaceId::XSI, "http://www.w3.org/2001/XMLSchema-instance"),
        (NamespaceId::XS, "http://www.w3.org/2001/XMLSchema"),
    ];
    for table in [&names, &Names::default()] {
        for (id, uri) in cases {
            assert_eq!(table.find_namespace(uri), Some(id));
            assert_eq!(table.namespace_uri(id), uri);
        }
    }
    assert!(names.is_empty());
}

#[test]
fn equal_names_have_equal_symbols_and_different_names_different_ones() {
    let mut names = Names::new();
    let (u, v) = (names.namespace("u"), names.namespace("v"));
    let symbols: Vec<Symbol> = [(u, "a"), (v, "a"), (u, "b"), (NamespaceId::NONE, "a"), (u, "")]
        .into_iter()
        .map(|(namespace, local)| names.intern(namespace, local))
        .collect();
    assert_eq!(symbols.iter().map(|symbol| symbol.index()).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(names.intern(u, "a"), symbols[0]);
    assert_eq!(names.find(v, "a"), Some(symbols[1]));
    assert_eq!(names.find(v, "b"), None);
    assert_eq!(names.display(symbols[2]).to_string(), "{u}b");
    assert_eq!(names.display(symbols[3]).to_string(), "a");
    assert_eq!(names.len(), 5);
}

#[test]
fn rolling_back_forgets_what_came_since_and_nothing_else() {
    let mut names = Names::new();
    let u = names.namespace("u");
    let kept: Vec<Symbol> = (0..500).map(|n| names.intern(u, &format!("kept{n}"))).collect();
    let mark = names.mark();
    for round in 0..3 {
        let v = names.namespace(&format!("v{round}"));
        for n in 0..2_000 {
            names.intern(v, &format!("new{n}"));
            names.intern(u, &format!("kept{n}"));
        }
        assert_eq!(names.len(), 500 + 2_000 + 1_500);
        names.rollback(mark);
        assert_eq!(names.len(), 500);
        assert_eq!(names.find_namespace(&format!("v{round}")), None);
        assert_eq!(names.find(u, "kept500"), None);
        for (n, symbol) in kept.iter().enumerate() {
            assert_eq!(names.find(u, &format!("kept{n}")), Some(*symbol));
        }
    }
    assert_eq!(names.namespace("w"), names.find_namespace("w").unwrap());
    assert_eq!(names.intern(u, "next").index(), 500);
}

#[test]
fn the_name_without_namespace_survives_or_goes_with_a_rollback() {
    let mut names = Names::new();
    let u = names.namespace("u");
    let (a, b) = (names.intern(u, "a"), names.intern(u, "b"));
    let bare_a = names.without_namespace(a);
    assert_eq!(names.display(bare_a).to_string(), "a");
    assert_eq!(names.without_namespace(bare_a), bare_a);
    let mark = names.mark();
    let bare_b = names.without_namespace(b);
    assert_eq!(names.find(NamespaceId::NONE, "b"), Some(bare_b));
    names.rollback(mark);
    assert_eq!(names.find(NamespaceId::NONE, "b"), None);
    assert_eq!(names.without_namespace(a), bare_a);
    let other = names.intern(NamespaceId::NONE, "c");
    assert_eq!(other, bare_b, "the place is free again");
    let again = names.without_namespace(b);
    assert_ne!(again, other);
    assert_eq!(names.display(again).to_string(), "b");
}
