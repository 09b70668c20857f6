//! A sink that writes down what it is told, one line an event, text nodes joined.

use pyxsd_xml::{
    Characters, EndElement, Names, ParseError, ParseLimits, Sink, Source, Span, StartElement, XmlError, parse,
};
use std::convert::Infallible;
use std::fmt::Write;

#[derive(Default)]
pub struct Transcript {
    pub lines: Vec<String>,
    text: String,
}

impl Transcript {
    pub fn flush(&mut self) {
        if !self.text.is_empty() {
            self.lines.push(format!("text {:?}", std::mem::take(&mut self.text)));
        }
    }

    pub fn line(&mut self, line: String) {
        self.flush();
        self.lines.push(line);
    }

    pub fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }
}

impl Sink for Transcript {
    type Stop = Infallible;

    fn start_element(&mut self, names: &mut Names, event: &StartElement<'_>) -> Result<(), Infallible> {
        let mut line = format!("start {}", names.display(event.name));
        assert_eq!(names.namespace_of(event.name), event.namespace);
        for attribute in event.attributes {
            assert_eq!(names.namespace_of(attribute.name), attribute.namespace);
            let _ = write!(line, " {}={:?}", names.display(attribute.name), attribute.value);
        }
        self.line(line);
        Ok(())
    }

    fn characters(&mut self, _: &mut Names, event: &Characters<'_>) -> Result<(), Infallible> {
        assert!(!event.text.is_empty(), "a run is never empty");
        let blank = event.text.chars().all(|c| matches!(c, ' ' | '\t' | '\n' | '\r'));
        assert_eq!(event.whitespace, blank, "the flag of {:?}", event.text);
        self.text(event.text);
        Ok(())
    }

    fn end_element(&mut self, names: &mut Names, event: &EndElement<'_>) -> Result<(), Infallible> {
        self.line(format!("end {}", names.display(event.name)));
        Ok(())
    }

    fn comment(&mut self, text: &str, _: Span) -> Result<(), Infallible> {
        self.line(format!("comment {text:?}"));
        Ok(())
    }

    fn processing_instruction(&mut self, target: &str, data: &str, _: Span) -> Result<(), Infallible> {
        self.line(format!("instruction {target} {data:?}"));
        Ok(())
    }
}

/// Reads a document of any encoding.
pub fn read(bytes: &[u8], limits: &ParseLimits) -> Result<Vec<String>, XmlError> {
    let source = Source::decode(bytes, limits)?;
    let mut transcript = Transcript::default();
    match parse(&source, &mut Names::new(), limits, &mut transcript) {
        Ok(()) => Ok(transcript.lines),
        Err(ParseError::Xml(error)) => Err(error),
        Err(ParseError::Stopped(never)) => match never {},
    }
}
