//! `--source-root`: what an empty workspace reads, and what it never reads.

mod support;

use pyxsd_mcp::capture::blobs::Scratch;
use pyxsd_mcp::capture::source_root::{SourceCapture, SourceRoot};
use pyxsd_mcp::capture::tree::{Bound, Found, Tree as _};
use pyxsd_mcp::fault::FaultCode;
use pyxsd_mcp::limits::Limits;
use pyxsd_mcp::workspace::WorkspacePath;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use support::orders::{NUMBER, ORDER, VALID};
use support::{Era, Server, binary};

/// What lies outside and must never be seen.
const SECRET: &str = "<order xmlns=\"urn:order\"><line>classified</line></order>";
const HINTED: &str = r#"<order xmlns="urn:order" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:order ../order.xsd"><line>1</line></order>"#;

/// A source root in a folder of its own, with a file beside it.
struct Tree {
    outer: tempfile::TempDir,
}

impl Tree {
    fn new(files: &[(&str, &str)]) -> Tree {
        let tree = Tree { outer: tempfile::tempdir().unwrap() };
        fs::create_dir(tree.root()).unwrap();
        fs::write(tree.outer.path().join("secret.xml"), SECRET).unwrap();
        for (path, text) in files {
            tree.write(path, text);
        }
        tree
    }

    fn orders() -> Tree {
        Tree::new(&[("order.xsd", ORDER), ("types/number.xsd", NUMBER), ("doc.xml", VALID), ("in/hinted.xml", HINTED)])
    }

    fn root(&self) -> PathBuf {
        self.outer.path().join("root")
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), text).unwrap();
    }

    /// A server over the root, and an empty workspace.
    fn serve(&self, flags: &[&str]) -> (Server, String) {
        let root = self.root();
        let flags = [&["--source-root", root.to_str().unwrap()], flags].concat();
        let mut server = Server::start(Era::Session, &flags);
        let workspace = server.workspace(&[]);
        (server, workspace)
    }
}

fn question(workspace: &str, document: &str, schema: Option<&str>) -> Value {
    let mut question = json!({"workspace_id": workspace, "document": {"path": document}});
    if let Some(schema) = schema {
        question["schema_ref"] = json!({"source": {"path": schema}});
    }
    question
}

fn validate(server: &mut Server, workspace: &str, document: &str, schema: Option<&str>) -> Value {
    let envelope = server.call("pyxsd_validate_document", question(workspace, document, schema));
    assert!(!envelope.to_string().contains("classified"), "{envelope}");
    envelope
}

/// The schema of orders, which includes this location in place of the numbers' own.
fn including(location: &str) -> String {
    ORDER.replace("types/number.xsd", location)
}

#[test]
fn an_empty_workspace_reads_the_named_files_and_their_schema_dependencies() {
    let tree = Tree::orders();
    let (mut server, workspace) = tree.serve(&[]);
    assert_eq!(server.data("pyxsd_capabilities", json!({}))["source_root"], true);
    for (document, schema) in [("doc.xml", Some("order.xsd")), ("in/hinted.xml", None)] {
        let envelope = validate(&mut server, &workspace, document, schema);
        assert_eq!(envelope["data"]["valid"], true, "{envelope}");
        let provenance = &envelope["provenance"];
        assert_eq!((&provenance["workspace_id"], &provenance["generation"]), (&json!(workspace), &json!(0)));
        let paths: Vec<&Value> = provenance["inputs"].as_array().unwrap().iter().map(|input| &input["path"]).collect();
        assert_eq!(paths, [document, "order.xsd", "types/number.xsd"]);
    }
    // The next call sees what is there then.
    tree.write("doc.xml", "<order xmlns=\"urn:order\"><line>x</line></order>");
    assert_eq!(validate(&mut server, &workspace, "doc.xml", Some("order.xsd"))["data"]["valid"], false);
    let listed = server.data("pyxsd_manage_workspace", json!({"action": "list"}));
    assert_eq!(listed["workspaces"][0]["files"], 0);
}

