//! `pyxsd_preview_records` and `pyxsd_export_records`.

mod support;

use serde_json::{Value, json};
use std::collections::BTreeSet;
use support::shop::{EMPTY, ITEMS, SHOP, TWO, all, of, orders, shop, shops};
use support::{ERAS, Era, Server, envelope};

const PREVIEW: &str = "pyxsd_preview_records";
const EXPORT: &str = "pyxsd_export_records";

/// Name, type and whether values may be null, of each column.
fn columns_of(data: &Value) -> Vec<(&str, &str, bool)> {
    let mut columns = Vec::new();
    for column in data["columns"].as_array().expect("columns") {
        let (name, kind) = (column["name"].as_str().expect("a name"), column["type"].as_str().expect("a type"));
        columns.push((name, kind, column["nullable"].as_bool().expect("a truth value")));
    }
    columns
}

fn retained(server: &mut Server) -> usize {
    server.data("pyxsd_list_artifacts", json!({}))["artifacts"].as_array().expect("a list").len()
}

#[test]
fn a_whole_record_has_every_attribute_and_child_as_a_typed_column() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let workspace = shops(&mut server);
        let envelope = server.call(PREVIEW, of(&workspace, "two.xml", orders()));
        let data = &envelope["data"];
        let expected = [
            ("@id", "uint16", false),
            ("@note", "string", true),
            ("{urn:shop}sku", "string", true),
            ("{urn:shop}price", "decimal128(10, 2)", true),
            ("{urn:shop}count", "int32", true),
            ("{urn:shop}tag", "list<item: string not null>", false),
            ("{urn:shop}sizes", "list<item: int16 not null>", true),
            ("{urn:shop}to", "struct<@express: bool, {urn:shop}city: string>", true),
        ];
        assert_eq!(columns_of(data), expected, "{envelope}");
        let first = json!({
            "@id": 1, "@note": null, "{urn:shop}sku": "A", "{urn:shop}price": "12.50", "{urn:shop}count": 3, "{urn:shop}tag": ["x", "y"],
            "{urn:shop}sizes": [1, -2], "{urn:shop}to": {"@express": false, "{urn:shop}city": "Ulm"},
        });
        let second = json!({
            "@id": 2, "@note": "ä", "{urn:shop}sku": "", "{urn:shop}price": "1.00", "{urn:shop}count": null, "{urn:shop}tag": [],
            "{urn:shop}sizes": null, "{urn:shop}to": null,
        });
        assert_eq!(data["rows"], json!([first, second]));
        assert_eq!((&data["row_count"], &data["count_complete"]), (&json!(2), &json!(true)));
        let provenance = &envelope["provenance"];
        assert_eq!((&provenance["inputs_total"], &provenance["schema"]["documents_total"]), (&json!(2), &json!(1)));
        assert!(provenance["worker"]["fuel"].as_u64().unwrap() > 0, "{provenance}");
        assert_eq!(retained(&mut server), 0, "a preview retains nothing");
    }
}

#[test]
fn a_selector_finds_records_and_columns_are_picked_from_records_ancestors_and_the_root() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = shops(&mut server);
    let columns = json!({
        "city": {"path": ["{urn:shop}to", "{urn:shop}city"]},
        "id": {"attribute": "id"},
        "price": {"scope": "record", "path": ["{urn:shop}price"], "attribute": null, "levels": 0},
        "above": {"scope": "ancestor", "levels": 1, "attribute": "region"},
        "root": {"scope": "root", "attribute": "region"},
    });
    for selection in [
        json!({"selector": "{urn:shop}order"}),
        json!({"selector": "s:order", "namespaces": {"s": "urn:shop"}}),
        json!({"selector": ".//{*}order"}),
        json!({"selector": "order", "namespaces": {"": "urn:shop"}}),
        orders(),
    ] {
        let mut asked = selection.clone();
        asked["columns"] = columns.clone();
        let data = server.data(PREVIEW, of(&workspace, "two.xml", asked));
        let expected = [
            ("city", "string", true),
            ("id", "uint16", false),
            ("price", "decimal128(10, 2)", false),
            ("above", "string", false),
            ("root", "string", false),
        ];
        assert_eq!(columns_of(&data), expected, "{selection}");
        assert_eq!(
            data["rows"],
            json!([
                {"city": "Ulm", "id": 1, "price": "12.50", "above": "EU", "root": "EU"},
                {"city": null, "id": 2, "price": "1.00", "above": "EU", "root": "EU"},
            ]),
            "{selection}"
        );
    }
    // Every element of a declaration, wherever it stands: the document tells what is above it.
    let asked = json!({"element": "element:{urn:shop}shop/type/element:{urn:shop}order", "columns": columns});
    let data = server.data(PREVIEW, of(&workspace, "two.xml", asked.clone()));
    let second = json!({"city": null, "id": 2, "price": "1.00", "above": "EU", "root": "EU"});
    assert_eq!((&data["row_count"], &data["rows"][1]), (&json!(2), &second));
    let none = server.call(PREVIEW, of(&workspace, "empty.xml", asked));
    assert_eq!(none["warnings"][0]["code"], "nothing_selected", "{none}");
    let one = server.data(PREVIEW, of(&workspace, "two.xml", json!({"selector": "{urn:shop}order[@id='2']"})));
    assert_eq!((&one["row_count"], &one["rows"][0]["@id"]), (&json!(1), &json!(2)));
}

