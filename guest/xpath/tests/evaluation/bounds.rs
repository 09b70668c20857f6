//! What a hostile expression may cost.

use crate::support::{Fixture, compiles};
use pyxsd_xpath::{Budget, ErrorCode};

#[test]
fn huge_ranges_cost_nothing_where_only_a_part_is_used() {
    let budget = Budget { steps: 1000, items: 100, ..Budget::default() };
    Fixture::new("<r/>").with_budget(budget).assert(&[
        ("count(1 to 1000000000)", "1000000000"),
        ("exists(1 to 1000000000)", "true"),
        ("(1 to 1000000000)[5]", "5"),
        ("(1 to 1000000000)[last()]", "1000000000"),
        ("(1 to 1000000000)[. = 7][1]", "7"),
        ("(for $r in 1 return (1 to 1000000000)[. > 7])[2]", "9"),
        ("(1 to 1000000000)[5][last()]", "5"),
        ("(for $n in 1 to 1000000000 return $n * 2)[3]", "6"),
        ("some $n in 1 to 1000000000 satisfies $n * $n > 50", "true"),
        ("every $n in 1 to 1000000000 satisfies $n * $n < 50", "false"),
        ("subsequence(1 to 1000000000, 999999999)", "999999999 1000000000"),
        ("5 = (1 to 1000000000)", "true"),
        ("(1 to 1000000000) = (2000000000 to 3000000000)", "false"),
        ("(1, 1 to 1000000000)[3]", "2"),
        ("count((1 to 1000000000)[. > 1])", "budget"),
        ("1 to 1000000000", "budget"),
        ("(1 to 1000000000, 1)", "budget"),
        ("1 to 9223372036854775807", "budget"),
        ("0 to 9223372036854775807", "FOAR0002"),
        ("-9223372036854775808 to 9223372036854775807", "FOAR0002"),
        ("1 to 99999999999999999999", "FOAR0002"),
        ("1 to 999999999999999999999999999999999999999999999", "FOAR0002"),
        ("18446744073709551616 to 18446744073709551617", "18446744073709551616 18446744073709551617"),
        (
            "reverse(-1000000000000000000001 to -1000000000000000000000)",
            "-1000000000000000000000 -1000000000000000000001",
        ),
        ("1000000000000000020001 = 1000000000000000000000 to 1000000000000010000003", "true"),
        ("count(subsequence(1 to 3000000000, -2147483649))", "3000000000"),
        ("subsequence(1 to 3000000000, 2147483648)[last()]", "3000000000"),
        ("sum(1 to 1000000000)", "budget"),
        ("if (//r, 1 to 1000000000) then 1 else 2", "1"),
    ]);
}

#[test]
fn nested_loops_end_with_the_budget() {
    let document = format!("<r>{}</r>", "<a/>".repeat(1000));
    let fixture = Fixture::new(&document).with_budget(Budget { steps: 200_000, ..Budget::default() });
    for expression in [
        "for $a in //*, $b in //*, $c in //* return 1",
        "count(for $a in //* return //*[. << $a])",
        "every $a in //*, $b in //* satisfies $a = $b",
        "//*[count(../*[count(../*) = 1]) = 1]",
    ] {
        let error = fixture.evaluate(expression).err().unwrap_or_else(|| panic!("{expression}"));
        assert_eq!(error.code, ErrorCode::Budget, "{expression}");
        assert!(error.message.contains("200000 steps"), "{}", error.message);
    }
}

#[test]
fn wide_and_deep_documents_take_no_more_steps_than_nodes() {
    let wide = format!("<r>{}</r>", "<a/>".repeat(20_000));
    let deep = format!("{}{}", "<a>".repeat(2000), "</a>".repeat(2000));
    let budget = || Budget { steps: 500_000, ..Budget::default() };
    Fixture::new(&wide).with_budget(budget()).assert(&[
        ("count(a/following-sibling::a)", "19999"),
        ("count(a/preceding-sibling::a)", "19999"),
        ("count(//a/following::a)", "19999"),
        ("count(//a/preceding::a)", "19999"),
        ("count(//a/..)", "1"),
        ("count(//a/../a/../a)", "20000"),
    ]);
    Fixture::new(&deep).with_budget(budget()).assert(&[
        ("count(//a//a)", "1999"),
        ("count(//a//a//a)", "1998"),
        ("count(//a/ancestor::a)", "1999"),
        ("count(//a/descendant-or-self::a/..)", "2000"),
    ]);
}

