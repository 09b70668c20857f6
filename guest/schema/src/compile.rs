//! Compilation as a whole: compose, check, read, judge.

use crate::compose::{Composition, Environment, Library, Store, load, locate};
use crate::findings::Findings;
use crate::{CompileError, CompileOptions, Issue, Resolver, Schema, legality, read};
use hashbrown::HashMap;
use pyxsd_xml::Names;
use std::sync::Arc;

/// See [`crate::compile`].
pub(crate) fn compile(
    entries: &[String],
    options: &CompileOptions,
    resolver: &mut dyn Resolver,
) -> Result<Schema, CompileError> {
    let mut names = Names::new();
    let mut findings = Findings::new(options.limits.message_bytes);
    let (texts, sources, trees) = (Store::new(), Store::new(), Store::new());
    let library = Library { bytes: &texts, sources: &sources, trees: &trees };
    let environment = Environment { options, resolver, names: &mut names, findings: &mut findings };
    let composition = load(entries, library, environment)?;
    let components = read::read(&composition, options.version, options.matching, &mut names, &mut findings);
    legality::check(&components, &mut names, &mut findings);
    let mut issues = findings.issues;
    sort(&mut issues, &composition);
    locate(&mut issues, &composition.files);
    Ok(Schema {
        names,
        components,
        issues,
        unresolved: findings.unresolved,
        unsupported: findings.unsupported,
        read: findings.read.into_iter().collect(),
        absent: findings.absent.into_iter().collect(),
    })
}

/// Order of documents and places. A document in several roles says the same thing once.
fn sort(issues: &mut Vec<Issue>, composition: &Composition<'_>) {
    let files = composition.files.iter().enumerate();
    let rank: HashMap<Arc<str>, usize> = files.map(|(rank, file)| (file.path.clone(), rank)).collect();
    let key = |issue: &Issue| (rank.get(&issue.place.file).copied(), issue.place.position.offset);
    issues.sort_by_key(key);
    issues.dedup();
}
