//! Prints how fast a file is read: `cargo run --release -p pyxsd-xml --example throughput -- FILE [ROUNDS]`.
#![allow(clippy::print_stdout)]

use pyxsd_xml::{Characters, EndElement, Names, ParseLimits, Sink, Source, StartElement, parse};
use std::convert::Infallible;
use std::time::Instant;

#[derive(Default)]
struct Count {
    elements: u64,
    attributes: u64,
    text: u64,
    names: u64,
}

impl Sink for Count {
    type Stop = Infallible;
    fn start_element(&mut self, _: &mut Names, event: &StartElement<'_>) -> Result<(), Infallible> {
        self.elements += 1;
        self.attributes += event.attributes.len() as u64;
        self.names += event.name.index() as u64;
        Ok(())
    }
    fn characters(&mut self, _: &mut Names, event: &Characters<'_>) -> Result<(), Infallible> {
        self.text += event.text.len() as u64;
        Ok(())
    }
    fn end_element(&mut self, _: &mut Names, event: &EndElement<'_>) -> Result<(), Infallible> {
        self.names -= event.name.index() as u64;
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: throughput FILE [ROUNDS]")?;
    let rounds: u32 = arguments.next().map_or(Ok(5), |rounds| rounds.parse())?;
    let bytes = std::fs::read(path)?;
    let limits = ParseLimits {
        bytes: u64::MAX,
        depth: u32::MAX,
        elements: u64::MAX,
        attributes: u32::MAX,
        namespaces: u32::MAX,
        ..ParseLimits::default()
    };
    for _ in 0..rounds {
        let started = Instant::now();
        let source = Source::decode(&bytes, &limits)?;
        let decoded = started.elapsed();
        let mut names = Names::new();
        let mut sink = Count::default();
        parse(&source, &mut names, &limits, &mut sink).map_err(|error| format!("{error:?}"))?;
        let total = started.elapsed();
        println!(
            "{:.1} ms ({:.1} ms of it to decode), {:.0} MB/s; {} elements, {} attributes, {} bytes of text, {} names",
            total.as_secs_f64() * 1e3,
            decoded.as_secs_f64() * 1e3,
            bytes.len() as f64 / 1e6 / total.as_secs_f64(),
            sink.elements,
            sink.attributes,
            sink.text,
            names.len(),
        );
    }
    Ok(())
}
