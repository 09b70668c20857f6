//! Documents against small schemas: each issue code of the instance phase with its rule and exact place.

mod attributes;
mod content;
mod elements;
mod identity;
mod one_defect;
mod report;
mod support;