#[test]
fn the_number_of_steps_and_bindings_is_no_depth() {
    let fixture = Fixture::new("<r/>");
    let path = format!("count({}.)", "./".repeat(20_000));
    assert_eq!(fixture.shown(&path), "1");
    let names: Vec<String> = (0..5000).map(|number| format!("$v{number} in 1")).collect();
    assert_eq!(fixture.shown(&format!("for {} return $v4999", names.join(", "))), "1");
    assert_eq!(fixture.shown(&format!("count(({}1))", "1, ".repeat(20_000))), "20001");
    assert_eq!(fixture.shown(&format!("{}1", "1 + ".repeat(20_000))), "20001");
    assert_eq!(fixture.shown(&format!("{}1", "1 and ".repeat(20_000))), "true");
    assert_eq!(fixture.shown(&format!("{}()", "if (0) then 1 else ".repeat(200))), "");
}

#[test]
fn errors_tell_the_place_of_the_innermost_expression() {
    let fixture = Fixture::new("<r><a>x</a></r>");
    for (expression, at) in [
        ("1 + (2 * a)", "a)"),
        ("(1, 2 div 0)", "div"),
        ("a[. = 1 + 'x']", "+"),
        ("if ((1, 2)) then 1 else 2", "1, 2"),
        ("a/(1 eq 'x')", "eq"),
        ("for $x in a return $x treat as xs:integer", "treat"),
        ("1[zz/yy]", "zz"),
    ] {
        let error = fixture.evaluate(expression).err().unwrap_or_else(|| panic!("{expression}"));
        assert_eq!(error.position, expression.find(at), "{expression}: {error}");
    }
}

#[test]
fn the_deepest_nesting_fits_a_small_stack() {
    // Frames of debug builds are several times those of the sandbox, which has as much stack.
    const STACK: usize = 1 << 20;
    for (open, inside, close) in [
        ("(", ".", ", 1)"),
        ("(1, ", ".", ")"),
        ("a[", ".", "]"),
        ("(a, ", "a", ")[a]"),
        ("a/(", "a", ", a)/a"),
        ("(a | ", "a", ")"),
        ("not(", "a", ")"),
        ("count(", "a", ")"),
        ("string(", "a", ")"),
        ("concat(1, ", "a", ")"),
        ("data((a, ", "a", "))"),
        ("subsequence((a, ", "a", "), 1)"),
        ("(1 = ", "a", ")"),
        ("(a = a[", "a", "])"),
        ("(1 eq count(", "a", "))"),
        ("(1 + count(", "a", "))"),
        ("-(", "1", ")"),
        ("(a or (a, ", "a", ")[1])"),
        ("(for $x in ", "a", " return $x)"),
        ("(for $x in a return ", "a", ")"),
        ("(some $x in ", "a", " satisfies $x)"),
        ("(some $x in a satisfies ", "a", ")"),
        ("(if (", "a", ") then a else a)"),
        ("(if (a) then ", "a", " else a)"),
        ("(", "a", " instance of item()*)"),
        ("(", "a", " treat as item()*)"),
        ("xs:string((", "'a'", ") cast as xs:string)"),
        ("(1 to count(", "a", "))"),
    ] {
        let nested = |depth: usize| format!("{}{inside}{}", open.repeat(depth), close.repeat(depth));
        // The deepest that the parser lets through.
        let depth = (1..100).rev().find(|depth| compiles(&nested(*depth))).unwrap_or_else(|| panic!("{open}"));
        assert!(depth > 10, "{open} {depth}");
        let expression = nested(depth);
        let budget = Budget { steps: 10_000, ..Budget::default() };
        let run = move || Fixture::new("<r><a><a/></a></r>").with_budget(budget).evaluate(&expression).is_ok();
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap();
        assert!(thread.join().is_ok(), "{open}");
    }
}
