//! Room for a document before it is read: an arena that grows leaves its former places behind, which a component cannot give back.

use crate::Builder;
use crate::document::Record;
use memchr::{memchr_iter, memchr2_iter};

/// Bytes of nodes for a byte of the document, at most: what is no document must not take more than one of its length would.
const MAX_FACTOR: usize = 4;

/// What a document will take, about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Estimate {
    nodes: usize,
    /// Bytes of text outside of tags.
    characters: usize,
}

impl Builder {
    /// Makes room for a document. A hint: where there is too little, the arena grows.
    pub fn reserve(&mut self, text: &str) {
        let estimate = estimate(text.as_bytes());
        let nodes = estimate.nodes.min(text.len() * MAX_FACTOR / size_of::<Record>());
        self.reserve_exactly(nodes, estimate.characters);
    }
}

/// Counts tags, text between them, and equals signs before quotes. Linear, and much faster than the parser.
fn estimate(text: &[u8]) -> Estimate {
    let is_next = |at: usize, wanted: &[u8]| text.get(at + 1).is_some_and(|next| wanted.contains(next));
    let mut estimate = Estimate { nodes: 1, characters: 0 };
    let mut outside = 0;
    for at in memchr2_iter(b'<', b'>', text) {
        if text[at] == b'>' {
            outside = at + 1;
            continue;
        }
        estimate.nodes += usize::from(at > outside) + usize::from(!is_next(at, b"/!?"));
        estimate.characters += at - outside;
    }
    estimate.nodes += memchr_iter(b'=', text).filter(|at| is_next(*at, b"\"'")).count();
    estimate
}

#[cfg(test)]
mod tests {
    use super::{Estimate, estimate};

    #[test]
    fn tags_text_and_attributes_are_counted() {
        for (text, nodes, characters) in [
            ("<a/>", 2, 0),
            ("<a>xy</a>", 3, 2),
            ("<a b='1' c=\"2\"> <b/> </a>", 7, 2),
            ("<?xml version='1.0'?><a/>", 3, 0),
            ("", 1, 0),
            ("<", 2, 0),
        ] {
            assert_eq!(estimate(text.as_bytes()), Estimate { nodes, characters }, "{text}");
        }
    }
}
