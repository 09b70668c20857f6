//! What the instances of a component take of the host's memory beside their own memories and tables.
//!
//! wasmtime keeps globals, references to functions, imports and passive elements of each instance in the host, and nothing counts them
//! while it runs. A component of one mebibyte could have thousands of those. So they are counted beforehand, as if everything were used.

use wasmparser::{
    BinaryReaderError, ComponentAlias, ComponentExternalKind, ComponentInstance, ComponentOuterAliasKind,
    ComponentTypeRef, ElementItems, Encoding, Instance, Parser, Payload,
};

/// Bytes of a global, and of an element of a segment.
const VALUE_BYTES: u64 = 16;
/// Bytes of a reference to a function, and of an import.
const REFERENCE_BYTES: u64 = 32;
/// Bytes of an instance of which nothing else is known.
const INSTANCE_BYTES: u64 = 1 << 10;

/// What instantiating something takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Weight {
    bytes: u64,
    /// Instances of modules that are known to whoever instantiates the component only.
    given: u64,
}

impl Weight {
    fn add(&mut self, other: Weight) {
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.given = self.given.saturating_add(other.given);
    }
}

/// A module or component that is being read, with what it has defined so far. What it is given from elsewhere is nothing.
#[derive(Default)]
struct Level {
    is_module: bool,
    weight: Weight,
    modules: Vec<Option<Weight>>,
    components: Vec<Option<Weight>>,
}

