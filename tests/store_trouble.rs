//! The store under killed writers, many servers, full and read-only disks.
//!
//! `PYXSD_KILLS` and `PYXSD_STORE_SECONDS` make the tests of killed writers and of many servers longer; `tests/store.sh` does.

mod support;

use pyxsd_mcp::clock::Clock;
use pyxsd_mcp::limits::Limits;
use pyxsd_mcp::settings::StateSetting;
use pyxsd_mcp::store::{ArtifactRef, Store};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::hash::{BuildHasher as _, RandomState};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::{Era, Server, binary, envelope};

const KILLS: usize = 40;
const AT_ONCE: usize = 32;
const SERVERS: usize = 8;
const NOBODY: u32 = 65_534;

fn setting<T: std::str::FromStr>(name: &str, default: T) -> T {
    std::env::var(name).ok().map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

fn random(below: usize) -> usize {
    usize::try_from(RandomState::new().hash_one(below) % below as u64).expect("below a usize")
}

fn store(folder: &Path) -> Store {
    let state = StateSetting::Folder(folder.to_owned());
    Store::new(&state, Path::new("/"), Arc::new(Limits::default()), Clock::default())
}

fn listed(store: &Store, after: &mut u64) -> Vec<ArtifactRef> {
    let entries = store.list(*after, None, 1_000_000).expect("the store is read").entries;
    *after = entries.last().map_or(*after, |last| last.position);
    entries.into_iter().map(|entry| entry.artifact).collect()
}

fn flags(folder: &Path) -> [&OsStr; 4] {
    ["--limit".as_ref(), "result_bytes=4KiB".as_ref(), "--state-dir".as_ref(), folder.as_os_str()]
}

fn command(folder: &Path) -> Command {
    let mut command = binary();
    command.args(flags(folder));
    command
}

/// A call whose reply is too large for the server that [`command`] starts, and is therefore retained. It needs no worker.
fn retaining(workspace: &str) -> Value {
    let files: Vec<Value> = (0..60).map(|number| json!({"path": format!("{number}"), "text": ""})).collect();
    json!({"name": "pyxsd_put_files", "arguments": {"workspace_id": workspace, "files": files}})
}

fn retain(server: &mut Server, workspace: &str) -> Value {
    envelope(&server.request("tools/call", retaining(workspace)))
}

fn retained(server: &mut Server, workspace: &str) -> String {
    let envelope = retain(server, workspace);
    envelope["data"]["artifact"]["artifact_id"].as_str().unwrap_or_else(|| panic!("{envelope}")).to_owned()
}

#[test]
fn a_writer_killed_at_any_moment_leaves_no_incomplete_artifact_and_loses_none_that_it_told_of() {
    let (folder, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = store(folder.path());
    let (mut after, mut all) = (0, 0);
    for _ in 0..setting("PYXSD_KILLS", KILLS) {
        // A killed server leaves its scratch too.
        let mut command = command(folder.path());
        command.env("TMPDIR", scratch.path());
        let mut server = Server::of(command, Era::Inline);
        let workspace = server.workspace(&[]);
        for _ in 0..AT_ONCE {
            server.begin("tools/call", retaining(&workspace));
        }
        let told: Vec<String> = (0..random(AT_ONCE))
            .map(|_| envelope(&server.receive())["data"]["artifact"]["artifact_id"].as_str().expect("an id").to_owned())
            .collect();
        server.kill();

        let new = listed(&store, &mut after);
        let ids: BTreeSet<&str> = new.iter().map(|artifact| artifact.artifact_id.as_str()).collect();
        assert!(told.iter().all(|id| ids.contains(id.as_str())), "{told:?} of {ids:?}");
        for artifact in &new {
            let reading = store.open(&artifact.artifact_id).expect("a listed artifact is complete");
            assert!(reading.whole().unwrap().ends_with(b"}"));
        }
        all += new.len();
    }
    assert_eq!(listed(&store, &mut 0).len(), all, "nothing that was listed has vanished");
    let mut server = Server::of(command(folder.path()), Era::Inline);
    let workspace = server.workspace(&[]);
    let id = retained(&mut server, &workspace);
    assert_eq!(server.data("pyxsd_delete_artifact", json!({"artifact_id": id})), json!({"deleted": true}));
}

/// Reads the first artifacts of the list, whoever retained them, while they may be deleted; counts `state_busy`.
fn read_those_of_others(server: &mut Server) -> u64 {
    let list = server.call("pyxsd_list_artifacts", json!({"page_size": 3}));
    if list["error"]["code"] == "state_busy" {
        return 1;
    }
    let mut busy = 0;
    for artifact in list["data"]["artifacts"].as_array().unwrap_or_else(|| panic!("{list}")) {
        let read = server.call("pyxsd_read_artifact", json!({"artifact_id": artifact["artifact_id"]}));
        match read["error"]["code"].as_str() {
            Some("not_found") => {}
            Some("state_busy") => busy += 1,
            code => assert_eq!((code, &read["data"]["digest"]), (None, &artifact["digest"]), "{read}"),
        }
    }
    busy
}

#[test]
fn many_servers_share_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let seconds = setting("PYXSD_STORE_SECONDS", 3);
    let until = Instant::now() + Duration::from_secs(seconds);
    let work = |number: usize| {
        let mut server = Server::of(command(folder.path()), Era::Inline);
        let workspace = server.workspace(&[]);
        let (mut kept, mut busy, mut calls) = (Vec::new(), 0_u64, 0_u64);
        while Instant::now() < until || calls < 10 {
            calls += 1;
            let envelope = retain(&mut server, &workspace);
            if envelope["error"]["code"] == "state_busy" {
                busy += 1;
                continue;
            }
            let artifact = &envelope["data"]["artifact"];
            let id = json!({"artifact_id": artifact["artifact_id"]});
            let read = server.call("pyxsd_read_artifact", id.clone());
            match read["error"]["code"].as_str() {
                Some("state_busy") => busy += 1,
                code => {
                    assert_eq!((code, &read["data"]["digest"]), (None, &artifact["digest"]), "server {number}: {read}")
                }
            }
            busy += read_those_of_others(&mut server);
            if calls.is_multiple_of(3) {
                kept.push(artifact["artifact_id"].as_str().expect("an id").to_owned());
                continue;
            }
            let deleted = server.call("pyxsd_delete_artifact", id);
            match deleted["error"]["code"].as_str() {
                Some("state_busy") => {
                    busy += 1;
                    kept.push(artifact["artifact_id"].as_str().expect("an id").to_owned());
                }
                code => {
                    assert_eq!((code, &deleted["data"]["deleted"]), (None, &json!(true)), "server {number}: {deleted}")
                }
            }
        }
        assert!(server.end().status.success());
        (kept, busy, calls)
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..SERVERS).map(|number| scope.spawn(move || work(number))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no other fault than state_busy")).collect()
    });
    let calls: u64 = results.iter().map(|(_, _, calls)| calls).sum();
    let busy: u64 = results.iter().map(|(_, busy, _)| busy).sum();
    let kept: BTreeSet<&String> = results.iter().flat_map(|(kept, _, _)| kept).collect();
    eprintln!("{calls} artifacts by {SERVERS} servers in {seconds} s, {} kept, state_busy {busy} times", kept.len());
    let store = store(folder.path());
    let listed = listed(&store, &mut 0);
    let ids: BTreeSet<String> = listed.iter().map(|artifact| artifact.artifact_id.to_string()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>(), kept);
    for artifact in &listed {
        store.open(&artifact.artifact_id).unwrap();
    }
}

