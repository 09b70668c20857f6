//! The test harness: conformance suites, their ratchet, and the drivers that compare the engine with others.

pub mod conformance;
pub mod qt3;
pub mod ratchet;
