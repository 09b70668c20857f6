//! Where time and identities come from. Both are injected, so that tests can fix them.

use std::time::{SystemTime, UNIX_EPOCH};

/// Source of time stamps and random identities.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    now: fn() -> SystemTime,
    random: fn() -> [u8; 16],
}

impl Default for Clock {
    fn default() -> Self {
        Clock { now: SystemTime::now, random: random_bytes }
    }
}

fn random_bytes() -> [u8; 16] {
    let mut bytes = [0; 16];
    // Without randomness from the system identities would collide between servers; there is no sensible way on.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

impl Clock {
    /// A clock of these sources.
    pub fn new(now: fn() -> SystemTime, random: fn() -> [u8; 16]) -> Clock {
        Clock { now, random }
    }

    /// The time, as RFC 3339 in UTC with seconds.
    pub fn timestamp(&self) -> String {
        let seconds = (self.now)().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        rfc3339(seconds)
    }

    /// A fresh identity: 32 lower-case hexadecimal digits.
    pub fn identity(&self) -> String {
        format!("{:032x}", u128::from_be_bytes((self.random)()))
    }
}

fn rfc3339(seconds: u64) -> String {
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", time / 3_600, time / 60 % 60, time % 60)
}

/// Year, month and day of a day counted from 1970-01-01, by the proleptic Gregorian calendar.
fn civil(days: u64) -> (u64, u64, u64) {
    // Counted from 0000-03-01, so that the leap day ends a year; an era has 400 years.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_stamps_follow_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (4_102_444_800, "2100-01-01T00:00:00Z"),
        ] {
            assert_eq!(rfc3339(seconds), text);
        }
    }

    #[test]
    fn identities_differ() {
        let clock = Clock::default();
        assert_ne!(clock.identity(), clock.identity());
        assert_eq!(clock.identity().len(), 32);
    }
}
