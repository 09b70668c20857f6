//! SHA-256 digests of file contents.

use sha2::{Digest as _, Sha256};

/// Bytes that are read at a time.
const READ_BYTES: usize = 64 << 10;

/// A SHA-256 digest; shown as `sha256:` and 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    /// The digest of parts in a row. Each part is preceded by its length, so that parts cannot run into one another.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Digest {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Digest(hasher.finalize().into())
    }

    /// The digest of everything that `reader` gives, and how many bytes that was.
    pub fn of_reader(mut reader: impl std::io::Read) -> std::io::Result<(Digest, u64)> {
        let mut hasher = Sha256::new();
        let mut buffer = vec![0; READ_BYTES];
        let mut bytes = 0;
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok((Digest(hasher.finalize().into()), bytes)),
                Ok(read) => {
                    hasher.update(&buffer[..read]);
                    bytes += read as u64;
                }
                Err(cause) if cause.kind() == std::io::ErrorKind::Interrupted => {}
                Err(cause) => return Err(cause),
            }
        }
    }

    /// Reads what [`Digest::hex`] gives.
    pub fn parse_hex(text: &str) -> Option<Digest> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let value = |digit: u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = value(pair[0])? << 4 | value(pair[1])?;
        }
        Some(Digest(bytes))
    }

    /// 64 hexadecimal digits, without the prefix: usable as a file name.
    pub fn hex(&self) -> String {
        use std::fmt::Write as _;
        self.0.iter().fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "sha256:{}", self.hex())
    }
}

impl serde::Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_shown_with_its_algorithm() {
        assert_eq!(
            Digest::of(b"abc").to_string(),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn a_digest_is_read_as_it_is_written_and_from_a_reader() {
        let digest = Digest::of(b"abc");
        assert_eq!(Digest::parse_hex(&digest.hex()), Some(digest));
        assert_eq!(Digest::of_reader(b"abc".as_slice()).unwrap(), (digest, 3));
        for text in ["", &digest.hex().to_uppercase(), &digest.hex()[1..], &format!("{}g", &digest.hex()[1..])] {
            assert_eq!(Digest::parse_hex(text), None, "{text}");
        }
    }

    #[test]
    fn parts_cannot_run_into_one_another() {
        assert_ne!(Digest::of_parts([b"ab".as_slice(), b"c"]), Digest::of_parts([b"a".as_slice(), b"bc"]));
    }
}
