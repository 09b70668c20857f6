//! What the sink is told about well-formed documents.

use crate::transcript::read;
use pyxsd_xml::{
    Characters, EndElement, Names, NamespaceId, ParseError, ParseLimits, Sink, Source, Span, StartElement, parse,
};

fn events(text: &str) -> Vec<String> {
    read(text.as_bytes(), &ParseLimits::default()).unwrap()
}

#[test]
fn elements_attributes_comments_and_instructions_are_told_in_order() {
    let text = "<?xml version='1.0'?>\n<!-- a -->\n<a b='1' c=\"2\"\n ><?p  some data ?><d/>x</a >\n<?q?><!---->";
    let expected = [
        "comment \" a \"",
        "start a b=\"1\" c=\"2\"",
        "instruction p \"some data \"",
        "start d",
        "end d",
        "text \"x\"",
        "end a",
        "instruction q \"\"",
        "comment \"\"",
    ];
    assert_eq!(events(text), expected);
}

#[test]
fn names_are_told_in_the_namespaces_in_scope() {
    let text =
        "<a xmlns='u' xmlns:p='v' b='' p:b='' xml:lang='en'><p:c xmlns:p='w'/><p:c/><d xmlns=''><e/></d><e/></a>";
    let expected = [
        "start {u}a b=\"\" {v}b=\"\" {http://www.w3.org/XML/1998/namespace}lang=\"en\"",
        "start {w}c",
        "end {w}c",
        "start {v}c",
        "end {v}c",
        "start d",
        "start e",
        "end e",
        "end d",
        "start {u}e",
        "end {u}e",
        "end {u}a",
    ];
    assert_eq!(events(text), expected);
}

#[test]
fn a_declaration_holds_for_names_before_it_in_the_same_tag() {
    assert_eq!(events("<p:a p:b='' xmlns:p='&#117;'/>")[0], "start {u}a {u}b=\"\"");
}

#[test]
fn the_prefix_xml_may_be_declared_as_itself() {
    let text = "<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:space='preserve'/>";
    assert_eq!(events(text)[0], "start a {http://www.w3.org/XML/1998/namespace}space=\"preserve\"");
}

#[test]
fn names_of_the_fifth_edition_are_read() {
    let text = "<é.1-_·><日本/><𐀀 ÿ=''/><_/></é.1-_·>";
    assert_eq!(events(text)[1..4], ["start 日本", "end 日本", "start 𐀀 ÿ=\"\""]);
}

#[test]
fn text_is_told_with_references_resolved_and_line_ends_normalised() {
    let text =
        "<a>1 &lt; 2 &amp;&#x26;&#38; \r\n\r\r\r\n&#13;]] ]&gt;<![CDATA[<&amp;\r\n]]]]><![CDATA[>\r]]>&#x10FFFF;</a>";
    assert_eq!(events(text)[1], format!("text {:?}", "1 < 2 &&& \n\n\n\n\r]] ]><&amp;\n]]>\n\u{10FFFF}"));
}

#[test]
fn attribute_values_are_normalised() {
    let text = "<a b='1\t2\n3\r\n4\r5 \r\r6' c='&#9;&#10;&#13;&lt;&quot;&apos;' d='>\"' e=\"'\u{FFFD}\"/>";
    let expected = "start a b=\"1 2 3 4 5   6\" c=\"\\t\\n\\r<\\\"'\" d=\">\\\"\" e=\"'\u{FFFD}\"";
    assert_eq!(events(text)[0], expected);
}

#[test]
fn line_ends_of_comments_and_instructions_are_normalised() {
    assert_eq!(events("<!--\r\n\r--><?p \r\nx\r?><a/>")[..2], ["comment \"\\n\\n\"", "instruction p \"x\\n\""]);
}

#[test]
fn characters_beside_the_forbidden_ones_are_read() {
    events("<a b='\u{EFFF}\u{FFFD}\u{7F}\u{80}'>\u{F000}\u{FFFD}\u{7F}\u{85}\u{2028}\u{1FFFE}<!--\u{FFFD}--></a>");
}

/// Writes down each run and span as it comes.
#[derive(Default)]
struct Spans {
    runs: Vec<(String, bool, bool, Span)>,
    tags: Vec<Span>,
    attributes: Vec<Span>,
    others: Vec<Span>,
}

impl Sink for Spans {
    type Stop = ();
    fn start_element(&mut self, _: &mut Names, event: &StartElement<'_>) -> Result<(), ()> {
        self.tags.push(event.span);
        self.attributes.extend(event.attributes.iter().map(|attribute| attribute.span));
        Ok(())
    }
    fn characters(&mut self, _: &mut Names, event: &Characters<'_>) -> Result<(), ()> {
        self.runs.push((event.text.to_owned(), event.literal, event.whitespace, event.span));
        Ok(())
    }
    fn end_element(&mut self, _: &mut Names, event: &EndElement<'_>) -> Result<(), ()> {
        self.tags.push(event.span);
        Ok(())
    }
    fn comment(&mut self, _: &str, span: Span) -> Result<(), ()> {
        self.others.push(span);
        Ok(())
    }
    fn processing_instruction(&mut self, _: &str, _: &str, span: Span) -> Result<(), ()> {
        self.others.push(span);
        Ok(())
    }
}

