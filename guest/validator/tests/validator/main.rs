//! Documents against small schemas: each issue code of the instance phase with its rule and exact place.

mod attributes;
mod binding;
mod conditions;
mod content;
mod elements;
mod identity;
mod one_defect;
mod report;
mod slices;
mod support;
