//! Issues: what the engine finds wrong with a schema or an instance.

use pyxsd_xml::Position;

macro_rules! issue_codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $code:literal, $severity:ident, $phase:ident;)+) => {
        /// The closed set of issue codes; each variant's text says when it is given.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum IssueCode { $($(#[doc = $doc])+ $variant,)+ }

        impl IssueCode {
            /// Every code, in table order.
            pub const ALL: &'static [IssueCode] = &[$(IssueCode::$variant,)+];
            /// The stable code, such as `occurrence-min`.
            pub fn as_str(self) -> &'static str { match self { $(IssueCode::$variant => $code,)+ } }
            /// The severity that the code has unless the finding says otherwise.
            pub fn severity(self) -> Severity { match self { $(IssueCode::$variant => Severity::$severity,)+ } }
            /// The phase in which the code appears first of all.
            pub fn phase(self) -> Phase { match self { $(IssueCode::$variant => Phase::$phase,)+ } }
            /// When it is given, one sentence.
            pub fn meaning(self) -> &'static str { match self { $(IssueCode::$variant => concat!($($doc),+).trim_ascii_start(),)+ } }
        }
    };
}

issue_codes! {
    /// The root element matches no global element declaration.
    UnknownRoot = "unknown-root", Error, Instance;
    /// Several global elements match the name of the root (legacy matching).
    MultipleRoots = "multiple-roots", Error, Instance;
    /// A child is known to the content model but not allowed at this position.
    Order = "order", Error, Instance;
    /// Fewer occurrences than `minOccurs`, or a required particle is missing.
    OccurrenceMin = "occurrence-min", Error, Instance;
    /// More occurrences than `maxOccurs`.
    OccurrenceMax = "occurrence-max", Error, Instance;
    /// A child that is neither declared here nor admitted by a wildcard, or a child inside simple content.
    UnexpectedElement = "unexpected-element", Error, Instance;
    /// Text where only elements are allowed, or any character where the content is empty.
    UnexpectedCharacter = "unexpected-character", Error, Instance;
    /// A required attribute is absent.
    MissingAttribute = "missing-attribute", Error, Instance;
    /// An attribute that is neither declared nor admitted by a wildcard.
    UnexpectedAttribute = "unexpected-attribute", Error, Instance;
    /// The value of an attribute is not in the value space of its type.
    InvalidAttribute = "invalid-attribute", Error, Instance;
    /// An attribute that the type prohibits.
    ProhibitedAttribute = "prohibited-attribute", Error, Instance;
    /// The value of an attribute differs from its fixed value.
    FixedAttribute = "fixed-attribute", Error, Instance;
    /// The text of an element is not in the value space of its type.
    Value = "value", Error, Instance;
    /// The default or fixed value that an empty element takes is not valid for its type.
    Default = "default", Error, Instance;
    /// The content of an element differs from its fixed value.
    FixedElement = "fixed-element", Error, Instance;
    /// `xsi:nil` on an element that is not nillable, with content or against a fixed value, or not a boolean.
    Nil = "nil", Error, Instance;
    /// An abstract element is used directly.
    AbstractElement = "abstract-element", Error, Instance;
    /// An element is governed by an abstract type.
    AbstractType = "abstract-type", Error, Instance;
    /// A substitution or derivation that `block` excludes.
    Blocked = "blocked", Error, Instance;
    /// `xsi:type` does not resolve, is not derived from the declared type, or is blocked.
    XsiType = "xsi-type", Error, Instance;
    /// A type that cannot be resolved.
    UnknownType = "unknown-type", Error, Schema;
    /// A strict wildcard admitted something that has no global declaration.
    WildcardNoDeclaration = "wildcard-no-declaration", Error, Instance;
    /// An attribute whose namespace the attribute wildcard excludes.
    WildcardNamespace = "wildcard-namespace", Error, Instance;
    /// Elements of one name in one content model have different types.
    ElementConsistent = "element-consistent", Error, Schema;
    /// Conditional type assignment chose `xs:error`.
    AlternativeError = "alternative-error", Error, Instance;
    /// An assertion is false or fails.
    AssertFailed = "assert-failed", Error, Instance;
    /// A key field is missing, a key is duplicate, or a field is not a single simple value.
    IdentityKey = "identity-key", Error, Instance;
    /// A duplicate under `unique`.
    IdentityUnique = "identity-unique", Error, Instance;
    /// A keyref value without a matching key.
    IdentityKeyref = "identity-keyref", Error, Instance;
    /// One ID value is bound by two elements.
    IdDuplicate = "id-duplicate", Error, Instance;
    /// An IDREF without an ID of that value.
    IdrefUnresolved = "idref-unresolved", Error, Instance;
    /// A prefix that is not bound, in a QName.
    UnknownNamespacePrefix = "unknown-namespace-prefix", Error, Instance;
    /// A schema location hint that is malformed or leads nowhere.
    SchemaHint = "schema-hint", Warning, Instance;
    /// A schema document whose root is not `xs:schema`, or that is malformed otherwise.
    Schema = "schema", Error, Schema;
    /// An include, redefine or override that cannot be carried out.
    SchemaCompose = "schema-compose", Error, Schema;
    /// An import that does not resolve.
    ImportUnresolved = "import-unresolved", Warning, Schema;
    /// A circular redefine or override.
    ComposeCycle = "compose-cycle", Warning, Schema;
    /// An included document with another target namespace.
    ComposeNamespace = "compose-namespace", Error, Schema;
    /// An import, redefine or override that breaks its structural rules.
    ComposeInvalid = "compose-invalid", Error, Schema;
    /// A rule of `xs:override` is broken.
    OverrideInvalid = "override-invalid", Error, Schema;
    /// A `vc:*` attribute with a bad value.
    VersioningInvalid = "versioning-invalid", Error, Schema;
    /// Vocabulary of XSD 1.1 in a schema compiled as 1.0.
    Xsd11Construct = "xsd11-construct", Error, Schema;
    /// A child that the grammar of schema documents does not allow, or a missing one.
    DeclarationChild = "declaration-child", Error, Schema;
    /// A component, child or `id` that stands twice.
    DeclarationDuplicate = "declaration-duplicate", Error, Schema;
    /// Children of a schema element in the wrong order.
    DeclarationOrder = "declaration-order", Error, Schema;
    /// A declaration without the name that it needs, or with one that is not allowed.
    DeclarationName = "declaration-name", Error, Schema;
    /// An attribute of a schema element that is not allowed, malformed, or in a forbidden combination.
    DeclarationAttribute = "declaration-attribute", Error, Schema;
    /// A schema element in a place that cannot hold it.
    MisplacedDeclaration = "misplaced-declaration", Error, Schema;
    /// `minOccurs` or `maxOccurs` is malformed.
    InvalidOccurs = "invalid-occurs", Error, Schema;
    /// A rule of `xs:all` is broken.
    AllRule = "all-rule", Error, Schema;
    /// A particle that can never contribute.
    PointlessParticle = "pointless-particle", Error, Schema;
    /// A complex type whose content is not a valid restriction or extension of its base.
    ParticleRestriction = "particle-restriction", Error, Schema;
    /// Attribute uses that are not a valid restriction or extension of the base.
    AttributeRestriction = "attribute-restriction", Error, Schema;
    /// One attribute name is contributed twice.
    DuplicateAttribute = "duplicate-attribute", Error, Schema;
    /// Unique Particle Attribution is violated.
    Upa = "upa", Error, Schema;
    /// A wildcard that is malformed or not expressible.
    WildcardInvalid = "wildcard-invalid", Error, Schema;
    /// An open content that is malformed.
    OpenContentInvalid = "open-content-invalid", Error, Schema;
    /// A facet that does not apply, has a bad value or widens the base.
    Facet = "facet", Error, Schema;
    /// Facets that contradict each other.
    FacetConflict = "facet-conflict", Error, Schema;
    /// A base type that cannot be derived from in this way.
    InvalidBase = "invalid-base", Error, Schema;
    /// A list item or union member type that is not allowed.
    AtomicRequired = "atomic-required", Error, Schema;
    /// `xs:NOTATION` used without an enumeration.
    NotationEnumerationRequired = "notation-enumeration-required", Error, Schema;
    /// A notation that is not declared.
    UnknownNotation = "unknown-notation", Error, Schema;
    /// A restriction with neither a base nor an inline type.
    RestrictionBase = "restriction-base", Error, Schema;
    /// An extension without a base.
    ExtensionBase = "extension-base", Error, Schema;
    /// A simple type that mixes restriction, list and union.
    ConflictingDerivation = "conflicting-derivation", Error, Schema;
    /// A type that is derived from itself.
    CircularDerivation = "circular-derivation", Error, Schema;
    /// A group that contains itself.
    CircularGroup = "circular-group", Error, Schema;
    /// An attribute group that contains itself.
    CircularAttributeGroup = "circular-attributeGroup", Error, Schema;
    /// A substitution group that contains its own head as a member.
    CircularSubstitutionGroup = "circular-substitution-group", Error, Schema;
    /// A `ref` to an element that is not declared.
    UnknownElementRef = "unknown-elementRef", Error, Schema;
    /// A `ref` to an attribute that is not declared.
    UnknownAttributeRef = "unknown-attributeRef", Error, Schema;
    /// A `ref` to a group that is not defined.
    UnknownGroup = "unknown-group", Error, Schema;
    /// A `ref` to an attribute group that is not defined.
    UnknownAttributeGroup = "unknown-attributeGroup", Error, Schema;
    /// A substitution group head that is not declared.
    UnknownSubstitutionHead = "unknown-substitution-head", Error, Schema;
    /// A member of a substitution group whose type is not derived from the head's.
    SubstitutionType = "substitution-type", Error, Schema;
    /// A derivation that `final` bars.
    Final = "final", Error, Schema;
    /// A keyref whose `refer` is missing or does not resolve.
    IdentityRefer = "identity-refer", Error, Schema;
    /// A selector or field outside its XPath subset.
    XpathInvalid = "xpath-invalid", Error, Schema;
    /// An assertion whose test cannot be used.
    AssertInvalid = "assert-invalid", Error, Schema;
    /// A type alternative that is malformed.
    AlternativeInvalid = "alternative-invalid", Error, Schema;
}

