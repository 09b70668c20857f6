//! The vocabulary of schema documents as data: which attributes and children each element has in each context (the schema for
//! schemas of both versions).

use super::table::{
    Attribute, Child, Definition, Kind, Shape, Slot, child, later, later_child, many, may, must, needed, of, one, part,
};
use crate::issue::IssueCode;

const ID: Attribute = may("id", Kind::Id);
const NAME: Attribute = must("name", Kind::NcName, IssueCode::DeclarationName);
const LOCAL_NAME: Attribute = Attribute { required: false, ..NAME };
const REF: Attribute = may("ref", Kind::QName);
const MUST_REF: Attribute = must("ref", Kind::QName, IssueCode::DeclarationAttribute);
const TYPE: Attribute = may("type", Kind::QName);
const MIN_OCCURS: Attribute = may("minOccurs", Kind::MinOccurs);
const MAX_OCCURS: Attribute = may("maxOccurs", Kind::MaxOccurs);
const DEFAULT: Attribute = may("default", Kind::Text);
const FIXED: Attribute = may("fixed", Kind::Text);
const NILLABLE: Attribute = may("nillable", Kind::Boolean);
const ABSTRACT: Attribute = may("abstract", Kind::Boolean);
const MIXED: Attribute = may("mixed", Kind::Boolean);
const FORM: Attribute = may("form", Kind::OneOf(FORMS));
const LOCAL_NAMESPACE: Attribute = later("targetNamespace", Kind::Text);
const INHERITABLE: Attribute = later("inheritable", Kind::Boolean);
const ELEMENT_BLOCK: Attribute = may("block", Kind::Set(&["extension", "restriction", "substitution"]));
const DERIVATION_FINAL: Attribute = may("final", Kind::Set(&["extension", "restriction"]));
const SCHEMA_LOCATION: Attribute = must("schemaLocation", Kind::Text, IssueCode::SchemaCompose);
const NAMESPACE: Attribute = may("namespace", Kind::Namespaces);
const NOT_NAMESPACE: Attribute = later("notNamespace", Kind::NotNamespaces);
const NOT_QNAME: Attribute = later("notQName", Kind::NotQNames(&["##defined", "##definedSibling"]));
const PROCESS_CONTENTS: Attribute =
    Attribute { code: IssueCode::WildcardInvalid, ..may("processContents", Kind::OneOf(&["skip", "lax", "strict"])) };
const VALUE: Attribute = must("value", Kind::Text, IssueCode::Facet);
const TEST: Attribute = may("test", Kind::Text);
const XPATH_DEFAULT: Attribute =
    Attribute { code: IssueCode::XpathInvalid, ..later("xpathDefaultNamespace", Kind::XPathDefaultNamespace) };
const APPLY_DEFAULTS: Attribute = later("defaultAttributesApply", Kind::Boolean);
const FORMS: &[&str] = &["qualified", "unqualified"];

const ANNOTATION: Slot = one(&[child("annotation", Shape::Annotation)]);
const COMPOSE_ANNOTATION: Slot = Slot { repeated: IssueCode::SchemaCompose, ..ANNOTATION };
const INLINE_SIMPLE: Child = child("simpleType", Shape::LocalSimpleType);
const INLINE_TYPE: Slot = one(&[INLINE_SIMPLE, child("complexType", Shape::LocalComplexType)]);
const PARTICLE: Slot = one(&[
    child("group", Shape::GroupReference),
    child("all", Shape::All),
    child("choice", Shape::ModelGroup),
    child("sequence", Shape::ModelGroup),
]);
const ATTRIBUTES: Slot =
    many(&[child("attribute", Shape::LocalAttribute), child("attributeGroup", Shape::AttributeGroupReference)]);
