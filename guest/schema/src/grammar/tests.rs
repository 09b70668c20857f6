use super::*;

const BOTH: &[XsdVersion] = &[XsdVersion::V1_0, XsdVersion::V1_1];
const FIRST: &[XsdVersion] = &[XsdVersion::V1_0];
const LATER: &[XsdVersion] = &[XsdVersion::V1_1];

/// Findings on a schema document with this content, as `code rule attribute`.
fn findings(text: &str, version: XsdVersion) -> Vec<(String, String)> {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut found = Vec::new();
    check(&document, version, &mut |finding| {
        assert!(!finding.message.is_empty() && !finding.message.contains('\n'));
        found.push((finding.code.as_str().to_owned(), finding.rule.to_owned()));
    });
    found
}

fn schema(content: &str) -> String {
    format!(
        "<xs:schema xmlns:xs='{XSD}' xmlns:vc='http://www.w3.org/2007/XMLSchema-versioning' \
         xmlns:t='urn:t' xmlns:f='urn:f' targetNamespace='urn:t'>{content}</xs:schema>"
    )
}

fn codes(text: &str, version: XsdVersion) -> Vec<String> {
    findings(text, version).into_iter().map(|(code, _)| code).collect()
}

/// Checks rows of versions, content of `xs:schema`, and the one code expected.
fn expect_one(rows: &[(&[XsdVersion], &str, &str)]) {
    for (versions, content, code) in rows {
        for version in *versions {
            assert_eq!(codes(&schema(content), *version), [*code], "{content} under {version:?}");
        }
    }
}

#[test]
fn a_schema_with_every_kind_of_component_has_no_findings() {
    let text = schema(
        "<xs:annotation id='a'><xs:appinfo source='u'>text <x/></xs:appinfo><xs:documentation xml:lang='en'>t</xs:documentation></xs:annotation>
         <xs:include schemaLocation='a.xsd'/><xs:import namespace='urn:f'/><xs:import/>
         <xs:redefine schemaLocation='r.xsd'>
           <xs:simpleType name='s'><xs:restriction base='t:s'/></xs:simpleType>
           <xs:complexType name='c'><xs:complexContent><xs:extension base='t:c'/></xs:complexContent></xs:complexType>
           <xs:group name='g'><xs:sequence><xs:group ref='t:g'/><xs:element name='e'/></xs:sequence></xs:group>
           <xs:attributeGroup name='ag'><xs:attributeGroup ref='t:ag'/></xs:attributeGroup>
         </xs:redefine>
         <xs:element name='e' type='xs:string' default='' f:extra='1' xml:lang='de' final='#all' block='extension restriction'/>
         <xs:annotation/>
         <xs:element name='h' substitutionGroup='t:e'><xs:annotation/>
           <xs:complexType><xs:sequence minOccurs='0' maxOccurs='unbounded'><xs:element ref='t:e' maxOccurs='3'/><xs:any namespace='##other'/>
             <xs:choice/><xs:group ref='t:g'/></xs:sequence><xs:attribute ref='xml:lang'/><xs:attributeGroup ref='t:ag'/><xs:anyAttribute/></xs:complexType>
           <xs:key name='k'><xs:selector xpath='.'/><xs:field xpath='@a'/><xs:field xpath='@b'/></xs:key>
           <xs:keyref name='kr' refer='t:k'><xs:selector xpath='.'/><xs:field xpath='@a'/></xs:keyref></xs:element>
         <xs:attribute name='a'><xs:simpleType><xs:list itemType='xs:int'/></xs:simpleType></xs:attribute>
         <xs:simpleType name='u'><xs:union memberTypes='xs:int xs:date'><xs:simpleType><xs:restriction base='xs:string'>
           <xs:pattern value='a'/><xs:length value='1' fixed='true'/><xs:enumeration value='b'/></xs:restriction></xs:simpleType></xs:union></xs:simpleType>
         <xs:complexType name='sc'><xs:simpleContent><xs:restriction base='t:x'><xs:simpleType><xs:restriction base='xs:int'/></xs:simpleType>
           <xs:maxInclusive value='3'/><xs:attribute name='z' use='prohibited'/></xs:restriction></xs:simpleContent></xs:complexType>
         <xs:complexType name='al' mixed='1'><xs:all minOccurs='0'><xs:element name='q' minOccurs='0'/></xs:all></xs:complexType>
         <xs:notation name='n' public='p'/>",
    );
    for version in BOTH {
        assert_eq!(findings(&text, *version), [], "{version:?}");
    }
}

