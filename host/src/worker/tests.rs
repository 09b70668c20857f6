//! The worker component of this binary, from the outside.

use super::engine::{self, Tier};
use super::memory::{MemoryCap, MemoryMeter};
use super::schema::{NameMatching, ReferenceKind, SchemaOptions, XsdVersion};
use super::*;
use crate::capture::CapturedFile;
use crate::capture::blobs::Scratch;
use crate::clock::Clock;
use crate::fault::FaultCode;
use std::sync::LazyLock;
use wasmtime::component::Component;
use wasmtime::component::types::ComponentItem;
use wasmtime::{Instance, Module, Store};

const ORDERS: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o" xmlns="urn:o"
    elementFormDefault="qualified">
  <xs:include schemaLocation="types/price.xsd"/>
  <xs:element name="order">
    <xs:complexType>
      <xs:sequence><xs:element name="price" type="Price" maxOccurs="2"/></xs:sequence>
      <xs:attribute name="id" type="xs:int" use="required"/>
    </xs:complexType>
  </xs:element>
</xs:schema>"#;
const PRICE: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o">
  <xs:simpleType name="Price">
    <xs:restriction base="xs:decimal"><xs:minInclusive value="0"/></xs:restriction>
  </xs:simpleType>
</xs:schema>"#;
const VALID: &str = r#"<order xmlns="urn:o" id="1"><price>1.50</price></order>"#;
const INVALID: &str = "<order xmlns='urn:o'>\n  <price>-1</price>\n</order>";
const HINTED: &str = r#"<order xmlns="urn:o" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="urn:o orders.xsd urn:p http://example.org/p.xsd" id="1"><price>1</price></order>"#;

fn path(text: &str) -> WorkspacePath {
    WorkspacePath::parse(text).unwrap()
}

fn capture(files: &[(&str, &str)]) -> Arc<Capture> {
    let scratch = Scratch::create().unwrap();
    let entry = |(name, text): &(&str, &str)| (path(name), CapturedFile::new(scratch.store(text.as_bytes()).unwrap()));
    Arc::new(Capture::new(files.iter().map(entry).collect()))
}

fn orders() -> Arc<Capture> {
    capture(&[
        ("orders.xsd", ORDERS),
        ("types/price.xsd", PRICE),
        ("valid.xml", VALID),
        ("invalid.xml", INVALID),
        ("hinted.xml", HINTED),
        ("malformed.xml", "<order"),
    ])
}

/// Compiled once for all tests.
static SHARED: LazyLock<Workers> =
    LazyLock::new(|| Workers::of_component(&Limits::default(), Cow::Borrowed(WORKER), CompiledCode::InMemory).unwrap());

fn workers() -> Workers {
    workers_with(Limits::default())
}

fn workers_with(limits: Limits) -> Workers {
    let shared = SHARED.clone();
    let pool = Arc::new(Pool::new(Arc::clone(&shared.code), Arc::new(limits), Clock::default()));
    Workers { pool, ..shared }
}

fn worker_thread(pool: &Workers, roll: &roll::Roll) -> thread::GuestThread<actor::Worker> {
    let limits = Arc::new(Limits::default());
    let worker = actor::Worker::new(Arc::clone(&pool.code), limits, Clock::default()).unwrap();
    thread::GuestThread::start(worker, roll).unwrap()
}

fn request(capture: &Arc<Capture>, document: &str) -> ValidateRequest {
    ValidateRequest {
        capture: Arc::clone(capture),
        schema: SchemaSource::Reference { path: path("orders.xsd"), options: SchemaOptions::default() },
        document: path(document),
    }
}

#[tokio::test]
async fn a_valid_and_an_invalid_document_have_their_verdicts_with_places() {
    let (pool, files) = (workers(), orders());
    let valid = pool.validate(request(&files, "valid.xml")).await.unwrap();
    assert!(valid.report.valid);
    assert_eq!(valid.readings.cache, Cache::Miss);
    let documents: Vec<_> = valid.schema.documents.iter().map(|document| document.path.as_str()).collect();
    assert_eq!(documents, ["orders.xsd", "types/price.xsd"]);
    assert_eq!(valid.schema.documents[1].namespace, "urn:o");

    let invalid = pool.validate(request(&files, "invalid.xml")).await.unwrap();
    assert_eq!(invalid.readings.cache, Cache::Hit);
    assert!(!invalid.report.valid);
    assert_eq!(invalid.report.counts.errors, 2);
    let places: Vec<_> =
        invalid.report.issues.iter().map(|issue| (issue.code.as_str(), issue.file.as_str(), issue.line)).collect();
    assert_eq!(places, [("missing-attribute", "invalid.xml", 1), ("value", "invalid.xml", 2)]);
}

