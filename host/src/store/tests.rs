use super::*;
use crate::digest::Digest;
use crate::fault::{Fault, FaultCode};
use cap_std::fs::PermissionsExt as _;
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;

fn store_at(folder: &Path) -> Store {
    let state = StateSetting::Folder(folder.to_owned());
    Store::new(&state, Path::new("/"), Arc::new(Limits::default()), Clock::default())
}

fn report() -> Draft {
    Draft::json(Kind::Report, "report.json")
}

fn retain(store: &Store, text: &str) -> ArtifactRef {
    store.retain(report(), text.as_bytes(), Withdrawal::default()).unwrap()
}

fn code<T: std::fmt::Debug>(outcome: Outcome<T>) -> FaultCode {
    outcome.unwrap_err().code
}

fn entries(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn never() -> ArtifactId {
    ArtifactId::parse(&"0".repeat(32)).unwrap()
}

#[test]
fn identities_and_times_are_the_clocks_and_an_identity_that_is_taken_harms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateSetting::Folder(folder.path().to_owned());
    let clock = Clock::new(|| std::time::UNIX_EPOCH, || [0xab; 16]);
    let store = Store::new(&state, Path::new("/"), Arc::new(Limits::default()), clock);
    let first = retain(&store, "first");
    assert_eq!(
        (first.artifact_id.as_str(), first.created_at.as_str()),
        ("ab".repeat(16).as_str(), "1970-01-01T00:00:00Z")
    );
    assert_eq!(code(store.retain(report(), b"second", Withdrawal::default())), FaultCode::StateIo);
    assert_eq!(store.open(&first.artifact_id).unwrap().whole().unwrap(), b"first");
}

#[test]
fn an_absent_store_has_nothing_and_is_not_made_by_looking() {
    let folder = tempfile::tempdir().unwrap();
    for base in [folder.path().to_owned(), folder.path().join("a/b")] {
        let store = store_at(&base);
        assert!(store.list(0, None, 10).unwrap().entries.is_empty());
        assert_eq!(store.find(&never()).unwrap(), None);
        assert_eq!(code(store.open(&never())), FaultCode::NotFound);
        assert_eq!(store.delete(&never()).unwrap(), Deletion::Absent);
    }
    assert!(entries(folder.path()).is_empty());
}

#[test]
fn a_retained_file_is_private_listed_verified_and_where_it_is_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_at(&folder.path().join("made/for/it"));
    let artifact = retain(&store, "abc");
    assert_eq!((artifact.size, artifact.digest, artifact.kind), (3, Digest::of(b"abc"), Kind::Report));
    let root = folder.path().canonicalize().unwrap().join("made/for/it/store-v2");
    let own = root.join("artifacts").join(artifact.artifact_id.as_str());
    assert_eq!(artifact.path, own.join("report.json"));
    assert_eq!(std::fs::read(&artifact.path).unwrap(), b"abc");
    for private in [folder.path().join("made"), root.clone(), root.join("artifacts"), own] {
        assert_eq!(mode(&private), 0o700, "{}", private.display());
    }
    assert_eq!((mode(&artifact.path), mode(&root.join("index.sqlite3"))), (0o600, 0o600));
    assert_eq!(entries(&root), BTreeSet::from(["artifacts".to_owned(), "index.sqlite3".to_owned()]));
    assert_eq!(store.list(0, None, 10).unwrap().entries[0].artifact, artifact);
    let reading = store_at(&folder.path().join("made/for/it")).open(&artifact.artifact_id).unwrap();
    assert_eq!((reading.whole().unwrap(), reading.range(1, 9).unwrap()), (b"abc".to_vec(), b"bc".to_vec()));
    assert!(reading.range(4, 1).unwrap().is_empty());
}

