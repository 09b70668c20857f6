//! Comparisons and effective boolean values.

use crate::support::Fixture;

const ITEMS: &str =
    "<r><i id='1' min='3' max='12'>5</i><i id='2' min='12' max='3'>x</i><i id='3' min='7' max='7'/></r>";

#[test]
fn general_comparisons_find_some_pair() {
    Fixture::new(ITEMS).assert(&[
        ("(1, 2) = (2, 3)", "true"),
        ("(1, 2) = (3, 4)", "false"),
        ("(1, 2) != (1, 2)", "true"),
        ("1 != 1", "false"),
        ("() = 1", "false"),
        ("() != ()", "false"),
        ("(1, 5) > (4, 9)", "true"),
        ("(1, 5) < (0, 1)", "false"),
        ("(1, 5) <= (0, 1)", "true"),
        ("5 >= (9, 5)", "true"),
        ("1 = 1.0", "true"),
        ("1 = 1e0", "true"),
        ("'a' = ('b', 'a')", "true"),
        ("'a' < 'b'", "true"),
        ("1 = 'a'", "XPTY0004"),
        ("(1, 'a') = 1", "true"),
        ("true() = 1", "XPTY0004"),
        ("i = 5", "true"),
        ("i[1] = 5", "true"),
        ("i[1] = 5.0", "true"),
        ("i[1] = '5'", "true"),
        ("i[1] = '5.0'", "false"),
        ("5.0 = i[1]", "true"),
        ("6 > i[1]", "true"),
        ("4 > i[1]", "false"),
        ("i[2] = 5", "FORG0001"),
        ("i[3] = 5", "FORG0001"),
        ("i[3] = ''", "true"),
        ("i[1] < '50'", "true"),
        ("i[1] < '4'", "false"),
        ("i/@min = i/@max", "true"),
        ("i[@min = @max]/@id", "@id=3"),
        ("i[@min < @max]/@id", "@id=2"),
        ("i[@min < number(@max)]/@id", "@id=1"),
        ("i[number(@min) <= @max]/@id", "@id=1 @id=3"),
        ("i/@min != 'x'", "true"),
        ("i[1] = xs:untypedAtomic('5')", "true"),
        ("i[1] = (4 to 9)", "true"),
        ("i[1] = (6 to 9)", "false"),
        ("i[1]/@min = (3, 4)", "true"),
        ("(1 to 10) = 10", "true"),
        ("(1 to 10) = 10.5", "false"),
        ("10.5 < (1 to 10)", "false"),
        ("9.5 < (1 to 10)", "true"),
        ("9.5 = (1 to 10)", "false"),
        ("'a' = (1 to 10)", "XPTY0004"),
        ("xs:double('NaN') = (1 to 10)", "false"),
        ("xs:double('NaN') != (1 to 10)", "true"),
        ("(1 to 3) = (3 to 5)", "true"),
        ("(1 to 3) = (4 to 5)", "false"),
        ("(1 to 3) >= (4 to 5)", "false"),
        ("(1 to 4) >= (4 to 5)", "true"),
        ("(4 to 5) < (1 to 4)", "false"),
        ("(4 to 5) <= (1 to 4)", "true"),
        ("xs:double('NaN') = xs:double('NaN')", "false"),
        ("xs:double('NaN') != xs:double('NaN')", "true"),
    ]);
}

#[test]
fn value_comparisons_are_of_single_values() {
    Fixture::new(ITEMS).assert(&[
        ("1 eq 1", "true"),
        ("1 eq ()", ""),
        ("() lt 1", ""),
        ("(1, 2) eq 1", "XPTY0004"),
        ("'a' lt 'b'", "true"),
        ("1 eq 'a'", "XPTY0004"),
        ("i[1]/@min lt i[1]/@max", "false"),
        ("i[1]/@min eq '3'", "true"),
        ("i[1]/@min eq 3", "XPTY0004"),
        ("i[@id eq '2']/@max", "@max=3"),
        ("i/@id eq '2'", "XPTY0004"),
        ("i[1] ge '5'", "true"),
        ("i[1] is i[1]", "true"),
        ("i[1] is i[2]", "false"),
        ("i[1] << i[2]", "true"),
        ("i[1] >> i[2]", "false"),
        ("i[1]/@id >> i[1]", "true"),
        ("i[9] is i[1]", ""),
        ("i is i[1]", "XPTY0004"),
        ("1 is i[1]", "XPTY0004"),
    ]);
}

