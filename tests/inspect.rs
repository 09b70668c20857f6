//! The tools that look at schemas, over standard input and output: inspection, search, JSON models, comparison.

mod support;

use serde_json::{Value, json};
use support::{Era, Server};

const SHOP: &str = r###"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:shop" targetNamespace="urn:shop" elementFormDefault="qualified">
  <xs:element name="order" type="Order"><xs:annotation><xs:documentation>What a customer sends.</xs:documentation></xs:annotation></xs:element>
  <xs:element name="item" abstract="true" type="Item"/>
  <xs:element name="book" substitutionGroup="item" type="Item"/>
  <xs:complexType name="Order"><xs:sequence><xs:element ref="item" maxOccurs="9"/><xs:any namespace="##other" processContents="lax" minOccurs="0"/></xs:sequence><xs:attribute name="id" type="Code" use="required"/></xs:complexType>
  <xs:complexType name="Item"><xs:sequence><xs:element name="price" type="Price"/></xs:sequence></xs:complexType>
  <xs:simpleType name="Code"><xs:restriction base="xs:token"><xs:pattern value="[A-Z]{3}"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Price"><xs:restriction base="xs:decimal"><xs:fractionDigits value="20"/></xs:restriction></xs:simpleType>
</xs:schema>"###;

fn shop() -> (Server, String) {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = server.workspace(&[("shop.xsd", SHOP)]);
    (server, workspace)
}

