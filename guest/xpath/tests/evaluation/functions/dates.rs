//! Functions on durations, dates and times.

use crate::support::Fixture;

#[test]
fn components_are_taken_out() {
    Fixture::new("<r/>").assert(&[
        ("years-from-duration(xs:duration('P20Y15M'))", "21"),
        ("years-from-duration(xs:yearMonthDuration('-P15M'))", "-1"),
        ("months-from-duration(xs:yearMonthDuration('-P20Y18M'))", "-6"),
        ("days-from-duration(xs:dayTimeDuration('P3DT55H'))", "5"),
        ("hours-from-duration(xs:dayTimeDuration('PT123H'))", "3"),
        ("minutes-from-duration(xs:dayTimeDuration('-P5DT12H30M'))", "-30"),
        ("seconds-from-duration(xs:dayTimeDuration('P3DT10H12.5S'))", "12.5:decimal"),
        ("seconds-from-duration(xs:dayTimeDuration('-PT256S'))", "-16:decimal"),
        ("years-from-duration(())", ""),
        ("years-from-duration('P1Y')", "XPTY0004"),
        ("year-from-dateTime(xs:dateTime('-1999-05-31T13:20:00-05:00'))", "-1999"),
        ("month-from-date(xs:date('1999-05-31'))", "5"),
        ("day-from-dateTime(xs:dateTime('1999-05-31T00:00:00'))", "31"),
        ("hours-from-dateTime(xs:dateTime('1999-12-31T24:00:00'))", "0"),
        ("year-from-dateTime(xs:dateTime('1999-12-31T24:00:00'))", "2000"),
        ("minutes-from-time(xs:time('13:45:00'))", "45"),
        ("seconds-from-time(xs:time('13:20:10.5'))", "10.5:decimal"),
        ("timezone-from-dateTime(xs:dateTime('2000-06-12T13:20:00-05:00'))", "-PT5H:dayTimeDuration"),
        ("timezone-from-date(xs:date('2000-06-12Z'))", "PT0S:dayTimeDuration"),
        ("timezone-from-time(xs:time('13:20:00'))", ""),
        ("year-from-date(xs:dateTime('2000-06-12T13:20:00'))", "XPTY0004"),
    ]);
}

#[test]
fn digits_without_end_are_not_computed_with() {
    let fixture = Fixture::new("<r/>");
    let digits = "7".repeat(200_000);
    for (expression, expected) in [
        (format!("xs:dayTimeDuration('PT0.{digits}S') + xs:dayTimeDuration('PT1S')"), "FODT0002"),
        (format!("xs:dayTimeDuration('PT0.{digits}S') lt xs:dayTimeDuration('PT1S')"), "true"),
        (format!("xs:time('00:00:00.{digits}') - xs:time('00:00:00')"), "FODT0002"),
        (format!("adjust-time-to-timezone(xs:time('00:00:00.{digits}Z'), xs:dayTimeDuration('PT1H'))"), "FODT0002"),
        (format!("string-length(string(seconds-from-time(xs:time('00:00:00.{digits}'))))"), "200002"),
        (format!("{digits} + 1"), "FOAR0002"),
        (format!("xs:integer('{digits}')"), "FOCA0003"),
        (format!("xs:double('{digits}')"), "INF:double"),
    ] {
        assert_eq!(
            fixture.shown(&expression),
            expected,
            "{} … {}",
            &expression[..30],
            &expression[expression.len() - 20..]
        );
    }
}

#[test]
fn long_numbers_of_a_document_are_compared_but_not_computed_with() {
    let digits = "7".repeat(200_000);
    Fixture::typed(&format!("<r><decimal>{digits}.{digits}</decimal><decimal>{digits}</decimal></r>")).assert(&[
        ("decimal[1] gt decimal[2]", "true"),
        ("decimal[1] eq decimal[1]", "true"),
        ("floor(decimal[1])", "FOAR0002"),
        ("round-half-to-even(decimal[1], 2)", "FOAR0002"),
        ("decimal[1] cast as xs:integer", "FOAR0002"),
        ("sum(decimal)", "FOAR0002"),
        ("-decimal[1] lt 0", "true"),
        ("number(decimal[1])", "INF:double"),
    ]);
}

#[test]
fn timezones_are_adjusted() {
    Fixture::new("<r/>").assert(&[
        (
            "adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T10:00:00-07:00'), xs:dayTimeDuration('-PT10H'))",
            "2002-03-07T07:00:00-10:00:dateTime",
        ),
        ("adjust-dateTime-to-timezone(xs:dateTime('2002-03-07T10:00:00-07:00'))", "2002-03-07T17:00:00Z:dateTime"),
        ("adjust-date-to-timezone(xs:date('2002-03-07-07:00'), xs:dayTimeDuration('-PT10H'))", "2002-03-06-10:00:date"),
        ("adjust-date-to-timezone(xs:date('2002-03-07-07:00'), ())", "2002-03-07:date"),
        ("adjust-time-to-timezone(xs:time('10:00:00'), xs:dayTimeDuration('PT10H'))", "10:00:00+10:00:time"),
        ("adjust-time-to-timezone(())", ""),
        ("adjust-time-to-timezone(xs:time('10:00:00'), xs:dayTimeDuration('PT14H1M'))", "FODT0003"),
        ("adjust-time-to-timezone(xs:time('10:00:00'), xs:dayTimeDuration('PT1.5S'))", "FODT0003"),
    ]);
}

#[test]
fn dates_and_times_are_joined_and_told() {
    Fixture::new("<r/>").assert(&[
        ("dateTime(xs:date('1999-12-31'), xs:time('12:00:00'))", "1999-12-31T12:00:00:dateTime"),
        ("dateTime(xs:date('1999-12-31Z'), xs:time('24:00:00'))", "1999-12-31T00:00:00Z:dateTime"),
        ("dateTime(xs:date('1999-12-31Z'), xs:time('12:00:00+01:00'))", "FORG0008"),
        ("dateTime((), xs:time('12:00:00'))", ""),
        ("current-dateTime()", "2026-01-02T03:04:05Z:dateTime"),
        ("current-date()", "2026-01-02Z:date"),
        ("current-time()", "03:04:05Z:time"),
        ("implicit-timezone()", "PT0S:dayTimeDuration"),
    ]);
}