const ANY_ATTRIBUTE: Slot = one(&[child("anyAttribute", Shape::AnyAttribute)]);
const ASSERTS: Slot = many(&[later_child("assert", Shape::Assertion)]);
const OPEN_CONTENT: Slot = one(&[later_child("openContent", Shape::OpenContent)]);
const FACETS: Slot = Slot {
    foreign: true,
    ..many(&[
        child("minExclusive", Shape::Facet),
        child("minInclusive", Shape::Facet),
        child("maxExclusive", Shape::Facet),
        child("maxInclusive", Shape::Facet),
        child("totalDigits", Shape::Facet),
        child("fractionDigits", Shape::Facet),
        child("length", Shape::Facet),
        child("minLength", Shape::Facet),
        child("maxLength", Shape::Facet),
        child("whiteSpace", Shape::Facet),
        child("enumeration", Shape::ListedFacet),
        child("pattern", Shape::ListedFacet),
        later_child("assertion", Shape::Assertion),
        later_child("explicitTimezone", Shape::Facet),
    ])
};
const TOP: Slot = many(&[
    child("simpleType", Shape::TopSimpleType),
    child("complexType", Shape::TopComplexType),
    child("group", Shape::NamedGroup),
    child("attributeGroup", Shape::NamedAttributeGroup),
    child("element", Shape::TopElement),
    child("attribute", Shape::TopAttribute),
    child("notation", Shape::Notation),
]);
const TOP_AND_ANNOTATIONS: Slot = many(&[
    child("annotation", Shape::Annotation),
    child("simpleType", Shape::TopSimpleType),
    child("complexType", Shape::TopComplexType),
    child("group", Shape::NamedGroup),
    child("attributeGroup", Shape::NamedAttributeGroup),
    child("element", Shape::TopElement),
    child("attribute", Shape::TopAttribute),
    child("notation", Shape::Notation),
]);
const REDEFINABLE: Slot = many(&[
    child("annotation", Shape::Annotation),
    child("simpleType", Shape::TopSimpleType),
    child("complexType", Shape::TopComplexType),
    child("group", Shape::NamedGroup),
    child("attributeGroup", Shape::NamedAttributeGroup),
]);
const COMPOSITION: Slot = many(&[
    child("annotation", Shape::Annotation),
    child("include", Shape::Include),
    child("import", Shape::Import),
    child("redefine", Shape::Redefine),
    later_child("override", Shape::Override),
]);
const NESTED: Slot = many(&[
    child("element", Shape::LocalElement),
    child("group", Shape::GroupReference),
    child("choice", Shape::ModelGroup),
    child("sequence", Shape::ModelGroup),
    child("any", Shape::Any),
]);
const ALL_MEMBERS: Slot = many(&[
    child("element", Shape::AllElement),
    later_child("group", Shape::AllGroupReference),
    later_child("any", Shape::Any),
]);
const CONSTRAINTS: Slot =
    many(&[child("unique", Shape::Unique), child("key", Shape::Unique), child("keyref", Shape::Keyref)]);
const ELEMENT_SLOTS: &[Slot] =
    &[ANNOTATION, INLINE_TYPE, many(&[later_child("alternative", Shape::Alternative)]), CONSTRAINTS];
