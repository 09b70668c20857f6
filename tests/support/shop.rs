//! A schema whose documents have records: orders of a shop.

use super::Server;
use serde_json::{Value, json};

/// Orders with attributes, simple and complex children, lists, defaults and nillable elements.
pub const SHOP: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:shop" targetNamespace="urn:shop" elementFormDefault="qualified">
  <xs:simpleType name="price"><xs:restriction base="xs:decimal"><xs:totalDigits value="8"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="numbers"><xs:list itemType="xs:short"/></xs:simpleType>
  <xs:element name="shop">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="order" minOccurs="0" maxOccurs="unbounded">
          <xs:complexType>
            <xs:sequence>
              <xs:element name="sku" type="xs:string"/>
              <xs:element name="price" type="price"/>
              <xs:element name="count" type="xs:int" minOccurs="0" nillable="true"/>
              <xs:element name="tag" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
              <xs:element name="sizes" type="numbers" minOccurs="0"/>
              <xs:element name="to" minOccurs="0">
                <xs:complexType>
                  <xs:sequence><xs:element name="city" type="xs:string"/></xs:sequence>
                  <xs:attribute name="express" type="xs:boolean" default="false"/>
                </xs:complexType>
              </xs:element>
            </xs:sequence>
            <xs:attribute name="id" type="xs:unsignedShort" use="required"/>
            <xs:attribute name="note" type="xs:string"/>
          </xs:complexType>
        </xs:element>
        <xs:element name="remark" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:element name="b" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
      </xs:sequence>
      <xs:attribute name="region" type="xs:string" default="EU"/>
    </xs:complexType>
  </xs:element>
  <xs:element name="other" type="xs:string"/>
</xs:schema>"#;

/// Two orders.
pub const TWO: &str = r#"<shop xmlns="urn:shop" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><order id="1"><sku>A</sku><price>12.50</price><count>3</count><tag>x</tag><tag>y</tag><sizes>1 -2</sizes><to><city>Ulm</city></to></order>
<order id="2" note="ä"><sku/><price>1</price><count xsi:nil="true"/></order></shop>"#;

/// No order.
pub const EMPTY: &str = r#"<shop xmlns="urn:shop" region="US"/>"#;

/// An order without what it must have.
pub const INVALID: &str = r#"<shop xmlns="urn:shop"><order id="1"><sku>A</sku></order></shop>"#;

/// A document of that many orders.
pub fn shop(orders: usize) -> String {
    let order = |id: usize| {
        format!(
            "<order id=\"{}\"><sku>sku {id}</sku><price>{}.{:02}</price><tag>t{}</tag></order>\n",
            id % 65_536,
            id % 1_000,
            id % 100,
            id % 7
        )
    };
    format!("<shop xmlns=\"urn:shop\">{}</shop>", (1..=orders).map(order).collect::<String>())
}

/// A workspace with the schema and the documents above.
pub fn shops(server: &mut Server) -> String {
    server.workspace(&[
        ("shop.xsd", SHOP),
        ("two.xml", TWO),
        ("empty.xml", EMPTY),
        ("invalid.xml", INVALID),
        ("malformed.xml", "<shop"),
    ])
}

/// Arguments about one document, with these beside.
pub fn of(workspace: &str, document: &str, others: Value) -> Value {
    let mut arguments = json!({
        "workspace_id": workspace,
        "document": {"path": document},
        "schema_ref": {"source": {"path": "shop.xsd"}},
    });
    arguments.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
    arguments
}

/// Arguments about several documents, with these beside.
pub fn all(workspace: &str, documents: &[&str], others: Value) -> Value {
    let documents: Vec<Value> = documents.iter().map(|path| json!({"path": path})).collect();
    let mut arguments = json!({
        "workspace_id": workspace,
        "documents": documents,
        "schema_ref": {"source": {"path": "shop.xsd"}},
    });
    arguments.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
    arguments
}

/// Every order is a record.
pub fn orders() -> Value {
    json!({"element": "shop", "path": ["{urn:shop}order"]})
}

/// Items at two depths, one of a type that is another than declared, and what may stand around them.
const ITEMS_SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="r"><xs:complexType><xs:sequence><xs:element name="b" type="b" minOccurs="0"/><xs:element ref="i" minOccurs="0" maxOccurs="9"/></xs:sequence>
    <xs:attribute name="g" type="xs:int"/></xs:complexType></xs:element>
  <xs:complexType name="b"><xs:sequence><xs:element ref="i" maxOccurs="9"/></xs:sequence><xs:attribute name="g" type="xs:int"/></xs:complexType>
  <xs:element name="i" type="i"/>
  <xs:complexType name="i"><xs:sequence><xs:element name="k" type="xs:int" minOccurs="0"/></xs:sequence><xs:attribute name="a" type="xs:string"/></xs:complexType>
  <xs:complexType name="j"><xs:complexContent><xs:extension base="i"><xs:attribute name="z" type="xs:string"/></xs:extension></xs:complexContent></xs:complexType>
</xs:schema>"#;

/// The schema of items, and documents with none, with one, with one deeper, and with one of another type.
pub const ITEMS: [(&str, &str); 5] = [
    ("items.xsd", ITEMS_SCHEMA),
    ("none.xml", "<r/>"),
    ("one.xml", "<r g='5'><i a='x'/></r>"),
    ("deep.xml", "<r g='6'><b><i a='y'/></b></r>"),
    (
        "typed.xml",
        r#"<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" g="7"><i xsi:type="j" a="z"><k>1</k></i></r>"#,
    ),
];