#[test]
fn a_preview_shows_twenty_rows_and_counts_all() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = shops(&mut server);
    server.put(&workspace, &[("many.xml", &shop(1_000))]);
    for exact in [json!(true), json!(false)] {
        let mut asked = orders();
        asked["columns"] = json!({"id": {"attribute": "id"}});
        asked["exact_count"] = exact;
        let data = server.data(PREVIEW, of(&workspace, "many.xml", asked));
        let ids: Vec<u64> = data["rows"].as_array().unwrap().iter().map(|row| row["id"].as_u64().unwrap()).collect();
        assert_eq!(ids, (1..=20).collect::<Vec<u64>>());
        assert_eq!((&data["row_count"], &data["count_complete"]), (&json!(1_000), &json!(true)));
    }
    // What is too large for a reply is retained whole, and the count stays in sight.
    let long = format!(
        "<shop xmlns=\"urn:shop\">{}</shop>",
        format!("<order id=\"1\"><sku>{}</sku><price>1</price></order>", "x".repeat(2_000)).repeat(20)
    );
    server.put(&workspace, &[("long.xml", &long)]);
    let spilled = server.data(PREVIEW, of(&workspace, "long.xml", orders()));
    assert_eq!((&spilled["spilled"], &spilled["summary"]["row_count"]), (&json!(true), &json!(20)));
}

#[test]
fn hints_of_the_document_stand_for_the_schema() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = shops(&mut server);
    let hinted = TWO.replace("<shop ", "<shop xsi:schemaLocation=\"urn:shop shop.xsd\" ");
    server.put(&workspace, &[("hinted.xml", &hinted)]);
    let mut asked = of(&workspace, "hinted.xml", orders());
    asked.as_object_mut().unwrap().remove("schema_ref");
    assert_eq!(server.data(PREVIEW, asked)["row_count"], 2);
    let mut asked = of(&workspace, "two.xml", orders());
    asked.as_object_mut().unwrap().remove("schema_ref");
    assert_eq!(server.fault(PREVIEW, asked, "not_found")["details"]["role"], "schema");
}

