//! Binary data in hexadecimal and Base64 (part 2, 3.3.15 and 3.3.16).

use std::fmt::Write;

/// Octets of a lexical form of `hexBinary`.
pub(crate) fn hex_length(text: &[u8]) -> Option<usize> {
    (text.len().is_multiple_of(2) && text.iter().all(u8::is_ascii_hexdigit)).then_some(text.len() / 2)
}

/// The value of a lexical form of `hexBinary`.
pub(crate) fn decode_hex(text: &[u8]) -> Option<Vec<u8>> {
    hex_length(text)?;
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0) as u8;
    Some(text.chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect())
}

pub(crate) fn encode_hex(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len() * 2);
    for octet in octets {
        // Writing to a string does not fail.
        let _ = write!(text, "{octet:02X}");
    }
    text
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The number that each byte of the alphabet stands for; 255 for the others.
static DECODE: [u8; 256] = {
    let mut table = [255; 256];
    let mut index = 0;
    while index < 64 {
        table[ALPHABET[index] as usize] = index as u8;
        index += 1;
    }
    table
};

/// Octets of a lexical form of `base64Binary`, whose white space need not be collapsed.
pub(crate) fn base64_length(text: &[u8]) -> Option<usize> {
    let (mut symbols, mut padding, mut last) = (0usize, 0usize, 0u8);
    for &byte in text {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {}
            b'=' => padding += 1,
            _ if padding > 0 => return None,
            _ => {
                last = DECODE[usize::from(byte)];
                if last > 63 {
                    return None;
                }
                symbols += 1;
            }
        }
    }
    // Bits that the padding cuts off must be zero.
    let cut = match (symbols % 4, padding) {
        (0, 0) => 0,
        (2, 2) => 0b1111,
        (3, 1) => 0b11,
        _ => return None,
    };
    (last & cut == 0).then_some(symbols / 4 * 3 + (symbols % 4).saturating_sub(1))
}

/// The value of a lexical form of `base64Binary`.
pub(crate) fn decode_base64(text: &[u8]) -> Option<Vec<u8>> {
    let length = base64_length(text)?;
    let mut octets = Vec::with_capacity(length);
    let (mut bits, mut count) = (0u32, 0);
    for value in text.iter().map(|&byte| DECODE[usize::from(byte)]).filter(|&value| value < 64) {
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            octets.push((bits >> count) as u8);
        }
    }
    Some(octets)
}

pub(crate) fn encode_base64(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len().div_ceil(3) * 4);
    for group in octets.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, &octet| bits << 8 | u32::from(octet)) << (8 * (3 - group.len()));
        for symbol in 0..4 {
            let index = (bits >> (18 - 6 * symbol)) as usize & 63;
            text.push(if symbol <= group.len() { char::from(ALPHABET[index]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_needs_pairs_of_digits() {
        assert_eq!(decode_hex(b"0fB7"), Some(vec![0x0F, 0xB7]));
        assert_eq!(decode_hex(b""), Some(vec![]));
        assert_eq!(encode_hex(&[0x0F, 0xB7]), "0FB7");
        for bad in ["0", "0g", "0 f0", "0x00"] {
            assert_eq!(decode_hex(bad.as_bytes()), None, "{bad}");
        }
    }

    #[test]
    fn base64_is_decoded_exactly() {
        for (text, octets) in [
            ("", &b""[..]),
            ("TQ==", b"M"),
            ("TWE=", b"Ma"),
            ("TWFu", b"Man"),
            ("T W\nF u", b"Man"),
            ("TQ = =", b"M"),
            ("+/+/", &[0xFB, 0xFF, 0xBF]),
        ] {
            assert_eq!(decode_base64(text.as_bytes()).as_deref(), Some(octets), "{text}");
            assert_eq!(base64_length(text.as_bytes()), Some(octets.len()), "{text}");
        }
        for bad in ["T", "TQ", "TQ=", "TWE", "TR==", "TWF=", "====", "=", "TQ==TQ==", "TWFu=", "TW-u", "TQ==="] {
            assert_eq!(decode_base64(bad.as_bytes()), None, "{bad}");
        }
        for octets in [&b"M"[..], b"Ma", b"Man", b"Many", b""] {
            assert_eq!(decode_base64(encode_base64(octets).as_bytes()).as_deref(), Some(octets));
        }
    }
}