#[test]
fn once_there_are_uploads_only_they_count() {
    let tree = Tree::orders();
    let (mut server, workspace) = tree.serve(&[]);
    server.put(&workspace, &[("doc.xml", VALID)]);
    let error =
        server.fault("pyxsd_validate_document", question(&workspace, "doc.xml", Some("order.xsd")), "not_found");
    assert_eq!((&error["details"]["role"], &error["details"]["path"]), (&json!("schema"), &json!("order.xsd")));
    server.put(&workspace, &[("order.xsd", ORDER)]);
    let incomplete = question(&workspace, "doc.xml", Some("order.xsd"));
    server.fault("pyxsd_validate_document", incomplete, "schema_incomplete");
}

#[test]
fn later_pages_notice_that_a_file_was_changed() {
    let tree = Tree::orders();
    let lines = "<line>x</line>\n".repeat(20);
    tree.write("bad.xml", &format!("<order xmlns=\"urn:order\">{lines}</order>"));
    let (mut server, workspace) = tree.serve(&[]);
    let mut page = question(&workspace, "bad.xml", Some("order.xsd"));
    page["page_size"] = json!(5);
    let first = server.call("pyxsd_validate_document", page.clone());
    page["cursor"] = first["page"]["next_cursor"].clone();
    let second = server.call("pyxsd_validate_document", page.clone());
    assert_eq!(second["data"]["issues"].as_array().map(Vec::len), Some(5), "{second}");
    tree.write("types/number.xsd", &format!("{NUMBER}\n"));
    server.fault("pyxsd_validate_document", page, "invalid_cursor");
}

#[test]
fn links_are_not_followed_wherever_they_stand() {
    let tree = Tree::orders();
    let secret = tree.outer.path().join("secret.xml");
    symlink(&secret, tree.at("absolute.xml")).unwrap();
    symlink("../secret.xml", tree.at("relative.xml")).unwrap();
    symlink(tree.outer.path(), tree.at("folder")).unwrap();
    symlink("..", tree.at("up")).unwrap();
    symlink("doc.xml", tree.at("inside.xml")).unwrap();
    symlink("types", tree.at("alias")).unwrap();
    symlink("nowhere", tree.at("dangling.xml")).unwrap();
    symlink("loop.xml", tree.at("loop.xml")).unwrap();
    let (mut server, workspace) = tree.serve(&[]);
    for document in [
        "absolute.xml",
        "relative.xml",
        "folder/secret.xml",
        "up/secret.xml",
        "up/root/doc.xml",
        "inside.xml",
        "dangling.xml",
        "loop.xml",
        "loop.xml/x",
    ] {
        let envelope = validate(&mut server, &workspace, document, Some("order.xsd"));
        assert_eq!(envelope["error"]["code"], "not_found", "{document}: {envelope}");
        let message = envelope["error"]["message"].as_str().unwrap();
        assert!(message.contains("links are not followed"), "{message}");
    }
    // As a discovered dependency, in the name or in a folder before it.
    symlink("number.xsd", tree.at("types/link.xsd")).unwrap();
    for location in ["types/link.xsd", "alias/number.xsd", "up/root/types/number.xsd"] {
        tree.write("linked.xsd", &including(location));
        let envelope = validate(&mut server, &workspace, "doc.xml", Some("linked.xsd"));
        assert_eq!(envelope["error"]["code"], "schema_incomplete", "{location}: {envelope}");
    }
    assert_eq!(validate(&mut server, &workspace, "doc.xml", Some("order.xsd"))["data"]["valid"], true);
}