#[test]
fn every_wrong_argument_is_named_before_a_worker_is_asked() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = shops(&mut server);
    for (wrong, field) in [
        (json!({}), "element"),
        (json!({"element": "shop", "selector": "x"}), "selector"),
        (json!({"selector": "x", "path": ["a"]}), "path"),
        (json!({"element": "shop", "namespaces": {}}), "namespaces"),
        (json!({"element": "shop", "columns": {}}), "columns"),
        (json!({"element": "shop", "columns": {"a": {"scope": "up"}}}), "columns.a.scope"),
        (json!({"element": "shop", "columns": {"a": {"scope": "ancestor"}}}), "columns.a.levels"),
        (json!({"element": "shop", "columns": {"a": {"scope": "root", "levels": 1}}}), "columns.a.levels"),
        (json!({"element": "shop", "unknown": 1}), "unknown"),
    ] {
        for tool in [PREVIEW, EXPORT] {
            let arguments = if tool == PREVIEW {
                of(&workspace, "two.xml", wrong.clone())
            } else {
                all(&workspace, &["two.xml"], wrong.clone())
            };
            assert_eq!(server.fault(tool, arguments, "invalid_argument")["details"]["field"], field, "{wrong}");
        }
    }
    let inexact = of(&workspace, "two.xml", json!({"element": "shop", "exact_count": "no"}));
    assert_eq!(server.fault(PREVIEW, inexact, "invalid_argument")["details"]["field"], "exact_count");
    let orders = orders();
    let with = |key: &str, value: Value| {
        let mut asked = orders.clone();
        asked[key] = value;
        asked
    };
    for (wrong, field) in [
        (all(&workspace, &[], orders.clone()), "documents"),
        (all(&workspace, &["two.xml", "empty.xml"], with("layout", json!("file"))), "layout"),
        (all(&workspace, &["two.xml"], with("layout", json!("folder"))), "layout"),
        (all(&workspace, &["two.xml", "empty.xml", "two.xml"], orders.clone()), "documents[2]"),
        (of(&workspace, "two.xml", orders.clone()), "documents"),
    ] {
        assert_eq!(server.fault(EXPORT, wrong, "invalid_argument")["details"]["field"], field);
    }
}

#[test]
fn what_the_schema_or_the_document_does_not_fit_is_said_with_a_way_on() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = shops(&mut server);
    let substituted = TWO.replace("<to><city>", "<to xsi:type=\"own\"><city>");
    server.put(&workspace, &[("odd.xml", &substituted), ("other.xml", "<other xmlns='urn:shop'>x</other>")]);
    let mut fault = |asked: Value, code: &str| server.fault(PREVIEW, of(&workspace, "two.xml", asked), code);

    let unknown = fault(json!({"element": "nothing"}), "not_found");
    assert_eq!((&unknown["details"]["id"], &unknown["details"]["role"]), (&json!("nothing"), &json!("component")));
    assert_eq!(unknown["details"]["field"], "element");
    // The bare name of a local declaration.
    let astray = fault(json!({"element": "shop", "path": ["order"]}), "invalid_argument");
    assert!(astray["message"].as_str().unwrap().contains("order"), "{astray}");
    let mixed = fault(json!({"element": "shop"}), "invalid_argument");
    assert!(mixed["details"]["construct"].as_str().unwrap().contains("mixed"), "{mixed}");
    assert_eq!(mixed["details"]["descendant"], json!(["{urn:shop}order"]), "{mixed}");
    let off = fault(json!({"selector": "*/*"}), "invalid_argument");
    assert_eq!(off["details"]["location"]["path"].as_array().unwrap().len(), 3, "{off}");
    fault(json!({"selector": "a["}), "invalid_argument");
    fault(json!({"selector": "p:order"}), "invalid_argument");
    let several = fault(
        json!({"selector": "{urn:shop}order", "columns": {"tag": {"path": ["{urn:shop}tag"]}}}),
        "invalid_argument",
    );
    assert!(several["message"].as_str().unwrap().contains("tag"), "{several}");
    fault(json!({"selector": "{urn:shop}order", "columns": {"to": {"path": ["{urn:shop}to"]}}}), "invalid_argument");
    fault(
        json!({"selector": "{urn:shop}order", "columns": {"up": {"scope": "ancestor", "levels": 7, "attribute": "id"}}}),
        "invalid_argument",
    );
    assert_eq!(off["details"]["construct"], "rows that do not share one route", "{off}");
    assert!(off["details"]["at"].is_string() && off["details"]["descendant"].is_null(), "{off}");
    let elsewhere = server.data(PREVIEW, of(&workspace, "other.xml", orders()));
    assert_eq!((&elsewhere["row_count"], elsewhere["columns"].as_array().unwrap().len()), (&json!(0), 8));
    let odd = server.fault(PREVIEW, of(&workspace, "odd.xml", orders()), "invalid_document");
    assert_eq!(odd["details"]["report"]["counts"]["errors"], 1, "{odd}");
    // The argument that leads astray is named, as far down as it can be.
    let column =
        |source: Value| json!({"selector": "{urn:shop}order", "columns": {"a": {"attribute": "id"}, "b": source}});
    for (wrong, field) in [
        (json!({"element": "shop", "path": ["order"]}), "path[0]"),
        (json!({"element": "shop", "path": ["{urn:shop}order", "{urn:shop}none"]}), "path[1]"),
        (json!({"element": "shop"}), "element"),
        (json!({"selector": "."}), "selector"),
        (json!({"selector": "a["}), "selector"),
        (json!({"selector": "p:order"}), "selector"),
        (json!({"selector": "*/*"}), "selector"),
        (column(json!({"path": ["{urn:shop}to", "{urn:shop}none"]})), "columns.b.path[1]"),
        (column(json!({"path": ["{urn:shop}tag"]})), "columns.b.path[0]"),
        (column(json!({"path": ["{urn:shop}to"]})), "columns.b"),
        (column(json!({"attribute": "none"})), "columns.b.attribute"),
        (column(json!({"scope": "ancestor", "levels": 7, "attribute": "id"})), "columns.b.levels"),
    ] {
        let error = server.fault(PREVIEW, of(&workspace, "two.xml", wrong.clone()), "invalid_argument");
        assert_eq!(error["details"]["field"], field, "{wrong}: {error}");
    }
    // The way out is one that was not taken already.
    let said = |server: &mut Server, wrong: Value| {
        server.fault(PREVIEW, of(&workspace, "two.xml", wrong), "invalid_argument")["message"].to_string()
    };
    let taken = said(&mut server, column(json!({"path": ["{urn:shop}to"]})));
    assert!(taken.contains("has no form in columns") && !taken.contains("`columns` picks"), "{taken}");
    let unnamed = said(&mut server, json!({"selector": "{urn:shop}order", "columns": {"": {"attribute": "id"}}}));
    assert!(unnamed.contains("Column 1 of `columns` has an empty name"), "{unnamed}");
    // Nothing is wrong with a document that has no such records.
    let none = server.data(PREVIEW, of(&workspace, "empty.xml", orders()));
    assert_eq!(
        (&none["row_count"], &none["rows"], none["columns"].as_array().unwrap().len()),
        (&json!(0), &json!([]), 8)
    );
    let none = server.call(PREVIEW, of(&workspace, "two.xml", json!({"selector": "{urn:shop}nothing"})));
    assert_eq!(none["data"], json!({"columns": [], "rows": [], "row_count": 0, "count_complete": true}));
    assert_eq!(none["warnings"][0]["code"], "nothing_selected");
}

