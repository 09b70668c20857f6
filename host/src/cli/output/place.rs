//! Files as programs name them that work on the folder a command was started in.

use std::path::{Component, Path, PathBuf};

/// A file's path as seen from the working directory, if it lies in it; else its absolute path. Parts are not looked up on disk.
pub fn seen_from(working_directory: &Path, file: &Path) -> PathBuf {
    let mut seen = PathBuf::new();
    for part in working_directory.join(file).components() {
        match part {
            Component::ParentDir => _ = seen.pop(),
            Component::CurDir => {}
            other => seen.push(other),
        }
    }
    match seen.strip_prefix(working_directory) {
        Ok(inside) => inside.to_owned(),
        Err(_) => seen,
    }
}

/// A path as a URI reference (RFC 3986): relative, or with the scheme `file`.
pub fn uri(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt as _;
    let mut uri = String::from(if path.is_absolute() { "file://" } else { "" });
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_inside_the_working_directory_are_relative_and_others_are_not() {
        let seen = |file: &str| seen_from(Path::new("/data/x"), Path::new(file)).display().to_string();
        assert_eq!(seen("a.xml"), "a.xml");
        assert_eq!(seen("./in/../a.xml"), "a.xml");
        assert_eq!(seen("/data/x/in/a.xml"), "in/a.xml");
        assert_eq!(seen("../y/a.xml"), "/data/y/a.xml");
        assert_eq!(seen("/etc/a.xml"), "/etc/a.xml");
    }

    #[test]
    fn addresses_have_only_characters_that_addresses_may_have() {
        assert_eq!(uri(Path::new("in/ä b#%:c.xml")), "in/%C3%A4%20b%23%25%3Ac.xml");
        assert_eq!(uri(Path::new("/x/a.xml")), "file:///x/a.xml");
    }
}