#[test]
fn several_files_appear_together_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_at(folder.path());
    let mut staging = store.stage(Withdrawal::default()).unwrap();
    for name in ["b", "a"] {
        let membership = Membership { dataset_id: "d".to_owned(), relative_path: format!("x/{name}") };
        let draft = Draft {
            kind: Kind::Dataset,
            filename: name.to_owned(),
            media_type: "text/plain",
            membership: Some(membership),
        };
        staging.add(draft, name.as_bytes()).unwrap();
        assert!(store_at(folder.path()).list(0, None, 10).unwrap().entries.is_empty());
    }
    let published = staging.publish().unwrap();
    let listed: Vec<_> = store.list(0, None, 10).unwrap().entries.into_iter().map(|entry| entry.artifact).collect();
    assert_eq!(listed, published);
    assert_eq!(listed.iter().map(|artifact| artifact.filename.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!((listed[1].dataset_id.as_deref(), listed[1].relative_path.as_deref()), (Some("d"), Some("x/a")));
}

#[test]
fn when_one_of_several_fails_none_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateSetting::Folder(folder.path().to_owned());
    let limits = Arc::new(Limits { artifact_bytes: 4, ..Limits::default() });
    let store = Store::new(&state, Path::new("/"), limits, Clock::default());
    let mut staging = store.stage(Withdrawal::default()).unwrap();
    staging.add(report(), b"1234".as_slice()).unwrap();
    let fault = staging.add(report(), b"12345".as_slice()).unwrap_err();
    assert_eq!((fault.code, fault.details["limit"].as_str()), (FaultCode::OutputLimit, Some("artifact_bytes")));
    drop(staging);
    assert!(entries(&folder.path().join("store-v2/artifacts")).is_empty());

    let mut staging = store.stage(Withdrawal::default()).unwrap();
    staging.add(report(), b"1".as_slice()).unwrap();
    assert_eq!(code(staging.add(report(), Failing)), FaultCode::StateIo);
    drop(staging);
    assert!(entries(&folder.path().join("store-v2/artifacts")).is_empty());
    assert!(store.list(0, None, 10).unwrap().entries.is_empty());
    retain(&store, "1234");
}

/// Contents whose disk is gone.
struct Failing;

impl std::io::Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::from(std::io::ErrorKind::StorageFull))
    }
}

#[test]
fn what_is_withdrawn_is_never_listed() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_at(folder.path());
    let withdrawal = Withdrawal::default();
    let mut staging = store.stage(withdrawal.clone()).unwrap();
    staging.add(report(), b"abc".as_slice()).unwrap();
    withdrawal.withdraw();
    assert_eq!(code(staging.add(report(), b"def".as_slice())), FaultCode::Cancelled);
    assert_eq!(code(staging.publish()), FaultCode::Cancelled);
    assert!(store.list(0, None, 10).unwrap().entries.is_empty());
    assert!(entries(&folder.path().join("store-v2/artifacts")).is_empty());
}

#[test]
fn an_index_that_is_not_ours_is_refused_and_left_as_it_is() {
    let made = |application: i32, version: i32| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "application_id", application).unwrap();
        connection.pragma_update(None, "user_version", version).unwrap();
        connection.execute_batch("CREATE TABLE artifact (position INTEGER)").unwrap();
        connection.close().unwrap();
        std::fs::read(&path).unwrap()
    };
    let foreign = [
        Vec::new(),
        b"no database".to_vec(),
        b"SQLite format 3\0 and nothing more".to_vec(),
        made(0, 0),
        made(0, index::FORMAT),
        made(index::APPLICATION_ID, index::FORMAT + 1),
    ];
    for bytes in foreign {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("store-v2");
        std::fs::create_dir_all(root.join("artifacts")).unwrap();
        std::fs::write(root.join("index.sqlite3"), &bytes).unwrap();
        // A journal that looks hot would be played back by whoever opens the database for use.
        let journal = [b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7".as_slice(), &[1; 600]].concat();
        std::fs::write(root.join("index.sqlite3-journal"), &journal).unwrap();
        let store = store_at(folder.path());
        for refused in [
            code(store.list(0, None, 1)),
            code(store.open(&never())),
            code(store.delete(&never())),
            code(store.retain(report(), b"x", Withdrawal::default())),
        ] {
            assert_eq!(refused, FaultCode::StateCorrupt);
        }
        assert_eq!(std::fs::read(root.join("index.sqlite3")).unwrap(), bytes);
        assert_eq!(std::fs::read(root.join("index.sqlite3-journal")).unwrap(), journal);
        assert!(entries(&root.join("artifacts")).is_empty());
        assert_eq!(entries(&root).len(), 3);
    }
}

