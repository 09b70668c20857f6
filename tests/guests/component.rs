//! The hostile guest as a component, built once for each run of the tests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

const TARGET: &str = "wasm32-wasip2";

/// Variables that cargo sets for the tests and that must not reach a nested cargo.
const SCRUBBED: [&str; 5] =
    ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARGO_TARGET_DIR", "RUSTC_WRAPPER"];

static COMPONENT: LazyLock<Vec<u8>> = LazyLock::new(build);

/// The bytes of the component.
pub fn hostile() -> &'static [u8] {
    &COMPONENT
}

fn build() -> Vec<u8> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the host stands in the workspace");
    let target_dir = target_dir();
    let mut cargo = Command::new(env!("CARGO"));
    for name in SCRUBBED {
        cargo.env_remove(name);
    }
    let status = cargo
        .current_dir(workspace)
        .args([
            "build",
            "--quiet",
            "--locked",
            "--package",
            "pyxsd-hostile-guest",
            "--profile",
            "guest",
            "--target",
            TARGET,
        ])
        .arg("--target-dir")
        .arg(&target_dir)
        .status()
        .expect("cargo starts");
    assert!(status.success(), "the hostile guest builds");
    std::fs::read(target_dir.join(TARGET).join("guest/pyxsd_hostile_guest.wasm")).expect("the component is there")
}

/// Beside the folder of the guests that the build script uses, whose flags differ.
fn target_dir() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile")
}
