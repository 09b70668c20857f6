//! Arithmetic, sequences, sets, bindings and types.

use crate::support::Fixture;

const ITEMS: &str = "<r><i id='1'>5</i><i id='2'>x</i><i id='3'/></r>";

#[test]
fn arithmetic_is_from_left_to_right() {
    Fixture::new(ITEMS).assert(&[
        ("1 + 2 - 4", "-1"),
        ("2 * 3 idiv 4 mod 2", "1"),
        ("1 + ()", ""),
        ("i[1] + 1", "6.0E0:double"),
        ("i[2] + 1", "FORG0001"),
        ("i + 1", "XPTY0004"),
        ("- i[1]", "-5.0E0:double"),
        ("--1", "1"),
        ("-()", ""),
        ("-'a'", "XPTY0004"),
        ("'a' + 1", "XPTY0004"),
        ("1 div 0", "FOAR0001"),
        ("7 div 2", "3.5:decimal"),
    ]);
}

#[test]
fn sequences_and_sets() {
    Fixture::new(ITEMS).assert(&[
        ("()", ""),
        ("(1, (2, ()), 3)", "1 2 3"),
        ("1 to 3", "1 2 3"),
        ("3 to 1", ""),
        ("1 to ()", ""),
        ("i[1] to 6", "5 6"),
        ("1.5 to 3", "XPTY0004"),
        ("(1, 2) to 3", "XPTY0004"),
        ("i[2] | i[1]", "i#1 i#2"),
        ("i | i | i/@id", "i#1 @id=1 i#2 @id=2 i#3 @id=3"),
        ("i except i[2]", "i#1 i#3"),
        ("i intersect (i[3], i[1])", "i#1 i#3"),
        ("(i[3], i[1]) except ()", "i#1 i#3"),
        ("i[1] | i[2] | i[3] except i[2]", "i#1 i#2 i#3"),
        ("(i[1] | i[2] | i[3]) except i[2]", "i#1 i#3"),
        ("() intersect i", ""),
        ("i | 1", "XPTY0004"),
    ]);
}

#[test]
fn bindings_nest_from_left_to_right() {
    Fixture::new(ITEMS).assert(&[
        ("for $a in 1 to 2, $b in ($a, 10) return $a * $b", "1 10 4 20"),
        ("for $a in (), $b in 1 return $b", ""),
        ("for $a in 1, $b in () return $b", ""),
        ("for $a in (1, 2), $b in (if ($a = 1) then () else 7) return ($a, $b)", "2 7"),
        ("for $i in i return $i/@id", "@id=1 @id=2 @id=3"),
        ("for $i in i return for $j in i return if ($i << $j) then concat($i/@id, $j/@id) else ()", "'12' '13' '23'"),
        ("some $a in (1, 2), $b in (2, 3) satisfies $a = $b", "true"),
        ("every $a in (1, 2), $b in (2, 3) satisfies $a <= $b", "true"),
        ("every $a in (1, 3), $b in (2, 3) satisfies $a <= $b", "false"),
        ("every $a in () satisfies false()", "true"),
        ("some $a in () satisfies true()", "false"),
        ("for $a in 1 return for $a in ($a, $a + 1) return $a", "1 2"),
        ("for $a in (1, 2) return (for $b in (3, 4) return $b, $a)", "3 4 1 3 4 2"),
        ("for $a in (1, 2) return $a[. = 2]", "2"),
    ]);
}

#[test]
fn conditionals_evaluate_one_branch() {
    Fixture::new(ITEMS).assert(&[
        ("if (1) then 2 else 1 div 0", "2"),
        ("if (0) then 1 div 0 else if (0) then 1 div 0 else if (1) then 3 else 4", "3"),
        ("(if (1) then i else ())/@id", "@id=1 @id=2 @id=3"),
    ]);
}