#[test]
fn vocabulary_of_the_second_version_is_one_finding_each_in_the_first() {
    let rows = [
        ("<xs:override schemaLocation='o.xsd'><xs:annotation/><xs:element name='e'/></xs:override>", 1),
        (
            "<xs:defaultOpenContent appliesToEmpty='true' mode='suffix'><xs:any/></xs:defaultOpenContent><xs:annotation/>",
            1,
        ),
        (
            "<xs:element name='e' type='t:a'><xs:alternative test='@a' type='t:b'/><xs:alternative type='t:c'/></xs:element>",
            2,
        ),
        (
            "<xs:complexType name='c'><xs:openContent mode='none'/><xs:sequence/><xs:assert test='true()'/></xs:complexType>",
            2,
        ),
        ("<xs:complexType name='c' defaultAttributesApply='false'/>", 1),
        (
            "<xs:simpleType name='s'><xs:restriction base='xs:dateTime'><xs:explicitTimezone value='required'/><xs:assertion test='1'/></xs:restriction></xs:simpleType>",
            2,
        ),
        ("<xs:complexType name='c'><xs:all><xs:any/><xs:group ref='t:g'/></xs:all></xs:complexType>", 2),
        (
            "<xs:complexType name='c'><xs:sequence><xs:any notNamespace='urn:x ##local'/><xs:any notQName='##definedSibling t:a'/></xs:sequence></xs:complexType>",
            2,
        ),
        ("<xs:attribute name='a' inheritable='true'/>", 1),
        (
            "<xs:complexType name='c'><xs:complexContent><xs:restriction base='t:b'><xs:sequence><xs:element name='e' targetNamespace='urn:z'/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>",
            1,
        ),
    ];
    for (content, count) in rows {
        assert_eq!(codes(&schema(content), XsdVersion::V1_1), Vec::<String>::new(), "{content}");
        assert_eq!(codes(&schema(content), XsdVersion::V1_0), vec!["xsd11-construct"; count], "{content}");
    }
    assert_eq!(
        codes(&schema("<xs:element name='e'><xs:key name='k' ref='t:x'/></xs:element>"), XsdVersion::V1_0).len(),
        2
    );
    assert!(codes(&schema("<xs:element name='e'><xs:key ref='t:k'/></xs:element>"), XsdVersion::V1_1).is_empty());
}

