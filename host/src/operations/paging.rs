//! Pages of a result, never larger than a reply may be.

use super::arguments::Arguments;
use super::cursor::Binding;
use crate::envelope::{Page, Reply};
use crate::fault::{Fault, FaultCode, Outcome};
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

    /// Where the page starts.
    pub fn start(&self, binding: &Binding) -> Outcome<u64> {
        self.cursor.as_deref().map_or(Ok(0), |cursor| binding.offset(cursor))
    }

    /// Puts the page of `items` that starts at `start` into the member `key` of the reply's data, with as many items as were asked
    /// for and fit. `response_limit` if not even one fits.
    pub fn fill(
        &self,
        reply: Reply,
        key: &str,
        items: &[impl Serialize],
        start: u64,
        binding: &Binding,
        limits: &Limits,
    ) -> Outcome<Reply> {
        let rest = usize::try_from(start).ok().and_then(|start| items.get(start..)).unwrap_or_default();
        let wanted = rest.len().min(usize::try_from(self.size).unwrap_or(usize::MAX));
        let total = items.len() as u64;
        let page = |returned: usize| {
            let end = start + returned as u64;
            let next_cursor = (end < total).then(|| binding.cursor(end));
            Page { returned: returned as u64, next_cursor, truncated: returned < wanted }
        };
        // The longest page member that there can be, so that what is added afterwards cannot overflow.
        let longest = Page { returned: wanted as u64, next_cursor: Some(binding.cursor(u64::MAX)), truncated: false };
        let mut reply = reply;
        reply.data[key] = json!([]);
        reply.page = Some(longest);
        let mut bytes = reply.bytes();
        let mut shown = Vec::with_capacity(wanted);
        for item in &rest[..wanted] {
            let value = serde_json::to_value(item).map_err(Fault::internal)?;
            bytes += value.to_string().len() as u64 + 1;
            if bytes > limits.result_bytes {
                break;
            }
            shown.push(value);
        }
        if shown.is_empty() && wanted > 0 {
            let message = format!("One item of `{key}` is larger than a reply may be.");
            return Err(Fault::new(FaultCode::ResponseLimit, message)
                .with("limit", "result_bytes")
                .with("maximum", limits.result_bytes)
                .with("flag", "--limit result_bytes=VALUE"));
        }
        reply.page = Some(page(shown.len()));
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
        Paging { cursor: None, size }.fill(reply, "items", items, start, &binding, &limits)
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
                Some(cursor) => start = binding.offset(&cursor).unwrap(),
                None => break,
            }
        }
        assert_eq!(seen, items);
    }

    #[test]
    fn an_empty_result_has_one_empty_page() {
        let reply = page(&[], 0, 50).unwrap();
        assert_eq!(reply.page, Some(Page { returned: 0, next_cursor: None, truncated: false }));
    }

    #[test]
    fn an_item_that_can_never_fit_is_a_fault() {
        assert_eq!(page(&["x".repeat(5_000)], 0, 50).unwrap_err().code, FaultCode::ResponseLimit);
    }
}
