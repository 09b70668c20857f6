//! Paths, axes, node tests and predicates.

use crate::support::Fixture;

const TREE: &str = "<?before it?><r id='r' a='1' b='2'><!--c--><x id='x1'><y id='y1'/><x id='x2'><y id='y2'>t</y></x><y id='y3'/></x>\
                    u<z id='z1'/><x id='x3'><y id='y4'/></x><?after it?></r><!--end-->";

#[test]
fn every_axis_gives_its_nodes_in_document_order() {
    Fixture::new(TREE).assert(&[
        (".", "r#r"),
        ("/", "/"),
        ("/node()", "pi(before it) r#r comment(end)"),
        ("child::node()", "comment(c) x#x1 text(u) z#z1 x#x3 pi(after it)"),
        ("x", "x#x1 x#x3"),
        ("@*", "@id=r @a=1 @b=2"),
        ("attribute::b", "@b=2"),
        ("descendant::x", "x#x1 x#x2 x#x3"),
        ("descendant-or-self::*", "r#r x#x1 y#y1 x#x2 y#y2 y#y3 z#z1 x#x3 y#y4"),
        ("//text()", "text(t) text(u)"),
        ("//comment()", "comment(c) comment(end)"),
        ("//processing-instruction()", "pi(before it) pi(after it)"),
        ("//processing-instruction(after)", "pi(after it)"),
        ("//y[@id='y2']/parent::*", "x#x2"),
        ("//y[@id='y2']/..", "x#x2"),
        ("//y[@id='y2']/ancestor::*", "r#r x#x1 x#x2"),
        ("//y[@id='y2']/ancestor-or-self::*", "r#r x#x1 x#x2 y#y2"),
        ("//y[@id='y2']/ancestor::node()", "/ r#r x#x1 x#x2"),
        ("//y[@id='y2']/following::*", "y#y3 z#z1 x#x3 y#y4"),
        ("//y[@id='y2']/preceding::*", "y#y1"),
        ("//y[@id='y4']/preceding::*", "x#x1 y#y1 x#x2 y#y2 y#y3 z#z1"),
        ("//z/following-sibling::node()", "x#x3 pi(after it)"),
        ("//z/preceding-sibling::node()", "comment(c) x#x1 text(u)"),
        ("@a/following::*", "x#x1 y#y1 x#x2 y#y2 y#y3 z#z1 x#x3 y#y4"),
        ("@a/following-sibling::node()", ""),
        ("@a/preceding::node()", "pi(before it)"),
        ("@a/..", "r#r"),
        ("@a/ancestor-or-self::node()", "/ r#r @a=1"),
        ("namespace::*", "ns(xml http://www.w3.org/XML/1998/namespace)"),
        ("following::node()", "comment(end)"),
        ("preceding::node()", "pi(before it)"),
    ]);
}

#[test]
fn positions_count_along_the_axis() {
    Fixture::new(TREE).assert(&[
        ("x[1]", "x#x1"),
        ("x[2]", "x#x3"),
        ("x[3]", ""),
        ("x[last()]", "x#x3"),
        ("x[position() = 2]", "x#x3"),
        ("x[position() < last()]", "x#x1"),
        ("x[1.0]", "x#x1"),
        ("x[1.5]", ""),
        ("x[1e0]", "x#x1"),
        ("x[0]", ""),
        ("x[-1]", ""),
        ("//y[1]", "y#y1 y#y2 y#y4"),
        ("(//y)[1]", "y#y1"),
        ("(//y)[last()]", "y#y4"),
        ("//y[last()]", "y#y2 y#y3 y#y4"),
        ("/descendant::y[2]", "y#y2"),
        ("//y[@id='y2']/ancestor::*[1]", "x#x2"),
        ("//y[@id='y2']/ancestor::*[last()]", "r#r"),
        ("(//y[@id='y2']/ancestor::*)[1]", "r#r"),
        ("//z/preceding-sibling::*[1]", "x#x1"),
        ("//y[@id='y4']/preceding::*[1]", "z#z1"),
        ("//y[@id='y4']/preceding::y[2]", "y#y2"),
        ("x[y][2]", "x#x3"),
        ("x[2][y]", "x#x3"),
        ("x[2][1]", "x#x3"),
        ("x[1][2]", ""),
        ("x[last()][1]", "x#x3"),
        ("x[position() > 1][@id = 'x3'][last()]", "x#x3"),
        ("x['a']", "x#x1 x#x3"),
        ("x['']", ""),
        ("x[@id]", "x#x1 x#x3"),
        ("x[@none]", ""),
        ("(1 to 10)[. mod 3 = 0]", "3 6 9"),
        ("(1 to 10)[position() = (2, 4)]", "2 4"),
        ("(11 to 20)[4]", "14"),
        ("('a', 'b', 'c')[last() - 1]", "'b'"),
        ("for $n in (1, 2) return x[$n]", "x#x1 x#x3"),
        ("x[1 to 2]", "FORG0006"),
    ]);
}