#[test]
fn children_are_checked_for_place_number_and_order() {
    expect_one(&[
        (BOTH, "<xs:element name='e'/><xs:include schemaLocation='a'/>", "declaration-order"),
        (BOTH, "<xs:sequence/>", "declaration-child"),
        (BOTH, "<xs:selector xpath='.'/>", "declaration-child"),
        (BOTH, "<xs:nonsense/>", "declaration-child"),
        (BOTH, "<f:foreign/>", "declaration-child"),
        (BOTH, "text<xs:element name='e'/>more", "declaration-child"),
        (BOTH, "<xs:element name='e'><xs:annotation/><xs:annotation/></xs:element>", "declaration-duplicate"),
        (
            BOTH,
            "<xs:element name='e'><xs:simpleType><xs:restriction base='xs:int'/></xs:simpleType><xs:complexType/></xs:element>",
            "declaration-duplicate",
        ),
        (BOTH, "<xs:element name='e'><xs:complexType/><xs:annotation/></xs:element>", "declaration-order"),
        (BOTH, "<xs:complexType name='c'><xs:attribute name='a'/><xs:sequence/></xs:complexType>", "declaration-order"),
        (BOTH, "<xs:complexType name='c'><xs:sequence/><xs:choice/></xs:complexType>", "declaration-duplicate"),
        (
            BOTH,
            "<xs:complexType name='c'><xs:anyAttribute/><xs:attribute name='a'/></xs:complexType>",
            "declaration-order",
        ),
        (BOTH, "<xs:complexType name='c'><xs:element name='e'/></xs:complexType>", "declaration-child"),
        (
            BOTH,
            "<xs:complexType name='c'><xs:simpleContent><xs:extension base='xs:int'/></xs:simpleContent><xs:attribute name='a'/></xs:complexType>",
            "declaration-child",
        ),
        (BOTH, "<xs:complexType name='c'><xs:simpleContent/></xs:complexType>", "declaration-child"),
        (
            BOTH,
            "<xs:complexType name='c'><xs:sequence><xs:attribute name='a'/></xs:sequence></xs:complexType>",
            "misplaced-declaration",
        ),
        (BOTH, "<xs:complexType name='c'><xs:sequence><xs:all/></xs:sequence></xs:complexType>", "all-rule"),
        (LATER, "<xs:override schemaLocation='o'><xs:include schemaLocation='i'/></xs:override>", "override-invalid"),
        (BOTH, "<xs:redefine schemaLocation='r'><xs:element name='e'/></xs:redefine>", "compose-invalid"),
        (BOTH, "<xs:include schemaLocation='i'><xs:annotation/><xs:annotation/></xs:include>", "schema-compose"),
        (
            BOTH,
            "<xs:element name='e'><xs:key name='k'><xs:selector xpath='.'/><xs:selector xpath='.'/><xs:field xpath='.'/></xs:key></xs:element>",
            "declaration-child",
        ),
        (BOTH, "<xs:complexType name='c'><xs:all><xs:sequence/></xs:all></xs:complexType>", "declaration-child"),
        (BOTH, "<xs:simpleType name='s'/>", "declaration-child"),
        (
            BOTH,
            "<xs:simpleType name='s'><xs:list itemType='xs:int'/><xs:union memberTypes='xs:int'/></xs:simpleType>",
            "conflicting-derivation",
        ),
        (
            BOTH,
            "<xs:simpleType name='s'><xs:restriction><xs:length value='1'/><xs:simpleType><xs:list itemType='t:a'/></xs:simpleType></xs:restriction></xs:simpleType>",
            "declaration-order",
        ),
        (
            FIRST,
            "<xs:simpleType name='s'><xs:restriction base='xs:int'><f:facet/></xs:restriction></xs:simpleType>",
            "declaration-child",
        ),
        (BOTH, "<xs:group name='g'/>", "declaration-child"),
        (
            BOTH,
            "<xs:element name='e'><xs:key name='k'><xs:selector xpath='.'/></xs:key></xs:element>",
            "declaration-child",
        ),
        (
            BOTH,
            "<xs:element name='e'><xs:key name='k'><xs:field xpath='.'/><xs:selector xpath='.'/></xs:key></xs:element>",
            "declaration-order",
        ),
        (LATER, "<xs:defaultOpenContent/>", "open-content-invalid"),
        (LATER, "<xs:override schemaLocation='o'><xs:annotation/><xs:annotation/></xs:override>", "schema-compose"),
    ]);
    assert!(
        codes(
            &schema(
                "<xs:simpleType name='s'><xs:restriction base='xs:int'><f:facet/></xs:restriction></xs:simpleType>"
            ),
            XsdVersion::V1_1
        )
        .is_empty()
    );
}

