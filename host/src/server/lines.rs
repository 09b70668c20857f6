//! Lines of standard input, bounded.

use super::scan::IdScan;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};

/// One line, without its end.
#[derive(Debug, PartialEq)]
pub enum Line {
    /// A line within the bound.
    Whole(Vec<u8>),
    /// A longer one, read past; with its id if that could be found.
    TooLong(Option<serde_json::Value>),
}

/// Reads the next line; `None` at the end of input. A last line without an end counts. Memory stays within the bound.
pub async fn next_line(input: &mut (impl AsyncBufRead + Unpin), bound: u64) -> std::io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut scan: Option<IdScan> = None;
    let mut any = false;
    loop {
        let piece = input.fill_buf().await?;
        if piece.is_empty() {
            break;
        }
        any = true;
        let end = piece.iter().position(|byte| *byte == b'\n');
        let content = &piece[..end.unwrap_or(piece.len())];
        if let Some(scan) = &mut scan {
            scan.feed(content);
        } else if (line.len() + content.len()) as u64 > bound {
            let mut started = IdScan::default();
            started.feed(&line);
            started.feed(content);
            line = Vec::new();
            scan = Some(started);
        } else {
            line.extend_from_slice(content);
        }
        let consumed = content.len() + usize::from(end.is_some());
        input.consume(consumed);
        if end.is_some() {
            break;
        }
    }
    if !any {
        return Ok(None);
    }
    Ok(Some(scan.map_or(Line::Whole(line), |scan| Line::TooLong(scan.finish()))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    async fn lines(input: &str, bound: u64) -> Vec<Line> {
        let mut input = tokio::io::BufReader::with_capacity(3, input.as_bytes());
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, bound).await.unwrap() {
            lines.push(line);
        }
        lines
    }

    #[tokio::test]
    async fn a_last_line_without_an_end_counts() {
        let whole = |text: &str| Line::Whole(text.as_bytes().to_vec());
        assert_eq!(lines("abc\n\nxyz", 3).await, [whole("abc"), whole(""), whole("xyz")]);
        assert_eq!(lines("", 3).await, []);
    }

    #[tokio::test]
    async fn a_line_over_the_bound_gives_its_id_and_the_next_one_is_read() {
        let input = "{\"x\":\"long enough\",\"id\":12,\"y\":0}\nok\n";
        assert_eq!(lines(input, 5).await, [Line::TooLong(Some(json!(12))), Line::Whole(b"ok".to_vec())]);
    }
}
