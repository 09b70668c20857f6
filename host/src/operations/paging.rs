//! Pages of a result, never larger than a reply may be.

use super::arguments::Arguments;
use super::cursor::Binding;
use crate::envelope::{Page, Reply};
use crate::fault::{Fault, Outcome};
use crate::limits::Limits;
use serde::Serialize;
use serde_json::{Value, json};

/// What the caller asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paging {
    cursor: Option<String>,
    size: u64,
}

impl Paging {
    /// Takes `cursor` and `page_size`.
    pub fn take(arguments: &mut Arguments, limits: &Limits) -> Outcome<Paging> {
        let cursor = arguments.optional_string("cursor")?;
        let size = arguments.optional_number("page_size", 1, limits.page_items)?.unwrap_or(limits.page_items);
        Ok(Paging { cursor, size })
    }

    /// Most items of a page.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Where the page starts.
    pub fn start(&self, binding: &Binding) -> Outcome<u64> {
        self.continued(binding).map(|(start, _)| start)
    }

    /// Where the page starts, and the note of its cursor; nothing noted without one.
    pub fn continued(&self, binding: &Binding) -> Outcome<(u64, Vec<u8>)> {
        self.cursor.as_deref().map_or(Ok((0, Vec::new())), |cursor| self.bound(binding).open(cursor))
    }

    /// The cursor of the item at `offset`. The size of the pages is an argument like others: a cursor holds for the size that it was
    /// given with.
    pub fn next(&self, binding: &Binding, offset: u64, note: &[u8]) -> String {
        self.bound(binding).cursor(offset, note)
    }

    fn bound(&self, binding: &Binding) -> Binding {
        binding.and(&self.size.to_le_bytes())
    }

    /// Puts the page that starts at `start` into the member `key` of the reply's data, out of all `items`.
    #[allow(clippy::too_many_arguments)]
    pub fn fill_from(
        &self,
        reply: Reply,
        key: &str,
        items: &[impl Serialize],
        start: u64,
        binding: &Binding,
        note: &[u8],
        limits: &Limits,
    ) -> Outcome<Reply> {
        let rest = usize::try_from(start).ok().and_then(|start| items.get(start..)).unwrap_or_default();
        let wanted = rest.len().min(usize::try_from(self.size).unwrap_or(usize::MAX));
        let cursor = |returned: usize| self.next(binding, start + returned as u64, note);
        self.fill(reply, key, &rest[..wanted], wanted < rest.len(), cursor, limits)
    }

    /// Puts as many of `items`, which are one page at most, into the member `key` of the reply's data as fit. `more` says whether
    /// others follow them, `cursor` gives the place after a number of them. One item goes in however large it is: the reply is
    /// then retained as a whole.
    pub fn fill(
        &self,
        mut reply: Reply,
        key: &str,
        items: &[impl Serialize],
        more: bool,
        cursor: impl Fn(usize) -> String,
        limits: &Limits,
    ) -> Outcome<Reply> {
        let wanted = items.len();
        reply.data[key] = json!([]);
        // The longest page member that there can be, so that what is added afterwards cannot overflow.
        let longest = Page { returned: wanted as u64, next_cursor: Some(cursor(wanted)), truncated: false };
        reply.page = Some(longest);
        let mut bytes = reply.bytes();
        let mut shown = Vec::with_capacity(wanted);
        for item in items {
            let value = serde_json::to_value(item).map_err(Fault::internal)?;
            bytes += value.to_string().len() as u64 + 1;
            if bytes > limits.result_bytes && !shown.is_empty() {
                break;
            }
            shown.push(value);
        }
        let truncated = shown.len() < wanted;
        let next_cursor = (truncated || more).then(|| cursor(shown.len()));
        reply.page = Some(Page { returned: shown.len() as u64, next_cursor, truncated });
        reply.data[key] = Value::Array(shown);
        Ok(reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(items: &[String], start: u64, size: u64) -> Outcome<Reply> {
        let binding = Binding::new([b"x".as_slice()]);
        let limits = Limits { result_bytes: 4_096, ..Limits::default() };
        let reply = Reply::of(json!({"items": [], "after": 1}));
        Paging { cursor: None, size }.fill_from(reply, "items", items, start, &binding, &[], &limits)
    }

    #[test]
    fn pages_cover_every_item_once_and_each_fits() {
        let items: Vec<String> = (0..200).map(|n| format!("{n}-{}", "x".repeat(n * 7 % 300))).collect();
        let binding = Binding::new([b"x".as_slice()]);
        let (mut start, mut seen) = (0, Vec::new());
        loop {
            let reply = page(&items, start, 50).unwrap();
            assert!(reply.bytes() <= 4_096);
            let got = reply.data["items"].as_array().unwrap();
            seen.extend(got.iter().map(|item| item.as_str().unwrap().to_owned()));
            let page = reply.page.unwrap();
            assert_eq!(page.returned, got.len() as u64);
            match page.next_cursor {
                Some(cursor) => start = Paging { cursor: Some(cursor), size: 50 }.start(&binding).unwrap(),
                None => break,
            }
        }
        assert_eq!(seen, items);
    }

    #[test]
    fn a_cursor_holds_for_the_page_size_that_it_was_given_with() {
        let binding = Binding::new([b"x".as_slice()]);
        let cursor = Paging { cursor: None, size: 50 }.next(&binding, 7, &[]);
        let start = |size| Paging { cursor: Some(cursor.clone()), size }.start(&binding);
        assert_eq!(start(50), Ok(7));
        assert_eq!(start(49).unwrap_err().code, crate::fault::FaultCode::InvalidCursor);
    }

    #[test]
    fn an_empty_result_has_one_empty_page() {
        let reply = page(&[], 0, 50).unwrap();
        assert_eq!(reply.page, Some(Page { returned: 0, next_cursor: None, truncated: false }));
    }

    #[test]
    fn an_item_that_can_never_fit_is_a_page_of_its_own() {
        let items = ["x".repeat(5_000), "y".to_owned()];
        let reply = page(&items, 0, 50).unwrap();
        assert_eq!(reply.data["items"], json!([items[0]]));
        assert!(reply.page.is_some_and(|page| page.truncated && page.next_cursor.is_some()));
    }
}