#[test]
fn attributes_are_checked_for_presence_and_form() {
    expect_one(&[
        (BOTH, "<xs:element/>", "declaration-name"),
        (BOTH, "<xs:element name='a:b'/>", "declaration-attribute"),
        (BOTH, "<xs:element name=''/>", "declaration-attribute"),
        (BOTH, "<xs:element name='e' ref='t:a'/>", "declaration-attribute"),
        (BOTH, "<xs:element name='e' minOccurs='1'/>", "declaration-attribute"),
        (BOTH, "<xs:element name='e' nonsense='1'/>", "declaration-attribute"),
        (BOTH, "<xs:element name='e' xs:type='xs:int'/>", "unexpected-attribute"),
        (BOTH, "<xs:element name='e' type='a b'/>", "declaration-attribute"),
        (BOTH, "<xs:element name='e' nillable='yes'/>", "declaration-attribute"),
        (BOTH, "<xs:element name='e' final='substitution'/>", "declaration-attribute"),
        (BOTH, "<xs:element name='e' block='#all extension'/>", "declaration-attribute"),
        (FIRST, "<xs:element name='e' substitutionGroup='t:a t:b'/>", "declaration-attribute"),
        (BOTH, "<xs:element name='e'><xs:complexType name='c'/></xs:element>", "declaration-attribute"),
        (BOTH, "<xs:element name='e'><xs:complexType final='#all'/></xs:element>", "declaration-attribute"),
        (BOTH, "<xs:complexType name='c'><xs:group name='g'/></xs:complexType>", "declaration-attribute"),
        (BOTH, "<xs:group ref='t:g'><xs:sequence/></xs:group>", "declaration-attribute"),
        (BOTH, "<xs:group name='g'><xs:sequence minOccurs='0'/></xs:group>", "pointless-particle"),
        (
            BOTH,
            "<xs:group name='g'><xs:sequence minOccurs='0'><xs:any/></xs:sequence></xs:group>",
            "declaration-attribute",
        ),
        (
            BOTH,
            "<xs:element name='e'><xs:key name='k'><xs:selector xpath=''/><xs:field xpath='.'/></xs:key></xs:element>",
            "declaration-attribute",
        ),
        (
            LATER,
            "<xs:complexType name='c'><xs:sequence><xs:any notQName='u:a'/></xs:sequence></xs:complexType>",
            "wildcard-invalid",
        ),
        (
            LATER,
            "<xs:complexType name='c'><xs:openContent><xs:any maxOccurs='2'/></xs:openContent></xs:complexType>",
            "wildcard-invalid",
        ),
        (
            BOTH,
            "<xs:complexType name='c'><xs:complexContent><xs:extension/></xs:complexContent></xs:complexType>",
            "extension-base",
        ),
        (
            BOTH,
            "<xs:complexType name='c'><xs:complexContent><xs:restriction/></xs:complexContent></xs:complexType>",
            "restriction-base",
        ),
        (
            BOTH,
            "<xs:simpleType name='s'><xs:restriction base='xs:int'><xs:length/></xs:restriction></xs:simpleType>",
            "facet",
        ),
        (
            BOTH,
            "<xs:simpleType name='s'><xs:restriction base='xs:int'><xs:pattern value='' fixed='true'/></xs:restriction></xs:simpleType>",
            "declaration-attribute",
        ),
        (
            FIRST,
            "<xs:simpleType name='s' final='extension'><xs:list itemType='xs:int'/></xs:simpleType>",
            "declaration-attribute",
        ),
        (BOTH, "<xs:include/>", "schema-compose"),
        (BOTH, "<xs:notation name='n'/>", "declaration-attribute"),
        (BOTH, "<xs:notation name='n' public='p' nonsense=''/>", "unexpected-attribute"),
        (BOTH, "<xs:annotation><xs:appinfo id='x'/></xs:annotation>", "unexpected-attribute"),
        (BOTH, "<xs:annotation><xs:documentation xml:lang='not a language'/></xs:annotation>", "declaration-attribute"),
        (BOTH, "<xs:annotation><xs:documentation xml:lang=''/></xs:annotation>", "declaration-attribute"),
        (BOTH, "<xs:element name='e' id='i'/><xs:element name='f' id='i'/>", "declaration-duplicate"),
        (BOTH, "<xs:element name='e' id='1'/>", "declaration-attribute"),
        (
            BOTH,
            "<xs:element name='e'><xs:keyref name='k'><xs:selector xpath='.'/><xs:field xpath='.'/></xs:keyref></xs:element>",
            "identity-refer",
        ),
        (
            BOTH,
            "<xs:element name='e'><xs:key><xs:selector xpath='.'/><xs:field xpath='.'/></xs:key></xs:element>",
            "declaration-name",
        ),
        (
            BOTH,
            "<xs:element name='e'><xs:key name='k'><xs:selector/><xs:field xpath='.'/></xs:key></xs:element>",
            "declaration-attribute",
        ),
    ]);
}

