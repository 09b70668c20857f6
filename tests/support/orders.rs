//! A small schema with an include, and documents for it.

use super::Server;
use serde_json::{Value, json};

/// A schema of two documents; includes [`NUMBER`].
pub const ORDER: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:order" targetNamespace="urn:order" elementFormDefault="qualified">
  <xs:include schemaLocation="types/number.xsd"/>
  <xs:element name="order">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="line" type="o:number" maxOccurs="unbounded"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
</xs:schema>"#;
/// The included document.
pub const NUMBER: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:order">
  <xs:simpleType name="number"><xs:restriction base="xs:int"/></xs:simpleType>
</xs:schema>"#;
/// A valid document.
pub const VALID: &str = r#"<order xmlns="urn:order"><line>1</line></order>"#;

/// A document of that many lines, each with this text.
pub fn order(lines: usize, text: &str) -> String {
    format!("<order xmlns=\"urn:order\">\n{}</order>", format!("<line>{text}</line>\n").repeat(lines))
}

/// A workspace with the schema and a valid document.
pub fn schemas(server: &mut Server) -> String {
    server.workspace(&[("order.xsd", ORDER), ("types/number.xsd", NUMBER), ("doc.xml", VALID)])
}

/// Arguments of `pyxsd_validate_document`.
pub fn question(workspace: &str, document: &str) -> Value {
    json!({"workspace_id": workspace, "document": {"path": document}, "schema_ref": {"source": {"path": "order.xsd"}}})
}

/// Validates a document that has a verdict, and gives the data.
pub fn validate(server: &mut Server, workspace: &str, document: &str) -> Value {
    server.data("pyxsd_validate_document", question(workspace, document))
}
