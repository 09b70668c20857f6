//! What a user's component may be: checked before any of it is compiled.

use super::run::shortened;
use super::weight::weigh;
use wasmparser::{Encoding, Parser, Payload};

/// Packages of WASI of which a user's component may import interfaces. Their clocks stand still, their streams are empty or captured.
const WASI: [&str; 3] = ["wasi:io/", "wasi:cli/", "wasi:clocks/"];
/// What the world imports itself.
const SNAPSHOTS: &str = "pyxsd:worker/snapshots@";
/// What the world exports.
const TRANSFORMATION: &str = "pyxsd:worker/transformation@";

/// Imports that a refusal names.
const IMPORTS: usize = 20;
/// Longest name of an import that it repeats, in characters.
const NAME_CHARS: usize = 200;
/// Longest cause that it repeats, in characters.
const CAUSE_CHARS: usize = 1_000;

/// How WebAssembly in binary form begins.
const MAGIC: &[u8] = b"\0asm";

/// Why a component is not taken.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// It is no component: what is wrong with it.
    Malformed(String),
    /// It imports what it may not have: the first of that.
    Imports(Vec<String>),
    /// It does not export the interface of transforms.
    NoExport,
    /// An instance of it takes more of the host's memory than it may: so many bytes.
    Instances(u64),
    /// Its compiled code has more bytes than it may: so many.
    Code(u64),
}

impl Refusal {
    /// It is no component that can be compiled, for this cause, which repeats of the component what it likes.
    pub fn malformed(cause: &impl std::fmt::Display) -> Refusal {
        let cause = cause.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        Refusal::Malformed(shortened(&cause, CAUSE_CHARS))
    }
}

/// Sees that an instance of the component takes at most so many bytes of the host beside its memories and tables.
pub fn require_light(component: &[u8], most: u64) -> Result<(), Refusal> {
    match weigh(component).map_err(|cause| Refusal::malformed(&cause))? {
        Some(bytes) if bytes <= most => Ok(()),
        Some(bytes) => Err(Refusal::Instances(bytes)),
        None => Err(Refusal::Malformed("it instantiates a component that it is given".to_owned())),
    }
}

/// Reads the outermost imports and exports of a component. Nothing else of it is looked at: its compiler does that.
pub fn inspect(component: &[u8]) -> Result<(), Refusal> {
    if !component.starts_with(MAGIC) {
        return Err(Refusal::Malformed("it does not begin as WebAssembly in binary form does".to_owned()));
    }
    let malformed = |cause: wasmparser::BinaryReaderError| Refusal::malformed(&cause);
    let (mut level, mut refused, mut exported) = (0_usize, Vec::new(), false);
    for payload in Parser::new(0).parse_all(component) {
        match payload.map_err(malformed)? {
            Payload::Version { encoding: Encoding::Module, .. } if level == 0 => {
                return Err(Refusal::Malformed("it is a core module and no component".to_owned()));
            }
            Payload::Version { .. } => level += 1,
            Payload::End(_) => level = level.saturating_sub(1),
            Payload::ComponentImportSection(section) if level == 1 => {
                for import in section {
                    let name = import.map_err(malformed)?.name.name;
                    if !may_import(name) && refused.len() < IMPORTS {
                        refused.push(shortened(name, NAME_CHARS));
                    }
                }
            }
            Payload::ComponentExportSection(section) if level == 1 => {
                for export in section {
                    exported |= export.map_err(malformed)?.name.name.starts_with(TRANSFORMATION);
                }
            }
            _ => {}
        }
    }
    if !refused.is_empty() {
        return Err(Refusal::Imports(refused));
    }
    if exported { Ok(()) } else { Err(Refusal::NoExport) }
}

fn may_import(name: &str) -> bool {
    WASI.iter().any(|package| name.starts_with(package)) || name.starts_with(SNAPSHOTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str) -> Result<(), Refusal> {
        inspect(&wat::parse_str(text).unwrap())
    }

    #[test]
    fn only_the_imports_of_the_world_and_three_packages_of_wasi_are_taken() {
        let own = r#"(import "pyxsd:worker/snapshots@0.1.0" (instance))"#;
        let export = r#"(instance $i) (export "pyxsd:worker/transformation@0.1.0" (instance $i))"#;
        for name in ["wasi:io/streams@0.2.6", "wasi:cli/stdout@0.2.0", "wasi:clocks/wall-clock@0.2.3"] {
            assert_eq!(checked(&format!(r#"(component {own} (import "{name}" (instance)) {export})"#)), Ok(()));
        }
        for name in [
            "wasi:sockets/tcp@0.2.0",
            "wasi:http/outgoing-handler@0.2.0",
            "wasi:filesystem/types@0.2.0",
            "wasi:random/random@0.2.0",
            "pyxsd:worker/schemas@0.1.0",
            "print",
        ] {
            let component = format!(r#"(component (import "{name}" (instance)) {own} {export})"#);
            assert_eq!(checked(&component), Err(Refusal::Imports(vec![name.to_owned()])));
        }
    }

    #[test]
    fn a_refusal_does_not_repeat_more_than_a_reader_wants() {
        let long = "a".repeat(10_000);
        let imports: String = (0..100).map(|at| format!(r#"(import "i{at}-{long}" (instance))"#)).collect();
        let Err(Refusal::Imports(names)) = checked(&format!("(component {imports})")) else { panic!("it imports") };
        assert_eq!((names.len(), names[0].chars().count()), (IMPORTS, NAME_CHARS + 1));
        let Refusal::Malformed(cause) = Refusal::malformed(&long) else { panic!("it is malformed") };
        assert_eq!(cause.chars().count(), CAUSE_CHARS + 1);
    }

    #[test]
    fn imports_of_what_is_inside_are_the_components_own_affair() {
        let inner = r#"(component (component (import "wasi:sockets/tcp@0.2.0" (instance)))
            (core module (import "env" "f" (func)))
            (instance $i) (export "pyxsd:worker/transformation@0.1.0" (instance $i)))"#;
        assert_eq!(checked(inner), Ok(()));
    }

    #[test]
    fn what_is_no_component_or_exports_no_transform_is_refused() {
        assert_eq!(checked("(component)"), Err(Refusal::NoExport));
        let within =
            r#"(component (component (instance $i) (export "pyxsd:worker/transformation@0.1.0" (instance $i))))"#;
        assert_eq!(checked(within), Err(Refusal::NoExport));
        for bytes in [b"".as_slice(), b"<a/>", b"\0asm", &wat::parse_str("(module)").unwrap(), b"\0asm\x0d\0\x01\0\x07"]
        {
            let Err(Refusal::Malformed(said)) = inspect(bytes) else { panic!("{bytes:?}") };
            assert!(!said.contains('\n') && !said.contains("0x0,"), "{said}");
        }
    }
}