#[test]
fn documents_that_give_no_records_have_their_faults_and_nothing_is_retained() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = shops(&mut server);
    let broken = SHOP.replace("type=\"price\"", "type=\"none\"");
    let wrong = SHOP.replace(
        "<xs:sequence><xs:element name=\"city\"",
        "<xs:sequence minOccurs=\"2\" maxOccurs=\"1\"><xs:element name=\"city\"",
    );
    server.put(&workspace, &[("broken.xsd", &broken), ("wrong.xsd", &wrong)]);
    for (document, schema, code) in [
        ("invalid.xml", "shop.xsd", "invalid_document"),
        ("malformed.xml", "shop.xsd", "invalid_xml"),
        ("none.xml", "shop.xsd", "not_found"),
        ("two.xml", "none.xsd", "not_found"),
        ("two.xml", "broken.xsd", "schema_incomplete"),
        ("two.xml", "wrong.xsd", "invalid_schema"),
    ] {
        let schema = json!({"source": {"path": schema}});
        let mut preview = of(&workspace, document, orders());
        preview["schema_ref"] = schema.clone();
        server.fault(PREVIEW, preview, code);
        for layout in ["file", "dataset"] {
            let mut export = all(&workspace, &[document], orders());
            (export["schema_ref"], export["layout"]) = (schema.clone(), json!(layout));
            server.fault(EXPORT, export, code);
        }
    }
    let documents = ["two.xml", "invalid.xml", "empty.xml", "also.xml"];
    server.put(&workspace, &[("also.xml", "<shop xmlns='urn:shop' x='1' y='2'/>")]);
    let error = server.fault(EXPORT, all(&workspace, &documents, orders()), "invalid_document");
    let details = &error["details"];
    assert_eq!(details["path"], "invalid.xml");
    let report = &details["report"];
    assert_eq!((&report["valid"], &report["counts"]["errors"]), (&json!(false), &json!(1)), "{error}");
    assert_eq!((&report["issues"][0]["file"], &report["issues_total"]), (&json!("invalid.xml"), &json!(1)));
    let all_of_them = json!([{"path": "invalid.xml", "errors": 1}, {"path": "also.xml", "errors": 2}]);
    assert_eq!((&details["documents"], &details["documents_total"]), (&all_of_them, &json!(2)));
    server.fault(EXPORT, all("none", &["two.xml"], orders()), "not_found");
    assert_eq!(retained(&mut server), 0);
    assert_eq!(server.data(PREVIEW, of(&workspace, "two.xml", orders()))["row_count"], 2);
}

