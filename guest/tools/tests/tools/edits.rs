//! Single edits of a schema that uses every property of every kind of component: each is exactly one change.
//!
//! `tests/cases/edits/edits.txt` has one paragraph for each: `- ` what is replaced in `schema.xsd`, `+ ` by what, and then the lines of the
//! comparison, such as `id field: old → new`. A paragraph that starts with `#` is a heading.

use pyxsd_schema::{CompileOptions, Resolver, Schema, compile};
use pyxsd_tools::compare::compare;
use pyxsd_tools::{Ids, Lookup};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the case, with one text in the place of its schema.
struct Edited(PathBuf, String);

impl Resolver for Edited {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        if path == "schema.xsd" { Some(self.1.clone().into_bytes()) } else { fs::read(self.0.join(path)).ok() }
    }
}

/// The schema with this text, which must be one without errors.
fn compiled(folder: &Path, text: &str) -> Result<Schema, String> {
    let mut files = Edited(folder.to_owned(), text.to_owned());
    let schema = compile(&["schema.xsd".to_owned()], &CompileOptions::default(), &mut files);
    let schema = schema.map_err(|error| format!("{error:?}"))?;
    match schema.issues.first() {
        Some(issue) => Err(format!("{}: {}", issue.place.position.line, issue.message)),
        None => Ok(schema),
    }
}

/// `+added`, `-removed`, `id field: old → new`.
fn lines(old: &Schema, new: &Schema) -> Vec<String> {
    let comparison = compare(&Ids::new(old), &Ids::new(new));
    let mut lines: Vec<String> = comparison.added.iter().map(|id| format!("added {id}")).collect();
    lines.extend(comparison.removed.iter().map(|id| format!("removed {id}")));
    for change in &comparison.changed {
        for field in &change.changes {
            let shown = |value: &Option<String>| value.clone().unwrap_or("nothing".to_owned());
            lines.push(format!("{} {}: {} → {}", change.id, field.field, shown(&field.old), shown(&field.new)));
        }
    }
    lines.iter().map(|line| line.replace("{http://www.w3.org/2001/XMLSchema}", "xs:")).collect()
}

/// Ids of a comparison that cannot be asked for in the schema that has the component.
fn identities_without_component(old: &Schema, new: &Schema) -> Vec<String> {
    let (old, new) = (Ids::new(old), Ids::new(new));
    let comparison = compare(&old, &new);
    let is_unknown = |ids: &Ids<'_>, id: &String| !matches!(ids.find(id, &[]), Lookup::Found(_));
    let of_both = comparison.changed.iter().map(|change| &change.id);
    let of_new =
        comparison.potential_impact.iter().map(|impact| &impact.id).chain(&comparison.added).chain(of_both.clone());
    let unknown = of_new.filter(|id| is_unknown(&new, id));
    unknown.chain(of_both.chain(&comparison.removed).filter(|id| is_unknown(&old, id))).cloned().collect()
}

#[test]
fn each_edit_of_each_property_is_exactly_that_change() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/edits");
    let text = fs::read_to_string(folder.join("schema.xsd")).unwrap();
    let listed = fs::read_to_string(folder.join("edits.txt")).unwrap();
    let old = compiled(&folder, &text).unwrap();
    let (mut found, mut edits, mut problems, mut unresolved) = (Vec::new(), 0, Vec::new(), Vec::new());
    for paragraph in listed.trim().split("\n\n") {
        if paragraph.starts_with('#') {
            found.push(paragraph.to_owned());
            continue;
        }
        let mut lines_of = paragraph.lines();
        let from = lines_of.next().and_then(|line| line.strip_prefix("- ")).expect(paragraph);
        let to = lines_of.next().and_then(|line| line.strip_prefix('+')).expect(paragraph);
        let to = to.strip_prefix(' ').unwrap_or(to);
        let new = match (text.matches(from).count(), compiled(&folder, &text.replace(from, to))) {
            (1, Ok(new)) => new,
            (count, new) => {
                problems.push(format!("{from} → {to}: {count} times, {:?}", new.err()));
                continue;
            }
        };
        let there = lines(&old, &new);
        unresolved.extend(identities_without_component(&old, &new));
        assert_eq!(lines(&new, &old).len(), there.len(), "{from} back");
        let there: String = there.iter().map(|line| format!("\n  {line}")).collect();
        found.push(format!("- {from}\n{}{there}", format!("+ {to}").trim_end()));
        edits += 1;
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let found = found.join("\n\n") + "\n";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(folder.join("edits.txt"), &found).unwrap();
    } else {
        let different = found.split("\n\n").zip(listed.split("\n\n")).filter(|(found, listed)| found != listed);
        let different: Vec<String> = different.map(|(found, listed)| format!("{listed}\nfound\n{found}")).collect();
        assert!(found == listed, "{}", different.join("\n"));
    }
    assert!(edits >= 60, "{edits} edits");
    assert_eq!(unresolved, [""; 0]);
}
