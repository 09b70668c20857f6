//! `pyxsd_query_document` and `pyxsd-mcp query`.

mod support;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::path::Path;
use support::orders::{order, schemas};
use support::{ERAS, Era, Server, binary};

const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="stock">
    <xs:complexType><xs:sequence><xs:element name="item" maxOccurs="unbounded">
      <xs:complexType><xs:simpleContent><xs:extension base="xs:string">
        <xs:attribute name="min" type="xs:integer"/><xs:attribute name="max" type="xs:integer"/>
        <xs:attribute name="unit" type="xs:string" default="kg"/>
      </xs:extension></xs:simpleContent></xs:complexType>
    </xs:element><xs:element name="note" type="xs:string" default="none" minOccurs="0"/></xs:sequence></xs:complexType>
  </xs:element>
</xs:schema>"#;
const DOCUMENT: &str = "<stock><item min='9' max='10'>Nägel</item><item min='3' max='2' >Dübel</item\n><note/></stock>";

fn asked(workspace: &str, xpath: &str) -> Value {
    json!({
        "workspace_id": workspace,
        "document": {"path": "stock.xml"},
        "schema_ref": {"source": {"path": "stock.xsd"}},
        "xpath": xpath,
    })
}

fn stocked(server: &mut Server) -> String {
    server.workspace(&[("stock.xsd", SCHEMA), ("stock.xml", DOCUMENT)])
}

#[test]
fn a_query_compares_values_as_the_schema_types_them() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let workspace = stocked(&mut server);
        let envelope = server.call("pyxsd_query_document", asked(&workspace, "//item[@min le @max]"));
        let path = json!([{"name": "stock", "index": 1}, {"name": "item", "index": 1}]);
        let item = json!({"kind": "element", "name": "item", "location": {"path": path}, "value": "Nägel"});
        assert_eq!(envelope["data"], json!({"kind": "nodes", "total": 1, "items": [item]}), "{envelope}");
        assert_eq!(envelope["page"], json!({"returned": 1, "next_cursor": null, "truncated": false}));
        assert_eq!(envelope["provenance"]["inputs"].as_array().map(Vec::len), Some(2));
        let data = server.data("pyxsd_query_document", asked(&workspace, "sum(//@min), //item[2]/@unit, 'x'"));
        assert_eq!((&data["kind"], &data["total"]), (&json!("mixed"), &json!(3)));
        assert_eq!(data["items"][0], json!({"type": "{http://www.w3.org/2001/XMLSchema}integer", "value": "12"}));
        assert_eq!(data["items"][1]["location"]["attribute"], "unit", "what the schema supplies is there: {data}");
        let data = server.data("pyxsd_query_document", asked(&workspace, "//item[. = 'Schrauben']"));
        assert_eq!(data, json!({"kind": "empty", "total": 0, "items": []}));
        assert!(server.end().status.success());
    }
}

#[test]
fn a_subtree_is_the_exact_source_and_a_defaulted_one_has_none() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = stocked(&mut server);
    let wide: Vec<u8> = format!("\u{FEFF}{DOCUMENT}").encode_utf16().flat_map(u16::to_be_bytes).collect();
    let file = json!({"path": "wide.xml", "base64": STANDARD.encode(&wide)});
    server.data("pyxsd_put_files", json!({"workspace_id": workspace, "files": [file]}));
    let slice = "<item min='3' max='2' >Dübel</item\n>";
    let encoded: Vec<u8> = slice.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (path, bytes, expected) in
        [("stock.xml", DOCUMENT.as_bytes(), slice.as_bytes()), ("wide.xml", wide.as_slice(), encoded.as_slice())]
    {
        let mut arguments = asked(&workspace, "//item[2] | //note");
        arguments["result"] = json!("subtree");
        arguments["document"]["path"] = json!(path);
        let data = server.data("pyxsd_query_document", arguments);
        let item = &data["items"][0];
        assert_eq!((&item["source_faithful"], &item["fault"]), (&json!(true), &Value::Null), "{data}");
        assert_eq!(STANDARD.decode(item["data"].as_str().unwrap()).unwrap(), expected);
        let at = |key: &str| item["span"][key].as_u64().unwrap() as usize;
        assert_eq!((&bytes[at("start")..at("end")], &item["byte_length"]), (expected, &json!(expected.len())));
        let supplied = &data["items"][1];
        assert_eq!(
            (&supplied["name"], &supplied["data"], &supplied["span"]),
            (&json!("note"), &Value::Null, &Value::Null)
        );
        assert_eq!(supplied["fault"]["code"], "source_unavailable");
    }
}