/// The artifacts of an export, by place in the layout or name.
fn exported(server: &mut Server, arguments: Value) -> Value {
    let envelope = server.call(EXPORT, arguments);
    assert_eq!(envelope["ok"], true, "{envelope}");
    assert_eq!(envelope["artifacts"], envelope["data"]["files"], "{envelope}");
    for file in envelope["data"]["files"].as_array().unwrap() {
        let read = server.data("pyxsd_read_artifact", json!({"artifact_id": file["artifact_id"], "length": 4}));
        assert_eq!((&read["size"], &read["digest"]), (&file["size"], &file["digest"]));
        let start = std::fs::read(file["path"].as_str().unwrap()).unwrap();
        let magic: &[u8] = if file["media_type"] == "application/json" { b"{\n  " } else { b"PAR1" };
        assert!(start.starts_with(magic), "{file}");
    }
    envelope
}

#[test]
fn one_document_becomes_one_file() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let workspace = shops(&mut server);
        let envelope = exported(&mut server, all(&workspace, &["two.xml"], orders()));
        let files = envelope["data"]["files"].as_array().unwrap();
        assert_eq!((files.len(), &envelope["data"]["rows"]), (1, &json!(2)));
        let file = &files[0];
        assert_eq!((&file["kind"], &file["filename"]), (&json!("records"), &json!("two.parquet")));
        assert_eq!(file["media_type"], "application/vnd.apache.parquet");
        assert!(file.get("dataset_id").is_none() && file.get("relative_path").is_none(), "{file}");
        let worker = &envelope["provenance"]["worker"];
        let capabilities = server.data("pyxsd_capabilities", json!({}));
        let components = capabilities["components"].as_array().unwrap();
        let digest =
            |name: &str| components.iter().find(|component| component["name"] == name).unwrap()["digest"].clone();
        assert_eq!((&worker["component"], &worker["encoder"]["component"]), (&digest("worker"), &digest("records")));
        assert!(worker["encoder"]["memory_bytes"].as_u64().unwrap() > 0 && worker["encoder"]["tier"].is_string());
        // The same again is another artifact with the same contents.
        let again = exported(&mut server, all(&workspace, &["two.xml"], orders()));
        assert_eq!(again["data"]["files"][0]["digest"], file["digest"]);
        assert_eq!(retained(&mut server), 2);
    }
}

