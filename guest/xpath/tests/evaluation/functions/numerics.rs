//! Functions on numbers.

use crate::support::Fixture;

#[test]
fn numbers_are_rounded_in_their_type() {
    Fixture::new("<r/>").assert(&[
        ("abs(-3)", "3"),
        ("abs(xs:byte(-3))", "3"),
        ("abs(-1.5)", "1.5:decimal"),
        ("abs(xs:double('-INF'))", "INF:double"),
        ("abs(())", ""),
        ("abs('1')", "XPTY0004"),
        ("abs(xs:untypedAtomic('-2'))", "2.0E0:double"),
        ("ceiling(10.5)", "11:decimal"),
        ("ceiling(-10.5)", "-10:decimal"),
        ("string(ceiling(-0.5e0))", "'-0'"),
        ("floor(10.5)", "10:decimal"),
        ("floor(-10.5)", "-11:decimal"),
        ("floor(xs:float('1.5'))", "1.0E0:float"),
        ("round(2.5)", "3:decimal"),
        ("round(-2.5)", "-2:decimal"),
        ("round(2.4999)", "2:decimal"),
        ("round(2.5e0)", "3.0E0:double"),
        ("string(round(-0.3e0))", "'-0'"),
        ("round(7)", "7"),
        ("round(xs:double('NaN'))", "NaN:double"),
        ("round-half-to-even(0.5)", "0:decimal"),
        ("round-half-to-even(1.5)", "2:decimal"),
        ("round-half-to-even(2.5)", "2:decimal"),
        ("round-half-to-even(3.567812E+3, 2)", "3.56781E3:double"),
        ("round-half-to-even(4.7564E-3, 2)", "0.0E0:double"),
        ("round-half-to-even(35612.25, -2)", "35600:decimal"),
        ("round-half-to-even(35650, -2)", "35600"),
        ("round-half-to-even(1, 99999999999999999999)", "1"),
        ("round-half-to-even(1, -99999999999999999999)", "0"),
        ("round-half-to-even(xs:double('INF'), 2)", "INF:double"),
        ("round-half-to-even(xs:float('1.25'), 1)", "1.2E0:float"),
    ]);
}

#[test]
fn what_is_no_number_is_nan() {
    Fixture::new("<r a='12'>x</r>").assert(&[
        ("number(@a)", "1.2E1:double"),
        ("number()", "NaN:double"),
        ("number(())", "NaN:double"),
        ("number('1')", "1.0E0:double"),
        ("number(true())", "1.0E0:double"),
        ("number(xs:date('2000-01-01'))", "NaN:double"),
        ("number((1, 2))", "XPTY0004"),
    ]);
}