#[test]
fn a_damaged_index_is_corrupt() {
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x AS position FROM n";
    let view = format!("DROP TABLE artifact; CREATE VIEW artifact AS {endless}");
    let damages: [&str; 8] = [
        "DROP TABLE artifact",
        "DROP TABLE store",
        "CREATE TRIGGER t AFTER INSERT ON artifact BEGIN DELETE FROM artifact; END",
        &view,
        "UPDATE artifact SET filename = '../../../x'",
        "UPDATE artifact SET kind = 'nonsense'",
        "UPDATE artifact SET digest = 'abc'",
        "UPDATE artifact SET size = -1",
    ];
    for damage in damages {
        let folder = tempfile::tempdir().unwrap();
        let store = store_at(folder.path());
        let id = retain(&store, "abc").artifact_id;
        let connection = Connection::open(folder.path().join("store-v2/index.sqlite3")).unwrap();
        connection.execute_batch(damage).unwrap();
        connection.close().unwrap();
        assert_eq!(code(store.list(0, None, 1)), FaultCode::StateCorrupt, "{damage}");
        assert_eq!(code(store.open(&id)), FaultCode::StateCorrupt, "{damage}");
        if damage.starts_with("UPDATE") {
            assert_eq!(store.delete(&id).unwrap(), Deletion::Done, "{damage}");
            assert!(store.list(0, None, 1).unwrap().entries.is_empty());
        }
    }
}

#[test]
fn a_file_that_is_missing_or_altered_is_corrupt_and_can_be_deleted() {
    let alterations: [fn(&Path); 9] = [
        |path| std::fs::remove_file(path).unwrap(),
        |path| std::fs::remove_dir_all(path.parent().unwrap()).unwrap(),
        |path| std::fs::remove_dir_all(path.ancestors().nth(2).unwrap()).unwrap(),
        |path| std::fs::write(path, "abd").unwrap(),
        |path| std::fs::write(path, "abcd").unwrap(),
        |path| {
            std::fs::remove_file(path).unwrap();
            std::fs::create_dir(path).unwrap();
        },
        |path| {
            let copy = path.with_extension("copy");
            std::fs::rename(path, &copy).unwrap();
            symlink(&copy, path).unwrap();
        },
        |path| {
            let own = path.parent().unwrap();
            let elsewhere = own.with_extension("elsewhere");
            std::fs::rename(own, &elsewhere).unwrap();
            symlink(&elsewhere, own).unwrap();
        },
        |path| {
            std::fs::remove_file(path).unwrap();
            let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
            assert!(made.success());
        },
    ];
    for (number, alter) in alterations.into_iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let store = store_at(folder.path());
        let artifact = retain(&store, "abc");
        assert!(store.open(&artifact.artifact_id).is_ok());
        alter(&artifact.path);
        let fault = store.open(&artifact.artifact_id).unwrap_err();
        assert_eq!(fault.code, FaultCode::StateCorrupt, "alteration {number}: {fault}");
        assert_eq!(store.list(0, None, 9).unwrap().entries.len(), 1);
        assert_ne!(store.delete(&artifact.artifact_id).unwrap(), Deletion::Absent);
        assert_eq!(code(store.open(&artifact.artifact_id)), FaultCode::NotFound);
        retain(&store, "next");
    }
}