#[test]
fn paths_that_lead_out_are_refused_and_references_that_do_are_unresolved() {
    let tree = Tree::orders();
    let outside = tree.outer.path().join("secret.xml");
    let outside = outside.to_str().unwrap();
    fs::write(tree.outer.path().join("number.xsd"), NUMBER).unwrap();
    let (mut server, workspace) = tree.serve(&[]);
    let paths = [
        "../secret.xml",
        "in/../../secret.xml",
        "./doc.xml",
        outside,
        "/etc/passwd",
        "C:/secret.xml",
        r"..\secret.xml",
        "in//hinted.xml",
    ];
    for path in paths {
        for (document, schema) in [(path, "order.xsd"), ("doc.xml", path)] {
            let envelope = validate(&mut server, &workspace, document, Some(schema));
            assert_eq!(envelope["error"]["code"], "invalid_argument", "{path}: {envelope}");
        }
    }
    let absolute = tree.outer.path().join("number.xsd");
    let absolute = absolute.to_str().unwrap();
    let url = format!("file://{absolute}");
    let deep = format!("{}number.xsd", "../".repeat(40));
    for location in [
        "../number.xsd",
        absolute,
        &url,
        &deep,
        "types/../../number.xsd",
        "%2e%2e/number.xsd",
        "..%2fnumber.xsd",
        "C:/number.xsd",
        r"..\number.xsd",
        "http://localhost/number.xsd",
    ] {
        tree.write("out.xsd", &including(location));
        let envelope = validate(&mut server, &workspace, "doc.xml", Some("out.xsd"));
        assert_eq!(envelope["error"]["code"], "schema_incomplete", "{location}: {envelope}");
        assert_eq!(envelope["error"]["details"]["unresolved"][0]["location"], location);
    }
    let hinted = HINTED.replace("../order.xsd", "../../number.xsd");
    tree.write("in/out.xml", &hinted);
    let envelope = validate(&mut server, &workspace, "in/out.xml", None);
    assert_eq!(
        (&envelope["error"]["code"], &envelope["error"]["details"]["role"]),
        (&json!("not_found"), &json!("schema"))
    );
    assert!(envelope["error"]["message"].as_str().unwrap().contains("outside"), "{envelope}");
}

#[test]
fn pipes_devices_and_folders_are_neither_read_nor_waited_for() {
    let tree = Tree::orders();
    assert!(Command::new("mkfifo").arg(tree.at("pipe")).status().unwrap().success());
    let socket = std::os::unix::net::UnixListener::bind(tree.at("socket")).unwrap();
    fs::write(tree.at("closed.xml"), VALID).unwrap();
    let (mut server, workspace) = tree.serve(&[]);
    for name in ["pipe", "socket", "types"] {
        let envelope = validate(&mut server, &workspace, name, Some("order.xsd"));
        assert_eq!(envelope["error"]["code"], "not_found", "{name}: {envelope}");
        assert!(envelope["error"]["message"].as_str().unwrap().contains("not a plain file"), "{envelope}");
        tree.write("odd.xsd", &including(name));
        let envelope = validate(&mut server, &workspace, "doc.xml", Some("odd.xsd"));
        assert_eq!(envelope["error"]["code"], "schema_incomplete", "{name}: {envelope}");
    }
    let under_a_file = validate(&mut server, &workspace, "doc.xml/x", Some("order.xsd"));
    assert_eq!(under_a_file["error"]["code"], "not_found");
    drop(socket);
}

#[test]
fn the_state_directory_is_never_captured() {
    for (state, flags) in [(".pyxsd/mcp", "--project-root"), ("state", "--state-dir")] {
        let tree = Tree::orders();
        let place = if flags == "--state-dir" { tree.at(state) } else { tree.root() };
        tree.write(&format!("{state}/number.xsd"), NUMBER);
        tree.write(&format!("{state}/store-v2/doc.xml"), SECRET);
        tree.write("out.xsd", &including(&format!("types/../{state}/./number.xsd")));
        let (mut server, workspace) = tree.serve(&[flags, place.to_str().unwrap()]);
        let envelope = validate(&mut server, &workspace, &format!("{state}/store-v2/doc.xml"), Some("order.xsd"));
        assert_eq!(envelope["error"]["code"], "not_found", "{envelope}");
        assert!(envelope["error"]["message"].as_str().unwrap().contains("server's own state"), "{envelope}");
        let envelope = validate(&mut server, &workspace, "doc.xml", Some("out.xsd"));
        assert_eq!(envelope["error"]["code"], "schema_incomplete", "{envelope}");
        // What the server retains there itself is not read either.
        tree.write("bad.xml", "<order xmlns=\"urn:order\"/>");
        let report = validate(&mut server, &workspace, "bad.xml", Some("order.xsd"))["data"]["report"].clone();
        let retained = Path::new(report["path"].as_str().unwrap())
            .strip_prefix(tree.root().canonicalize().unwrap())
            .unwrap()
            .to_owned();
        let envelope = validate(&mut server, &workspace, retained.to_str().unwrap(), Some("order.xsd"));
        assert_eq!(envelope["error"]["code"], "not_found", "{envelope}");
    }
}