#[test]
fn particles_are_checked_for_their_occurrences() {
    let particle = |content: &str| schema(&format!("<xs:complexType name='c'>{content}</xs:complexType>"));
    let in_sequence = |content: &str| particle(&format!("<xs:sequence>{content}</xs:sequence>"));
    for (text, versions, code) in [
        (in_sequence("<xs:element name='e' minOccurs='-1'/>"), BOTH, "invalid-occurs"),
        (in_sequence("<xs:element name='e' minOccurs='unbounded'/>"), BOTH, "invalid-occurs"),
        (in_sequence("<xs:any maxOccurs='many'/>"), BOTH, "invalid-occurs"),
        (in_sequence("<xs:any minOccurs='2'/>"), BOTH, "declaration-attribute"),
        (
            in_sequence("<xs:choice minOccurs='100000000000000000000' maxOccurs='99999999999999999999'/>"),
            BOTH,
            "declaration-attribute",
        ),
        (in_sequence("<xs:group ref='t:g' maxOccurs='0'/>"), BOTH, "declaration-attribute"),
        (particle("<xs:all maxOccurs='2'/>"), BOTH, "all-rule"),
        (particle("<xs:all maxOccurs='unbounded'/>"), BOTH, "all-rule"),
        (particle("<xs:all minOccurs='0' maxOccurs='0'/>"), FIRST, "all-rule"),
        (particle("<xs:all><xs:element name='e' maxOccurs='2'/></xs:all>"), FIRST, "all-rule"),
        (particle("<xs:all><xs:group ref='t:g' minOccurs='0'/></xs:all>"), LATER, "all-rule"),
    ] {
        for version in versions {
            assert_eq!(codes(&text, *version), [code], "{text} under {version:?}");
        }
    }
    for content in [
        "<xs:element name='e' minOccurs=' 007 ' maxOccurs='+10'/>",
        "<xs:element name='e' minOccurs='-0' maxOccurs='unbounded'/>",
    ] {
        assert!(codes(&in_sequence(content), XsdVersion::V1_0).is_empty(), "{content}");
    }
    assert!(codes(&particle("<xs:all><xs:element name='e' maxOccurs='2'/></xs:all>"), XsdVersion::V1_1).is_empty());
}

#[test]
fn representation_constraints_name_their_rule() {
    let local = |attributes: &str| format!("<xs:complexType name='c'><xs:attribute {attributes}/></xs:complexType>");
    let element = |text: &str| format!("<xs:complexType name='c'><xs:sequence>{text}</xs:sequence></xs:complexType>");
    let simple = |text: &str| format!("<xs:simpleType name='s'>{text}</xs:simpleType>");
    let inline = "<xs:simpleType><xs:restriction base='xs:int'/></xs:simpleType>";
    for (content, versions, code, rule) in [
        ("<xs:element name='e' default='a' fixed='a'/>".to_owned(), BOTH, "declaration-attribute", "src-element.1"),
        (element("<xs:element name='e' ref='t:e'/>"), BOTH, "declaration-attribute", "src-element.2.1"),
        (element("<xs:element/>"), BOTH, "declaration-name", "src-element.2.1"),
        (element("<xs:element ref='t:e' type='xs:int'/>"), BOTH, "declaration-attribute", "src-element.2.2"),
        (element("<xs:element ref='t:e'><xs:complexType/></xs:element>"), BOTH, "declaration-child", "src-element.2.2"),
        ("<xs:element name='e' type='xs:int'><xs:complexType/></xs:element>".to_owned(), BOTH, "declaration-attribute", "src-element.3"),
        (element("<xs:element name='e' targetNamespace='urn:z'/>"), LATER, "declaration-attribute", "src-element.4"),
        (element("<xs:element name='e' targetNamespace='urn:t' form='qualified'/>"), LATER, "declaration-attribute", "src-element.4"),
        ("<xs:element name='e'><xs:alternative type='t:a'/><xs:alternative test='1' type='t:b'/></xs:element>".to_owned(), LATER, "alternative-invalid", "src-element.5"),
        ("<xs:element name='e'><xs:alternative test='1'/></xs:element>".to_owned(), LATER, "alternative-invalid", "src-ta"),
        ("<xs:attribute name='a' default='' fixed=''/>".to_owned(), BOTH, "declaration-attribute", "src-attribute.1"),
        (local("name='a' use='required' default=''"), BOTH, "declaration-attribute", "src-attribute.2"),
        (local("name='a' ref='t:a'"), BOTH, "declaration-attribute", "src-attribute.3.1"),
        (local("ref='t:a' form='qualified'"), BOTH, "declaration-attribute", "src-attribute.3.2"),
        (format!("<xs:attribute name='a' type='xs:int'>{inline}</xs:attribute>"), BOTH, "declaration-attribute", "src-attribute.4"),
        (local("name='a' use='prohibited' fixed=''"), LATER, "declaration-attribute", "src-attribute.5"),
        (local("name='a' targetNamespace='urn:z'"), LATER, "declaration-attribute", "src-attribute.6"),
        ("<xs:attribute name='xmlns'/>".to_owned(), BOTH, "declaration-name", "no-xmlns"),
        (simple(&format!("<xs:list itemType='xs:int'>{inline}</xs:list>")), BOTH, "declaration-attribute", "src-list-itemType-or-simpleType"),
        (simple("<xs:list/>"), BOTH, "declaration-child", "src-list-itemType-or-simpleType"),
        (simple("<xs:union/>"), BOTH, "declaration-child", "src-union-memberTypes-or-simpleTypes"),
        (simple("<xs:restriction/>"), BOTH, "restriction-base", "src-restriction-base-or-simpleType"),
        (simple(&format!("<xs:restriction base='xs:int'>{inline}</xs:restriction>")), BOTH, "declaration-attribute", "src-restriction-base-or-simpleType"),
        ("<xs:complexType name='c' mixed='true'><xs:simpleContent><xs:extension base='xs:int'/></xs:simpleContent></xs:complexType>".to_owned(), LATER, "declaration-attribute", "src-ct.1"),
        ("<xs:complexType name='c' mixed='true'><xs:complexContent mixed='0'><xs:extension base='t:b'/></xs:complexContent></xs:complexType>".to_owned(), LATER, "declaration-attribute", "src-ct.4"),
        ("<xs:complexType name='c'><xs:openContent/></xs:complexType>".to_owned(), LATER, "open-content-invalid", "src-ct.2"),
        (element("<xs:any namespace='##any' notNamespace='##local'/>"), LATER, "wildcard-invalid", "src-wildcard"),
        (element("<xs:any namespace='##any urn:x'/>"), BOTH, "wildcard-invalid", "cvc-attribute.3"),
        ("<xs:import namespace='urn:t'/>".to_owned(), BOTH, "compose-invalid", "src-import.1.1"),
    ] {
        for version in versions {
            let expected = (code.to_owned(), rule.to_owned());
            assert_eq!(findings(&schema(&content), *version), [expected], "{content} under {version:?}");
        }
    }
}