#[test]
fn several_documents_become_a_data_set_with_a_manifest() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = shops(&mut server);
    server.put(&workspace, &[("more/many.xml", &shop(300))]);
    let documents = ["two.xml", "empty.xml", "more/many.xml"];
    let envelope = exported(&mut server, all(&workspace, &documents, orders()));
    assert_eq!(envelope["data"]["rows"], 302);
    let files = envelope["data"]["files"].as_array().unwrap();
    let places: Vec<&str> = files.iter().map(|file| file["relative_path"].as_str().unwrap()).collect();
    let parts = ["parts/part-000001.parquet", "parts/part-000002.parquet", "parts/part-000003.parquet"];
    assert_eq!(places, ["manifest.json", "_schema.parquet", parts[0], parts[1], parts[2]]);
    let data_sets: BTreeSet<&str> = files.iter().map(|file| file["dataset_id"].as_str().unwrap()).collect();
    assert_eq!(data_sets.len(), 1);
    assert!(files.iter().all(|file| file["kind"] == "dataset"));

    let manifest = std::fs::read_to_string(files[0]["path"].as_str().unwrap()).unwrap();
    assert!(manifest.is_ascii() && manifest.starts_with("{\n  \"format_version\": 1,\n  \"status\": \"complete\",\n"));
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let keys: Vec<&String> = manifest.as_object().unwrap().keys().collect();
    let expected = [
        "format_version",
        "status",
        "versions",
        "xsd_version",
        "parse_policy",
        "projection",
        "selector",
        "namespaces",
        "schema_file",
        "counts",
        "entries",
    ];
    assert_eq!(keys, expected);
    assert_eq!(manifest["projection"]["row_route"], json!(["{urn:shop}shop", "{urn:shop}order"]));
    assert_eq!(manifest["projection"]["fields"].as_array().unwrap().len(), 8);
    assert_eq!(manifest["counts"], json!({"inputs": 3, "succeeded": 3, "failed": 0, "rows": 302}));
    let entry = |number: usize, rows: u64| {
        json!({
            "source_id": documents[number], "ordinal": number + 1, "status": if rows == 0 { "empty" } else { "written" }, "rows": rows,
            "part": parts[number], "issues": [], "failure": null,
        })
    };
    assert_eq!(manifest["entries"], json!([entry(0, 2), entry(1, 0), entry(2, 300)]));
    assert_eq!(envelope["provenance"]["inputs_total"], 4);
    assert_eq!(
        server.call("pyxsd_list_artifacts", json!({"kind": "dataset"}))["data"]["artifacts"].as_array().unwrap().len(),
        5
    );
}

#[test]
fn a_selector_that_finds_nothing_in_one_document_takes_the_columns_of_the_others() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = shops(&mut server);
    let selected = json!({"selector": "{urn:shop}order", "layout": "dataset"});
    let envelope = exported(&mut server, all(&workspace, &["empty.xml", "two.xml"], selected.clone()));
    assert_eq!((envelope["data"]["files"].as_array().unwrap().len(), &envelope["data"]["rows"]), (4, &json!(2)));
    // Where none has any there is nothing to tell the columns by.
    let nothing = server.fault(EXPORT, all(&workspace, &["empty.xml"], selected), "invalid_argument");
    assert_eq!(nothing["details"]["field"], "selector", "{nothing}");
}

#[test]
fn documents_without_records_or_with_records_elsewhere_are_told_apart_in_a_data_set() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = shops(&mut server);
    server.put(&workspace, &ITEMS);
    let schema = json!({"source": {"path": "items.xsd"}});
    let asked = |documents: &[&str], rest: Value| {
        let mut asked = all(&workspace, documents, rest);
        (asked["schema_ref"], asked["layout"]) = (schema.clone(), json!("dataset"));
        asked
    };
    let every = exported(&mut server, asked(&["none.xml", "one.xml", "deep.xml"], json!({"element": "i"})));
    assert_eq!(every["data"]["rows"], 2, "{every}");
    let columns = json!({"a": {"attribute": "a"}, "g": {"scope": "root", "attribute": "g"}});
    let around = json!({"element": "i", "columns": columns});
    let found = exported(&mut server, asked(&["none.xml", "one.xml", "typed.xml"], around.clone()));
    assert_eq!((&found["data"]["rows"], found["data"]["files"].as_array().unwrap().len()), (&json!(2), 5), "{found}");
    let other = server.fault(EXPORT, asked(&["one.xml", "deep.xml"], around.clone()), "invalid_argument");
    assert_eq!((&other["details"]["field"], &other["details"]["document"]), (&json!("element"), &json!("deep.xml")));
    assert_eq!(other["details"]["construct"], "rows that do not share one route", "{other}");
    let nothing = server.fault(EXPORT, asked(&["none.xml"], around), "invalid_argument");
    assert_eq!(nothing["details"]["field"], "element", "{nothing}");
    let whole = server.fault(EXPORT, asked(&["typed.xml"], json!({"element": "i"})), "invalid_argument");
    let details = &whole["details"];
    assert_eq!((&details["at"], &details["descendant"]), (&json!("element:i"), &json!(["k"])), "{whole}");
    assert!(details["construct"].as_str().unwrap().contains("xsi:type"), "{whole}");
}