#[test]
fn steps_join_in_document_order_and_without_duplicates() {
    Fixture::new(TREE).assert(&[
        ("//x/y", "y#y1 y#y2 y#y3 y#y4"),
        ("//x//y", "y#y1 y#y2 y#y3 y#y4"),
        ("//x//x//y", "y#y2"),
        ("//*//*", "x#x1 y#y1 x#x2 y#y2 y#y3 z#z1 x#x3 y#y4"),
        ("//y/..", "x#x1 x#x2 x#x3"),
        ("//y/../..", "r#r x#x1"),
        ("//y/ancestor::x", "x#x1 x#x2 x#x3"),
        ("//y/ancestor::x/@id", "@id=x1 @id=x2 @id=x3"),
        ("//@id/..", "r#r x#x1 y#y1 x#x2 y#y2 y#y3 z#z1 x#x3 y#y4"),
        ("//x/following::y", "y#y3 y#y4"),
        ("//y/following-sibling::*", "x#x2 y#y3"),
        ("//y/preceding-sibling::*", "y#y1 x#x2"),
        ("//*/preceding::y", "y#y1 y#y2 y#y3"),
        ("//x/descendant-or-self::*", "x#x1 y#y1 x#x2 y#y2 y#y3 x#x3 y#y4"),
        ("//x/descendant-or-self::x/self::x", "x#x1 x#x2 x#x3"),
        ("//x/(y | x)/@id", "@id=y1 @id=x2 @id=y2 @id=y3 @id=y4"),
        ("//x/(y, x)", "y#y1 x#x2 y#y2 y#y3 y#y4"),
        ("(//y, //x)/@id", "@id=x1 @id=y1 @id=x2 @id=y2 @id=y3 @id=x3 @id=y4"),
        ("//x/(@id, 1)", "XPTY0018"),
        ("//x/1", "1 1 1"),
        ("//x/1/a", "XPTY0019"),
        ("(1, 2)/a", "XPTY0019"),
        ("(1, 2)[a]", "XPTY0020"),
        ("//y/(../x)", "x#x2"),
        ("/r/x/y", "y#y1 y#y3 y#y4"),
        ("r", ""),
        ("/r", "r#r"),
        ("/r/x[2]/y[1]/@id", "@id=y4"),
        ("/self::node()", "/"),
        ("//y/self::y[../@id='x2']", "y#y2"),
        ("descendant::y/(position() + last() - last())", "1 2 3 4"),
    ]);
}

#[test]
fn name_tests_are_of_the_principal_kind_of_the_axis() {
    Fixture::new("<r xmlns:q='urn:p' xmlns='urn:d'><q:a id='1' q:b='2' b='3'/><a xmlns='' id='4'/><a id='5'/></r>")
        .assert(&[
            ("p:a", "a#1"),
            ("a", "a#4"),
            ("*:a", "a#1 a#4 a#5"),
            ("p:*", "a#1"),
            ("*", "a#1 a#4 a#5"),
            ("p:a/@p:b", "@b=2"),
            ("p:a/@b", "@b=3"),
            ("p:a/@*:b", "@b=2 @b=3"),
            ("p:a/@p:*", "@b=2"),
            ("p:a/attribute::node()", "@id=1 @b=2 @b=3"),
            ("p:a/attribute::text()", ""),
            ("p:a/@element()", ""),
            ("p:a/@attribute(b)", "@b=3"),
            ("element(p:a)", "a#1"),
            ("element()", "a#1 a#4 a#5"),
            ("element(*, xs:anyType)", "a#1 a#4 a#5"),
            ("element(*, xs:untyped)", "a#1 a#4 a#5"),
            ("element(*, xs:integer)", ""),
            ("@*/self::a", ""),
            ("p:a/@attribute(*, xs:untypedAtomic)", "@id=1 @b=2 @b=3"),
            ("p:a/@attribute(*, xs:string)", ""),
            ("/document-node()", ""),
            ("/self::document-node()", "/"),
            ("/self::document-node(element(*))", "/"),
            ("/self::document-node(element(p:a))", ""),
            ("a/namespace::q", "ns(q urn:p)"),
            ("a/namespace::*", "ns(q urn:p) ns(xml http://www.w3.org/XML/1998/namespace)"),
            ("nothing/at/all", ""),
        ]);
}

#[test]
fn a_path_needs_a_context_node() {
    let mut fixture = Fixture::new("<r/>");
    fixture.assert(&[("1[. = 1]", "1"), ("1[..]", "XPTY0020"), ("1[/]", "XPTY0020"), ("1[/a]", "XPTY0020")]);
    fixture = fixture.without_item();
    fixture.assert(&[
        ("a", "XPDY0002"),
        (".", "XPDY0002"),
        ("/", "XPDY0002"),
        ("//a", "XPDY0002"),
        ("position()", "XPDY0002"),
        ("last()", "XPDY0002"),
        ("1 + 1", "2"),
        ("(1, 2)[. = 2]", "2"),
        ("(1, 2)[position() = last()]", "2"),
    ]);
}

#[test]
fn documents_stay_apart_and_are_ordered() {
    let fixture = Fixture::new("<a id='1'><b id='2'><b id='3'/></b><c id='4'/></a>");
    fixture.with_other("<a id='5'><b id='6'><b id='7'/></b><c id='8'/><d/></a>").assert(&[
        ("($other, /)//b", "b#2 b#3 b#6 b#7"),
        ("($other | /)//b//b", "b#3 b#7"),
        ("($other | /)/a/descendant-or-self::b", "b#2 b#3 b#6 b#7"),
        ("($other | /)//b/following::*", "c#4 c#8 d"),
        ("($other | /)//c/preceding::*", "b#2 b#3 b#6 b#7"),
        ("($other | /)//b/ancestor::*", "a#1 b#2 a#5 b#6"),
        ("($other | /)//b/following-sibling::*", "c#4 c#8 d"),
        ("($other/a, a, .)/@id", "@id=1 @id=5"),
        ("$other//d/preceding::*", "b#6 b#7 c#8"),
        ("//c/following::node()", ""),
        ("$other >> /", "true"),
        ("$other/a/root(.) is $other", "true"),
        ("//b[. is /a/b]", "b#2"),
        ("($other | /)//b[@id = /a/b/@id]", "b#2 b#6"),
        ("($other | /)//b[count(/a/*) = 3]", "b#6 b#7"),
        ("for $d in ($other, /) return $d//b[@id = $d//b[1]/@id]", "b#6 b#7 b#2 b#3"),
    ]);
}
