//! Builds the components with a nested cargo, so that `cargo run` on a fresh clone needs no other command.
//!
//! A component comes from its `PYXSD_…_COMPONENT` instead, if that names a file: for packages without the guest sources.

// Cargo reads what a build script prints.
#![allow(clippy::print_stdout)]

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const TARGET: &str = "wasm32-wasip2";

/// A component that the host carries.
struct Component {
    package: &'static str,
    artifact: &'static str,
    /// Names a file that is taken instead of building one.
    prebuilt: &'static str,
    /// Tells the host's sources where the component is.
    told: &'static str,
}

const COMPONENTS: [Component; 2] = [
    Component {
        package: "pyxsd-worker",
        artifact: "pyxsd_worker.wasm",
        prebuilt: "PYXSD_WORKER_COMPONENT",
        told: "PYXSD_WORKER_WASM",
    },
    Component {
        package: "pyxsd-records",
        artifact: "pyxsd_records.wasm",
        prebuilt: "PYXSD_RECORDS_COMPONENT",
        told: "PYXSD_RECORDS_WASM",
    },
];

/// The guest does not recurse on its input, but the standard library and drop glue want more than the linker's default.
const STACK_BYTES: u32 = 2 << 20;

/// What the outer cargo sets for this script and what must not reach the nested one.
const SCRUBBED: [&str; 12] = [
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_TARGET_DIR",
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_RUSTFLAGS",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "CARGO_MAKEFLAGS",
    "MAKEFLAGS",
    "RUSTDOCFLAGS",
    "TARGET",
];
const SCRUBBED_PREFIXES: [&str; 5] =
    ["CARGO_CFG_", "CARGO_FEATURE_", "CARGO_PROFILE_", "CARGO_PKG_", "CARGO_MANIFEST_"];

type Outcome<T> = Result<T, String>;

fn main() -> ExitCode {
    match provide() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}

fn provide() -> Outcome<()> {
    let mut to_build = Vec::new();
    for component in &COMPONENTS {
        println!("cargo::rerun-if-env-changed={}", component.prebuilt);
        match env::var_os(component.prebuilt) {
            Some(path) => tell(component, &prebuilt(component, &path)?),
            None => to_build.push(component),
        }
    }
    if to_build.is_empty() { Ok(()) } else { build(&to_build) }
}

fn tell(component: &Component, path: &Path) {
    println!("cargo::rustc-env={}={}", component.told, path.display());
}

fn prebuilt(component: &Component, path: &OsString) -> Outcome<PathBuf> {
    let path = Path::new(path)
        .canonicalize()
        .map_err(|cause| format!("{} names no file that can be read: {cause}", component.prebuilt))?;
    println!("cargo::rerun-if-changed={}", path.display());
    Ok(path)
}

fn build(components: &[&Component]) -> Outcome<()> {
    let manifest = PathBuf::from(required("CARGO_MANIFEST_DIR")?);
    let workspace = manifest.parent().ok_or("the host package must stand inside the workspace")?;
    watch(workspace)?;
    require_target()?;
    let own = PathBuf::from(required("OUT_DIR")?);
    let target_dir = target_folder(&own).join("guest");
    // One after another: features that two packages share must not unite, lest a component differ by what is built beside it.
    for component in components {
        let package = component.package;
        let status = nested_cargo(workspace)?
            .args(["build", "--locked", "--package", package])
            .args(["--target", TARGET, "--profile", "guest"])
            .arg("--target-dir")
            .arg(&target_dir)
            .status()
            .map_err(|cause| format!("cargo cannot be started: {cause}"))?;
        if !status.success() {
            return Err(format!("the build of {package} for {TARGET} failed ({status})"));
        }
        // Copied, so that what is embedded belongs to this build whatever other builds do in the shared folder.
        let copy = own.join(component.artifact);
        fs::copy(target_dir.join(TARGET).join("guest").join(component.artifact), &copy)
            .map_err(|cause| format!("the built component cannot be copied: {cause}"))?;
        tell(component, &copy);
    }
    Ok(())
}

/// Names what the components are made of: sources, not tests. The paths are relative to this package, so that two checkouts that share
/// a target folder each watch their own.
fn watch(workspace: &Path) -> Outcome<()> {
    let watched = |path: &str| println!("cargo::rerun-if-changed=../{path}");
    for input in ["wit", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml"] {
        watched(input);
    }
    let crates = fs::read_dir(workspace.join("guest")).map_err(|cause| format!("the guests are not there: {cause}"))?;
    for entry in crates.filter_map(Result::ok) {
        let name = entry.file_name();
        watched(&format!("guest/{}/Cargo.toml", name.display()));
        watched(&format!("guest/{}/src", name.display()));
    }
    Ok(())
}

fn nested_cargo(workspace: &Path) -> Outcome<Command> {
    let mut command = Command::new(required("CARGO")?);
    command.current_dir(workspace);
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if SCRUBBED.contains(&&*text) || SCRUBBED_PREFIXES.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
    let mut flags = vec![
        "-Ctarget-feature=+simd128".to_owned(),
        format!("-Clink-arg=-zstack-size={STACK_BYTES}"),
        // Panic messages carry source paths: without this the component would differ from machine to machine.
        format!("--remap-path-prefix={}=/pyxsd", workspace.display()),
    ];
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    if let Some(home) = home {
        flags.push(format!("--remap-path-prefix={}=/cargo", home.display()));
    }
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    Ok(command)
}

/// Rustup ignores the `targets` of `rust-toolchain.toml` without a word where installing is switched off, and the error that
/// cargo then gives does not say what to do.
fn require_target() -> Outcome<()> {
    let output = Command::new(required("RUSTC")?)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .map_err(|cause| format!("rustc cannot be started: {cause}"))?;
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() && fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Ok(());
    }
    Err(format!("the target {TARGET} is not installed for this toolchain; run: rustup target add {TARGET}"))
}

/// The outer target folder: the ancestor of `OUT_DIR` that cargo has tagged. A folder below it has a lock of its own, so the
/// nested cargo does not wait for the outer one.
fn target_folder(out: &Path) -> &Path {
    out.ancestors().filter(|folder| folder.join("CACHEDIR.TAG").is_file()).last().unwrap_or(out)
}

fn required(name: &str) -> Outcome<OsString> {
    env::var_os(name).ok_or_else(|| format!("{name} is not set: build with cargo"))
}