#[test]
fn documents_with_other_columns_are_not_put_into_one_data_set() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = shops(&mut server);
    let hinted = |schema: &str, document: &str| {
        document.replace(
            "<shop ",
            &format!(
                "<shop xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\" i:schemaLocation=\"urn:shop {schema}\" "
            ),
        )
    };
    let other = SHOP.replace("xs:unsignedShort", "xs:unsignedInt");
    server.put(
        &workspace,
        &[("other.xsd", &other), ("a.xml", &hinted("shop.xsd", EMPTY)), ("b.xml", &hinted("other.xsd", EMPTY))],
    );
    let mut asked = all(&workspace, &["a.xml", "b.xml"], orders());
    asked.as_object_mut().unwrap().remove("schema_ref");
    let fault = server.fault(EXPORT, asked, "invalid_argument");
    assert_eq!(fault["details"]["field"], "documents[1]", "{fault}");
    assert_eq!(retained(&mut server), 0);
}

#[test]
fn limits_of_an_export_leave_nothing_and_the_next_call_works() {
    for (limit, code, documents, layout) in [
        ("artifact_bytes=2000", "output_limit", &["many.xml"][..], "file"),
        ("artifact_bytes=2000", "output_limit", &["many.xml"], "dataset"),
        ("output_files=1", "output_limit", &["two.xml"], "dataset"),
        ("corpus_max_files=1", "input_limit", &["two.xml", "empty.xml"], "dataset"),
        ("fuel_records=60M+0", "worker_fuel", &["many.xml"], "file"),
        ("xml_elements=100", "input_limit", &["many.xml"], "file"),
        ("worker_memory_bytes=16MiB", "worker_memory", &["many.xml"], "file"),
    ] {
        let flags = ["--limit", limit, "--limit", "upload_bytes=8MiB", "--limit", "request_bytes=16MiB"];
        let mut server = Server::start(Era::Session, &flags);
        let workspace = shops(&mut server);
        server.put(&workspace, &[("many.xml", &shop(50_000))]);
        let mut asked = orders();
        asked["layout"] = json!(layout);
        let error = server.fault(EXPORT, all(&workspace, documents, asked), code);
        assert_eq!(error["details"]["limit"], limit.split('=').next().unwrap(), "{error}");
        assert_eq!(retained(&mut server), 0, "{limit}");
        let mut few = orders();
        few["columns"] = json!({"id": {"attribute": "id"}});
        exported(&mut server, all(&workspace, &["empty.xml"], few));
    }
}

#[test]
fn an_export_tells_its_progress_and_can_be_cancelled_without_a_trace() {
    for era in ERAS {
        let mut server = Server::start(era, &["--limit", "workers=1", "--limit", "queue_slots=1"]);
        let workspace = shops(&mut server);
        let names: Vec<String> = (0..30).map(|number| format!("{number}.xml")).collect();
        for (number, name) in names.iter().enumerate() {
            server.put(&workspace, &[(name, &shop(6_000 + number))]);
        }
        let documents: Vec<&str> = names.iter().map(String::as_str).collect();
        let call = |documents: &[&str]| json!({"name": EXPORT, "arguments": all(&workspace, documents, orders()), "_meta": {"progressToken": "t"}});
        let id = server.begin("tools/call", call(&documents[..3]));
        let mut told = Vec::new();
        let answer = loop {
            let message = server.receive();
            if message["id"] == id {
                break message;
            }
            told.push((message["params"]["progress"].clone(), message["params"]["total"].clone()));
        };
        assert_eq!(envelope(&answer)["ok"], true, "{answer}");
        assert_eq!(told, (1..=3).map(|done| (json!(done), json!(3))).collect::<Vec<_>>());
        let before = retained(&mut server);

        let id = server.begin("tools/call", call(&documents));
        assert_eq!(server.receive()["params"]["progress"], 1);
        let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
        server.send(&cancel.to_string());
        // The only worker is free again.
        let next =
            server.begin("tools/call", json!({"name": PREVIEW, "arguments": of(&workspace, "two.xml", orders())}));
        let answer = loop {
            let message = server.receive();
            assert_ne!(message["id"], id, "{message}");
            if message["id"] == next {
                break message;
            }
        };
        assert_eq!(envelope(&answer)["data"]["row_count"], 2, "{answer}");
        assert_eq!(retained(&mut server), before);
        assert!(server.end().rest.is_empty());
    }
}

