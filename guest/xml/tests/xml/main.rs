//! The parser from outside: every rule with the input that breaks it, events, encodings, limits, hostile inputs, and an oracle.

mod encodings;
mod events;
mod hostile;
mod limits;
mod malformed;
mod names;
mod oracle;
mod positions;
mod transcript;
