//! The fuel and time of an operation of several calls, each of which takes what it needs.

use super::stop::Budget;
use std::time::Instant;

/// What is left of a budget.
#[derive(Clone, Copy, Debug)]
pub struct Purse {
    whole: Budget,
    used: u64,
    began: Instant,
}

impl Purse {
    /// A budget whose time begins now.
    pub fn new(whole: Budget) -> Purse {
        Purse { whole, used: 0, began: Instant::now() }
    }

    /// What there was at the begin.
    pub fn whole(&self) -> Budget {
        self.whole
    }

    /// What is left for the next call.
    pub fn left(&self) -> Budget {
        self.whole.after(self.used, self.began)
    }

    /// Fuel used so far.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Notes that a call took so much.
    pub fn spend(&mut self, fuel: u64) {
        self.used = self.used.saturating_add(fuel);
    }

    /// Notes the fuel that came with the answer of a call, and gives the answer.
    pub fn take<T>(&mut self, (value, fuel): (T, u64)) -> T {
        self.spend(fuel);
        value
    }
}
