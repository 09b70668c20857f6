//! Why there is no model.

/// Why there is no model of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelFailure {
    /// No component has this name or id.
    NotFound {
        /// What was looked for.
        id: String,
        /// One line that says what there is instead.
        message: String,
    },
    /// An argument is ambiguous or malformed.
    Argument {
        /// One line.
        message: String,
        /// Ids or names that would do, where the argument was ambiguous or not there.
        candidates: Vec<String>,
    },
    /// The declaration has no form in JSON.
    Unsupported {
        /// The construct, such as `mixed content`.
        construct: String,
        /// Id of the component that has it.
        at: String,
        /// Names of child elements, from the element asked for, that lead to one that has a form in JSON; empty where none was found.
        descendant: Vec<String>,
    },
}