fn spans(text: &str) -> Spans {
    let source = Source::decode(text.as_bytes(), &ParseLimits::default()).unwrap();
    let mut spans = Spans::default();
    parse(&source, &mut Names::new(), &ParseLimits::default(), &mut spans).unwrap();
    spans
}

#[test]
fn spans_cover_exactly_what_was_written() {
    let text = "<a  b = 'x' xmlns='u'\tc=\"&amp;\" > <b /><!--c--><?p i?></a\n>";
    let found = spans(text);
    let written = |spans: &[Span]| spans.iter().map(|span| text[span.range()].to_owned()).collect::<Vec<_>>();
    let tags = ["<a  b = 'x' xmlns='u'\tc=\"&amp;\" >", "<b />", "", "</a\n>"];
    assert_eq!(written(&found.tags), tags);
    assert_eq!(found.tags[2].start, found.tags[1].end, "the end of an empty-element tag stands at its end");
    assert_eq!(written(&found.attributes), ["b = 'x'", "c=\"&amp;\""]);
    assert_eq!(written(&found.others), ["<!--c-->", "<?p i?>"]);
}

#[test]
fn literal_text_is_one_run_and_text_with_references_another() {
    let found = spans("<a> \n\t<b>a]]b</b>x&#32;y<![CDATA[ ]]>&#32;&#10;<![CDATA[]]>\r\n</a>");
    let runs: Vec<_> = found.runs.iter().map(|(text, literal, blank, _)| (text.as_str(), *literal, *blank)).collect();
    let expected = [
        (" \n\t", true, true),
        ("a]]b", true, false),
        ("x y", false, false),
        (" ", true, true),
        (" \n", false, true),
        ("\n", false, true),
    ];
    assert_eq!(runs, expected);
}

#[test]
fn the_runs_of_one_text_abut_and_each_literal_one_stands_in_the_source() {
    let long = "x".repeat(100_000);
    let text = format!("<a>{}{long}&amp;{}\r\n{long}\r</a>", "&#65;".repeat(90_000), "]".repeat(70_000));
    let found = spans(&text);
    let mut end = 3;
    for (run, literal, _, span) in &found.runs {
        assert_eq!(span.start, end);
        assert!(!literal || text[span.range()] == **run);
        assert!(*literal || run.len() <= 64 << 10, "the buffer stays small");
        end = span.end;
    }
    assert_eq!(end, text.len() - 4);
    let whole: String = found.runs.iter().map(|run| run.0.as_str()).collect();
    assert_eq!(whole, format!("{}{long}&{}\n{long}\n", "A".repeat(90_000), "]".repeat(70_000)));
}

/// Looks at the bindings at each tag.
struct Scopes(Vec<Vec<(String, NamespaceId)>>);

impl Sink for Scopes {
    type Stop = &'static str;
    fn start_element(&mut self, _: &mut Names, event: &StartElement<'_>) -> Result<(), Self::Stop> {
        let bindings = event.scope.bindings();
        for (prefix, namespace) in &bindings {
            assert_eq!(event.scope.resolve(prefix), Some(*namespace));
        }
        self.0.push(bindings.into_iter().map(|(prefix, namespace)| (prefix.to_owned(), namespace)).collect());
        if event.qname == "stop" { Err("stopped") } else { Ok(()) }
    }
    fn characters(&mut self, _: &mut Names, _: &Characters<'_>) -> Result<(), Self::Stop> {
        Ok(())
    }
    fn end_element(&mut self, names: &mut Names, event: &EndElement<'_>) -> Result<(), Self::Stop> {
        if names.local(event.name) == "inner" {
            assert_eq!(event.scope.resolve("q"), Some(NamespaceId::XSI));
        }
        Ok(())
    }
}

#[test]
fn the_scope_shows_the_innermost_bindings_sorted_by_prefix() {
    let xsi = "http://www.w3.org/2001/XMLSchema-instance";
    let xs = "http://www.w3.org/2001/XMLSchema";
    let text = format!(
        "<a xmlns:q='{xs}' xmlns='{xs}' xmlns:b='{xs}'><inner xmlns='' xmlns:q='{xsi}'></inner><b/><stop/></a>"
    );
    let source = Source::decode(text.as_bytes(), &ParseLimits::default()).unwrap();
    let mut scopes = Scopes(Vec::new());
    let stopped = parse(&source, &mut Names::new(), &ParseLimits::default(), &mut scopes);
    assert_eq!(stopped, Err(ParseError::Stopped("stopped")));
    let own = |bindings: &[(&str, NamespaceId)]| {
        bindings.iter().map(|(prefix, id)| ((*prefix).to_owned(), *id)).collect::<Vec<_>>()
    };
    let (xs, xsi, xml) = (NamespaceId::XS, NamespaceId::XSI, NamespaceId::XML);
    let outer = own(&[("", xs), ("b", xs), ("q", xs), ("xml", xml)]);
    assert_eq!(scopes.0[0], outer);
    assert_eq!(scopes.0[1], own(&[("b", xs), ("q", xsi), ("xml", xml)]));
    assert_eq!(scopes.0[2], outer);
}
