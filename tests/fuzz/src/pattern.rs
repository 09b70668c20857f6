//! A pattern and a text, separated by a NUL, behind a version byte.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pyxsd_datatypes::XsdVersion;
use pyxsd_datatypes::pattern::Pattern;

fuzz_target!(|input: &[u8]| {
    let Some((&version, rest)) = input.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let Some((pattern, text)) = text.split_once('\0') else { return };
    let version = if version & 1 == 0 { XsdVersion::V1_1 } else { XsdVersion::V1_0 };
    if let Ok(pattern) = Pattern::new(pattern, version) {
        let _ = pattern.matches(text);
    }
});
