//! Expressions over documents without a schema: text in, text out.

mod any_expression;
mod bounds;
mod comparison_property;
mod comparisons;
mod expressions;
mod functions;
mod numbers;
mod path_property;
mod paths;
mod support;
mod typed;