#[test]
fn pages_cover_every_item_once_and_cursors_are_bound_to_their_query() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("many.xml", &order(7, "1"))]);
    let mut arguments = json!({
        "workspace_id": workspace, "document": {"path": "many.xml"}, "schema_ref": {"source": {"path": "order.xsd"}},
        "xpath": "o:line", "namespaces": {"o": "urn:order"}, "page_size": 3,
    });
    let mut indexes = Vec::new();
    loop {
        let envelope = server.call("pyxsd_query_document", arguments.clone());
        assert_eq!(envelope["data"]["total"], 7, "{envelope}");
        let items = envelope["data"]["items"].as_array().unwrap();
        indexes.extend(items.iter().map(|item| item["location"]["path"][1]["index"].as_u64().unwrap()));
        match envelope["page"]["next_cursor"].as_str() {
            Some(cursor) => arguments["cursor"] = json!(cursor),
            None => break,
        }
    }
    assert_eq!(indexes, [1, 2, 3, 4, 5, 6, 7]);
    arguments["xpath"] = json!("o:line[1]");
    server.fault("pyxsd_query_document", arguments, "invalid_cursor");
}

#[test]
fn errors_of_the_expression_have_code_place_and_the_name_meant() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = stocked(&mut server);
    for (xpath, code, position, suggestion) in [
        ("//item[", "XPST0003", json!(7), Value::Null),
        ("1 + xsd:integer('1')", "XPST0081", json!(4), json!("xs")),
        ("cuont(//item)", "XPST0017", json!(0), json!("count")),
        ("let $x := 1 return $x", "XPST0003", json!(0), Value::Null),
        ("xs:integer(//item[1])", "FORG0001", json!(0), Value::Null),
    ] {
        let error = server.fault("pyxsd_query_document", asked(&workspace, xpath), "invalid_argument");
        let details = &error["details"];
        assert_eq!((&details["code"], &details["position"]), (&json!(code), &position), "{xpath}: {error}");
        assert_eq!(details.get("suggestion").unwrap_or(&Value::Null), &suggestion, "{xpath}: {error}");
    }
}

#[test]
fn expressions_that_mean_harm_end_in_a_fault_and_the_next_query_works() {
    let flags = ["--limit", "fuel_query=3G+0"];
    let mut server = Server::start(Era::Session, &flags);
    let workspace = stocked(&mut server);
    let nested = format!("{}1{}", "(".repeat(5000), ")".repeat(5000));
    for (xpath, fault) in [
        (nested.as_str(), "invalid_argument"),
        ("count((1 to 1000000000)[. mod 7 = 0])", "worker_fuel"),
        ("for $a in 1 to 100000, $b in 1 to 100000 return $a * $b", "worker_fuel"),
        ("matches(string-join(for $i in 1 to 60 return 'a', ''), '^((a+)+)\\2b$')", "worker_fuel"),
    ] {
        let error = server.call("pyxsd_query_document", asked(&workspace, xpath));
        let code = error["error"]["code"].as_str().unwrap_or_default();
        let bounded = [fault, "invalid_argument", "worker_memory"];
        assert!(bounded.contains(&code), "{xpath}: {error}");
        let data = server.data("pyxsd_query_document", asked(&workspace, "count(//item)"));
        assert_eq!(data["items"][0]["value"], "2");
    }
}

#[test]
fn without_a_schema_the_hints_of_the_document_count() {
    let mut server = Server::start(Era::Session, &[]);
    let hinted = DOCUMENT.replacen(
        "<stock",
        "<stock xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:noNamespaceSchemaLocation='stock.xsd'",
        1,
    );
    let workspace = server.workspace(&[("stock.xsd", SCHEMA), ("a.xml", &hinted), ("b.xml", DOCUMENT)]);
    let ask = |path: &str| json!({"workspace_id": workspace, "document": {"path": path}, "xpath": "data(//item[1]/@max) + 1"});
    let data = server.data("pyxsd_query_document", ask("a.xml"));
    assert_eq!(data["items"][0]["value"], "11");
    let fault = server.fault("pyxsd_query_document", ask("b.xml"), "not_found");
    assert_eq!(fault["details"]["role"], "schema");
}

