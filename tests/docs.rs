//! Pages that are generated from tables.

use std::path::Path;

fn check(page: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(page);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, generated).expect("the page is written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == generated, "docs/{page} is stale; run: UPDATE_EXPECT=1 cargo test -p pyxsd-mcp --test docs");
}

#[test]
fn the_page_of_limits_is_up_to_date() {
    check("limits.md", &pyxsd_mcp::limits::documentation());
}

#[test]
fn the_page_of_faults_is_up_to_date() {
    check("faults.md", &pyxsd_mcp::fault::documentation());
}
