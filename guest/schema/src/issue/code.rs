//! The table of issue codes.

use super::{Phase, Severity};

macro_rules! issue_codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $code:literal, $severity:ident, $phase:ident, $rule:literal,
        causes: [$($cause:literal),+ $(,)?], fixes: [$($fix:literal),+ $(,)?];)+) => {
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
            /// The rule that an issue of this code names most often.
            pub fn rule(self) -> &'static str { match self { $(IssueCode::$variant => $rule,)+ } }
            /// When it is given, one sentence.
            pub fn meaning(self) -> &'static str { match self { $(IssueCode::$variant => concat!($($doc),+).trim_ascii_start(),)+ } }
            /// What usually leads to it, a sentence or two each.
            pub fn causes(self) -> &'static [&'static str] { match self { $(IssueCode::$variant => &[$($cause),+],)+ } }
            /// What to do, a sentence each.
            pub fn fixes(self) -> &'static [&'static str] { match self { $(IssueCode::$variant => &[$($fix),+],)+ } }
        }
    };
}

issue_codes! {
    /// The root element matches no global element declaration.
    UnknownRoot = "unknown-root", Error, Instance, "cvc-elt.1",
        causes: [
            "The document is in another namespace than the schema, or in none.",
            "The root was renamed, or is declared only inside a type.",
            "The wrong schema was chosen.",
        ],
        fixes: [
            "Give the root the namespace that the schema declares.",
            "Use one of the roots that are expected.",
            "Choose the schema that declares this root.",
        ];
    /// Several global elements match the name of the root (legacy matching).
    MultipleRoots = "multiple-roots", Error, Instance, "cvc-elt.1",
        causes: ["Names are matched without namespaces, and two namespaces of the schema declare a root of this name."],
        fixes: ["Validate with strict namespaces.", "Choose the schema document of one namespace as the entry."];
    /// A child is known to the content model but not allowed at this position.
    Order = "order", Error, Instance, "cvc-complex-type.2.4",
        causes: [
            "Children stand in another order than the sequence declares.",
            "A branch of a choice follows another one.",
        ],
        fixes: ["Move the child to the place that the schema gives it; what is allowed here is listed as expected."];
    /// Fewer occurrences than `minOccurs`, or a required particle is missing.
    OccurrenceMin = "occurrence-min", Error, Instance, "cvc-complex-type.2.4",
        causes: [
            "A required child was left out.",
            "A list of children ends too early.",
            "An element is empty whose type needs children.",
        ],
        fixes: ["Add the children that are listed as expected."];
    /// More occurrences than `maxOccurs`.
    OccurrenceMax = "occurrence-max", Error, Instance, "cvc-complex-type.2.4",
        causes: ["A child is repeated that may occur once only, the default of `maxOccurs`."],
        fixes: ["Remove the surplus children.", "Raise `maxOccurs` in the schema if repetition is meant."];
    /// A child that is neither declared here nor admitted by a wildcard, or a child inside simple content.
    UnexpectedElement = "unexpected-element", Error, Instance, "cvc-complex-type.2.4",
        causes: [
            "A misspelt name.",
            "A local element is qualified where the schema wants it unqualified, or the reverse (`elementFormDefault`).",
            "Markup inside a value.",
        ],
        fixes: ["Use a name that is listed as expected, in the namespace given there.", "Remove the child."];
    /// Text where only elements are allowed, or any character where the content is empty.
    UnexpectedCharacter = "unexpected-character", Error, Instance, "cvc-complex-type.2.3",
        causes: ["A value was written beside child elements.", "An element of empty content holds a line break."],
        fixes: [
            "Move the text into the element meant for it.",
            "Declare the type `mixed` if text is meant to stand there.",
        ];
    /// A required attribute is absent.
    MissingAttribute = "missing-attribute", Error, Instance, "cvc-complex-type.4",
        causes: ["The attribute was left out.", "It has a prefix, and so another namespace than the one required."],
        fixes: ["Add the attribute."];
    /// An attribute that is neither declared nor admitted by a wildcard.
    UnexpectedAttribute = "unexpected-attribute", Error, Instance, "cvc-complex-type.3.2",
        causes: [
            "A misspelt name.",
            "The attribute has a prefix although it is declared without namespace, or the reverse.",
            "In a schema: an attribute of the XML Schema namespace.",
        ],
        fixes: [
            "Use one of the attributes that are expected.",
            "Write local attributes without a prefix unless the schema qualifies them.",
        ];
    /// The value of an attribute is not in the value space of its type.
    InvalidAttribute = "invalid-attribute", Error, Instance, "cvc-attribute.3",
        causes: [
            "A value in the wrong format or outside a facet.",
            "In a schema: an attribute that a wildcard does not have.",
        ],
        fixes: ["Write a value that the type in the message admits."];
    /// An attribute that the type prohibits.
    ProhibitedAttribute = "prohibited-attribute", Error, Instance, "cvc-complex-type.3.2",
        causes: ["The type restricts another one and prohibits an attribute of it."],
        fixes: ["Remove the attribute.", "Use the base type by `xsi:type` where it is allowed."];
    /// The value of an attribute differs from its fixed value.
    FixedAttribute = "fixed-attribute", Error, Instance, "cvc-attribute.4",
        causes: ["A version or code attribute of another edition of the format."],
        fixes: ["Write the fixed value, or leave the attribute out where it is optional."];
    /// The text of an element is not in the value space of its type.
    Value = "value", Error, Instance, "cvc-datatype-valid.1",
        causes: [
            "The wrong lexical form, such as a local date format or a decimal comma.",
            "A value outside an enumeration, pattern, length or bound.",
            "An empty element where a value is needed.",
        ],
        fixes: ["Write a value that the type and the facet in the message admit."];
    /// The default or fixed value that an empty element takes is not valid for its type.
    Default = "default", Error, Instance, "cvc-elt.5.1.1",
        causes: ["`xsi:type` chose a type that does not admit the default of the declaration."],
        fixes: ["Write a value.", "Choose a type that admits the default."];
    /// The content of an element differs from its fixed value.
    FixedElement = "fixed-element", Error, Instance, "cvc-elt.5.2.2",
        causes: ["Another value than the schema fixes.", "Child elements under a fixed value."],
        fixes: ["Write the fixed value, or leave the element empty."];
    /// `xsi:nil` on an element that is not nillable, with content or against a fixed value, or not a boolean.
    Nil = "nil", Error, Instance, "cvc-elt.3",
        causes: ["The declaration does not say `nillable`.", "A nil element still holds content."],
        fixes: [
            "Remove `xsi:nil`, or empty the element.",
            "Declare the element nillable if absence of a value is meant.",
        ];
    /// An abstract element is used directly.
    AbstractElement = "abstract-element", Error, Instance, "cvc-elt.2",
        causes: ["The head of a substitution group was used instead of a member."],
        fixes: ["Use a member of its substitution group."];
    /// An element is governed by an abstract type.
    AbstractType = "abstract-type", Error, Instance, "cvc-type.2",
        causes: ["The declared type is abstract and the document does not choose another one."],
        fixes: ["Add `xsi:type` with a type derived from it that is not abstract."];
    /// A substitution that `block` excludes.
    Blocked = "blocked", Error, Instance, "cvc-complex-type.2.4",
        causes: ["The head, or its type, blocks substitution or the derivation of the member's type."],
        fixes: ["Use the head itself, or a member that is derived in a way that is not blocked."];
    /// `xsi:type` does not resolve, is not derived from the declared type, or is blocked.
    XsiType = "xsi-type", Error, Instance, "cvc-elt.4",
        causes: [
            "A misspelt type or a prefix bound to another namespace.",
            "A type that is unrelated to the declared one.",
            "The declaration blocks the derivation.",
        ],
        fixes: ["Name a type that is derived from the declared one.", "Remove `xsi:type`."];
    /// A type that cannot be resolved.
    UnknownType = "unknown-type", Error, Schema, "src-resolve",
        causes: [
            "A misspelt name.",
            "The type belongs to a namespace that is not imported, or to a document that is not included.",
            "A prefix is missing, so that the name is looked for in no namespace.",
        ],
        fixes: ["Correct the name or its prefix.", "Add the import or include, and supply the document."];
    /// A strict wildcard admitted something that has no global declaration.
    WildcardNoDeclaration = "wildcard-no-declaration", Error, Instance, "cvc-assess-elt",
        causes: [
            "The wildcard asks for validation, and the schema of that namespace was not supplied.",
            "The element or attribute is declared locally only.",
        ],
        fixes: [
            "Supply the schema of the namespace, for example through `namespace_schemas`.",
            "Set `processContents` to `lax` if it need not be known.",
        ];
    /// An attribute whose namespace the attribute wildcard excludes.
    WildcardNamespace = "wildcard-namespace", Error, Instance, "cvc-complex-type.3.2.2",
        causes: ["The wildcard admits other namespaces only.", "A prefix is bound to the wrong namespace."],
        fixes: ["Put the attribute into a namespace that is admitted.", "Remove it."];
    /// A child that a wildcard admits has another type than the declaration of the same name in this content model.
    ElementConsistent = "element-consistent", Error, Schema, "cvc-complex-type.5",
        causes: [
            "A global and a local element share a name but not a type, and the document puts one where a wildcard takes it.",
        ],
        fixes: ["Move the child to where its local declaration applies.", "Make the types agree in the schema."];
    /// Conditional type assignment chose `xs:error`.
    AlternativeError = "alternative-error", Error, Instance, "cvc-type.3.1.3",
        causes: ["The attributes of the element are a combination that the schema forbids."],
        fixes: ["Change the attributes so that another alternative applies."];
    /// An assertion is false or fails.
    AssertFailed = "assert-failed", Error, Instance, "cvc-assertion",
        causes: ["The values break a rule of the schema that involves several of them."],
        fixes: ["Read the test in the message and correct the values it compares."];
    /// A key field is missing, a key is duplicate, or a field is not a single simple value.
    IdentityKey = "identity-key", Error, Instance, "cvc-identity-constraint.4.2",
        causes: [
            "Two elements have the same key.",
            "An element lacks a field of its key.",
            "A field is nil or occurs twice.",
        ],
        fixes: ["Give each selected element all fields, and values that no other has."];
    /// A duplicate under `unique`.
    IdentityUnique = "identity-unique", Error, Instance, "cvc-identity-constraint.4.1",
        causes: [
            "Two elements have the same values in all fields; values are compared by type, so 1 and 01 are one number.",
        ],
        fixes: ["Change one of the values; the message names both places."];
    /// A keyref value without a matching key.
    IdentityKeyref = "identity-keyref", Error, Instance, "cvc-identity-constraint.4.3",
        causes: [
            "A reference to something that is not there, or misspelt.",
            "The key is declared on an element that does not contain the reference.",
        ],
        fixes: ["Correct the reference.", "Add what it refers to."];
    /// One ID value is bound by two elements.
    IdDuplicate = "id-duplicate", Error, Instance, "cvc-id.2",
        causes: ["Elements were copied with their ids."],
        fixes: ["Give each element its own id."];
    /// An IDREF without an ID of that value.
    IdrefUnresolved = "idref-unresolved", Error, Instance, "cvc-id.1",
        causes: [
            "The element that is referred to was removed or renamed.",
            "It bears the value in an attribute that is not of type ID.",
        ],
        fixes: ["Correct the reference.", "Add the element with that id."];
    /// A prefix that is not bound, in a QName.
    UnknownNamespacePrefix = "unknown-namespace-prefix", Error, Instance, "src-qname.1",
        causes: [
            "The namespace declaration of the prefix is missing where the name stands.",
            "The prefix is misspelt.",
        ],
        fixes: ["Declare the prefix on the element or above it."];
    /// A schema location hint that is malformed or leads nowhere.
    SchemaHint = "schema-hint", Warning, Instance, "schema-location",
        causes: ["`xsi:schemaLocation` holds an odd number of items; they are pairs of namespace and location."],
        fixes: ["Write pairs, or remove the hint: the verdict does not depend on it."];
    /// A schema document whose root is not `xs:schema`, or that is malformed otherwise.
    Schema = "schema", Error, Schema, "src-schema",
        causes: [
            "Another document was given as a schema.",
            "The root lacks the namespace http://www.w3.org/2001/XMLSchema.",
        ],
        fixes: ["Give the schema document.", "Bind the namespace of XML Schema to its prefix."];
    /// An include, redefine or override that cannot be carried out.
    SchemaCompose = "schema-compose", Error, Schema, "src-include",
        causes: [
            "The document is not at the location given.",
            "What is there is no schema document.",
            "`schemaLocation` is missing.",
        ],
        fixes: ["Supply the document at the path that the location names.", "Correct `schemaLocation`."];
    /// An import that does not resolve.
    ImportUnresolved = "import-unresolved", Warning, Schema, "src-import",
        causes: ["The location is remote, and nothing is fetched.", "The document is not at the location given."],
        fixes: ["Supply the document at the path, or through `namespace_schemas`."];
    /// A redefined document that leads back to the one that redefines it.
    ComposeCycle = "compose-cycle", Warning, Schema, "src-redefine",
        causes: ["The redefined document includes or redefines the redefining one."],
        fixes: ["Remove the reference that closes the circle; the cycle itself does no harm."];
    /// An included document with another target namespace.
    ComposeNamespace = "compose-namespace", Error, Schema, "src-include.2",
        causes: ["`xs:include` where `xs:import` is meant."],
        fixes: [
            "Import the document instead.",
            "Give both documents the same target namespace, or the included one none.",
        ];
    /// An import, redefine or override that breaks its structural rules.
    ComposeInvalid = "compose-invalid", Error, Schema, "src-import.1",
        causes: [
            "An import of the schema's own namespace.",
            "The imported document has another target namespace than the import says.",
            "A redefinition that is not derived from the component it redefines.",
        ],
        fixes: [
            "Make `namespace` of the import that of the document.",
            "Derive a redefined component from itself.",
            "Include documents of the same namespace.",
        ];
    /// A rule of `xs:override` is broken.
    OverrideInvalid = "override-invalid", Error, Schema, "sch-props-correct.2",
        causes: ["A child that cannot be overridden.", "The same component is replaced twice."],
        fixes: ["Keep declarations and definitions of global components only, each once."];
    /// A `vc:*` attribute with a bad value.
    VersioningInvalid = "versioning-invalid", Error, Schema, "cip",
        causes: ["A version that is no decimal number.", "A type or facet whose prefix is not bound."],
        fixes: ["Write a decimal number such as 1.1, or a list of names with bound prefixes."];
    /// Vocabulary of XSD 1.1 in a schema compiled as 1.0.
    Xsd11Construct = "xsd11-construct", Error, Schema, "cvc-complex-type",
        causes: ["The schema was written for XML Schema 1.1."],
        fixes: ["Choose `xsd_version` 1.1.", "Replace the construct, or hide it by `vc:minVersion=\"1.1\"`."];
    /// A child that the grammar of schema documents does not allow, or a missing one.
    DeclarationChild = "declaration-child", Error, Schema, "cvc-complex-type.2.4",
        causes: [
            "A misspelt element.",
            "A part of a type stands directly in a declaration, outside `xs:complexType`.",
            "A required part was left out.",
        ],
        fixes: ["Use one of the children that are expected.", "Wrap the content in the element that can hold it."];
    /// A component, child or `id` that stands twice.
    DeclarationDuplicate = "declaration-duplicate", Error, Schema, "sch-props-correct.2",
        causes: [
            "Two components of one kind have the same name, perhaps by a document that was included under two paths.",
            "Two model groups or annotations where one is allowed.",
        ],
        fixes: ["Rename or remove one of them.", "Put both model groups into a sequence."];
    /// Children of a schema element in the wrong order.
    DeclarationOrder = "declaration-order", Error, Schema, "cvc-complex-type.2.4",
        causes: [
            "An annotation after other children.",
            "Attributes before the model group.",
            "An include or import after declarations.",
        ],
        fixes: [
            "Move the child; annotations come first, attributes after the model group, imports before declarations.",
        ];
    /// A declaration without the name that it needs, or with one that is reserved.
    DeclarationName = "declaration-name", Error, Schema, "cvc-complex-type.4",
        causes: [
            "`name` was left out.",
            "A local element or attribute has neither `name` nor `ref`.",
            "An attribute is named `xmlns`.",
        ],
        fixes: ["Give the declaration a name, or refer to a global one by `ref`."];
    /// An attribute of a schema element that is not allowed, malformed, or in a forbidden combination.
    DeclarationAttribute = "declaration-attribute", Error, Schema, "cvc-attribute.3",
        causes: [
            "A misspelt attribute or value.",
            "`default` and `fixed` together, `ref` beside `type`, `minOccurs` above `maxOccurs`.",
            "A default that its type does not admit.",
            "A substitution that the head excludes by `final`.",
        ],
        fixes: ["Keep one of the attributes that exclude each other.", "Write a value that the message expects."];
    /// A declaration inside a model group or derivation that cannot hold it.
    MisplacedDeclaration = "misplaced-declaration", Error, Schema, "cvc-complex-type.2.4",
        causes: [
            "An attribute inside `xs:sequence` or `xs:choice`.",
            "An element directly in a derivation, without a model group.",
            "A type definition between particles.",
        ],
        fixes: ["Move attributes behind the model group, elements into one, named types to the top of the schema."];
    /// `minOccurs` or `maxOccurs` is malformed.
    InvalidOccurs = "invalid-occurs", Error, Schema, "cvc-attribute.3",
        causes: ["A negative or fractional number, or a word other than `unbounded`."],
        fixes: ["Write a non-negative integer; `maxOccurs` may be `unbounded`."];
    /// A rule of `xs:all` is broken, or elements of one name in one content model disagree.
    AllRule = "all-rule", Error, Schema, "cos-all-limited",
        causes: [
            "`xs:all` inside another model group.",
            "An occurrence that `xs:all` cannot have, more than one under 1.0.",
            "Two elements of one name have different types.",
        ],
        fixes: [
            "Make `xs:all` the whole content model, or use a sequence or choice.",
            "Give elements of one name one type.",
        ];
    /// A particle that can never contribute.
    PointlessParticle = "pointless-particle", Error, Schema, "cvc-complex-type.3.2.2",
        causes: ["The empty model of a named group has an occurrence."],
        fixes: ["Remove `minOccurs` and `maxOccurs`; write them at the reference to the group."];
    /// A complex type whose content is not a valid restriction or extension of its base.
    ParticleRestriction = "particle-restriction", Error, Schema, "cos-content-act-restrict",
        causes: [
            "The restriction admits a child, or a number of children, that the base does not.",
            "A required child of the base was left out.",
            "Mixed and element-only content meet.",
            "An all group is extended by another kind of group.",
        ],
        fixes: [
            "Repeat the base's content model and only narrow it.",
            "Extend the base instead if the type is to hold more.",
        ];
    /// Attribute uses that are not a valid restriction or extension of the base.
    AttributeRestriction = "attribute-restriction", Error, Schema, "derivation-ok-restriction.2",
        causes: [
            "A restriction adds an attribute, or makes a required one optional.",
            "The type of an attribute is not derived from the one in the base.",
        ],
        fixes: ["Keep to the attributes of the base, each narrowed at most.", "Add attributes by extension."];
    /// One attribute name is contributed twice.
    DuplicateAttribute = "duplicate-attribute", Error, Schema, "ct-props-correct.4",
        causes: [
            "Two attribute groups, or a group and the type itself, declare the attribute.",
            "An extension declares an attribute of its base again.",
        ],
        fixes: ["Remove one of the declarations."];
    /// Unique Particle Attribution is violated.
    Upa = "upa", Error, Schema, "cos-nonambig",
        causes: [
            "An optional element is followed by one of the same name.",
            "A repeated group ends as it begins.",
            "A wildcard overlaps with an element beside it (1.0) or with another wildcard.",
        ],
        fixes: [
            "Factor out the common beginning, as in (a, (b | c)) for (a, b) | (a, c).",
            "Exclude the element's namespace from the wildcard.",
        ];
    /// A wildcard that is malformed, not expressible, or wider than that of the base.
    WildcardInvalid = "wildcard-invalid", Error, Schema, "w-props-correct",
        causes: [
            "An unknown keyword in `namespace` or `processContents`.",
            "`notQName` excludes what is not admitted anyway.",
            "A restriction widens the attribute wildcard.",
        ],
        fixes: [
            "Use ##any, ##other, ##local, ##targetNamespace or namespace names.",
            "Narrow the wildcard of the base only.",
        ];
    /// An open content that is malformed.
    OpenContentInvalid = "open-content-invalid", Error, Schema, "src-ct",
        causes: ["`xs:openContent` has no `xs:any`, or has one although its mode is `none`.", "An unknown mode."],
        fixes: ["Put one `xs:any` inside, or say `mode=\"none\"`."];
    /// A facet that does not apply, stands twice, has a bad value or widens the base.
    Facet = "facet", Error, Schema, "cos-applicable-facets",
        causes: [
            "A length on a number, or digits on a string.",
            "A pattern with syntax of other regular expressions.",
            "A value or bound outside the base type.",
        ],
        fixes: ["Use a facet that the base type has.", "Narrow the base only."];
    /// Facets that contradict each other.
    FacetConflict = "facet-conflict", Error, Schema, "minInclusive-less-than-equal-to-maxInclusive",
        causes: [
            "The lower bound is above the upper one, perhaps that of the base.",
            "A minimal length above the maximal one.",
        ],
        fixes: ["Correct one of the two facets so that a value is left."];
    /// A base type that cannot be derived from in this way.
    InvalidBase = "invalid-base", Error, Schema, "src-ct",
        causes: [
            "`xs:simpleContent` with a base that has child elements, or `xs:complexContent` with a simple type.",
            "A simple type restricts a complex type or `xs:anySimpleType`.",
        ],
        fixes: ["Use the kind of content that the base has.", "Choose another base."];
    /// A list item or union member type that is not allowed.
    AtomicRequired = "atomic-required", Error, Schema, "cos-st-restricts.2.1",
        causes: ["A list of lists.", "A complex type as a member of a union."],
        fixes: ["Make the item type atomic, or a union of atomic types; make members simple."];
    /// `xs:NOTATION` used without an enumeration.
    NotationEnumerationRequired = "notation-enumeration-required", Error, Schema, "enumeration-required-notation",
        causes: ["A declaration has the type `xs:NOTATION` itself."],
        fixes: ["Restrict `xs:NOTATION` by an enumeration of declared notations, and use that type."];
    /// A notation that is not declared.
    UnknownNotation = "unknown-notation", Error, Schema, "src-resolve",
        causes: ["An enumeration of `xs:NOTATION` names something that has no `xs:notation`."],
        fixes: ["Declare the notation, or correct the name and its prefix."];
    /// A restriction with neither a base nor an inline type.
    RestrictionBase = "restriction-base", Error, Schema, "src-restriction-base-or-simpleType",
        causes: ["`base` was left out."],
        fixes: ["Name the base type, or put an `xs:simpleType` inside."];
    /// An extension without a base.
    ExtensionBase = "extension-base", Error, Schema, "cvc-complex-type.4",
        causes: ["`base` was left out."],
        fixes: ["Name the base type."];
    /// A simple type that mixes restriction, list and union.
    ConflictingDerivation = "conflicting-derivation", Error, Schema, "cvc-complex-type.2.4",
        causes: ["Two derivations stand in one `xs:simpleType`."],
        fixes: ["Keep one; put the other into a type of its own."];
    /// A type that is derived from itself.
    CircularDerivation = "circular-derivation", Error, Schema, "ct-props-correct.3",
        causes: ["Two types name each other as their base, item or member."],
        fixes: ["Derive one of them from another type."];
    /// A group that contains itself.
    CircularGroup = "circular-group", Error, Schema, "mg-props-correct.2",
        causes: ["Groups refer to each other in a circle. Recursion needs an element between them."],
        fixes: ["Put the reference into the type of an element of the group."];
    /// An attribute group that contains itself.
    CircularAttributeGroup = "circular-attributeGroup", Error, Schema, "src-attribute_group.3",
        causes: ["Attribute groups refer to each other in a circle, which 1.0 forbids."],
        fixes: ["Remove one reference, or compile as 1.1."];
    /// A substitution group that contains its own head as a member.
    CircularSubstitutionGroup = "circular-substitution-group", Error, Schema, "e-props-correct.6",
        causes: ["Elements name each other as their substitution head."],
        fixes: ["Remove `substitutionGroup` from one of them."];
    /// A `ref` to an element that is not declared.
    UnknownElementRef = "unknown-elementRef", Error, Schema, "src-resolve",
        causes: ["A misspelt name.", "The element is declared locally only.", "Its namespace is not imported."],
        fixes: ["Correct the name or prefix.", "Declare the element at the top of the schema."];
    /// A `ref` to an attribute that is not declared.
    UnknownAttributeRef = "unknown-attributeRef", Error, Schema, "src-resolve",
        causes: [
            "A misspelt name.",
            "The attribute is declared locally only.",
            "Its namespace, such as that of `xml:lang`, is not imported.",
        ],
        fixes: ["Correct the name or prefix.", "Import the namespace."];
    /// A `ref` to a group that is not defined.
    UnknownGroup = "unknown-group", Error, Schema, "src-resolve",
        causes: ["A misspelt name or prefix.", "The document that defines it is not included or imported."],
        fixes: ["Correct the name or prefix.", "Include or import the document."];
    /// A `ref` to an attribute group that is not defined.
    UnknownAttributeGroup = "unknown-attributeGroup", Error, Schema, "src-resolve",
        causes: ["A misspelt name or prefix.", "The document that defines it is not included or imported."],
        fixes: ["Correct the name or prefix.", "Include or import the document."];
    /// A substitution group head that is not declared.
    UnknownSubstitutionHead = "unknown-substitution-head", Error, Schema, "src-resolve",
        causes: ["A misspelt name or prefix.", "The head is declared locally only."],
        fixes: ["Correct the name or prefix.", "Declare the head at the top of the schema."];
    /// A member of a substitution group whose type is not derived from the head's.
    SubstitutionType = "substitution-type", Error, Schema, "e-props-correct.4",
        causes: ["The member has a type of its own that is unrelated to the head's."],
        fixes: ["Derive the member's type from the head's, or leave its type out to take that of the head."];
    /// A derivation that `final` bars.
    Final = "final", Error, Schema, "derivation-ok-restriction.1",
        causes: ["The base, or the schema by `finalDefault`, is final for this kind of derivation."],
        fixes: ["Derive from another type.", "Remove `final` from the base if that is yours to decide."];
    /// A keyref whose `refer` is missing or does not resolve.
    IdentityRefer = "identity-refer", Error, Schema, "c-props-correct.2",
        causes: ["`refer` names no key or unique, or another keyref.", "The numbers of fields differ."],
        fixes: ["Name a key or unique with as many fields."];
    /// A selector or field outside its XPath subset.
    XpathInvalid = "xpath-invalid", Error, Schema, "c-selector-xpath",
        causes: [
            "Predicates, functions, absolute paths or axes other than child and attribute.",
            "An attribute before the last step, or in a selector.",
            "A prefix that is not bound.",
        ],
        fixes: [
            "Write steps of child names, `.//` at the start at most, and an attribute as the last step of a field.",
        ];
    /// An assertion whose test cannot be used.
    AssertInvalid = "assert-invalid", Error, Schema, "xpath-valid",
        causes: [
            "The test is no XPath 2.0 expression.",
            "A prefix, function or variable in it is not declared; only the built-in types are known there.",
        ],
        fixes: ["Correct the expression at the position that the message gives."];
    /// A type alternative that is malformed.
    AlternativeInvalid = "alternative-invalid", Error, Schema, "src-ta",
        causes: [
            "Neither or both of `type` and an inline type.",
            "An alternative without a test that is not the last.",
            "A type that is not derived from the declared one.",
        ],
        fixes: ["Give each alternative one type, and all but the last a test."];
}