#[tokio::test]
async fn the_two_compilers_give_the_same_reports() {
    let files = orders();
    let first = Workers::of_component(&Limits::default(), Cow::Borrowed(WORKER), CompiledCode::InMemory).unwrap();
    let winch = first.validate(request(&files, "invalid.xml")).await.unwrap();
    let second = workers();
    second.code.best().unwrap();
    let cranelift = second.validate(request(&files, "invalid.xml")).await.unwrap();
    assert_eq!((winch.readings.tier, cranelift.readings.tier), (Tier::Winch, Tier::Cranelift));
    assert_eq!(winch.report, cranelift.report);
}

#[tokio::test]
async fn documents_that_cannot_be_read_are_faults() {
    let (pool, files) = (workers(), orders());
    let malformed = pool.validate(request(&files, "malformed.xml")).await.unwrap_err();
    assert_eq!((malformed.code, &malformed.details["path"]), (FaultCode::InvalidXml, &"malformed.xml".into()));
    let missing = pool.validate(request(&files, "nowhere.xml")).await.unwrap_err();
    assert_eq!((missing.code, &missing.details["role"]), (FaultCode::NotFound, &"document".into()));
    let no_schema = ValidateRequest {
        schema: SchemaSource::Reference { path: path("nowhere.xsd"), options: SchemaOptions::default() },
        ..request(&files, "valid.xml")
    };
    let missing = pool.validate(no_schema).await.unwrap_err();
    assert_eq!((missing.code, &missing.details["role"]), (FaultCode::NotFound, &"schema".into()));
    let without_include = capture(&[("orders.xsd", ORDERS), ("valid.xml", VALID)]);
    let incomplete = pool.validate(request(&without_include, "valid.xml")).await.unwrap_err();
    assert_eq!(incomplete.code, FaultCode::SchemaIncomplete);
    assert_eq!(incomplete.details["unresolved"][0]["target"], "types/price.xsd");
    assert!(pool.validate(request(&files, "valid.xml")).await.unwrap().report.valid);
}

#[tokio::test]
async fn limits_reach_the_guest() {
    let pool = workers_with(Limits { xml_bytes: 10, ..Limits::default() });
    let fault = pool.validate(request(&orders(), "valid.xml")).await.unwrap_err();
    assert_eq!((fault.code, &fault.details["limit"]), (FaultCode::InputLimit, &"xml_bytes".into()));
}

#[tokio::test]
async fn references_and_hints_are_told_with_their_paths() {
    let (pool, files) = (workers(), orders());
    let references = pool.references(Arc::clone(&files), path("orders.xsd"), SchemaOptions::default()).await.unwrap();
    assert_eq!(references.len(), 1);
    assert_eq!(references[0].kind, ReferenceKind::Include);
    assert_eq!(references[0].path, Some(path("types/price.xsd")));
    let hints = pool.hints(Arc::clone(&files), path("hinted.xml")).await.unwrap();
    let paths: Vec<_> = hints.iter().map(|hint| hint.path.clone()).collect();
    assert_eq!(paths, [Some(path("orders.xsd")), None]);
    let hinted = ValidateRequest {
        schema: SchemaSource::Hints { options: SchemaOptions::default() },
        ..request(&files, "hinted.xml")
    };
    assert!(pool.validate(hinted).await.unwrap().report.valid);
}

#[tokio::test]
async fn options_reach_the_guest() {
    let wrong_namespace = VALID.replace("urn:o", "urn:other");
    let files = capture(&[("orders.xsd", ORDERS), ("types/price.xsd", PRICE), ("valid.xml", &wrong_namespace)]);
    let pool = workers();
    let with = |options| ValidateRequest {
        schema: SchemaSource::Reference { path: path("orders.xsd"), options },
        ..request(&files, "valid.xml")
    };
    assert!(!pool.validate(with(SchemaOptions::default())).await.unwrap().report.valid);
    let legacy =
        SchemaOptions { matching: NameMatching::Legacy, version: XsdVersion::V1_0, ..SchemaOptions::default() };
    assert!(pool.validate(with(legacy)).await.unwrap().report.valid);
}