fn fails_with_state_io(server: &mut Server, workspace: &str) {
    let envelope = retain(server, workspace);
    assert_eq!(envelope["error"]["code"], "state_io", "{envelope}");
    assert_eq!(envelope["error"]["retryable"], false);
}

fn folders(folder: &Path) -> usize {
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[test]
fn a_store_that_cannot_be_made_stops_neither_discovery_nor_what_retains_nothing() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let project = folder.path().join("project");
    std::fs::create_dir(&project).unwrap();
    std::fs::write(project.join(".pyxsd"), "not a folder").unwrap();
    let mut default = binary();
    default.args(["--limit", "result_bytes=4KiB", "--project-root"]).arg(&project);
    // Below /proc no folder can be made, whoever asks.
    for command in [default, command(Path::new("/proc/pyxsd/store"))] {
        let mut server = Server::of(command, Era::Inline);
        server.data("pyxsd_capabilities", json!({}));
        let workspace = server.workspace(&[("a", "b")]);
        fails_with_state_io(&mut server, &workspace);
        server.data("pyxsd_capabilities", json!({}));
        assert!(server.end().errors.contains("artifact store"));
    }
    assert_eq!(std::fs::read(project.join(".pyxsd")).unwrap(), b"not a folder");
}

/// A server on `scratch/store` that may not write where its owner took the right to. Root may write anywhere, so it then runs as nobody, and
/// from a copy: the build's own folder may be closed to others.
fn unprivileged(scratch: &Path) -> Command {
    let copy = scratch.join("pyxsd-mcp");
    std::fs::copy(binary().get_program(), &copy).unwrap();
    let mut command = Command::new(copy);
    command.args(flags(&scratch.join("store")));
    if rustix::process::geteuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
        for path in [scratch.to_owned(), scratch.join("store"), scratch.join("tmp")] {
            std::os::unix::fs::chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
    }
    command.env("TMPDIR", scratch.join("tmp")).env("HOME", scratch.join("tmp")).env_remove("XDG_CACHE_HOME");
    command
}

