//! Names as two machine words: nearly all names of documents are so short that comparing them needs no loop.

/// The first and the last bytes of a name. Names of equal length up to [`Short::WHOLE`] are equal exactly if these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Short(u64, u64);

impl Short {
    /// Longest name, in bytes, that its words hold whole.
    const WHOLE: usize = 16;

    #[inline]
    pub(crate) fn of(name: &[u8]) -> Self {
        if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
            return Self(u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        }
        if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
            return Self(u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into());
        }
        match *name {
            [a] => Self(a.into(), 0),
            [a, b] => Self(a.into(), b.into()),
            [a, b, c] => Self(a.into(), u64::from(b) << 8 | u64::from(c)),
            _ => Self(0, 0),
        }
    }

    /// Whether two names are equal whose words are these.
    #[inline]
    pub(crate) fn is_same(self, name: &[u8], other: Self, other_name: &[u8]) -> bool {
        self == other && name.len() == other_name.len() && (name.len() <= Self::WHOLE || name == other_name)
    }

    /// A number below 256 that spreads the names of one document.
    #[inline]
    pub(crate) fn spread(self, length: usize) -> usize {
        let mixed = self.0 ^ self.1.rotate_left(29) ^ (length as u64) << 56;
        (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_length_are_equal_only_to_themselves() {
        let same = |name: &[u8], other: &[u8]| Short::of(name).is_same(name, Short::of(other), other);
        for length in 0..40 {
            let name = vec![b'a'; length];
            assert!(same(&name, &name.clone()), "{length}");
            assert!(!same(&name, &vec![b'a'; length + 1]), "{length}");
            for place in 0..length {
                let mut other = name.clone();
                other[place] = b'b';
                assert!(!same(&name, &other), "{length} {place}");
            }
        }
    }
}
