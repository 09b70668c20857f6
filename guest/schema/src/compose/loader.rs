//! The queue that finds and loads every document of a schema.

use super::file::{File, FileId, Library, Node, children, trim};
use super::unit::{self, Overrides, Redefinition, Unit, UnitId, merge, replacement};
use super::{Composition, builtin};
use crate::findings::Findings;
use crate::{CompileError, CompileOptions, IssueCode, Place, Resolver, Unresolved};
use hashbrown::HashMap;
use pyxsd_xml::{Names, NamespaceId};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// What one compilation reads with.
pub(crate) struct Environment<'e> {
    pub options: &'e CompileOptions,
    pub resolver: &'e mut dyn Resolver,
    pub names: &'e mut Names,
    pub findings: &'e mut Findings,
}

/// The rules of an include, redefine or override.
struct Rules {
    /// The document is there.
    found: &'static str,
    /// Without it what stands inside has no meaning.
    must_be_found: bool,
    /// It is a schema document.
    schema: &'static str,
    /// Its target namespace is the same or absent.
    namespace: &'static str,
    /// For a document with another target namespace.
    foreign: IssueCode,
}

const INCLUDE: Rules = Rules {
    found: "src-include",
    must_be_found: false,
    schema: "src-include.1",
    namespace: "src-include.2",
    foreign: IssueCode::ComposeNamespace,
};
const REDEFINE: Rules = Rules {
    found: "src-redefine.1",
    must_be_found: true,
    schema: "src-redefine.2",
    namespace: "src-redefine.3",
    foreign: IssueCode::ComposeInvalid,
};
const OVERRIDE: Rules = Rules {
    found: "src-override",
    must_be_found: false,
    schema: "src-override.1",
    namespace: "src-override.2",
    foreign: IssueCode::ComposeInvalid,
};

/// Loads the entry documents and everything that they refer to.
pub(crate) fn load<'b: 's, 's: 'd, 'd>(
    entries: &[String],
    library: Library<'b, 's, 'd>,
    environment: Environment<'_>,
) -> Result<Composition<'d>, CompileError> {
    let mut loader = Loader {
        library,
        environment,
        composition: Composition::default(),
        by_path: HashMap::new(),
        queue: VecDeque::new(),
        bytes: 0,
        loaded: 0,
        no_overrides: Rc::default(),
        imported: BTreeSet::new(),
        asked: BTreeSet::new(),
    };
    loader.load_entries(entries)?;
    let entry_units = loader.composition.units.len();
    loader.load_namespace_schemas()?;
    loader.drain()?;
    loader.supersede(entry_units);
    loader.load_built_in()?;
    loader.check_grammar();
    Ok(loader.composition)
}

struct Loader<'b, 's, 'd, 'e> {
    library: Library<'b, 's, 'd>,
    environment: Environment<'e>,
    composition: Composition<'d>,
    by_path: HashMap<String, Option<FileId>>,
    queue: VecDeque<UnitId>,
    bytes: u64,
    loaded: u32,
    no_overrides: Overrides<'d>,
    /// Namespaces that some document imports.
    imported: BTreeSet<NamespaceId>,
    /// Places whose reference is known not to resolve.
    asked: BTreeSet<(Arc<str>, u64)>,
}