#[test]
fn redefinitions_are_derived_from_what_they_redefine() {
    let redefine = |content: &str| schema(&format!("<xs:redefine schemaLocation='r'>{content}</xs:redefine>"));
    for (content, rule) in [
        ("<xs:simpleType name='s'><xs:list itemType='t:s'/></xs:simpleType>", "src-redefine.5"),
        ("<xs:complexType name='c'><xs:sequence/></xs:complexType>", "src-redefine.5"),
    ] {
        for version in BOTH {
            assert_eq!(
                findings(&redefine(content), *version),
                [("compose-invalid".to_owned(), rule.to_owned())],
                "{content}"
            );
        }
    }
}

#[test]
fn documents_without_a_namespace_and_other_roots_are_told_apart() {
    let import = format!("<xs:schema xmlns:xs='{XSD}'><xs:import/></xs:schema>");
    assert_eq!(findings(&import, XsdVersion::V1_0), [("compose-invalid".to_owned(), "src-import.1.2".to_owned())]);
    assert_eq!(codes("<schema/>", XsdVersion::V1_0), ["schema"]);
    assert_eq!(
        codes(&format!("<xs:schema xmlns:xs='{XSD}' targetNamespace=''/>"), XsdVersion::V1_0),
        ["declaration-attribute"]
    );
    let xsi = format!("<xs:schema xmlns:xs='{XSD}' targetNamespace='{XSI}'><xs:attribute name='a'/></xs:schema>");
    assert_eq!(findings(&xsi, XsdVersion::V1_1), [("declaration-name".to_owned(), "no-xsi".to_owned())]);
}