fn asked(workspace: &str, more: Value) -> Value {
    let mut arguments = json!({"workspace_id": workspace, "schema_ref": {"source": {"path": "shop.xsd"}}});
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

fn ids(components: &Value) -> Vec<String> {
    components.as_array().unwrap().iter().map(|component| component["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_overview_tells_roots_documents_and_counts() {
    let (mut server, workspace) = shop();
    let envelope = server.call("pyxsd_inspect_schema", asked(&workspace, json!({})));
    let data = &envelope["data"];
    assert_eq!(data["target_namespace"], "urn:shop", "{envelope}");
    let roots = json!(["element:{urn:shop}order", "element:{urn:shop}item", "element:{urn:shop}book"]);
    assert_eq!((&data["roots"], &data["entry_roots"]), (&roots, &roots));
    assert_eq!(data["documents"], json!([{"path": "shop.xsd", "namespace": "urn:shop"}]));
    assert_eq!((&data["counts"]["complex_types"], &data["issues"]), (&json!(2), &json!([])));
    assert_eq!(envelope["provenance"]["inputs"][0]["path"], "shop.xsd");
    assert_eq!(envelope["provenance"]["worker"]["cache"], "miss");
    let again = server.call("pyxsd_inspect_schema", asked(&workspace, json!({"view": "overview"})));
    assert_eq!((&again["data"], &again["provenance"]["worker"]["cache"]), (data, &json!("hit")));
}

#[test]
fn one_call_says_what_may_stand_in_an_element() {
    let (mut server, workspace) = shop();
    let arguments = json!({"view": "components", "components": ["order"], "depth": 1});
    // The element and no type has this name.
    let data = server.data("pyxsd_inspect_schema", asked(&workspace, arguments));
    let element = &data["components"][0];
    assert_eq!(
        (&element["id"], &element["documentation"]),
        (&json!("element:{urn:shop}order"), &json!("What a customer sends."))
    );
    assert_eq!(element["declared_at"], json!({"file": "shop.xsd", "line": 2}));
    assert_eq!(element["content"]["model"], "(item{1,9}, any(not ##local urn:shop, lax)?)");
    let item = &element["content"]["particle"]["particles"][0];
    assert_eq!((&item["max"], &item["abstract"]), (&json!(9), &json!(true)));
    assert_eq!(item["substitutes"], json!(["element:{urn:shop}book"]));
    assert_eq!(element["attributes"][0]["required"], true);
    let data =
        server.data("pyxsd_inspect_schema", asked(&workspace, json!({"view": "components", "components": ["order"]})));
    assert_eq!(
        ids(&data["components"]),
        ["element:{urn:shop}order", "element:{urn:shop}item", "simpleType:{urn:shop}Code"]
    );
}

#[test]
fn stubs_are_text_and_ids_that_fit_nothing_or_too_much_are_told() {
    let (mut server, workspace) = shop();
    let full = server.data("pyxsd_inspect_schema", asked(&workspace, json!({"view": "full"})));
    let text = full["text"].as_str().unwrap();
    assert!(
        text.contains("class Order:  # complexType:{urn:shop}Order  shop.xsd:5")
            && text.contains("# pattern: [A-Z]{3}"),
        "{text}"
    );
    let compact = server.data("pyxsd_inspect_schema", asked(&workspace, json!({"view": "compact"})));
    assert!(compact["text"].as_str().unwrap().contains("  price: Decimal  # fractionDigits: 20"), "{compact}");
    let components = |name: &str| asked(&workspace, json!({"view": "components", "components": [name]}));
    let unknown = server.fault("pyxsd_inspect_schema", components("nothing"), "not_found");
    assert_eq!((&unknown["details"]["id"], &unknown["details"]["role"]), (&json!("nothing"), &json!("component")));
    for wrong in [
        json!({"view": "components"}),
        json!({"view": "other"}),
        json!({"depth": 9}),
        json!({"components": ["order"]}),
        json!({"view": "full", "components": "order"}),
    ] {
        server.fault("pyxsd_inspect_schema", asked(&workspace, wrong), "invalid_argument");
    }
}

#[test]
fn who_uses_a_type_is_found_in_pages() {
    let (mut server, workspace) = shop();
    let find = "pyxsd_find_schema_components";
    let data = server.data(find, asked(&workspace, json!({"used_by": "Item"})));
    assert_eq!(ids(&data["components"]), ["element:{urn:shop}item", "element:{urn:shop}book"]);
    assert_eq!(data["components"][0]["line"], 3);
    let data = server.data(find, asked(&workspace, json!({"uses": "complexType:Order"})));
    assert_eq!(data["total"], 3, "{data}");
    let mut arguments = asked(&workspace, json!({"page_size": 2}));
    let (mut found, mut total) = (Vec::new(), 0);
    loop {
        let envelope = server.call(find, arguments.clone());
        found.extend(ids(&envelope["data"]["components"]));
        total = envelope["data"]["total"].as_u64().unwrap().max(total);
        let Some(cursor) = envelope["page"]["next_cursor"].as_str() else { break };
        arguments["cursor"] = json!(cursor);
    }
    assert_eq!((found.len() as u64, total), (9, 9), "{found:?}");
    arguments["text"] = json!("x");
    server.fault(find, arguments, "invalid_cursor");
    server.fault(find, asked(&workspace, json!({"kind": "type"})), "invalid_argument");
}

#[test]
fn broken_and_incomplete_schemas_can_be_inspected_but_decide_nothing() {
    let mut server = Server::start(Era::Session, &[]);
    let broken = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="xs:int"/><xs:element name="a" type="xs:int"/></xs:schema>"#;
    let gaps = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="gone.xsd"/><xs:element name="a" type="xs:int"/></xs:schema>"#;
    for (schema, code) in [(broken, "invalid_schema"), (gaps, "schema_incomplete")] {
        let workspace = server.workspace(&[("shop.xsd", schema), ("other.xsd", SHOP)]);
        let envelope = server.call("pyxsd_inspect_schema", asked(&workspace, json!({})));
        assert_eq!(envelope["data"]["roots"], json!(["element:a"]), "{envelope}");
        assert!(!envelope["data"]["issues"].as_array().unwrap().is_empty());
        assert_eq!(envelope["warnings"][0]["code"], code);
        assert_eq!(server.data("pyxsd_find_schema_components", asked(&workspace, json!({"name": "a"})))["total"], 1);
        server.fault("pyxsd_inspect_model", asked(&workspace, json!({"element": "a"})), code);
        let compared = json!({"workspace_id": workspace, "old_schema": {"source": {"path": "other.xsd"}}, "new_schema": {"source": {"path": "shop.xsd"}}});
        let error = server.fault("pyxsd_compare_schemas", compared, code);
        assert_eq!(error["details"]["schema"], "new");
    }
}

#[test]
fn data_is_judged_by_its_very_digits() {
    let (mut server, workspace) = shop();
    let model = server.data("pyxsd_inspect_model", asked(&workspace, json!({"element": "book"})));
    assert_eq!(model["schema"]["$schema"], "https://json-schema.org/draft/2020-12/schema", "{model}");
    assert_eq!(model["element"], "element:{urn:shop}book");
    let exact = |data: &str| {
        let arguments = asked(&workspace, json!({"element": "book", "data": "DATA"}));
        let arguments = arguments.to_string().replace("\"DATA\"", data);
        format!(
            r#"{{"jsonrpc":"2.0","id":"exact","method":"tools/call","params":{{"name":"pyxsd_validate_data","arguments":{arguments}}}}}"#
        )
    };
    for (price, valid) in
        [("0.12345678901234567890", true), ("0.123456789012345678901", false), ("\"1.5\"", true), ("true", false)]
    {
        server.send(&exact(&format!(r#"{{"{{urn:shop}}price": {price}}}"#)));
        let data = support::envelope(&server.receive())["data"].clone();
        assert_eq!(data["valid"], valid, "{price}: {data}");
        if !valid {
            assert_eq!(
                (&data["errors"][0]["pointer"], &data["errors"][0]["code"]),
                (&json!("/{urn:shop}price"), &json!("value"))
            );
        }
    }
    // JSON does not bound numbers; the schema does.
    let long = format!("1{}", "0".repeat(100_000));
    for (number, valid) in [("1e400", true), ("-1E-400", false), (&long, true)] {
        server.send(&exact(&format!(r#"{{"{{urn:shop}}price": {number}}}"#)));
        let data = support::envelope(&server.receive())["data"].clone();
        assert_eq!(data["valid"], valid, "{data}");
    }
    let twice = json!({"element": "book", "data": "{\"{urn:shop}price\": 1, \"{urn:shop}price\": 2}"});
    let error = server.fault("pyxsd_validate_data", asked(&workspace, twice), "invalid_argument");
    assert!(error["message"].as_str().unwrap().contains("`{urn:shop}price`"), "{error}");
    let text = json!({"element": "book", "data": "{\"{urn:shop}price\": 1}"});
    assert_eq!(server.data("pyxsd_validate_data", asked(&workspace, text))["valid"], true, "JSON in a string");
    let error = server.fault("pyxsd_inspect_model", asked(&workspace, json!({"element": "order"})), "invalid_argument");
    assert_eq!(error["details"]["construct"], "an element wildcard", "{error}");
    server.fault("pyxsd_inspect_model", asked(&workspace, json!({"element": "nothing"})), "not_found");
    server.fault(
        "pyxsd_inspect_model",
        asked(&workspace, json!({"element": "book", "path": ["price"]})),
        "invalid_argument",
    );
}

#[test]
fn a_comparison_tells_changes_and_what_becomes_of_a_corpus() {
    let mut server = Server::start(Era::Session, &[]);
    let new = SHOP.replace("{3}", "{4}").replace("maxOccurs=\"9\"", "maxOccurs=\"8\"");
    let order = |id: &str| format!(r#"<order xmlns="urn:shop" id="{id}"><book><price>1</price></book></order>"#);
    let files = [
        ("old/shop.xsd", SHOP.to_owned()),
        ("new/shop.xsd", new),
        ("same/shop.xsd", SHOP.to_owned()),
        ("regressed.xml", order("ABC")),
        ("resolved.xml", order("ABCD")),
        ("invalid.xml", order("A")),
        ("valid.xml", r#"<book xmlns="urn:shop"><price>1</price></book>"#.to_owned()),
        ("stray.xml", "<stray/>".to_owned()),
        ("malformed.xml", "<order".to_owned()),
    ];
    let workspace = server.workspace(&files.each_ref().map(|(path, text)| (*path, text.as_str())));
    let mut arguments = json!({
        "workspace_id": workspace,
        "old_schema": {"source": {"path": "old/shop.xsd"}},
        "new_schema": {"source": {"path": "same/shop.xsd"}},
    });
    let same = server.data("pyxsd_compare_schemas", arguments.clone());
    assert_eq!(same["totals"], json!({"added": 0, "removed": 0, "changed": 0}), "{same}");
    assert_eq!((&same["potential_impact"], same.get("corpus")), (&json!([]), None));

    arguments["new_schema"]["source"]["path"] = json!("new/shop.xsd");
    let names = ["regressed", "resolved", "invalid", "valid", "stray", "malformed"];
    arguments["corpus"] = names.iter().map(|name| json!({"path": format!("{name}.xml")})).collect();
    let data = server.data("pyxsd_compare_schemas", arguments.clone());
    assert_eq!(data["changed"], json!(["complexType:{urn:shop}Order", "simpleType:{urn:shop}Code"]), "{data}");
    assert_eq!(
        data["changed_details"][1]["changes"],
        json!([{"field": "facet.pattern", "old": "[A-Z]{3}", "new": "[A-Z]{4}"}])
    );
    assert_eq!(
        data["potential_impact"],
        json!([{"id": "element:{urn:shop}order", "because": "complexType:{urn:shop}Order"}])
    );
    let categories: Vec<&str> =
        data["corpus"]["files"].as_array().unwrap().iter().map(|file| file["category"].as_str().unwrap()).collect();
    assert_eq!(categories, ["regressed", "resolved", "invalid", "valid", "unbindable", "malformed"]);
    assert_eq!(data["corpus"]["totals"]["regressed"], 1);
    assert_eq!(data["corpus"]["files"][0]["evidence"][0]["code"], "invalid-attribute");
    assert!(data["corpus"]["files"][0]["evidence"][0]["message"].as_str().unwrap().contains("{4}"));
    assert!(data["corpus"]["files"][1]["evidence"][0]["message"].as_str().unwrap().contains("{3}"));
    assert_eq!(server.data("pyxsd_compare_schemas", arguments.clone()), data);
    arguments["corpus"] = json!([{"path": "gone.xml"}]);
    server.fault("pyxsd_compare_schemas", arguments, "not_found");
}

#[test]
fn the_commands_print_for_people_and_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let old = write("old.xsd", SHOP);
    let new = write("new.xsd", &SHOP.replace("{3}", "{4}"));
    let document = write("doc.xml", r#"<order xmlns="urn:shop" id="ABC"><book><price>1</price></book></order>"#);
    let run = |arguments: &[&str]| {
        let output = support::binary().args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    std::fs::create_dir(folder.path().join("deep")).unwrap();
    let including = SHOP.replacen("<xs:element", "<xs:include schemaLocation=\"../more.xsd\"/><xs:element", 1);
    let deep = write("deep/main.xsd", &including);
    write(
        "more.xsd",
        r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="more"/></xs:schema>"#,
    );
    let root = folder.path().to_str().unwrap();
    for (arguments, code, part) in [
        (&["inspect", &deep, "--root", root, "--find", "more"] as &[&str], 0, "element:tns:more  more.xsd:1\n"),
        (&["inspect", &deep, "--find", "more"], 0, "0 found\n"),
        (&["inspect", &deep, "--root", "/usr"], 2, ""),
        (&["inspect", &old], 0, "  element:tns:order\n"),
        (&["inspect", &old, "--component", "order"], 0, "  model: (item{1,9}, any(not ##local urn:shop, lax)?)\n"),
        (&["inspect", &old, "--view", "compact"], 0, "class Item:\n"),
        (&["inspect", &old, "--used-by", "Code"], 0, "1 found\n"),
        (&["inspect", &old, "--model", "book"], 0, "\"additionalProperties\": false"),
        (&["inspect", &old, "--format", "json"], 0, "\"target_namespace\": \"urn:shop\""),
        (&["inspect", &old, "--component", "none"], 2, ""),
        (&["inspect", "/nowhere/at/all.xsd"], 2, ""),
        (&["inspect", &document], 1, "not xs:schema"),
        (&["inspect", &document, "--view", "compact"], 1, ""),
        (&["inspect", &old, "--view", "components"], 2, ""),
        (&["inspect", &old, "--view", "overview", "--component", "order"], 2, ""),
        (&["inspect", "/nowhere/at/all.xsd", "--format", "json"], 2, "\"code\": \"not_found\""),
        (&["compare", &old, "/nowhere/at/all.xsd", "--format", "json"], 2, "\"ok\": false"),
        (&["compare", &old, &new, "--format", "json"], 0, "\"ok\": true"),
        (&["compare", &old, &new], 0, "    facet.pattern: [A-Z]{3} → [A-Z]{4}\n"),
        (&["compare", &old, &old], 0, "0 added, 0 removed, 0 changed\n"),
        (&["compare", &old, &new, "--corpus", &document], 1, "doc.xml: regressed\n"),
        (&["compare", &old, &new, "--format", "json"], 0, "\"namespace_changed\": false"),
    ] {
        let (status, text) = run(arguments);
        assert_eq!(status, Some(code), "{arguments:?}: {text}");
        assert!(text.contains(part), "{arguments:?}: {text}");
    }
}

/// Words of a text that look like ids with a prefix.
fn printed_ids(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '?' | '*' | '+'));
    let kinds = ["element:", "attribute:", "complexType:", "simpleType:", "group:", "attributeGroup:"];
    let ids = words.filter(|word| kinds.iter().any(|kind| word.starts_with(kind)));
    ids.map(str::to_owned).collect()
}

#[test]
fn every_id_that_the_commands_print_can_be_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let parts = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:part="urn:parts" targetNamespace="urn:parts"><xs:element name="part" type="part:Part"/><xs:complexType name="Part"><xs:sequence><xs:element name="code"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:element></xs:sequence><xs:attribute name="id" type="part:Id"/></xs:complexType><xs:simpleType name="Id"><xs:restriction base="xs:token"/></xs:simpleType></xs:schema>"#;
    write("parts.xsd", parts);
    let importing = r#"<xs:import namespace="urn:parts" schemaLocation="parts.xsd"/><xs:element name="whole"><xs:complexType><xs:sequence><xs:element xmlns:p="urn:parts" ref="p:part"/></xs:sequence></xs:complexType></xs:element><xs:element"#;
    let shop = write("shop.xsd", &SHOP.replacen("<xs:element", importing, 1));
    let newer =
        write("newer.xsd", &SHOP.replacen("<xs:element", importing, 1).replace("{3}", "{4}").replace("\"9\"", "\"8\""));
    let run = |arguments: &[&str]| {
        let output = support::binary().args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let mut ids = Vec::new();
    for arguments in [
        &["inspect", &shop] as &[&str],
        &["inspect", &shop, "--find", ""],
        &["inspect", &shop, "--component", "whole", "--depth", "4"],
        &["inspect", &shop, "--component", "Order", "--depth", "4"],
        &["inspect", &shop, "--view", "full"],
        &["compare", &shop, &newer],
    ] {
        let (status, text) = run(arguments);
        assert_eq!(status, Some(0), "{arguments:?}: {text}");
        let printed = printed_ids(&text);
        assert!(!printed.is_empty(), "{arguments:?}: {text}");
        ids.extend(printed);
    }
    ids.sort();
    ids.dedup();
    assert!(ids.contains(&"complexType:part:Part/element:code/type".to_owned()), "{ids:#?}");
    assert!(ids.contains(&"complexType:tns:Item/element:tns:price".to_owned()), "{ids:#?}");
    let all: Vec<&str> = ids.iter().flat_map(|id| ["--component", id.as_str()]).collect();
    let (status, text) = run(&[&["inspect", &shop, "--depth", "1"], all.as_slice()].concat());
    assert_eq!(status, Some(0), "{text}");
    let heads = text.lines().filter(|line| printed_ids(line).first().is_some_and(|id| line.starts_with(id.as_str())));
    assert_eq!(heads.count(), ids.iter().filter(|id| !id.contains('{')).count(), "{text}");
    for id in &ids {
        for flag in ["--uses", "--used-by"] {
            let (status, text) = run(&["inspect", &shop, flag, id]);
            assert!(status == Some(0) && text.contains(" found\n"), "{id}: {text}");
        }
    }
    assert_eq!(run(&["inspect", &shop, "--model", "element:part:part"]).0, Some(0));
}

#[test]
fn a_schema_that_is_larger_than_a_reply_is_shown_from_its_roots() {
    let mut server = Server::start(Era::Session, &[]);
    let part = |number: usize| {
        format!(
            r#"<xs:element name="part{number}" type="Part{number}"/><xs:complexType name="Part{number}"><xs:annotation><xs:documentation>{}</xs:documentation></xs:annotation><xs:sequence><xs:element name="value" type="xs:decimal"/><xs:element ref="part{}" minOccurs="0"/></xs:sequence></xs:complexType>"#,
            "A part of the whole. ".repeat(20),
            (number + 1) % 1000,
        )
    };
    let parts: String = (0..1000).map(part).collect();
    let head = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:w" targetNamespace="urn:w">"#;
    let whole: String = (0..60).map(|number| format!(r#"<xs:element ref="part{number}"/>"#)).collect();
    let entry = format!(
        r#"{head}<xs:include schemaLocation="parts.xsd"/><xs:element name="whole"><xs:complexType><xs:sequence>{whole}</xs:sequence></xs:complexType></xs:element></xs:schema>"#
    );
    let workspace = server.workspace(&[("shop.xsd", &entry), ("parts.xsd", &format!("{head}{parts}</xs:schema>"))]);
    for view in ["compact", "full"] {
        let envelope = server.call("pyxsd_inspect_schema", asked(&workspace, json!({"view": view, "depth": 8})));
        let text = envelope["data"]["text"].as_str().unwrap_or_else(|| panic!("{envelope}"));
        assert!(envelope.to_string().len() <= 24 << 10 && text.len() > 4 << 10, "{view}: {}", text.len());
        assert!(text.contains("class Whole:") && text.contains("# shown: "), "{view}: {text}");
        assert_eq!(text.contains("# left out for their size: tns:Part"), view == "full", "{text}");
        let again = server.call("pyxsd_inspect_schema", asked(&workspace, json!({"view": view, "depth": 8})));
        assert_eq!(again["data"], envelope["data"]);
    }
    let arguments = json!({"view": "components", "components": ["whole"], "depth": 8});
    let envelope = server.call("pyxsd_inspect_schema", asked(&workspace, arguments));
    assert_eq!(envelope["warnings"][0]["code"], "left_out", "{envelope}");
    assert!(ids(&envelope["data"]["components"]).len() > 3 && envelope.to_string().len() <= 24 << 10);
    let overview = server.call("pyxsd_inspect_schema", asked(&workspace, json!({})))["data"].clone();
    assert_eq!((&overview["spilled"], &overview["summary"]["roots_total"]), (&json!(true), &json!(1001)), "{overview}");
    assert_eq!(overview["summary"]["entry_roots"], json!(["element:{urn:w}whole"]));
}

#[test]
fn a_name_that_nothing_has_is_answered_with_what_is_like_it() {
    let (mut server, workspace) = shop();
    let arguments = json!({"view": "components", "components": ["tns:ordre"]});
    let error = server.fault("pyxsd_inspect_schema", asked(&workspace, arguments), "not_found");
    assert_eq!(error["details"]["candidates"][0], "element:{urn:shop}order", "{error}");
    let envelope = server.call("pyxsd_find_schema_components", asked(&workspace, json!({"name": "Ordre"})));
    assert_eq!((&envelope["data"]["total"], &envelope["warnings"][0]["code"]), (&json!(0), &json!("similar")));
    let data = server.data("pyxsd_find_schema_components", asked(&workspace, json!({"name": "tns:order"})));
    assert_eq!(ids(&data["components"]), ["element:{urn:shop}order"]);
    let overview = server.data("pyxsd_inspect_schema", asked(&workspace, json!({})));
    assert_eq!(overview["prefixes"], json!({"tns": "urn:shop"}));
}