#[test]
fn types_are_asked_for_and_changed() {
    Fixture::new(ITEMS).assert(&[
        ("1 instance of xs:integer", "true"),
        ("1 instance of xs:decimal", "true"),
        ("1.0 instance of xs:integer", "false"),
        ("() instance of xs:integer", "false"),
        ("() instance of xs:integer?", "true"),
        ("() instance of empty-sequence()", "true"),
        ("1 instance of empty-sequence()", "false"),
        ("(1, 2) instance of xs:integer+", "true"),
        ("(1, 'a') instance of xs:integer+", "false"),
        ("(1, 2) instance of xs:integer?", "false"),
        ("(1 to 1000000000) instance of xs:integer+", "true"),
        ("(1 to 1000000000) instance of xs:string*", "false"),
        ("i instance of element()*", "true"),
        ("i instance of element(i)+", "true"),
        ("i instance of element(j)+", "false"),
        ("i[1] instance of item()", "true"),
        ("i[1] instance of node()", "true"),
        ("(/) instance of document-node(element(r))", "true"),
        ("i[1] instance of xs:string", "false"),
        ("data(i[1]) instance of xs:untypedAtomic", "true"),
        ("data(i[1]) instance of xs:anyAtomicType", "true"),
        ("data(i[1]) instance of xs:string", "false"),
        ("1 treat as xs:integer", "1"),
        ("(1, 2) treat as xs:integer+", "1 2"),
        ("'a' treat as xs:integer", "XPDY0050"),
        ("() treat as xs:integer", "XPDY0050"),
        ("'1' cast as xs:integer", "1"),
        ("'a' cast as xs:integer", "FORG0001"),
        ("() cast as xs:integer?", ""),
        ("() cast as xs:integer", "XPTY0004"),
        ("(1, 2) cast as xs:integer", "XPTY0004"),
        ("i[1] cast as xs:integer", "5"),
        ("'a' castable as xs:integer", "false"),
        ("'1' castable as xs:integer", "true"),
        ("() castable as xs:integer", "false"),
        ("() castable as xs:integer?", "true"),
        ("(1, 2) castable as xs:integer", "false"),
        ("i castable as xs:integer", "false"),
        ("xs:integer(i[1])", "5"),
        ("xs:integer(())", ""),
    ]);
}

#[test]
fn functions_of_the_focus_and_of_sequences() {
    Fixture::new(ITEMS).assert(&[
        ("i/position()", "1 2 3"),
        ("i/last()", "3 3 3"),
        ("i[position() = last() - 1]/@id", "@id=2"),
        ("count(i)", "3"),
        ("count(())", "0"),
        ("count((1, 2, i))", "5"),
        ("exists(i)", "true"),
        ("empty(i[9])", "true"),
        ("data(i)", "5:untypedAtomic x:untypedAtomic :untypedAtomic"),
        ("subsequence((1, 2, 3, 4), 2)", "2 3 4"),
        ("subsequence((1, 2, 3, 4), 2, 2)", "2 3"),
        ("subsequence((1, 2, 3, 4), 1.5, 1)", "2"),
        ("subsequence((1, 2, 3, 4), 0, 2)", "1"),
        ("subsequence((1, 2, 3, 4), -5)", "1 2 3 4"),
        ("subsequence(1 to 10, 0, 3)", "1 2"),
        ("subsequence(1 to 10, 9.5)", "10"),
        ("subsequence(1 to 10, -5, 7)", "1"),
        ("subsequence(1 to 3, number('NaN'))", ""),
        ("subsequence((1, 2, 3), number('NaN'))", ""),
        ("subsequence((1, 2, 3), -1 div 0e0, 1 div 0e0)", ""),
        ("subsequence(1 to 3, -1 div 0e0, 1 div 0e0)", ""),
        ("subsequence(1 to 3, -1 div 0e0)", "1 2 3"),
        ("subsequence(1 to 3, 2, 1 div 0e0)", "2 3"),
        ("unordered((1, 2))", "1 2"),
    ]);
}
