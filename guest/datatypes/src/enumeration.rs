//! The values of an enumeration, found by hash.

use crate::Value;

/// The values that an enumeration admits.
#[derive(Debug)]
pub(crate) struct Enumeration {
    /// As written, in their order.
    pub texts: Vec<String>,
    /// The strings themselves or the keys of the values, by hash and then by bytes: keys of one hash, which a schema may contrive,
    /// are still found by bisection.
    keys: Vec<(u64, Box<[u8]>)>,
    /// The first key of each slice of the hashes, and the end.
    starts: Vec<u32>,
}

impl Enumeration {
    /// Of an atomic type, from the values and how they were written.
    pub(crate) fn new(entries: Vec<(String, Value)>) -> Self {
        Self::from_keys(entries, |value| match value {
            Value::String(text) | Value::AnyUri(text) => text.as_bytes().into(),
            other => key_of(other),
        })
    }

    /// Of a union or list, whose values may be of several kinds.
    pub(crate) fn of_mixed(entries: Vec<(String, Value)>) -> Self {
        Self::from_keys(entries, key_of)
    }

    fn from_keys(entries: Vec<(String, Value)>, key: impl Fn(&Value) -> Box<[u8]>) -> Self {
        let with_hash = |(_, value): &(String, Value)| {
            let key = key(value);
            (hash(&key), key)
        };
        let mut keys: Vec<_> = entries.iter().map(with_hash).collect();
        keys.sort_unstable();
        keys.dedup();
        let slices = keys.len().next_power_of_two();
        let start = |slice| keys.partition_point(|key| slice_of(key.0, slices) < slice) as u32;
        let starts = (0..=slices).map(start).collect();
        Self { texts: entries.into_iter().map(|(text, _)| text).collect(), keys, starts }
    }

    /// Whether an atomic string or URI is enumerated, or any other value by its key.
    pub(crate) fn contains_bytes(&self, key: &[u8]) -> bool {
        let hash = hash(key);
        let slice = slice_of(hash, self.starts.len() - 1);
        let candidates = &self.keys[self.starts[slice] as usize..self.starts[slice + 1] as usize];
        candidates.binary_search_by(|(other, bytes)| other.cmp(&hash).then_with(|| bytes.as_ref().cmp(key))).is_ok()
    }

    pub(crate) fn contains_value(&self, value: &Value) -> bool {
        let mut key = Vec::with_capacity(64);
        value.write_key(&mut key);
        self.contains_bytes(&key)
    }
}

fn slice_of(hash: u64, slices: usize) -> usize {
    ((u128::from(hash) * slices as u128) >> 64) as usize
}

/// A mixing function without seed, so that every run does the same.
fn hash(key: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    };
    let chunks = key.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    mix(chunks.fold(FACTOR ^ key.len() as u64, mix), FACTOR)
}

fn key_of(value: &Value) -> Box<[u8]> {
    let mut key = Vec::new();
    value.write_key(&mut key);
    key.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enumerated_strings_are_found_and_others_not() {
        for count in [1, 2, 3, 100, 1000] {
            let entry = |number: usize| (number.to_string(), Value::String(format!("code {number}")));
            let enumeration = Enumeration::new((0..count).chain(0..count).map(entry).collect());
            assert_eq!(enumeration.keys.len(), count);
            for number in 0..count {
                assert!(enumeration.contains_bytes(format!("code {number}").as_bytes()), "{number} of {count}");
                assert!(!enumeration.contains_bytes(format!("code  {number}").as_bytes()), "{number} of {count}");
            }
            assert!(!enumeration.contains_bytes(b""));
        }
    }
}
