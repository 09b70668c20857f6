//! Aggregates.

use crate::support::Fixture;

#[test]
fn sums_and_averages_have_the_type_of_addition() {
    Fixture::new("<r><a>1</a><a>2</a><b>x</b></r>").assert(&[
        ("sum((1, 2, 3))", "6"),
        ("sum((1, 2.5))", "3.5:decimal"),
        ("sum((1, 2.5e0))", "3.5E0:double"),
        ("sum(a)", "3.0E0:double"),
        ("sum(b)", "FORG0001"),
        ("sum(())", "0"),
        ("sum((), ())", ""),
        ("sum((), 'none')", "'none'"),
        ("sum((1, xs:double('NaN')))", "NaN:double"),
        ("sum((xs:yearMonthDuration('P20Y'), xs:yearMonthDuration('P10M')))", "P20Y10M:yearMonthDuration"),
        ("sum((xs:dayTimeDuration('P1D'), xs:dayTimeDuration('PT1H')))", "P1DT1H:dayTimeDuration"),
        ("sum((xs:yearMonthDuration('P20Y'), 9))", "FORG0006"),
        ("sum((xs:yearMonthDuration('P20Y'), xs:dayTimeDuration('P1D')))", "FORG0006"),
        ("sum(xs:duration('P1Y'))", "FORG0006"),
        ("sum(('a', 'b'))", "FORG0006"),
        ("sum('a')", "FORG0006"),
        ("avg((3, 4, 5))", "4:decimal"),
        ("avg((1, 2e0))", "1.5E0:double"),
        ("avg(a)", "1.5E0:double"),
        ("avg(())", ""),
        ("avg((xs:yearMonthDuration('P20Y'), xs:yearMonthDuration('P10M')))", "P10Y5M:yearMonthDuration"),
        ("avg('a')", "FORG0006"),
    ]);
}

#[test]
fn typed_values_are_summed_as_what_they_are() {
    Fixture::typed("<r><integer>1</integer><integer>2</integer><integer nil='true'/><decimal>0.5</decimal><date>2000-01-01</date></r>")
        .assert(&[
            ("sum(integer)", "3"),
            ("avg(integer)", "1.5:decimal"),
            ("sum((integer, decimal))", "3.5:decimal"),
            ("max(integer)", "2"),
            ("max((integer, decimal))", "2"),
            ("min((integer, decimal))", "0.5:decimal"),
            ("max(date)", "2000-01-01:date"),
            ("sum(date)", "FORG0006"),
        ]);
}

#[test]
fn extremes_are_promoted_to_a_common_type() {
    Fixture::new("<r><a>10</a><a>9</a></r>").assert(&[
        ("max((3, 4, 5))", "5"),
        ("max((5, 5.0e0))", "5.0E0:double"),
        ("max((5, 4.5))", "5"),
        ("max((xs:float('1'), 2))", "2.0E0:float"),
        ("max((3, number('x'), 5))", "NaN:double"),
        ("max((xs:float('NaN'), 5e0))", "NaN:double"),
        ("max(a)", "1.0E1:double"),
        ("min(a)", "9.0E0:double"),
        ("min(('b', 'a'))", "'a'"),
        ("max((xs:anyURI('b'), 'a'))", "'b'"),
        ("max((xs:anyURI('a'), xs:anyURI('b')))", "b:anyURI"),
        ("max((true(), false()))", "true"),
        ("min((xs:date('2000-01-02'), xs:date('2000-01-01')))", "2000-01-01:date"),
        ("max((xs:dayTimeDuration('PT1H'), xs:dayTimeDuration('PT90M')))", "PT1H30M:dayTimeDuration"),
        ("max(())", ""),
        ("max((1, 'a'))", "FORG0006"),
        ("max(xs:QName('a'))", "FORG0006"),
        ("max(xs:duration('P1Y'))", "FORG0006"),
        ("min((xs:date('2000-01-02'), 1))", "FORG0006"),
        ("max('a', 'urn:other')", "FOCH0002"),
    ]);
}
