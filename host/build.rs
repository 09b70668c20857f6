//! Builds the worker component with a nested cargo, so that `cargo run` on a fresh clone needs no other command.
//!
//! The component comes from `PYXSD_WORKER_COMPONENT` instead, if that names a file: for packages without the guest sources.

// Cargo reads what a build script prints.
#![allow(clippy::print_stdout)]

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const TARGET: &str = "wasm32-wasip2";
const PACKAGE: &str = "pyxsd-worker";
const ARTIFACT: &str = "pyxsd_worker.wasm";
const PREBUILT: &str = "PYXSD_WORKER_COMPONENT";

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
    println!("cargo::rerun-if-env-changed={PREBUILT}");
    match env::var_os(PREBUILT).map_or_else(build, |path| prebuilt(&path)) {
        Ok(component) => {
            println!("cargo::rustc-env=PYXSD_WORKER_WASM={}", component.display());
            ExitCode::SUCCESS
        }
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}

fn prebuilt(path: &OsString) -> Outcome<PathBuf> {
    let path = Path::new(path)
        .canonicalize()
        .map_err(|cause| format!("{PREBUILT} names no file that can be read: {cause}"))?;
    println!("cargo::rerun-if-changed={}", path.display());
    Ok(path)
}

fn build() -> Outcome<PathBuf> {
    let manifest = PathBuf::from(required("CARGO_MANIFEST_DIR")?);
    let workspace = manifest.parent().ok_or("the host package must stand inside the workspace")?;
    watch(workspace)?;
    require_target()?;
    let own = PathBuf::from(required("OUT_DIR")?);
    let target_dir = target_folder(&own).join("guest");
    let status = nested_cargo(workspace)?
        .args(["build", "--locked", "--package", PACKAGE])
        .args(["--target", TARGET, "--profile", "guest"])
        .arg("--target-dir")
        .arg(&target_dir)
        .status()
        .map_err(|cause| format!("cargo cannot be started: {cause}"))?;
    if !status.success() {
        return Err(format!("the build of {PACKAGE} for {TARGET} failed ({status})"));
    }
    // Copied, so that what is embedded belongs to this build whatever other builds do in the shared folder.
    let component = own.join(ARTIFACT);
    fs::copy(target_dir.join(TARGET).join("guest").join(ARTIFACT), &component)
        .map_err(|cause| format!("the built component cannot be copied: {cause}"))?;
    Ok(component)
}

/// Names what the component is made of: sources, not tests. The paths are relative to this package, so that two checkouts that share
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