/// Checks what a component imports, and that it exports interfaces, among them these.
fn imports_wasi_and_exports(component: &Component, interfaces: &[&str]) {
    let engine = component.engine();
    let types = component.component_type();
    let imports: Vec<String> = types.imports(engine).map(|(name, _)| name.to_owned()).collect();
    assert!(!imports.is_empty());
    for import in &imports {
        let allowed = ["wasi:cli/", "wasi:clocks/", "wasi:filesystem/", "wasi:io/", "wasi:random/"];
        assert!(allowed.iter().any(|package| import.starts_with(package)), "{import}");
    }
    let exports: Vec<&str> = types.exports(engine).map(|(name, _)| name).collect();
    for interface in interfaces {
        assert!(exports.contains(&format!("pyxsd:worker/{interface}@0.1.0").as_str()), "{exports:?}");
    }
    assert!(types.exports(engine).all(|(_, item)| matches!(item.ty, ComponentItem::ComponentInstance(_))));
}

#[test]
fn the_component_imports_nothing_but_wasi_without_sockets_and_http() {
    let engine = engine::create(Tier::Winch).unwrap();
    let component = Component::from_binary(&engine, WORKER).unwrap();
    imports_wasi_and_exports(&component, &["types", "schemas", "documents"]);
    let linker = sandbox::linker::<()>(&engine).unwrap();
    assert!(super::bindings::WorkerPre::new(linker.instantiate_pre(&component).unwrap()).is_ok());
}

#[test]
fn the_encoder_imports_nothing_but_wasi_and_has_nothing_of_the_worker() {
    let engine = engine::create(Tier::Winch).unwrap();
    let component = Component::from_binary(&engine, RECORDS).unwrap();
    imports_wasi_and_exports(&component, &["encoding"]);
    let linker = sandbox::linker::<()>(&engine).unwrap();
    let instances = || linker.instantiate_pre(&component).unwrap();
    assert!(super::bindings::records::RecordsPre::new(instances()).is_ok());
    assert!(super::bindings::WorkerPre::new(instances()).is_err());
}

#[tokio::test]
async fn the_encoder_is_not_compiled_before_something_is_exported() {
    let workers = Workers::of_component(&Limits::default(), Cow::Borrowed(WORKER), CompiledCode::InMemory).unwrap();
    workers.prewarm();
    workers.schema(orders(), vec![path("orders.xsd")], SchemaOptions::default()).await.unwrap();
    assert!(workers.code.was_wanted() && !workers.records.was_wanted());
    workers.prewarm_encoder();
    assert!(workers.records.was_wanted());
}

#[tokio::test]
async fn a_table_that_grows_reaches_the_cap_too() {
    const BOMB: &str = r#"(module
        (table $a 0 funcref) (table $b 0 funcref)
        (func (export "grow") (param i32) (result i32)
            (drop (table.grow $a (ref.null func) (local.get 0)))
            (table.grow $b (ref.null func) (local.get 0))))"#;
    for tier in [Tier::Winch, Tier::Cranelift] {
        let engine = engine::create(tier).unwrap();
        let module = Module::new(&engine, wat::parse_str(BOMB).unwrap()).unwrap();
        let mut store = Store::new(&engine, MemoryMeter::new(1 << 20, "worker_memory_bytes"));
        store.limiter(|meter| meter);
        store.set_fuel(1_000_000).unwrap();
        store.epoch_deadline_async_yield_and_update(1);
        let instance = Instance::new_async(&mut store, &module, &[]).await.unwrap();
        let grow = instance.get_typed_func::<i32, i32>(&mut store, "grow").unwrap();
        assert_eq!(grow.call_async(&mut store, 50_000).await.unwrap(), 0);
        let refused = grow.call_async(&mut store, 50_000).await.unwrap_err();
        assert!(refused.downcast_ref::<MemoryCap>().is_some(), "{tier:?}: {refused:#}");
        assert!(matches!(stop::Stop::of(&refused), stop::Stop::OutOfMemory(_)));
    }
}

