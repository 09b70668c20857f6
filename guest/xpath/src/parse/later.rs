//! What later versions of XPath added: named in messages, never accepted.

/// A function of XPath 3.x and how to do without it.
const FUNCTIONS: &[(&str, &str)] = &[
    ("head", "write `$sequence[1]`"),
    ("tail", "write `subsequence($sequence, 2)`"),
    ("has-children", "write `exists($node/node())`"),
    ("for-each", "write `for $x in … return …`"),
    ("filter", "write a predicate: `$sequence[…]`"),
    ("sort", "results are in document order, or in the order in which they were made"),
    ("fold-left", "there are no function items in XPath 2.0"),
    ("fold-right", "there are no function items in XPath 2.0"),
    ("for-each-pair", "write `for $i in 1 to count($a) return …`"),
    ("innermost", "write `$nodes except $nodes/ancestor::node()`"),
    ("outermost", "write `$nodes[not(ancestor::node() intersect $nodes)]`"),
    ("path", "the location of each node is part of the result"),
    ("generate-id", "compare nodes with `is`"),
    ("format-number", "it has no counterpart in XPath 2.0"),
    ("format-integer", "it has no counterpart in XPath 2.0"),
    ("format-date", "take the date apart with `year-from-date` and its kin"),
    ("format-dateTime", "take it apart with `year-from-dateTime` and its kin"),
    ("format-time", "take the time apart with `hours-from-time` and its kin"),
    ("analyze-string", "use `matches`, `replace` or `tokenize`"),
    ("parse-xml", "it has no counterpart in XPath 2.0"),
    ("serialize", "ask for subtrees as the result"),
    ("contains-token", "write `tokenize($text, '\\s+') = $token`"),
    ("parse-json", "it has no counterpart in XPath 2.0"),
    ("unparsed-text", "a query reads nothing but its document"),
    ("uri-collection", "a query reads nothing but its document"),
];

/// What to do instead of a function that only later versions have.
pub(super) fn function(local: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|(name, _)| *name == local).map(|(_, instead)| *instead)
}

/// What to do instead of the syntax that a token begins, where it belongs to a later version. `next` is the token after it.
pub(super) fn syntax(token: &str, next: &str) -> Option<&'static str> {
    match (token, next) {
        ("let", "$") | (":=", _) => {
            Some("`let` came with XPath 3.0; in 2.0 write `for $x in … return …` for a single item")
        }
        ("=>", _) => Some("the arrow `=>` came with XPath 3.1; in 2.0 write `f($x)` for `$x => f()`"),
        ("||", _) => Some("the operator `||` came with XPath 3.0; in 2.0 write `concat($a, $b)`"),
        ("!", _) => Some("the operator `!` came with XPath 3.0; in 2.0 write `for $x in $a return …`"),
        ("map" | "array", "{") | ("{" | "}", _) => Some("maps and arrays came with XPath 3.1; 2.0 has sequences only"),
        ("[", _) => Some("arrays came with XPath 3.1; 2.0 has sequences only, and a predicate follows what it filters"),
        ("function", "(") | ("#" | "%", _) => {
            Some("function items came with XPath 3.0; in 2.0 functions can only be called")
        }
        ("?", _) => Some("the lookup `?` came with XPath 3.1; 2.0 has no maps and arrays"),
        ("Q", "{") => Some("`Q{…}` came with XPath 3.0; in 2.0 declare a prefix for the namespace"),
        ("typeswitch" | "switch" | "try", "(" | "{") | (";", _) => {
            Some("it belongs to XQuery; use `if (…) then … else …`")
        }
        ("element" | "attribute" | "text" | "comment" | "document", "{") => {
            Some("constructors belong to XQuery; an XPath expression selects what is there")
        }
        _ => None,
    }
}