#[test]
fn a_query_for_comments_is_told_that_the_tree_has_none() {
    let mut server = Server::start(Era::Session, &[]);
    let text = "<stock><!-- counted --><item>a</item></stock>";
    let workspace = server.workspace(&[("stock.xsd", SCHEMA), ("stock.xml", text)]);
    let envelope = server.call("pyxsd_query_document", asked(&workspace, "//item/preceding::comment()"));
    assert_eq!(envelope["data"]["kind"], "empty");
    assert_eq!(envelope["warnings"][0]["code"], "not_in_tree");
    assert!(envelope["warnings"][0]["message"].as_str().unwrap().starts_with("The step at 7 "), "{envelope}");
    let envelope = server.call("pyxsd_query_document", asked(&workspace, "//item"));
    assert_eq!(envelope["warnings"], json!([]));
    let folder = support::folder(&[("s.xsd", SCHEMA), ("d.xml", text)]);
    let (code, output, errors) = run(folder.path(), &["d.xml", "count(//comment())", "--schema", "s.xsd"]);
    assert_eq!((code, output.as_slice()), (0, b"0\n".as_slice()));
    assert!(errors.contains("comments and processing instructions are no part"), "{errors}");
    let arguments = ["d.xml", "count(//comment())", "--schema", "s.xsd", "--format", "json"];
    let json: Value = serde_json::from_slice(&run(folder.path(), &arguments).1).unwrap();
    assert_eq!(json["warnings"][0]["code"], "not_in_tree");
}

fn run(folder: &Path, arguments: &[&str]) -> (i32, Vec<u8>, String) {
    let output = binary().arg("query").args(arguments).current_dir(folder).output().expect("the binary starts");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    (output.status.code().expect("a code"), output.stdout, errors)
}

#[test]
fn the_command_prints_a_table_exact_sources_or_json() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.xsd"), SCHEMA).unwrap();
    std::fs::write(folder.path().join("d.xml"), DOCUMENT).unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let (code, table, errors) = run(folder.path(), &["d.xml", "//item, //item/@max, 1 + 1", "--schema", "s.xsd"]);
    assert_eq!(code, 0, "{errors}");
    let expected = "/stock[1]/item[1]       Nägel\n/stock[1]/item[2]       Dübel\n\
                    /stock[1]/item[1]/@max  10\n/stock[1]/item[2]/@max  2\n2\n";
    assert_eq!(text(table), expected);
    let (code, sources, errors) = run(folder.path(), &["d.xml", "//item[2], //note", "--schema", "s.xsd", "--subtree"]);
    assert_eq!((code, text(sources).as_str()), (0, "<item min='3' max='2' >Dübel</item\n>\n"), "{errors}");
    assert!(errors.contains("/stock[1]/note[1]"), "{errors}");
    let (code, json, _) = run(folder.path(), &["d.xml", "count(//item)", "--schema", "s.xsd", "--format", "json"]);
    let json: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!((code, &json["ok"], &json["data"]["items"][0]["value"]), (0, &json!(true), &json!("2")));
    let (code, nothing, errors) = run(folder.path(), &["d.xml", "//item[", "--schema", "s.xsd"]);
    assert_eq!((code, nothing.len()), (2, 0));
    assert!(errors.contains("XPST0003") && errors.contains("\n  //item[\n         ^\n"), "{errors}");
    assert_eq!(run(folder.path(), &["d.xml", "1", "--schema", "s.xsd", "--ns", "p"]).0, 2);
}

#[test]
fn the_command_takes_expressions_with_a_minus_sign_and_how_invalid_content_is_bound() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.xsd"), SCHEMA).unwrap();
    std::fs::write(folder.path().join("d.xml"), "<stock><item>a</item><odd/><note/></stock>").unwrap();
    let text = |arguments: &[&str]| {
        let (code, output, errors) = run(folder.path(), &[&["--schema", "s.xsd", "d.xml"], arguments].concat());
        assert_eq!(code, 0, "{arguments:?}: {errors}");
        String::from_utf8(output).expect("UTF-8")
    };
    assert_eq!(text(&["-1 to 1"]), "-1\n0\n1\n");
    assert_eq!(text(&["-count(//item)", "--format", "text"]), "-1\n");
    assert_eq!(text(&["count(//odd)"]), "1\n", "what is invalid is kept");
    assert_eq!(text(&["count(//odd)", "--binding", "strict"]), "0\n");
    let (code, fault, errors) = run(folder.path(), &["d.xml", "//item[", "--schema", "s.xsd", "--format", "json"]);
    let fault: Value = serde_json::from_slice(&fault).expect("JSON");
    assert_eq!((code, errors.as_str(), &fault["ok"]), (2, "", &json!(false)));
    assert_eq!(fault["error"]["details"]["code"], "XPST0003");
}