#[test]
fn a_deleted_file_is_gone_and_whoever_has_it_open_reads_on() {
    let folder = tempfile::tempdir().unwrap();
    let (store, other) = (store_at(folder.path()), store_at(folder.path()));
    let (first, second) = (retain(&store, "first"), retain(&store, "second"));
    let reading = store.open(&first.artifact_id).unwrap();
    assert_eq!(other.delete(&first.artifact_id).unwrap(), Deletion::Done);
    assert_eq!(other.delete(&first.artifact_id).unwrap(), Deletion::Absent);
    assert_eq!(reading.whole().unwrap(), b"first");
    assert_eq!(code(store.open(&first.artifact_id)), FaultCode::NotFound);
    assert_eq!(entries(&folder.path().join("store-v2/artifacts")), BTreeSet::from([second.artifact_id.to_string()]));
}

#[test]
fn lists_keep_the_order_of_creation_whatever_is_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_at(folder.path());
    let all: Vec<ArtifactRef> = (0..5).map(|number| retain(&store, &number.to_string())).collect();
    let result = store.retain(Draft::json(Kind::Result, "r"), b"", Withdrawal::default()).unwrap();
    let page = store.list(0, None, 2).unwrap().entries;
    store.delete(&all[4].artifact_id).unwrap();
    store.delete(&all[1].artifact_id).unwrap();
    store.delete(&result.artifact_id).unwrap();
    let after = retain(&store, "after");
    let rest = store.list(page[1].position, None, 10).unwrap().entries;
    let ids: Vec<_> = rest.iter().map(|entry| &entry.artifact.artifact_id).collect();
    assert_eq!(ids, [&all[2].artifact_id, &all[3].artifact_id, &after.artifact_id]);
    assert!(rest[2].position > 6, "a position is never given twice");
    assert!(store.list(0, Some(Kind::Result), 10).unwrap().entries.is_empty());
}

#[test]
fn links_below_a_project_are_not_followed() {
    for name in [".pyxsd", ".pyxsd/mcp", ".pyxsd/mcp/store-v2", ".pyxsd/mcp/store-v2/artifacts"] {
        let (project, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let link = project.path().join(name);
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(elsewhere.path(), &link).unwrap();
        let store = Store::new(&StateSetting::Project, project.path(), Arc::default(), Clock::default());
        assert_eq!(code(store.retain(report(), b"x", Withdrawal::default())), FaultCode::StateIo, "{name}");
        assert_eq!(code(store.list(0, None, 1)), FaultCode::StateIo, "{name}");
        assert!(entries(elsewhere.path()).is_empty());
    }
    let (project, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let other = store_at(elsewhere.path());
    retain(&other, "x");
    let store = Store::new(&StateSetting::Project, project.path(), Arc::default(), Clock::default());
    retain(&store, "y");
    let index = project.path().join(".pyxsd/mcp/store-v2/index.sqlite3");
    std::fs::remove_file(&index).unwrap();
    symlink(elsewhere.path().join("store-v2/index.sqlite3"), &index).unwrap();
    assert_eq!(code(store.list(0, None, 1)), FaultCode::StateCorrupt);
    assert_eq!(code(store.retain(report(), b"x", Withdrawal::default())), FaultCode::StateCorrupt);
    assert_eq!(other.list(0, None, 9).unwrap().entries.len(), 1);
}

#[test]
fn a_folder_that_the_operator_chose_may_be_reached_by_a_link() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("real # place?")).unwrap();
    let link = folder.path().join("link");
    symlink(folder.path().join("real # place?"), &link).unwrap();
    let store = store_at(&link);
    let id = retain(&store, "abc").artifact_id;
    assert_eq!(store.open(&id).unwrap().whole().unwrap(), b"abc");
    assert!(folder.path().join("real # place?/store-v2/index.sqlite3").is_file());
}

