//! The references of one schema document, for whoever gathers files before anything is compiled.

use super::file::{File, Library, children, takes_part, trim};
use super::store::Store;
use crate::{CompileError, CompileOptions, Reference, ReferenceKind, Resolver};

/// See [`crate::references`].
pub(crate) fn references(
    path: &str,
    options: &CompileOptions,
    resolver: &mut dyn Resolver,
) -> Result<Vec<Reference>, CompileError> {
    let bytes = resolver.load(path).ok_or_else(|| CompileError::NotFound(path.to_owned()))?;
    let (texts, sources, trees) = (Store::new(), Store::new(), Store::new());
    let library = Library { bytes: &texts, sources: &sources, trees: &trees };
    let file = File::read(&library, path, bytes, &options.limits.parse, false)?;
    if !file.is_schema() || !takes_part(file.root, options.version) {
        return Ok(Vec::new());
    }
    let found = children(file.root, options.version).filter_map(|child| {
        let kind = match child.tag_name().name() {
            "include" => ReferenceKind::Include,
            "import" => ReferenceKind::Import,
            "redefine" => ReferenceKind::Redefine,
            "override" if options.version == crate::XsdVersion::V1_1 => ReferenceKind::Override,
            _ => return None,
        };
        let location = child.attribute("schemaLocation").map(trim);
        let namespace = child.attribute("namespace").filter(|_| kind == ReferenceKind::Import);
        Some(Reference {
            kind,
            namespace: namespace.map(trim).unwrap_or_default().to_owned(),
            location: location.map(str::to_owned),
            path: location.and_then(|location| file.locate(child, location)),
            place: file.place(child),
        })
    });
    Ok(found.collect())
}