/// Whether an issue decides the verdict.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Makes the schema or the document invalid.
    Error,
    /// Does not.
    Warning,
}

/// What an issue is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// The schema.
    Schema,
    /// The instance.
    Instance,
}

/// How exactly [`Issue::location`] names the place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// The element or attribute itself.
    Exact,
    /// The parent of something that is missing.
    Container,
    /// The document as a whole.
    Document,
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Path of the file, as the resolver knows it.
    pub file: std::sync::Arc<str>,
    /// Line, column, offset.
    pub position: Position,
}

/// One step of a [`Location`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// `{ns}local` or `local`.
    pub name: String,
    /// From 1, among siblings of the same name.
    pub index: u32,
}

/// An occurrence in a document.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// From the root element down.
    pub path: Vec<Step>,
    /// `{ns}local` of the attribute.
    pub attribute: Option<String>,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Issue {
    /// Whether it decides the verdict.
    pub severity: Severity,
    /// Stable code.
    pub code: IssueCode,
    /// Rule of the Recommendation.
    pub rule: &'static str,
    /// One line for a person: what was found, what was expected there, and what says so.
    pub message: String,
    /// Schema or instance.
    pub phase: Phase,
    /// Where.
    pub place: Place,
    /// Which occurrence.
    pub location: Location,
    /// How exact `location` is.
    pub precision: Precision,
    /// What was allowed at that place.
    pub expected: Vec<String>,
    /// The declaration that says so.
    pub declared_at: Option<Place>,
}