#[tokio::test]
async fn a_call_that_is_dropped_during_the_first_compilation_ends_at_once_and_leaves_that_going() {
    let limits = Limits { workers: 1, ..Limits::default() };
    let workers = Workers::of_component(&limits, Cow::Borrowed(WORKER), CompiledCode::InMemory).unwrap();
    let files = orders();
    let call = workers.validate(request(&files, "valid.xml"));
    tokio::time::timeout(std::time::Duration::from_millis(20), call).await.expect_err("compiling takes longer");
    // The only place is free again although nothing is compiled yet.
    drop(workers.lease().await.unwrap());
    assert!(workers.code.is_being_made());
    assert!(workers.validate(request(&files, "valid.xml")).await.unwrap().report.valid);
}

#[tokio::test]
async fn calls_on_one_schema_that_come_together_do_not_all_compile_it() {
    let (pool, files) = (workers(), orders());
    let call = || pool.validate(request(&files, "valid.xml"));
    let outcomes = tokio::join!(call(), call(), call(), call());
    let caches = [outcomes.0, outcomes.1, outcomes.2, outcomes.3].map(|outcome| outcome.unwrap().readings.cache);
    assert!(caches.contains(&Cache::Hit) && caches.contains(&Cache::Miss), "{caches:?}");
}

#[tokio::test]
async fn a_lease_keeps_its_schema_beyond_the_operations_of_a_worker_and_leaves_a_fresh_one() {
    let limits = Limits { worker_operations: 2, ..Limits::default() };
    let (pool, files) = (workers_with(limits.clone()), orders());
    let times = Times::of_document(&limits);
    let mut lease = pool.lease().await.unwrap();
    let mut caches = Vec::new();
    for _ in 0..5 {
        caches.push(lease.validate(request(&files, "valid.xml"), times).await.unwrap().readings.cache);
    }
    assert_eq!(caches, [Cache::Miss, Cache::Hit, Cache::Hit, Cache::Hit, Cache::Hit]);
    drop(lease);
    assert_eq!(pool.validate(request(&files, "valid.xml")).await.unwrap().readings.cache, Cache::Miss);
}

#[tokio::test]
async fn workers_that_end_leave_no_folder_behind() {
    let (pool, files) = (workers(), orders());
    let permit = Arc::new(Arc::new(tokio::sync::Semaphore::new(1)).acquire_owned().await.unwrap());
    let roll = roll::Roll::default();
    let thread = worker_thread(&pool, &roll);
    let work = async move |worker: &mut actor::Worker| {
        worker.hints(&files, &path("valid.xml"), Times::of_document(&Limits::default())).await?;
        Ok(worker.folder().to_owned())
    };
    let (folder, _) = thread.run(&permit, work).await;
    let folder = folder.unwrap();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "it is emptied after each call");
    drop(thread);
    roll.wait();
    assert!(!folder.exists());
}

#[tokio::test]
async fn a_link_that_leads_out_of_the_slot_is_not_followed() {
    let pool = workers();
    let permit = Arc::new(Arc::new(tokio::sync::Semaphore::new(1)).acquire_owned().await.unwrap());
    let thread = worker_thread(&pool, &roll::Roll::default());
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.xml"), HINTED).unwrap();
    let target = outside.path().to_owned();
    let work = async move |worker: &mut actor::Worker| {
        std::fs::write(worker.folder().join("hinted.xml"), HINTED).unwrap();
        std::os::unix::fs::symlink(target.join("secret.xml"), worker.folder().join("file.xml")).unwrap();
        std::os::unix::fs::symlink(&target, worker.folder().join("folder")).unwrap();
        std::os::unix::fs::symlink("../..", worker.folder().join("up")).unwrap();
        std::os::unix::fs::symlink("hinted.xml", worker.folder().join("inside.xml")).unwrap();
        let up = format!("up{}/secret.xml", target.display());
        let mut read = Vec::new();
        for name in ["file.xml", "folder/secret.xml", &up, "inside.xml"] {
            read.push(worker.can_read(&path(name)).await);
        }
        Ok(read)
    };
    let (read, _) = thread.run(&permit, work).await;
    assert_eq!(read.unwrap(), [false, false, false, true]);
}
