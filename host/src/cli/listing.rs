//! `limits` and `warm`.

use super::flags::{Format, LimitsArguments};
use super::{Exit, usage};
use crate::clock::Clock;
use crate::limits::Limits;
use crate::worker::Workers;
use std::io::Write as _;

/// Shows every limit.
pub fn limits(arguments: &LimitsArguments, limits: &Limits) -> Exit {
    let text = match arguments.format {
        Format::Text => limits.to_text(),
        Format::Json => format!("{:#}\n", limits.to_json()),
    };
    match std::io::stdout().write_all(text.as_bytes()) {
        Ok(()) => Exit::Valid,
        Err(cause) => usage(&format!("standard output: {cause}")),
    }
}

/// Compiles the component and keeps it.
pub fn warm(limits: &Limits) -> Exit {
    match Workers::new(limits, Clock::default()).and_then(|workers| workers.warm()) {
        Ok(()) => Exit::Valid,
        Err(fault) => {
            usage(&fault.to_string());
            Exit::of(fault.code)
        }
    }
}
