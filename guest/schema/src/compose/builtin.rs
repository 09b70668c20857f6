//! Schema documents that come with the engine, so that no network is missed.

/// Namespace name of XLink.
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// Namespace name of the attributes of instances.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

const XML_SCHEMA: &str = r#"<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:xml="http://www.w3.org/XML/1998/namespace"
  targetNamespace="http://www.w3.org/XML/1998/namespace">
<s:attribute name="lang"><s:simpleType><s:union memberTypes="s:language"><s:simpleType><s:restriction base="s:string">
  <s:enumeration value=""/></s:restriction></s:simpleType></s:union></s:simpleType></s:attribute>
<s:attribute name="space"><s:simpleType><s:restriction base="s:NCName"><s:enumeration value="default"/>
  <s:enumeration value="preserve"/></s:restriction></s:simpleType></s:attribute>
<s:attribute name="base" type="s:anyURI"/>
<s:attribute name="id" type="s:ID"/>
<s:attributeGroup name="specialAttrs"><s:attribute ref="xml:base"/><s:attribute ref="xml:lang"/><s:attribute ref="xml:space"/>
  <s:attribute ref="xml:id"/></s:attributeGroup>
</s:schema>"#;

const XSI_SCHEMA: &str = r#"<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2001/XMLSchema-instance">
<s:attribute name="nil" type="s:boolean"/>
<s:attribute name="type" type="s:QName"/>
<s:attribute name="schemaLocation"><s:simpleType><s:list itemType="s:anyURI"/></s:simpleType></s:attribute>
<s:attribute name="noNamespaceSchemaLocation" type="s:anyURI"/>
</s:schema>"#;

const XLINK_SCHEMA: &str = include_str!("xlink.xsd");

/// The schema for schemas without the built-in types. Its differences between the versions are conditional inclusions.
const XSD_SCHEMA: &str = include_str!("xsd.xsd");

/// The built-in schema document of a namespace.
pub(super) fn document(namespace: &str) -> Option<&'static str> {
    match namespace {
        XML => Some(XML_SCHEMA),
        XSI => Some(XSI_SCHEMA),
        XLINK => Some(XLINK_SCHEMA),
        super::XS => Some(XSD_SCHEMA),
        _ => None,
    }
}
