use super::*;
use crate::clock::Clock;
use crate::fault::{Fault, FaultCode};
use crate::limits::Limits;
use std::sync::Arc;

fn workspaces(adjust: impl FnOnce(&mut Limits)) -> Workspaces {
    let mut limits = Limits::default();
    adjust(&mut limits);
    Workspaces::new(Arc::new(limits), Clock::default())
}

fn batch(files: &[(&str, &str)]) -> Batch {
    let parse = |(path, text): &(&str, &str)| (WorkspacePath::parse(path).unwrap(), text.as_bytes().to_vec());
    Batch::new(files.iter().map(parse).collect(), &Limits::default()).unwrap()
}

fn code<T: std::fmt::Debug>(outcome: Result<T, Fault>) -> FaultCode {
    outcome.unwrap_err().code
}

#[test]
fn the_generation_counts_the_batches_that_change_something() {
    let all = workspaces(|_| {});
    let id = all.create().unwrap().workspace_id;
    let generation = |files: &[(&str, &str)]| all.put(&id, batch(files)).unwrap().0.generation;
    assert_eq!(generation(&[]), 0);
    assert_eq!(generation(&[("a", "1"), ("b", "2")]), 1);
    assert_eq!(generation(&[("a", "1")]), 1);
    assert_eq!(generation(&[("a", "2")]), 2);
    let summary = all.list().remove(0);
    assert_eq!((summary.files, summary.bytes, summary.generation), (2, 2, 2));
}

#[test]
fn a_snapshot_is_not_disturbed_by_later_uploads_or_release() {
    let all = workspaces(|_| {});
    let id = all.create().unwrap().workspace_id;
    all.put(&id, batch(&[("a", "old")])).unwrap();
    let snapshot = all.snapshot(&id).unwrap();
    all.put(&id, batch(&[("a", "new")])).unwrap();
    all.release(&id).unwrap();
    let file = snapshot.capture.files().values().next().unwrap();
    assert_eq!(file.read().unwrap(), b"old");
    assert_eq!(code(all.snapshot(&id)), FaultCode::NotFound);
    assert_eq!(code(all.release(&id)), FaultCode::NotFound);
}

#[test]
fn a_refused_batch_changes_nothing() {
    let all = workspaces(|limits| {
        limits.input_entries = 2;
        limits.session_bytes = 10;
    });
    let id = all.create().unwrap().workspace_id;
    all.put(&id, batch(&[("a", "12345")])).unwrap();
    assert_eq!(code(all.put(&id, batch(&[("b", ""), ("c", "")]))), FaultCode::InputLimit);
    assert_eq!(code(all.put(&id, batch(&[("b", "123456")]))), FaultCode::InputLimit);
    assert_eq!(code(all.put(&id, batch(&[("a/b", "")]))), FaultCode::InvalidArgument);
    let summary = all.list().remove(0);
    assert_eq!((summary.files, summary.bytes, summary.generation), (1, 5, 1));
    // Replacing frees what was there.
    all.put(&id, batch(&[("a", "1234567890")])).unwrap();
}

#[test]
fn session_bytes_are_counted_over_all_workspaces_and_freed_by_release() {
    let all = workspaces(|limits| limits.session_bytes = 10);
    let (first, second) = (all.create().unwrap().workspace_id, all.create().unwrap().workspace_id);
    all.put(&first, batch(&[("a", "123456")])).unwrap();
    assert_eq!(code(all.put(&second, batch(&[("a", "123456")]))), FaultCode::InputLimit);
    all.release(&first).unwrap();
    all.put(&second, batch(&[("a", "123456")])).unwrap();
}

#[test]
fn no_more_workspaces_exist_than_the_limit_allows() {
    let all = workspaces(|limits| limits.workspaces = 1);
    let id = all.create().unwrap().workspace_id;
    let fault = all.create().unwrap_err();
    assert_eq!((fault.code, fault.details["limit"].as_str()), (FaultCode::InputLimit, Some("workspaces")));
    all.release(&id).unwrap();
    all.create().unwrap();
}

#[test]
fn one_path_occurs_once_in_a_batch_and_a_batch_is_bounded() {
    let path = || WorkspacePath::parse("a").unwrap();
    let limits = Limits { upload_bytes: 3, ..Limits::default() };
    assert_eq!(code(Batch::new(vec![(path(), vec![]), (path(), vec![])], &limits)), FaultCode::InvalidArgument);
    assert_eq!(code(Batch::new(vec![(path(), vec![0; 4])], &limits)), FaultCode::InputLimit);
    assert!(Batch::new(vec![(path(), vec![0; 3])], &limits).is_ok());
}