const COMPLEX_TYPE_SLOTS: &[Slot] = &[
    ANNOTATION,
    Slot {
        alone: true,
        ..one(&[child("simpleContent", Shape::SimpleContent), child("complexContent", Shape::ComplexContent)])
    },
    OPEN_CONTENT,
    PARTICLE,
    ATTRIBUTES,
    ANY_ATTRIBUTE,
    ASSERTS,
];
const DERIVATION_SLOTS: &[Slot] = &[ANNOTATION, OPEN_CONTENT, PARTICLE, ATTRIBUTES, ANY_ATTRIBUTE, ASSERTS];
const CONSTRAINT_SLOTS: &[Slot] = &[ANNOTATION, needed(SELECTOR), needed(many(&[child("field", Shape::Path)]))];
const SELECTOR: Slot = Slot { repeated: IssueCode::DeclarationChild, ..one(&[child("selector", Shape::Path)]) };
const SIMPLE_TYPE_SLOTS: &[Slot] = &[
    ANNOTATION,
    needed(one(&[
        child("restriction", Shape::SimpleRestriction),
        child("list", Shape::List),
        child("union", Shape::Union),
    ])),
];
const LOCAL_ELEMENT_ATTRIBUTES: &[Attribute] = &[
    ID,
    LOCAL_NAME,
    REF,
    TYPE,
    MIN_OCCURS,
    MAX_OCCURS,
    DEFAULT,
    FIXED,
    NILLABLE,
    ELEMENT_BLOCK,
    FORM,
    LOCAL_NAMESPACE,
];
const SCHEMA_ATTRIBUTES: &[Attribute] = &[
    ID,
    may("targetNamespace", Kind::Text),
    may("version", Kind::Text),
    may("finalDefault", Kind::Set(&["extension", "restriction", "list", "union"])),
    may("blockDefault", Kind::Set(&["extension", "restriction", "substitution"])),
    may("attributeFormDefault", Kind::OneOf(FORMS)),
    may("elementFormDefault", Kind::OneOf(FORMS)),
    later("defaultAttributes", Kind::QName),
    XPATH_DEFAULT,
];

const fn open_mode(modes: &'static [&'static str]) -> Attribute {
    Attribute { code: IssueCode::OpenContentInvalid, ..may("mode", Kind::OneOf(modes)) }
}

const fn wildcard(attributes: &'static [Attribute]) -> Definition {
    Definition { unexpected: IssueCode::InvalidAttribute, ..of(attributes, &[ANNOTATION]) }
}