#[test]
fn a_temporary_store_is_made_late_and_removed_for_good() {
    let store = Store::new(&StateSetting::Temporary, Path::new("/"), Arc::default(), Clock::default());
    assert!(store.list(0, None, 1).unwrap().entries.is_empty());
    let path = retain(&store, "abc").path;
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    store.discard();
    assert!(!path.exists() && !path.ancestors().nth(3).unwrap().exists());
    assert_eq!(code(store.retain(report(), b"x", Withdrawal::default())), FaultCode::StateIo);
}

#[test]
fn files_of_older_layouts_and_of_killed_writers_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_at(folder.path());
    retain(&store, "abc");
    let left: Vec<PathBuf> = ["state.sqlite3", "workspaces/x", "store-v2/artifacts/0123/half", "store-v2/index-1.new"]
        .map(|name| folder.path().join(name))
        .to_vec();
    for path in &left {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "left").unwrap();
    }
    let store = store_at(folder.path());
    let id = retain(&store, "def").artifact_id;
    store.delete(&id).unwrap();
    assert_eq!(store.list(0, None, 9).unwrap().entries.len(), 1);
    assert!(left.iter().all(|path| path.is_file()));
}

#[test]
fn an_index_that_stays_locked_is_busy_and_then_works() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_at(folder.path());
    let id = retain(&store, "abc").artifact_id;
    let connection = Connection::open(folder.path().join("store-v2/index.sqlite3")).unwrap();
    connection.execute_batch("BEGIN EXCLUSIVE").unwrap();
    std::thread::scope(|scope| {
        // At once, since each of them waits for five seconds.
        let calls = [
            scope.spawn(|| code(store.list(0, None, 1))),
            scope.spawn(|| code(store.open(&id))),
            scope.spawn(|| code(store.delete(&id))),
            scope.spawn(|| code(store.retain(report(), b"x", Withdrawal::default()))),
        ];
        for call in calls {
            assert_eq!(call.join().unwrap(), FaultCode::StateBusy);
        }
    });
    connection.execute_batch("ROLLBACK").unwrap();
    assert_eq!(entries(&folder.path().join("store-v2/artifacts")), BTreeSet::from([id.to_string()]));
    assert_eq!(store.delete(&id).unwrap(), Deletion::Done);
}

#[test]
fn many_stores_on_one_folder_do_not_disturb_one_another() {
    let folder = tempfile::tempdir().unwrap();
    let work = |number: usize| -> Result<usize, Fault> {
        let store = store_at(folder.path());
        let mut kept = 0;
        for round in 0..25 {
            let text = format!("{number}-{round}").repeat(100);
            let artifact = store.retain(report(), text.as_bytes(), Withdrawal::default())?;
            assert_eq!(store.open(&artifact.artifact_id)?.whole()?, text.as_bytes());
            if round % 2 == 0 {
                assert_eq!(store.delete(&artifact.artifact_id)?, Deletion::Done);
            } else {
                kept += 1;
            }
        }
        Ok(kept)
    };
    let kept: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|number| scope.spawn(move || work(number))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap().unwrap()).sum()
    });
    let store = store_at(folder.path());
    let listed = store.list(0, None, 1_000).unwrap().entries;
    assert_eq!(listed.len(), kept);
    for entry in listed {
        store.open(&entry.artifact.artifact_id).unwrap();
    }
}

#[test]
fn the_modes_of_folders_do_not_depend_on_who_made_the_store_first() {
    let folder = tempfile::tempdir().unwrap();
    let barrier = std::sync::Barrier::new(4);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                barrier.wait();
                retain(&store_at(&folder.path().join("new")), "x");
            });
        }
    });
    let dir = cap_std::fs::Dir::open_ambient_dir(folder.path().join("new/store-v2"), cap_std::ambient_authority());
    assert_eq!(dir.unwrap().dir_metadata().unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(store_at(&folder.path().join("new")).list(0, None, 9).unwrap().entries.len(), 4);
    assert_eq!(entries(&folder.path().join("new/store-v2")).len(), 2);
}