#[test]
fn a_source_root_in_the_state_directory_or_without_a_folder_stops_the_start() {
    let tree = Tree::orders();
    fs::create_dir_all(tree.at("state/inner")).unwrap();
    symlink("inner", tree.at("state/link")).unwrap();
    let start = |root: &str, state: &str| {
        let output = binary()
            .args(["--source-root", root, "--state-dir", state])
            .current_dir(tree.root())
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for root in ["state", "state/inner", "state/link", "types/../state"] {
        let (code, message) = start(root, "state");
        assert!(code == Some(2) && message.contains("state directory"), "{root}: {message}");
    }
    for root in ["none", "doc.xml"] {
        let (code, message) = start(root, "state");
        assert!(code == Some(2) && message.contains("--source-root"), "{root}: {message}");
    }
    assert_eq!(start(".", "state").0, Some(0), "the state may lie in the source root");
}

#[test]
fn what_is_captured_is_bounded_while_it_is_copied() {
    let tree = Tree::orders();
    tree.write("large.xml", &format!("<order xmlns=\"urn:order\">{}</order>", "<line>1</line>".repeat(200)));
    tree.write("large.xsd", &format!("{ORDER}<!--{}-->", "x".repeat(3_000)));
    let deep = |n: usize| including(&format!("c{}.xsd", n + 1));
    for n in 0..9 {
        tree.write(&format!("c{n}.xsd"), &deep(n));
    }
    let reached = |flags: &[&str], document: &str, schema: &str| -> Value {
        let (mut server, workspace) = tree.serve(flags);
        let envelope = validate(&mut server, &workspace, document, Some(schema));
        assert_eq!(envelope["error"]["code"], "input_limit", "{envelope}");
        assert_eq!(validate(&mut server, &workspace, "doc.xml", Some("order.xsd"))["data"]["valid"], true);
        envelope["error"]["details"].clone()
    };
    let details = reached(&["--limit", "xml_bytes=1000"], "large.xml", "order.xsd");
    assert_eq!((&details["limit"], &details["path"]), (&json!("xml_bytes"), &json!("large.xml")));
    assert_eq!(details["flag"], "--limit xml_bytes=VALUE");
    let details = reached(&["--limit", "xsd_bytes=2000"], "doc.xml", "large.xsd");
    assert_eq!((&details["limit"], &details["path"]), (&json!("xsd_bytes"), &json!("large.xsd")));
    let details = reached(&["--limit", "schema_closure_files=4"], "doc.xml", "c0.xsd");
    assert_eq!(details["limit"], "schema_closure_files");
    let details = reached(&["--limit", "schema_closure_bytes=1500"], "doc.xml", "c0.xsd");
    assert_eq!(details["limit"], "schema_closure_bytes");
    let details = reached(&["--limit", "session_bytes=1500"], "doc.xml", "c0.xsd");
    assert_eq!(details["limit"], "session_bytes");
}

#[test]
fn all_that_is_missing_is_told_at_once() {
    let tree = Tree::orders();
    let (mut server, workspace) = tree.serve(&[]);
    let error = server.fault("pyxsd_validate_document", question(&workspace, "no.xml", Some("no.xsd")), "not_found");
    let missing = json!([{"path": "no.xml", "role": "document"}, {"path": "no.xsd", "role": "schema"}]);
    assert_eq!(error["details"]["missing"], missing);
    let mut question = question(&workspace, "doc.xml", Some("order.xsd"));
    question["schema_ref"]["options"] = json!({"namespace_schemas": {"urn:none": "none.xsd"}});
    let error = server.fault("pyxsd_validate_document", question, "schema_incomplete");
    assert_eq!(error["details"]["unresolved"][0]["asked_by"], json!({"option": "namespace_schemas"}));
}

/// A capture from the tree without a server.
fn capture(tree: &Tree) -> SourceCapture {
    let root = Arc::new(SourceRoot::open(&tree.root(), None).unwrap());
    SourceCapture::new(root, Scratch::create().unwrap(), || None)
}

fn path(text: &str) -> WorkspacePath {
    WorkspacePath::parse(text).unwrap()
}

fn read(capture: &SourceCapture, text: &str) -> Result<Option<Vec<u8>>, FaultCode> {
    let limits = Limits::default();
    match capture.capture(&path(text), Bound::of_documents(&limits), &limits) {
        Ok(Found::File(file)) => Ok(Some(file.read().unwrap())),
        Ok(Found::Absent(_)) => Ok(None),
        Err(fault) => Err(fault.code),
    }
}

#[test]
fn a_file_that_changes_before_the_capture_ends_is_noticed() {
    let changes: [fn(&Tree); 5] = [
        |tree| tree.write("doc.xml", &VALID.replace('1', "2")),
        |tree| {
            tree.write("new.xml", VALID);
            fs::rename(tree.at("new.xml"), tree.at("doc.xml")).unwrap();
        },
        |tree| fs::remove_file(tree.at("doc.xml")).unwrap(),
        |tree| {
            fs::rename(tree.at("types"), tree.at("moved")).unwrap();
            symlink("moved", tree.at("types")).unwrap();
        },
        |tree| tree.write("later.xsd", NUMBER),
    ];
    for (place, change) in changes.into_iter().enumerate() {
        let tree = Tree::orders();
        let capture = capture(&tree);
        for file in ["doc.xml", "types/number.xsd"] {
            assert!(read(&capture, file).unwrap().is_some());
        }
        assert_eq!(read(&capture, "later.xsd"), Ok(None));
        let unchanged = self::capture(&tree);
        read(&unchanged, "doc.xml").unwrap();
        assert!(unchanged.verify().is_ok());
        change(&tree);
        let fault = capture.verify().unwrap_err();
        assert_eq!(fault.code, FaultCode::StateBusy, "change {place}");
        assert!(fault.code.entry().retryable);
    }
}

/// Runs `attack` on a thread of its own again and again while `observe` is called, for a while.
fn race(attack: impl Fn() + Send + 'static, mut observe: impl FnMut()) {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let attacker = std::thread::spawn(move || {
        while !stopped.load(Ordering::Relaxed) {
            attack();
        }
    });
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(1_500) {
        observe();
    }
    stop.store(true, Ordering::Relaxed);
    attacker.join().unwrap();
}

