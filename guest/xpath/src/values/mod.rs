//! Operations on atomic values (F&O): casts, arithmetic, comparison, strings, regular expressions, dates. No trees, no expressions.