impl<'b: 's, 's: 'd, 'd> Loader<'b, 's, 'd, '_> {
    fn load_entries(&mut self, entries: &[String]) -> Result<(), CompileError> {
        for path in entries {
            let file = self.file(path)?.ok_or_else(|| CompileError::NotFound(path.clone()))?;
            if !self.composition.files[file].is_schema() {
                let root = self.composition.files[file].root;
                let message = format!("the root is {}, not xs:schema", shown(root));
                self.error(IssueCode::Schema, "src-schema", file, root, message);
                continue;
            }
            self.standalone(file);
        }
        Ok(())
    }

    fn load_namespace_schemas(&mut self) -> Result<(), CompileError> {
        let options = self.environment.options;
        for (namespace, path) in &options.namespace_schemas {
            let Some(file) = self.file(path)? else {
                let place = Place { file: path.as_str().into(), ..Place::default() };
                let message = format!("the schema given for the namespace {namespace} is not there: {path}");
                self.unresolved(path, path.clone(), place, IssueCode::ImportUnresolved, "src-import", message);
                continue;
            };
            let document = &self.composition.files[file];
            let found = document.target_namespace().unwrap_or_default();
            if !document.is_schema() || found != namespace {
                let is = if document.is_schema() {
                    format!("has the target namespace '{found}'")
                } else {
                    "is no schema".into()
                };
                let message = format!("namespace_schemas: {path} is given for the namespace '{namespace}', but {is}");
                return Err(CompileError::NamespaceSchema(message));
            }
            self.standalone(file);
        }
        Ok(())
    }

    fn drain(&mut self) -> Result<(), CompileError> {
        while let Some(unit) = self.queue.pop_front() {
            self.process(unit)?;
        }
        Ok(())
    }

    /// Finds entries that stand in the schema as overridden by another entry. What some document includes as it is stays.
    fn supersede(&mut self, entry_units: usize) {
        let units = &self.composition.units;
        let included: BTreeSet<UnitId> = units.iter().flat_map(|unit| unit.includes.iter().copied()).collect();
        let overridden: BTreeSet<(FileId, NamespaceId)> =
            units.iter().filter(|unit| !unit.overrides.is_empty()).map(|unit| (unit.file, unit.namespace)).collect();
        for (id, unit) in self.composition.units.iter_mut().enumerate().take(entry_units) {
            let is_entry_only = id != 0 && unit.overrides.is_empty() && !unit.chameleon && !included.contains(&id);
            unit.superseded = is_entry_only && overridden.contains(&(unit.file, unit.namespace));
        }
    }

    /// Built-in documents for what is imported and was not found, and for the attributes of instances.
    fn load_built_in(&mut self) -> Result<(), CompileError> {
        self.imported.insert(NamespaceId::XSI);
        loop {
            let missing: Vec<NamespaceId> =
                self.imported.iter().copied().filter(|&namespace| !self.is_supplied(namespace)).collect();
            self.imported.clear();
            for namespace in missing {
                let uri = self.environment.names.namespace_uri(namespace).to_owned();
                let Some(text) = builtin::document(&uri) else { continue };
                let limits = pyxsd_xml::ParseLimits::default();
                let file = File::read(&self.library, &uri, text.as_bytes().to_vec(), &limits, true)?;
                self.composition.files.push(file);
                self.standalone(self.composition.files.len() - 1);
            }
            if self.queue.is_empty() {
                return Ok(());
            }
            self.drain()?;
        }
    }

    /// Checks each document, but for what overrides leave nowhere (1.1, 4.2.5: the outcome has to conform, not what is overridden).
    fn check_grammar(&mut self) {
        let version = self.environment.options.version;
        let findings = &mut *self.environment.findings;
        let later = std::mem::take(&mut findings.issues);
        let overridden: BTreeSet<FileId> =
            self.composition.units.iter().filter(|unit| !unit.overrides.is_empty()).map(|unit| unit.file).collect();
        for (id, file) in self.composition.files.iter().enumerate() {
            if file.is_schema() && !file.built_in {
                let without = overridden.contains(&id).then(|| self.composition.overridden(id, version));
                file.check_grammar(version, &without.unwrap_or_default(), findings);
            }
        }
        findings.issues.extend(later);
    }

    fn is_supplied(&self, namespace: NamespaceId) -> bool {
        self.composition.units.iter().any(|unit| unit.namespace == namespace)
    }

    /// The file at a path, loaded at most once; `None` where there is none.
    fn file(&mut self, path: &str) -> Result<Option<FileId>, CompileError> {
        if let Some(&known) = self.by_path.get(path) {
            return Ok(known);
        }
        let limits = &self.environment.options.limits;
        let Some(bytes) = self.environment.resolver.load(path) else {
            self.environment.findings.absent.insert(path.to_owned());
            self.by_path.insert(path.to_owned(), None);
            return Ok(None);
        };
        self.environment.findings.read.insert(path.to_owned());
        self.loaded += 1;
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        limit("xsd_bytes", bytes.len() as u64, limits.parse.bytes)?;
        limit("schema_closure_files", self.loaded.into(), limits.closure_files.into())?;
        limit("schema_closure_bytes", self.bytes, limits.closure_bytes)?;
        let file = File::read(&self.library, path, bytes, &limits.parse, false)?;
        let id = self.composition.files.len();
        self.composition.files.push(file);
        self.by_path.insert(path.to_owned(), Some(id));
        Ok(Some(id))
    }

    /// The unit of a file in its own namespace.
    fn standalone(&mut self, file: FileId) -> UnitId {
        let uri = self.composition.files[file].target_namespace().unwrap_or_default();
        let namespace = self.environment.names.namespace(uri);
        self.unit(file, namespace, false, self.no_overrides.clone())
    }

    fn unit(&mut self, file: FileId, namespace: NamespaceId, chameleon: bool, overrides: Overrides<'d>) -> UnitId {
        let known = self.composition.units.iter().position(|unit| {
            unit.file == file && unit.namespace == namespace && unit::same(&unit.overrides, &overrides)
        });
        known.unwrap_or_else(|| {
            let id = self.composition.units.len();
            let (imports, includes) = (BTreeSet::new(), Vec::new());
            self.composition.units.push(Unit {
                file,
                namespace,
                chameleon,
                overrides,
                imports,
                superseded: false,
                includes,
            });
            self.queue.push_back(id);
            id
        })
    }

    fn process(&mut self, unit: UnitId) -> Result<(), CompileError> {
        let version = self.environment.options.version;
        let root = self.composition.files[self.composition.units[unit].file].root;
        if !super::file::takes_part(root, version) {
            return Ok(());
        }
        for child in children(root, version) {
            match child.tag_name().name() {
                "include" => self.include(unit, child)?,
                "import" => self.import(unit, child)?,
                "redefine" => self.redefine(unit, child)?,
                "override" if version == crate::XsdVersion::V1_1 => self.override_(unit, child)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn include(&mut self, unit: UnitId, node: Node<'d>) -> Result<(), CompileError> {
        let overrides = self.composition.units[unit].overrides.clone();
        self.same_namespace(unit, node, overrides, &INCLUDE)?;
        Ok(())
    }

    fn override_(&mut self, unit: UnitId, node: Node<'d>) -> Result<(), CompileError> {
        self.refuse_twice_overridden(unit, node);
        let Unit { file, ref overrides, .. } = self.composition.units[unit];
        let overrides = merge(node, file, overrides, self.environment.options.version);
        self.same_namespace(unit, node, overrides, &OVERRIDE)?;
        Ok(())
    }

    fn refuse_twice_overridden(&mut self, unit: UnitId, node: Node<'d>) {
        let mut seen = BTreeSet::new();
        for child in children(node, self.environment.options.version) {
            let Some(matched) = unit::matched(child) else { continue };
            if !seen.insert(matched) {
                let file = self.composition.units[unit].file;
                let message = format!("the override replaces {} twice", matched.1);
                self.error(IssueCode::OverrideInvalid, "sch-props-correct.2", file, child, message);
            }
        }
    }

    fn redefine(&mut self, unit: UnitId, node: Node<'d>) -> Result<(), CompileError> {
        let file = self.composition.units[unit].file;
        let target = self.same_namespace(unit, node, self.no_overrides.clone(), &REDEFINE)?;
        for child in children(node, self.environment.options.version) {
            if unit::identity(child).is_none() {
                continue;
            }
            let replaced = replacement(&self.composition.units[unit].overrides, child);
            let (node, file) = replaced.map_or((child, file), |replacement| (replacement.node, replacement.file));
            if replaced.is_some() {
                self.composition.files[file].check_redefined(
                    node,
                    self.environment.options.version,
                    self.environment.findings,
                );
            }
            self.composition.redefinitions.push(Redefinition { node, file, by: unit, target });
        }
        Ok(())
    }

    /// Loads what an include, redefine or override names. `None` after a finding.
    fn same_namespace(
        &mut self,
        unit: UnitId,
        node: Node<'d>,
        overrides: Overrides<'d>,
        rules: &'static Rules,
    ) -> Result<Option<UnitId>, CompileError> {
        let Unit { file, namespace, .. } = self.composition.units[unit];
        let Some(location) = node.attribute("schemaLocation").map(trim) else { return Ok(None) };
        let Some(target) = self.target(file, node, location)? else {
            self.missing(file, node, location, IssueCode::SchemaCompose, rules.found);
            let mut inside = children(node, self.environment.options.version);
            if rules.must_be_found && inside.any(|child| unit::identity(child).is_some()) {
                let message = format!("{location} is redefined here, so it has to be there");
                self.error(IssueCode::SchemaCompose, rules.found, file, node, message);
            }
            return Ok(None);
        };
        if !self.check_schema(file, node, target, rules.schema) {
            return Ok(None);
        }
        let chameleon = match self.composition.files[target].target_namespace() {
            Some(own) if own == self.environment.names.namespace_uri(namespace) => false,
            None => namespace != NamespaceId::NONE,
            Some(own) => {
                let expected = self.environment.names.namespace_uri(namespace);
                let message = format!(
                    "{location} has the target namespace \"{own}\"; it must be \"{expected}\", that of the including document, or absent"
                );
                self.error(rules.foreign, rules.namespace, file, node, message);
                return Ok(None);
            }
        };
        let included = self.unit(target, namespace, chameleon, overrides);
        self.composition.units[unit].includes.push(included);
        Ok(Some(included))
    }

    fn import(&mut self, unit: UnitId, node: Node<'d>) -> Result<(), CompileError> {
        let Unit { file, namespace: target, .. } = self.composition.units[unit];
        let uri = node.attribute("namespace").map(trim);
        if !self.may_import(file, target, node, uri) {
            return Ok(());
        }
        let namespace = self.environment.names.namespace(uri.unwrap_or_default());
        self.imported.insert(namespace);
        self.composition.units[unit].imports.insert(namespace);
        match node.attribute("schemaLocation").map(trim) {
            Some(location) => self.imported_document(file, node, uri.unwrap_or_default(), location),
            None => Ok(()),
        }
    }

    /// Whether a document imports another namespace than that of its components (src-import.1).
    fn may_import(&mut self, file: FileId, target: NamespaceId, node: Node<'d>, uri: Option<&str>) -> bool {
        let own = self.composition.files[file].target_namespace();
        if self.environment.options.version == crate::XsdVersion::V1_0 || own.is_some() {
            // What is against the grammar is reported there.
            return uri != own;
        }
        // Since 1.1 a chameleon counts as what it is made to (4.2.3, 3.2.1).
        let target = Some(self.environment.names.namespace_uri(target)).filter(|target| !target.is_empty());
        if uri != target {
            return true;
        }
        let (rule, message) = match uri {
            Some(uri) => {
                ("src-import.1.1", format!("'{uri}' is the target namespace of the document that includes this one"))
            }
            None => (
                "src-import.1.2",
                "an import without 'namespace' needs a schema that has a target namespace".to_owned(),
            ),
        };
        self.error(IssueCode::ComposeInvalid, rule, file, node, message);
        false
    }

    fn imported_document(
        &mut self,
        file: FileId,
        node: Node<'d>,
        uri: &str,
        location: &str,
    ) -> Result<(), CompileError> {
        let Some(target) = self.target(file, node, location)? else {
            let given = self.environment.options.namespace_schemas.iter().any(|(namespace, _)| namespace == uri);
            if !given && builtin::document(uri).is_none() {
                self.missing(file, node, location, IssueCode::ImportUnresolved, "src-import");
            }
            return Ok(());
        };
        if !self.check_schema(file, node, target, "src-import.2") {
            return Ok(());
        }
        let found = self.composition.files[target].target_namespace();
        if found.unwrap_or_default() != uri || (found.is_some() != node.has_attribute("namespace")) {
            let message = format!(
                "{location} has the target namespace \"{}\", but the import says \"{uri}\"",
                found.unwrap_or_default()
            );
            self.error(IssueCode::ComposeInvalid, "src-import.3", file, node, message);
            return Ok(());
        }
        self.standalone(target);
        Ok(())
    }

    fn target(&mut self, file: FileId, node: Node<'d>, location: &str) -> Result<Option<FileId>, CompileError> {
        let Some(path) = self.composition.files[file].locate(node, location) else { return Ok(None) };
        self.file(&path)
    }

    fn check_schema(&mut self, file: FileId, node: Node<'d>, target: FileId, rule: &'static str) -> bool {
        let target = &self.composition.files[target];
        if target.is_schema() {
            return true;
        }
        let message =
            format!("{} is not a schema document: its root is {}, not xs:schema", target.path, shown(target.root));
        self.error(IssueCode::SchemaCompose, rule, file, node, message);
        false
    }

    fn missing(&mut self, file: FileId, node: Node<'d>, location: &str, code: IssueCode, rule: &'static str) {
        let path = self.composition.files[file].locate(node, location);
        let message = match &path {
            Some(path) => format!("the schema document {path} is not there"),
            None => format!("{location} is outside the files given; nothing is fetched from elsewhere"),
        };
        let place = self.composition.files[file].place(node);
        self.unresolved(location, path.unwrap_or_else(|| location.to_owned()), place, code, rule, message);
    }

    fn unresolved(
        &mut self,
        location: &str,
        target: String,
        place: Place,
        code: IssueCode,
        rule: &'static str,
        message: String,
    ) {
        // A file in several roles asks once.
        if !self.asked.insert((place.file.clone(), place.position.offset)) {
            return;
        }
        let unresolved = Unresolved { location: location.to_owned(), target, asked_by: place.clone() };
        self.environment.findings.unresolved.push(unresolved);
        self.environment.findings.warning(code, rule, place, message);
    }

    fn error(&mut self, code: IssueCode, rule: &'static str, file: FileId, node: Node<'d>, message: String) {
        let place = self.composition.files[file].place(node);
        self.environment.findings.error(code, rule, place, message);
    }
}

fn limit(limit: &'static str, value: u64, maximum: u64) -> Result<(), CompileError> {
    match value > maximum {
        true => Err(CompileError::Limit { limit, value, maximum }),
        false => Ok(()),
    }
}

/// The name of an element for messages.
fn shown(node: Node<'_>) -> String {
    let name = node.tag_name();
    match name.namespace() {
        Some(uri) if !uri.is_empty() => format!("{{{uri}}}{}", name.name()),
        _ => name.name().to_owned(),
    }
}