#[test]
fn effective_boolean_values() {
    Fixture::new(ITEMS).assert(&[
        ("if (()) then 1 else 2", "2"),
        ("if (i) then 1 else 2", "1"),
        ("if (i[9]) then 1 else 2", "2"),
        ("if (i, 1) then 1 else 2", "1"),
        ("if (1, i) then 1 else 2", "FORG0006"),
        ("if (0) then 1 else 2", "2"),
        ("if (0.1) then 1 else 2", "1"),
        ("if (-1) then 1 else 2", "1"),
        ("if (xs:double('NaN')) then 1 else 2", "2"),
        ("if ('') then 1 else 2", "2"),
        ("if ('false') then 1 else 2", "1"),
        ("if (xs:untypedAtomic('')) then 1 else 2", "2"),
        ("if (xs:anyURI('a')) then 1 else 2", "1"),
        ("if (xs:date('2000-01-01')) then 1 else 2", "FORG0006"),
        ("1 or xs:date('2000-01-01')", "true"),
        ("0 and xs:date('2000-01-01')", "false"),
        ("0 or 0 or 'a'", "true"),
        ("1 and i and not(i[9])", "true"),
        ("not(())", "true"),
        ("boolean((0, 1))", "FORG0006"),
    ]);
}

#[test]
fn many_values_are_compared_with_many_without_all_pairs() {
    let numbers = |prefix: &str, step: usize| {
        (0..5_000).map(|number| format!("<{prefix}>{}</{prefix}>", number * step)).collect::<String>()
    };
    let document = format!("<r><same>{}</same>{}{}</r>", "<s>1</s>".repeat(5_000), numbers("a", 2), numbers("b", 3));
    // All pairs are 25,000,000.
    let budget = pyxsd_xpath::Budget { steps: 1_000_000, ..Default::default() };
    Fixture::new(&document).with_budget(budget).assert(&[
        ("a/string(.) = b/concat(., 'x')", "false"),
        ("a/number(.) = b/number(.)", "true"),
        ("a/(number(.) + 1) = b/(number(.) + 0.5)", "false"),
        ("a/xs:decimal(.) = b/(xs:decimal(.) + 0.5)", "false"),
        ("a/xs:decimal(.) = b/(xs:float(.) + xs:float(0.5))", "false"),
        ("a = b/concat(., '.5')", "false"),
        ("a = b/(number(.) + 0.5)", "false"),
        ("a/number(.) < b/(0 - number(.))", "false"),
        ("a/number(.) <= b/(0 - number(.))", "true"),
        ("a/(number(.) - 10000) >= b/(number(.) + 1)", "false"),
        ("same/s != same/s", "false"),
        ("same/s/number(.) != same/s", "false"),
        ("same/s != a", "true"),
        ("a/number(.) = b/concat(., 'x')", "XPTY0004"),
        ("count(a[. = /r/b])", "1667"),
    ]);
}

#[test]
fn errors_name_the_operator_that_was_written() {
    let fixture = Fixture::new("<r/>");
    for (expression, operator) in
        [("1 = 'a'", "'='"), ("true() < 1", "'<'"), ("1 eq 'a'", "'eq'"), ("(1, 2) != 'a'", "'!='")]
    {
        let error = fixture.evaluate(expression).err().unwrap_or_else(|| panic!("{expression}"));
        assert!(error.message.contains(operator), "{expression}: {}", error.message);
    }
}
