//! Names and arities of the functions in `http://www.w3.org/2005/xpath-functions`.

macro_rules! functions {
    ($($name:ident $local:literal $min:literal..=$max:literal;)+) => {
        /// A function of F&O.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Function { $($name),+ }

        impl Function {
            /// Every function.
            pub const ALL: &'static [Function] = &[$(Function::$name),+];

            /// Local name.
            pub fn name(self) -> &'static str {
                match self { $(Function::$name => $local),+ }
            }

            /// The numbers of arguments that it may have.
            pub fn arity(self) -> std::ops::RangeInclusive<usize> {
                match self { $(Function::$name => $min..=$max),+ }
            }
        }
    };
}

functions! {
    // Accessors (2).
    NodeName "node-name" 1..=1;
    Nilled "nilled" 1..=1;
    String "string" 0..=1;
    Data "data" 1..=1;
    BaseUri "base-uri" 0..=1;
    DocumentUri "document-uri" 1..=1;
    // Error and trace (3, 4).
    Error "error" 0..=3;
    Trace "trace" 2..=2;
    // Numerics (6).
    Abs "abs" 1..=1;
    Ceiling "ceiling" 1..=1;
    Floor "floor" 1..=1;
    Round "round" 1..=1;
    RoundHalfToEven "round-half-to-even" 1..=2;
    // Strings (7).
    CodepointsToString "codepoints-to-string" 1..=1;
    StringToCodepoints "string-to-codepoints" 1..=1;
    Compare "compare" 2..=3;
    CodepointEqual "codepoint-equal" 2..=2;
    Concat "concat" 2..=1000000;
    StringJoin "string-join" 2..=2;
    Substring "substring" 2..=3;
    StringLength "string-length" 0..=1;
    NormalizeSpace "normalize-space" 0..=1;
    NormalizeUnicode "normalize-unicode" 1..=2;
    UpperCase "upper-case" 1..=1;
    LowerCase "lower-case" 1..=1;
    Translate "translate" 3..=3;
    EncodeForUri "encode-for-uri" 1..=1;
    IriToUri "iri-to-uri" 1..=1;
    EscapeHtmlUri "escape-html-uri" 1..=1;
    Contains "contains" 2..=3;
    StartsWith "starts-with" 2..=3;
    EndsWith "ends-with" 2..=3;
    SubstringBefore "substring-before" 2..=3;
    SubstringAfter "substring-after" 2..=3;
    Matches "matches" 2..=3;
    Replace "replace" 3..=4;
    Tokenize "tokenize" 2..=3;
    // URIs (8).
    ResolveUri "resolve-uri" 1..=2;
    // Booleans (9).
    True "true" 0..=0;
    False "false" 0..=0;
    Not "not" 1..=1;
    // Durations, dates and times (10).
    YearsFromDuration "years-from-duration" 1..=1;
    MonthsFromDuration "months-from-duration" 1..=1;
    DaysFromDuration "days-from-duration" 1..=1;
    HoursFromDuration "hours-from-duration" 1..=1;
    MinutesFromDuration "minutes-from-duration" 1..=1;
    SecondsFromDuration "seconds-from-duration" 1..=1;
    YearFromDateTime "year-from-dateTime" 1..=1;
    MonthFromDateTime "month-from-dateTime" 1..=1;
    DayFromDateTime "day-from-dateTime" 1..=1;
    HoursFromDateTime "hours-from-dateTime" 1..=1;
    MinutesFromDateTime "minutes-from-dateTime" 1..=1;
    SecondsFromDateTime "seconds-from-dateTime" 1..=1;
    TimezoneFromDateTime "timezone-from-dateTime" 1..=1;
    YearFromDate "year-from-date" 1..=1;
    MonthFromDate "month-from-date" 1..=1;
    DayFromDate "day-from-date" 1..=1;
    TimezoneFromDate "timezone-from-date" 1..=1;
    HoursFromTime "hours-from-time" 1..=1;
    MinutesFromTime "minutes-from-time" 1..=1;
    SecondsFromTime "seconds-from-time" 1..=1;
    TimezoneFromTime "timezone-from-time" 1..=1;
    AdjustDateTimeToTimezone "adjust-dateTime-to-timezone" 1..=2;
    AdjustDateToTimezone "adjust-date-to-timezone" 1..=2;
    AdjustTimeToTimezone "adjust-time-to-timezone" 1..=2;
    DateTime "dateTime" 2..=2;
    // QNames (11).
    ResolveQName "resolve-QName" 2..=2;
    QName "QName" 2..=2;
    PrefixFromQName "prefix-from-QName" 1..=1;
    LocalNameFromQName "local-name-from-QName" 1..=1;
    NamespaceUriFromQName "namespace-uri-from-QName" 1..=1;
    NamespaceUriForPrefix "namespace-uri-for-prefix" 2..=2;
    InScopePrefixes "in-scope-prefixes" 1..=1;
    // Nodes (14).
    Name "name" 0..=1;
    LocalName "local-name" 0..=1;
    NamespaceUri "namespace-uri" 0..=1;
    Number "number" 0..=1;
    Lang "lang" 1..=2;
    Root "root" 0..=1;
    // Sequences (15).
    Boolean "boolean" 1..=1;
    IndexOf "index-of" 2..=3;
    Empty "empty" 1..=1;
    Exists "exists" 1..=1;
    DistinctValues "distinct-values" 1..=2;
    InsertBefore "insert-before" 3..=3;
    Remove "remove" 2..=2;
    Reverse "reverse" 1..=1;
    Subsequence "subsequence" 2..=3;
    Unordered "unordered" 1..=1;
    ZeroOrOne "zero-or-one" 1..=1;
    OneOrMore "one-or-more" 1..=1;
    ExactlyOne "exactly-one" 1..=1;
    DeepEqual "deep-equal" 2..=3;
    Count "count" 1..=1;
    Avg "avg" 1..=1;
    Max "max" 1..=2;
    Min "min" 1..=2;
    Sum "sum" 1..=2;
    Id "id" 1..=2;
    ElementWithId "element-with-id" 1..=2;
    Idref "idref" 1..=2;
    Doc "doc" 1..=1;
    DocAvailable "doc-available" 1..=1;
    Collection "collection" 0..=1;
    // Context (16).
    Position "position" 0..=0;
    Last "last" 0..=0;
    CurrentDateTime "current-dateTime" 0..=0;
    CurrentDate "current-date" 0..=0;
    CurrentTime "current-time" 0..=0;
    ImplicitTimezone "implicit-timezone" 0..=0;
    DefaultCollation "default-collation" 0..=0;
    StaticBaseUri "static-base-uri" 0..=0;
}