#[test]
fn a_server_killed_during_an_export_lists_nothing_of_it() {
    let state = tempfile::tempdir().unwrap();
    let flags = ["--state-dir", state.path().to_str().unwrap()];
    let mut server = Server::start(Era::Session, &flags);
    let workspace = shops(&mut server);
    let names: Vec<String> = (0..30).map(|number| format!("{number}.xml")).collect();
    names.iter().for_each(|name| _ = server.put(&workspace, &[(name, &shop(6_000))]));
    let documents: Vec<&str> = names.iter().map(String::as_str).collect();
    let arguments = all(&workspace, &documents, orders());
    server.begin("tools/call", json!({"name": EXPORT, "arguments": arguments, "_meta": {"progressToken": 1}}));
    assert_eq!(server.receive()["method"], "notifications/progress");
    server.kill();
    let mut server = Server::start(Era::Session, &flags);
    assert_eq!(retained(&mut server), 0);
    let workspace = shops(&mut server);
    exported(&mut server, all(&workspace, &["two.xml"], orders()));
}

#[test]
fn a_data_set_of_many_documents_spills_its_reply_and_several_exports_run_side_by_side() {
    // Each export has a worker and an encoder, and each of these reserves 4 GiB of address space, which machines that run tests may bound.
    let mut server = Server::start(Era::Session, &["--limit", "workers=2", "--limit", "hostcall_bytes=1MiB"]);
    let workspace = shops(&mut server);
    let names: Vec<String> = (0..60).map(|number| format!("{number}.xml")).collect();
    names.iter().for_each(|name| _ = server.put(&workspace, &[(name, &shop(3))]));
    server.put(&workspace, &[("many.xml", &shop(8_000))]);
    let documents: Vec<&str> = names.iter().map(String::as_str).collect();
    let spilled = server.data(EXPORT, all(&workspace, &documents, orders()));
    assert_eq!(
        (&spilled["spilled"], &spilled["summary"]["rows"], &spilled["summary"]["files_total"]),
        (&json!(true), &json!(180), &json!(62))
    );
    let whole = std::fs::read(spilled["artifact"]["path"].as_str().unwrap()).unwrap();
    let whole: Value = serde_json::from_slice(&whole).unwrap();
    assert_eq!(whole["data"]["files"].as_array().map(Vec::len), Some(62));

    let call = |document: &str| json!({"name": EXPORT, "arguments": all(&workspace, &[document], orders())});
    let begun: BTreeSet<i64> = (0..6).map(|_| server.begin("tools/call", call("many.xml"))).collect();
    let mut digests = BTreeSet::new();
    let mut answered = BTreeSet::new();
    for _ in 0..6 {
        let answer = server.receive();
        answered.insert(answer["id"].as_i64().unwrap_or_else(|| panic!("{answer}")));
        let digest = envelope(&answer)["data"]["files"][0]["digest"].as_str().map(str::to_owned);
        digests.insert(digest.unwrap_or_else(|| panic!("{answer}")));
    }
    assert_eq!((answered, digests.len()), (begun, 1));
}

#[test]
fn files_of_a_source_root_are_exported_without_an_upload() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("shop.xsd", SHOP), ("two.xml", TWO), ("empty.xml", EMPTY)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let mut server = Server::start(Era::Session, &["--source-root", folder.path().to_str().unwrap()]);
    let workspace = server.workspace(&[]);
    assert_eq!(server.data(PREVIEW, of(&workspace, "two.xml", orders()))["row_count"], 2);
    let envelope = exported(&mut server, all(&workspace, &["two.xml", "empty.xml"], orders()));
    assert_eq!((&envelope["data"]["rows"], &envelope["provenance"]["generation"]), (&json!(2), &json!(0)));
    let missing = server.fault(EXPORT, all(&workspace, &["two.xml", "none.xml"], orders()), "not_found");
    assert_eq!((&missing["details"]["path"], &missing["details"]["role"]), (&json!("none.xml"), &json!("document")));
}