/// Attribute of `vc:`, whether it excludes in 1.0 and in 1.1.
const CONDITIONS: &[(&str, bool, bool)] = &[
    ("minVersion='1.1'", true, false),
    ("minVersion='1.0'", false, false),
    ("minVersion='01.100'", true, false),
    ("minVersion='1.05'", true, false),
    ("minVersion='2'", true, true),
    ("minVersion='-3'", false, false),
    ("maxVersion='1.1'", false, true),
    ("maxVersion='1.0'", true, true),
    ("maxVersion='1.2'", false, false),
    ("maxVersion='.9'", true, true),
    ("typeAvailable='xs:int'", false, false),
    ("typeAvailable='xs:int xs:dateTimeStamp'", true, false),
    ("typeAvailable='xs:int f:int'", true, true),
    ("typeAvailable=''", false, false),
    ("typeUnavailable='xs:dateTimeStamp'", false, true),
    ("typeUnavailable='xs:int f:int'", false, false),
    ("typeUnavailable=''", true, true),
    ("facetAvailable='xs:assertion'", true, false),
    ("facetAvailable='xs:pattern'", false, false),
    ("facetUnavailable='xs:pattern xs:assertion'", false, true),
    ("other='x'", false, false),
];

#[test]
fn conditional_inclusion_depends_on_the_version() {
    for (attribute, first, later) in CONDITIONS {
        let text = schema(&format!("<xs:element name='e' vc:{attribute}><xs:nonsense/></xs:element>"));
        let document = Document::parse(&text).expect("well-formed");
        let element = document.root_element().first_element_child().expect("an element");
        assert_eq!(is_excluded(element, XsdVersion::V1_0), *first, "{attribute}");
        assert_eq!(is_excluded(element, XsdVersion::V1_1), *later, "{attribute}");
        assert_eq!(codes(&text, XsdVersion::V1_1).is_empty(), *later, "{attribute}");
    }
}

#[test]
fn bad_conditions_are_reported_and_have_no_say() {
    for attribute in
        ["minVersion='x'", "minVersion=''", "maxVersion='1.1.1'", "typeAvailable='u:int'", "facetUnavailable='a:b:c'"]
    {
        let text = schema(&format!("<xs:element name='e' vc:{attribute}/>"));
        assert_eq!(codes(&text, XsdVersion::V1_1), ["versioning-invalid"], "{attribute}");
        assert!(codes(&text, XsdVersion::V1_0).is_empty(), "{attribute}");
    }
}

#[test]
fn one_defect_is_one_finding() {
    expect_one(&[
        // A definition where only a reference can stand.
        (
            BOTH,
            "<xs:complexType name='c'><xs:group name='g'><xs:sequence/></xs:group></xs:complexType>",
            "declaration-attribute",
        ),
        // A wrong child in place of the right one.
        (BOTH, "<xs:simpleType name='s'><xs:extension base='xs:int'/></xs:simpleType>", "declaration-child"),
        (
            BOTH,
            "<xs:complexType name='c'><xs:anyAttribute/><xs:attribute name='a'/><xs:attribute name='b'/></xs:complexType>",
            "declaration-order",
        ),
        (
            BOTH,
            "<xs:complexType name='c'><xs:complexContent><xs:extension base='t:b'/></xs:complexContent><xs:attribute name='a'/><xs:attribute name='b'/></xs:complexType>",
            "declaration-child",
        ),
        (
            LATER,
            "<xs:complexType name='c'><xs:openContent><xs:element name='e'/></xs:openContent></xs:complexType>",
            "open-content-invalid",
        ),
    ]);
}

#[test]
fn deep_documents_cost_no_stack() {
    let depth = 20_000;
    let text = schema(&format!(
        "<xs:redefine schemaLocation='r'><xs:group name='g'>{}{}</xs:group></xs:redefine>",
        "<xs:sequence>".repeat(depth),
        "</xs:sequence>".repeat(depth)
    ));
    // The parser of trees recurses itself and needs room; the check has to do with little.
    std::thread::scope(|scope| {
        let parser = std::thread::Builder::new().stack_size(512 << 20);
        let document = parser.spawn_scoped(scope, || Document::parse(&text).expect("well-formed")).expect("a thread");
        let document = document.join().expect("a document");
        let checker = std::thread::Builder::new().stack_size(256 << 10);
        let count = checker.spawn_scoped(scope, move || {
            let mut count = 0;
            check(&document, XsdVersion::V1_1, &mut |_| count += 1);
            count
        });
        assert_eq!(count.expect("a thread").join().expect("no overflow"), 0);
    });
}