#[test]
fn a_file_that_is_swapped_for_a_link_all_the_time_never_gives_what_the_link_leads_to() {
    let tree = Tree::orders();
    let (root, outside) = (tree.root(), tree.outer.path().join("secret.xml"));
    let attack = move || {
        let _ = symlink(&outside, root.join("link"));
        let _ = fs::rename(root.join("link"), root.join("victim.xml"));
        let _ = fs::write(root.join("plain"), VALID);
        let _ = fs::rename(root.join("plain"), root.join("victim.xml"));
    };
    race(attack, || {
        if let Ok(Some(bytes)) = read(&capture(&tree), "victim.xml") {
            assert_eq!(bytes, VALID.as_bytes());
        }
    });
}

#[test]
fn a_folder_that_is_swapped_for_a_link_all_the_time_never_leads_out() {
    let tree = Tree::orders();
    tree.write("real/secret.xml", VALID);
    let (root, outside) = (tree.root(), tree.outer.path().to_owned());
    let attack = move || {
        let _ = symlink(&outside, root.join("link"));
        let _ = fs::rename(root.join("real"), root.join("kept"));
        let _ = fs::rename(root.join("link"), root.join("real"));
        let _ = fs::remove_file(root.join("real"));
        let _ = fs::rename(root.join("kept"), root.join("real"));
    };
    let mut inside = 0;
    race(attack, || {
        if let Ok(Some(bytes)) = read(&capture(&tree), "real/secret.xml") {
            assert_eq!(bytes, VALID.as_bytes());
            inside += 1;
        }
    });
    assert!(inside > 0, "the true file is read now and then");
}

#[test]
fn a_file_that_is_rewritten_all_the_time_is_had_whole_or_refused_and_can_be_had_afterwards() {
    let tree = Tree::orders();
    let (size, file) = (200_000, tree.at("victim.xml"));
    fs::write(&file, "a".repeat(size)).unwrap();
    let attack = move || {
        use std::os::unix::fs::FileExt as _;
        let open = fs::OpenOptions::new().write(true).open(&file).unwrap();
        for (place, letter) in [(0, "a"), (1, "b"), (0, "b"), (1, "a")] {
            open.write_all_at(letter.repeat(size / 2).as_bytes(), place * size as u64 / 2).unwrap();
        }
    };
    race(attack, || match read(&capture(&tree), "victim.xml") {
        Ok(found) => assert_eq!(found.map(|bytes| bytes.len()), Some(size)),
        Err(code) => assert_eq!(code, FaultCode::StateBusy),
    });
    assert!(read(&capture(&tree), "victim.xml").unwrap().is_some());
}