#[test]
fn a_read_only_store_is_listed_and_read_but_not_written() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("store");
    for made in [&folder, &scratch.path().join("tmp")] {
        std::fs::create_dir(made).unwrap();
    }
    let mut server = Server::of(unprivileged(scratch.path()), Era::Inline);
    let workspace = server.workspace(&[]);
    let id = retained(&mut server, &workspace);
    let id = json!({"artifact_id": id});
    let read_only = |mode: u32| {
        for path in ["", "store-v2", "store-v2/artifacts"] {
            std::fs::set_permissions(folder.join(path), std::fs::Permissions::from_mode(mode)).unwrap();
        }
        let index = std::fs::Permissions::from_mode(mode & 0o600);
        std::fs::set_permissions(folder.join("store-v2/index.sqlite3"), index).unwrap();
    };
    read_only(0o500);
    assert_eq!(server.data("pyxsd_list_artifacts", json!({}))["artifacts"].as_array().unwrap().len(), 1);
    assert!(server.data("pyxsd_read_artifact", id.clone())["length"].as_u64().unwrap() > 0);
    fails_with_state_io(&mut server, &workspace);
    server.fault("pyxsd_delete_artifact", id.clone(), "state_io");
    assert!(server.data("pyxsd_read_artifact", id.clone())["length"].as_u64().unwrap() > 0);
    read_only(0o700);
    retained(&mut server, &workspace);
    assert_eq!(server.data("pyxsd_delete_artifact", id), json!({"deleted": true}));
}

/// A server whose files may grow to this many blocks of 512 bytes, as if the disk were full then.
fn bounded(folder: &Path, blocks: u32) -> Server {
    let server = command(folder);
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"")).arg("sh").arg(server.get_program());
    shell.args(server.get_args());
    Server::of(shell, Era::Inline)
}

#[test]
fn a_write_that_fails_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    // The index alone needs more than this.
    let mut server = bounded(folder.path(), 8);
    let workspace = server.workspace(&[]);
    fails_with_state_io(&mut server, &workspace);
    let root = folder.path().join("store-v2");
    assert_eq!((folders(&root.join("artifacts")), folders(&root)), (0, 1), "no file and no half of an index");
    assert!(server.end().status.success());

    let mut server = Server::of(command(folder.path()), Era::Inline);
    let workspace = server.workspace(&[]);
    let first = retained(&mut server, &workspace);
    assert!(server.end().status.success());

    let mut server = bounded(folder.path(), 8);
    let workspace = server.workspace(&[]);
    for _ in 0..3 {
        fails_with_state_io(&mut server, &workspace);
    }
    assert_eq!(folders(&root.join("artifacts")), 1);
    let list = server.data("pyxsd_list_artifacts", json!({}));
    assert_eq!((list["artifacts"].as_array().unwrap().len(), &list["artifacts"][0]["artifact_id"]), (1, &json!(first)));
    assert!(server.end().status.success());
    assert!(store(folder.path()).list(0, None, 9).unwrap().entries.len() == 1);
}

#[test]
fn a_full_disk_is_a_fault_and_the_store_works_again_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let server = command(folder.path());
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c"]);
    let mounted = "mount -t tmpfs -o size=256k tmpfs \"$0\" || exit 77; exec \"$@\"";
    let mut probe = Command::new("unshare");
    probe.args(["--mount", "--map-root-user", "sh", "-c", mounted]).arg(folder.path()).arg("true");
    if !probe.output().is_ok_and(|output| output.status.success()) {
        // The write that fails is tested without a mount above.
        eprintln!("SKIPPED: a tmpfs cannot be mounted here");
        return;
    }
    command.arg(mounted).arg(folder.path()).arg(server.get_program()).args(server.get_args());
    let mut server = Server::of(command, Era::Inline);
    let workspace = server.workspace(&[]);
    let mut ids = Vec::new();
    let error = loop {
        let envelope = retain(&mut server, &workspace);
        match envelope["data"]["artifact"]["artifact_id"].as_str() {
            Some(id) => ids.push(id.to_owned()),
            None => break envelope["error"]["code"].clone(),
        }
        assert!(ids.len() < 1_000, "the disk never fills");
    };
    assert_eq!(error, "state_io");
    assert!(ids.len() > 3, "{ids:?}");
    for _ in 0..5 {
        fails_with_state_io(&mut server, &workspace);
    }
    let check = |server: &mut Server, ids: &[String]| {
        for id in ids {
            assert!(server.data("pyxsd_read_artifact", json!({"artifact_id": id}))["length"].as_u64().unwrap() > 0);
        }
    };
    check(&mut server, &ids);
    for id in ids.drain(..3).collect::<Vec<_>>() {
        assert_eq!(server.data("pyxsd_delete_artifact", json!({"artifact_id": id})), json!({"deleted": true}));
    }
    ids.push(retained(&mut server, &workspace));
    check(&mut server, &ids);
}
