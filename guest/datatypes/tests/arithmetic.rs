//! Laws of arithmetic on decimals, durations and dates, against generated input.

use proptest::prelude::*;
use pyxsd_datatypes::{Decimal, Duration, Moment, Primitive, Rounding};

/// Numbers of few and of many digits, before and after the point.
fn decimals() -> impl Strategy<Value = Decimal> {
    ("-?[0-9]{1,50}", "[0-9]{0,45}", any::<bool>()).prop_map(|(whole, fraction, short)| {
        let text = format!("{whole}.{fraction}");
        let kept = if short { text.len().min(9) } else { text.len() };
        Decimal::parse(&text.as_bytes()[..kept]).unwrap_or_else(|| Decimal::from(7))
    })
}

proptest! {
    #[test]
    fn sums_and_differences_undo_each_other(a in decimals(), b in decimals()) {
        prop_assert_eq!(&(&a + &b) - &b, a.clone());
        prop_assert_eq!(&a + &b, &b + &a);
        prop_assert_eq!((&a - &b).is_negative(), a < b);
    }

    #[test]
    fn products_distribute_over_sums(a in decimals(), b in decimals(), c in decimals()) {
        prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
    }

    #[test]
    fn quotient_and_remainder_give_the_dividend_back(a in decimals(), b in decimals()) {
        prop_assume!(!b.is_zero());
        let parts = a.divide_whole(&b).zip(a.remainder(&b));
        let (quotient, remainder) = parts.ok_or_else(|| TestCaseError::fail("no quotient"))?;
        prop_assert!(quotient.is_integer());
        prop_assert!(remainder.abs() < b.abs());
        prop_assert!(remainder.is_zero() || remainder.is_negative() == a.is_negative());
        prop_assert_eq!(&(&quotient * &b) + &remainder, a);
    }

    #[test]
    fn quotients_are_near_the_truth(a in decimals(), b in decimals()) {
        prop_assume!(!b.is_zero());
        let quotient = a.divide(&b).ok_or_else(|| TestCaseError::fail("no quotient"))?;
        // Half a unit of the eighteenth digit after the point, or of a later one.
        let error = &(&quotient * &b) - &a;
        let bound = &b.abs() * &Decimal::parse(b"0.0000000000000000005").unwrap_or_else(|| Decimal::from(0));
        prop_assert!(error.abs() <= bound, "{} div {} is {}", a, b, quotient);
    }

    #[test]
    fn rounding_stays_within_one_unit_and_in_its_direction(a in decimals(), digits in 0i64..40) {
        let unit = Decimal::parse(format!("0.{:0>width$}1", "", width = digits as usize).as_bytes());
        let unit = &unit.unwrap_or_else(|| Decimal::from(1)) * &Decimal::from(10);
        let (floor, ceiling) = (a.round(digits, Rounding::Floor), a.round(digits, Rounding::Ceiling));
        prop_assert!(floor <= a && a <= ceiling);
        prop_assert!(&ceiling - &floor <= unit);
        for rounding in [Rounding::Truncate, Rounding::HalfUp, Rounding::HalfEven, Rounding::HalfAway] {
            let rounded = a.round(digits, rounding);
            prop_assert!(rounded == floor || rounded == ceiling, "{} {:?}", a, rounding);
            prop_assert!(rounded.fraction_digits() <= digits as u32);
        }
    }

    #[test]
    fn binary_numbers_survive_the_way_to_decimals_and_back(bits in any::<u64>()) {
        let value = f64::from_bits(bits);
        prop_assert_eq!(Decimal::from_f64(value).map(|exact| exact.to_f64()), value.is_finite().then_some(value));
    }

    #[test]
    fn the_nearest_binary_number_is_that_of_the_digits(a in decimals()) {
        let text = a.to_string();
        prop_assert_eq!(Ok(a.to_f64()), text.parse::<f64>());
        prop_assert_eq!(Ok(a.to_f32()), text.parse::<f32>());
    }

    #[test]
    fn points_in_time_are_their_seconds(seconds in -10i64.pow(15)..10i64.pow(15), fraction in 0i64..1000) {
        let exact = &Decimal::from(seconds) + &Decimal::parse(format!("0.{fraction:03}").as_bytes()).unwrap_or_else(|| Decimal::from(0));
        let moment = Moment::from_local_seconds(Primitive::DateTime, &exact, None);
        prop_assert_eq!(moment.map(|moment| moment.local_seconds()), Some(exact.clone()));
        prop_assert_eq!(Duration::from_seconds(&exact).map(|duration| duration.exact_seconds()), Some(exact));
    }

    #[test]
    fn months_there_and_back_keep_days_that_every_month_has(
        seconds in -10i64.pow(12)..10i64.pow(12),
        months in -100_000i128..100_000,
    ) {
        let start = Moment::from_local_seconds(Primitive::DateTime, &Decimal::from(seconds), None);
        let start = start.ok_or_else(|| TestCaseError::fail("no start"))?;
        let back = start.plus_months(months).and_then(|there| there.plus_months(-months));
        let back = back.ok_or_else(|| TestCaseError::fail("no way back"))?;
        prop_assert!(back.to_string() == start.to_string() || start.day > 28);
    }
}