/// What each shape may have, in the order of the shapes.
pub(super) static DEFINITIONS: [(Shape, Definition); 48] = [
    (
        Shape::Schema,
        of(
            SCHEMA_ATTRIBUTES,
            &[COMPOSITION, one(&[later_child("defaultOpenContent", Shape::DefaultOpenContent)]), TOP_AND_ANNOTATIONS],
        ),
    ),
    (Shape::Include, of(&[ID, SCHEMA_LOCATION], &[COMPOSE_ANNOTATION])),
    (Shape::Import, of(&[ID, may("namespace", Kind::Text), may("schemaLocation", Kind::Text)], &[ANNOTATION])),
    (
        Shape::Redefine,
        Definition {
            misplaced: IssueCode::ComposeInvalid,
            stranger: IssueCode::ComposeInvalid,
            ..of(&[ID, SCHEMA_LOCATION], &[REDEFINABLE])
        },
    ),
    (
        Shape::Override,
        Definition {
            misplaced: IssueCode::OverrideInvalid,
            stranger: IssueCode::OverrideInvalid,
            ..of(&[ID, SCHEMA_LOCATION], &[COMPOSE_ANNOTATION, TOP])
        },
    ),
    (
        Shape::Annotation,
        Definition {
            unexpected: IssueCode::UnexpectedAttribute,
            ..of(&[ID], &[many(&[child("appinfo", Shape::Appinfo), child("documentation", Shape::Documentation)])])
        },
    ),
    (
        Shape::Appinfo,
        Definition { unexpected: IssueCode::UnexpectedAttribute, open: true, ..of(&[may("source", Kind::Text)], &[]) },
    ),
    (
        Shape::Documentation,
        Definition { unexpected: IssueCode::UnexpectedAttribute, open: true, ..of(&[may("source", Kind::Text)], &[]) },
    ),
    (
        Shape::TopElement,
        of(
            &[
                ID,
                NAME,
                TYPE,
                may("substitutionGroup", Kind::Heads),
                DEFAULT,
                FIXED,
                NILLABLE,
                ABSTRACT,
                DERIVATION_FINAL,
                ELEMENT_BLOCK,
            ],
            ELEMENT_SLOTS,
        ),
    ),
    (Shape::LocalElement, of(LOCAL_ELEMENT_ATTRIBUTES, ELEMENT_SLOTS)),
    (Shape::AllElement, of(LOCAL_ELEMENT_ATTRIBUTES, ELEMENT_SLOTS)),
    (Shape::TopAttribute, of(&[ID, NAME, TYPE, DEFAULT, FIXED, INHERITABLE], &[ANNOTATION, one(&[INLINE_SIMPLE])])),
    (
        Shape::LocalAttribute,
        of(
            &[
                ID,
                LOCAL_NAME,
                REF,
                TYPE,
                may("use", Kind::OneOf(&["optional", "prohibited", "required"])),
                DEFAULT,
                FIXED,
                FORM,
                LOCAL_NAMESPACE,
                INHERITABLE,
            ],
            &[ANNOTATION, one(&[INLINE_SIMPLE])],
        ),
    ),
    (
        Shape::TopComplexType,
        of(
            &[
                ID,
                NAME,
                MIXED,
                ABSTRACT,
                DERIVATION_FINAL,
                may("block", Kind::Set(&["extension", "restriction"])),
                APPLY_DEFAULTS,
            ],
            COMPLEX_TYPE_SLOTS,
        ),
    ),
    (Shape::LocalComplexType, of(&[ID, MIXED, APPLY_DEFAULTS], COMPLEX_TYPE_SLOTS)),
    (
        Shape::SimpleContent,
        part(
            &[ID],
            &[
                ANNOTATION,
                needed(one(&[
                    child("restriction", Shape::SimpleContentRestriction),
                    child("extension", Shape::SimpleContentExtension),
                ])),
            ],
        ),
    ),
    (
        Shape::ComplexContent,
        part(
            &[ID, MIXED],
            &[
                ANNOTATION,
                needed(one(&[
                    child("restriction", Shape::ComplexContentRestriction),
                    child("extension", Shape::ComplexContentExtension),
                ])),
            ],
        ),
    ),
    (
        Shape::SimpleContentRestriction,
        part(
            &[ID, must("base", Kind::QName, IssueCode::RestrictionBase)],
            &[ANNOTATION, one(&[INLINE_SIMPLE]), FACETS, ATTRIBUTES, ANY_ATTRIBUTE, ASSERTS],
        ),
    ),
    (
        Shape::SimpleContentExtension,
        part(
            &[ID, must("base", Kind::QName, IssueCode::ExtensionBase)],
            &[ANNOTATION, ATTRIBUTES, ANY_ATTRIBUTE, ASSERTS],
        ),
    ),
    (
        Shape::ComplexContentRestriction,
        part(&[ID, must("base", Kind::QName, IssueCode::RestrictionBase)], DERIVATION_SLOTS),
    ),
    (
        Shape::ComplexContentExtension,
        part(&[ID, must("base", Kind::QName, IssueCode::ExtensionBase)], DERIVATION_SLOTS),
    ),
    (
        Shape::TopSimpleType,
        of(&[ID, NAME, may("final", Kind::Set(&["list", "union", "restriction", "extension"]))], SIMPLE_TYPE_SLOTS),
    ),
    (Shape::LocalSimpleType, of(&[ID], SIMPLE_TYPE_SLOTS)),
    (Shape::SimpleRestriction, part(&[ID, may("base", Kind::QName)], &[ANNOTATION, one(&[INLINE_SIMPLE]), FACETS])),
    (Shape::List, part(&[ID, may("itemType", Kind::QName)], &[ANNOTATION, one(&[INLINE_SIMPLE])])),
    (Shape::Union, part(&[ID, may("memberTypes", Kind::QNames)], &[ANNOTATION, many(&[INLINE_SIMPLE])])),
    (Shape::Facet, of(&[ID, VALUE, may("fixed", Kind::Boolean)], &[ANNOTATION])),
    (Shape::ListedFacet, of(&[ID, VALUE], &[ANNOTATION])),
    (Shape::Assertion, of(&[ID, TEST, XPATH_DEFAULT], &[ANNOTATION])),
    (
        Shape::NamedGroup,
        of(
            &[ID, NAME],
            &[
                ANNOTATION,
                needed(one(&[
                    child("all", Shape::NamedAll),
                    child("choice", Shape::NamedModelGroup),
                    child("sequence", Shape::NamedModelGroup),
                ])),
            ],
        ),
    ),
    (Shape::GroupReference, of(&[ID, MUST_REF, MIN_OCCURS, MAX_OCCURS], &[ANNOTATION])),
    (Shape::AllGroupReference, of(&[ID, MUST_REF, MIN_OCCURS, MAX_OCCURS], &[ANNOTATION])),
    (Shape::All, part(&[ID, MIN_OCCURS, MAX_OCCURS], &[ANNOTATION, ALL_MEMBERS])),
    (Shape::NamedAll, part(&[ID], &[ANNOTATION, ALL_MEMBERS])),
    (Shape::ModelGroup, part(&[ID, MIN_OCCURS, MAX_OCCURS], &[ANNOTATION, NESTED])),
    (Shape::NamedModelGroup, part(&[ID], &[ANNOTATION, NESTED])),
    (Shape::Any, wildcard(&[ID, NAMESPACE, NOT_NAMESPACE, NOT_QNAME, PROCESS_CONTENTS, MIN_OCCURS, MAX_OCCURS])),
    (
        Shape::OpenAny,
        Definition {
            unexpected: IssueCode::WildcardInvalid,
            ..wildcard(&[ID, NAMESPACE, NOT_NAMESPACE, NOT_QNAME, PROCESS_CONTENTS])
        },
    ),
    (
        Shape::AnyAttribute,
        wildcard(&[ID, NAMESPACE, NOT_NAMESPACE, later("notQName", Kind::NotQNames(&["##defined"])), PROCESS_CONTENTS]),
    ),
    (Shape::NamedAttributeGroup, of(&[ID, NAME], &[ANNOTATION, ATTRIBUTES, ANY_ATTRIBUTE])),
    (Shape::AttributeGroupReference, of(&[ID, MUST_REF], &[ANNOTATION])),
    (Shape::Unique, of(&[ID, LOCAL_NAME, later("ref", Kind::QName)], CONSTRAINT_SLOTS)),
    (Shape::Keyref, of(&[ID, LOCAL_NAME, later("ref", Kind::QName), may("refer", Kind::QName)], CONSTRAINT_SLOTS)),
    (
        Shape::Path,
        of(&[ID, must("xpath", Kind::Filled, IssueCode::DeclarationAttribute), XPATH_DEFAULT], &[ANNOTATION]),
    ),
    (
        Shape::Notation,
        Definition {
            unexpected: IssueCode::UnexpectedAttribute,
            ..of(&[ID, NAME, may("public", Kind::Text), may("system", Kind::Text)], &[ANNOTATION])
        },
    ),
    (Shape::Alternative, of(&[ID, TEST, TYPE, XPATH_DEFAULT], &[ANNOTATION, INLINE_TYPE])),
    (
        Shape::OpenContent,
        Definition {
            unexpected: IssueCode::OpenContentInvalid,
            misplaced: IssueCode::OpenContentInvalid,
            stranger: IssueCode::OpenContentInvalid,
            ..of(
                &[ID, open_mode(&["none", "interleave", "suffix"])],
                &[ANNOTATION, one(&[child("any", Shape::OpenAny)])],
            )
        },
    ),
    (
        Shape::DefaultOpenContent,
        Definition {
            unexpected: IssueCode::OpenContentInvalid,
            misplaced: IssueCode::OpenContentInvalid,
            stranger: IssueCode::OpenContentInvalid,
            ..of(
                &[ID, may("appliesToEmpty", Kind::Boolean), open_mode(&["interleave", "suffix"])],
                &[
                    ANNOTATION,
                    Slot { missing: IssueCode::OpenContentInvalid, ..needed(one(&[child("any", Shape::OpenAny)])) },
                ],
            )
        },
    ),
];
