//! The proleptic Gregorian calendar.

/// Days of a month (1 to 12) of a year.
pub(crate) fn days_in_month(year: i64, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date. Years are counted from March so that the leap day is the last of its year.
pub(crate) fn days_from_epoch(year: i128, month: u8, day: u8) -> i128 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = i128::from((month + 9) % 12);
    let day_of_year = (153 * month_from_march + 2) / 5 + i128::from(day) - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// The date that is so many days from 1970-01-01: year, month and day.
pub(crate) fn date_from_epoch(days: i128) -> (i128, u8, u8) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i128::from(month <= 2), month as u8, day as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_over_leap_years_and_below_year_one() {
        for (date, days) in [
            ((1970, 1, 1), 0),
            ((2000, 3, 1), 11_017),
            ((1969, 12, 31), -1),
            ((0, 3, 1), -719_468),
            ((1972, 2, 29), 789),
        ] {
            assert_eq!(days_from_epoch(date.0, date.1, date.2), days, "{date:?}");
        }
        let mut expected = days_from_epoch(-5, 1, 1);
        for year in -5..2105i64 {
            for month in 1..=12u8 {
                assert_eq!(days_from_epoch(year.into(), month, 1), expected, "{year}-{month}");
                assert_eq!(date_from_epoch(expected), (year.into(), month, 1), "{expected}");
                let last = days_in_month(year, month);
                assert_eq!(
                    date_from_epoch(expected + i128::from(last) - 1),
                    (year.into(), month, last),
                    "{year}-{month}"
                );
                expected += i128::from(days_in_month(year, month));
            }
        }
    }
}