/// Bytes that one instance of the component takes at most; nothing where it instantiates a component that is not inside of it.
pub fn weigh(component: &[u8]) -> Result<Option<u64>, BinaryReaderError> {
    let (mut levels, mut heaviest): (Vec<Level>, u64) = (Vec::new(), 0);
    for payload in Parser::new(0).parse_all(component) {
        match payload? {
            Payload::Version { encoding, .. } => {
                let is_module = encoding == Encoding::Module;
                let bytes = if is_module { INSTANCE_BYTES } else { 0 };
                levels.push(Level { is_module, weight: Weight { bytes, given: 0 }, ..Level::default() });
            }
            Payload::End(_) => {
                let Some(ended) = levels.pop() else { break };
                match levels.last_mut() {
                    None => {
                        return Ok(Some(
                            ended.weight.bytes.saturating_add(ended.weight.given.saturating_mul(heaviest)),
                        ));
                    }
                    Some(outer) if ended.is_module => {
                        heaviest = heaviest.max(ended.weight.bytes);
                        outer.modules.push(Some(ended.weight));
                    }
                    Some(outer) => outer.components.push(Some(ended.weight)),
                }
            }
            payload if levels.last().is_some_and(|level| level.is_module) => {
                let held = held(&payload)?;
                if let Some(level) = levels.last_mut() {
                    level.weight.add(Weight { bytes: held, given: 0 });
                }
            }
            payload => {
                if !defined(&payload, &mut levels)? {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(0))
}

/// Bytes that a section of a module stands for in each instance.
fn held(section: &Payload<'_>) -> Result<u64, BinaryReaderError> {
    let (count, bytes): (u64, u64) = match section {
        Payload::GlobalSection(globals) => (globals.count().into(), VALUE_BYTES),
        Payload::FunctionSection(functions) => (functions.count().into(), REFERENCE_BYTES),
        Payload::ImportSection(groups) => {
            let mut count = 0;
            for import in groups.clone().into_imports() {
                import?;
                count += 1;
            }
            (count, REFERENCE_BYTES)
        }
        Payload::ElementSection(segments) => {
            let mut count = 0_u64;
            for segment in segments.clone() {
                // A segment is something too.
                count += 2 + u64::from(match segment?.items {
                    ElementItems::Functions(items) => items.count(),
                    ElementItems::Expressions(_, items) => items.count(),
                });
            }
            (count, VALUE_BYTES)
        }
        _ => (0, 0),
    };
    Ok(count.saturating_mul(bytes))
}

/// Notes what a section of a component defines and instantiates. False where that is a component from elsewhere.
fn defined(section: &Payload<'_>, levels: &mut [Level]) -> Result<bool, BinaryReaderError> {
    let at = |index: u32| index as usize;
    let Some((level, outer)) = levels.split_last_mut() else { return Ok(true) };
    match section {
        Payload::InstanceSection(instances) => {
            for instance in instances.clone() {
                if let Instance::Instantiate { module_index, .. } = instance? {
                    let known = level.modules.get(at(module_index)).copied().flatten();
                    level.weight.add(known.unwrap_or(Weight { bytes: 0, given: 1 }));
                }
            }
        }
        Payload::ComponentInstanceSection(instances) => {
            for instance in instances.clone() {
                if let ComponentInstance::Instantiate { component_index, .. } = instance? {
                    let known = level.components.get(at(component_index)).copied().flatten();
                    let Some(known) = known else { return Ok(false) };
                    level.weight.add(known);
                }
            }
        }
        Payload::ComponentImportSection(imports) => {
            for import in imports.clone() {
                match import?.ty {
                    ComponentTypeRef::Module(_) => level.modules.push(None),
                    ComponentTypeRef::Component(_) => level.components.push(None),
                    _ => {}
                }
            }
        }
        Payload::ComponentExportSection(exports) => {
            for export in exports.clone() {
                let export = export?;
                match export.kind {
                    ComponentExternalKind::Module => {
                        level.modules.push(level.modules.get(at(export.index)).copied().flatten());
                    }
                    ComponentExternalKind::Component => {
                        level.components.push(level.components.get(at(export.index)).copied().flatten());
                    }
                    _ => {}
                }
            }
        }
        Payload::ComponentAliasSection(aliases) => {
            for alias in aliases.clone() {
                alias_of(&alias?, level, outer);
            }
        }
        _ => {}
    }
    Ok(true)
}

fn alias_of(alias: &ComponentAlias<'_>, level: &mut Level, outer: &[Level]) {
    match *alias {
        ComponentAlias::InstanceExport { kind: ComponentExternalKind::Module, .. } => level.modules.push(None),
        ComponentAlias::InstanceExport { kind: ComponentExternalKind::Component, .. } => level.components.push(None),
        ComponentAlias::Outer { kind, count, index } => {
            let from = match count {
                0 => Some(&*level),
                count => outer.len().checked_sub(count as usize).and_then(|place| outer.get(place)),
            };
            let of = |known: &[Option<Weight>]| known.get(index as usize).copied().flatten();
            let (module, component) =
                (from.and_then(|from| of(&from.modules)), from.and_then(|from| of(&from.components)));
            match kind {
                ComponentOuterAliasKind::CoreModule => level.modules.push(module),
                ComponentOuterAliasKind::Component => level.components.push(component),
                _ => {}
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(text: &str) -> Option<u64> {
        weigh(&wat::parse_str(text).unwrap()).unwrap()
    }

    /// Two globals, an import, two functions, and a segment of three elements.
    const MODULE: &str = r#"(core module $m (import "" "f" (func)) (global i32 (i32.const 0)) (global i32 (i32.const 0))
        (func) (func) (elem func 0 1 1))"#;
    const ONE: u64 = INSTANCE_BYTES + 2 * VALUE_BYTES + 3 * REFERENCE_BYTES + 5 * VALUE_BYTES;
    const INSTANCE: &str = r#"(core instance (instantiate $m (with "" (instance (export "f" (func $f))))))"#;
    const FUNCTION: &str = r#"(core module $n (func (export "f"))) (core instance $n (instantiate $n))
        (alias core export $n "f" (core func $f))"#;

    #[test]
    fn every_instance_of_a_module_counts_also_those_of_components_inside() {
        let own = INSTANCE_BYTES + REFERENCE_BYTES;
        assert_eq!(weight(&format!("(component {MODULE} {FUNCTION})")), Some(own));
        let twice = format!("(component {MODULE} {FUNCTION} {INSTANCE} {INSTANCE})");
        assert_eq!(weight(&twice), Some(own + 2 * ONE));
        let inner = format!("(component $c {MODULE} {FUNCTION} {INSTANCE})");
        let outer = format!("(component $d {inner} (instance (instantiate $c)) (instance (instantiate $c)))");
        let whole = format!("(component {outer} (instance (instantiate $d)) (instance (instantiate $d)))");
        assert_eq!(weight(&whole), Some(4 * (own + ONE)));
        assert_eq!(weight(&format!("(component {outer})")), Some(0));
    }

    #[test]
    fn modules_are_known_through_aliases_or_count_as_the_heaviest() {
        let own = INSTANCE_BYTES + REFERENCE_BYTES;
        let alias = format!(
            "(component {MODULE} (component $c (alias outer 1 $m (core module $m)) {FUNCTION} {INSTANCE}) (instance (instantiate $c)))"
        );
        assert_eq!(weight(&alias), Some(own + ONE));
        let given = format!(
            r#"(component {MODULE} (component $c (import "m" (core module $m (import "" "f" (func)))) {FUNCTION} {INSTANCE})
            (instance (instantiate $c (with "m" (core module $m)))))"#
        );
        assert_eq!(weight(&given), Some(own + ONE));
    }

    #[test]
    fn a_component_that_is_given_is_not_known() {
        let given = r#"(component (component $e) (component $c (import "e" (component $e)) (instance (instantiate $e)))
            (instance (instantiate $c (with "e" (component $e)))))"#;
        assert_eq!(weight(given), None);
        let aliased = "(component (component $e) (component $c (alias outer 1 $e (component $f)) (instance (instantiate $f))) (instance (instantiate $c)))";
        assert_eq!(weight(aliased), Some(0));
    }
}
