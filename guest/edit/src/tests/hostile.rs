//! Documents that are deep, wide or many-named. Each takes a fraction of a second, or else something is not linear.

use super::{NOTHING, bound, compiled, name, now, set_attribute, step};
use crate::{EditError, KeyOrder, Operation, Position, Selection, Step, apply};
use pyxsd_validator::ValidateOptions;

fn unbounded(document: &str, step: &Step) -> Result<String, EditError> {
    let mut options = ValidateOptions::default();
    options.parse.depth = u32::MAX;
    options.parse.namespaces = u32::MAX;
    let edited = apply(&mut compiled(NOTHING), "d.xml", document.as_bytes(), &options, step, now())?;
    Ok(String::from_utf8(edited.document).expect("UTF-8"))
}

fn done(document: &str, step: &Step) -> String {
    unbounded(document, step).unwrap_or_else(|error| panic!("{error:?}"))
}

fn into(to: &str, position: Position) -> Operation {
    Operation::Move { to: Selection::Expression(name(to)), position }
}

#[test]
fn depth_costs_no_stack() {
    let depth = 50_000;
    let document = format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
    assert_eq!(done(&document, &step("//a", super::rename("b"))).matches("<b>").count(), depth);
    assert_eq!(
        done(&document, &step("//a", Operation::Wrap { name: name("b"), together: false })).len(),
        2 * document.len()
    );
    assert_eq!(done(&format!("<r>{document}</r>"), &step("//a", Operation::Unwrap)), "<r></r>");
}

#[test]
fn many_siblings_are_moved_wrapped_sorted_and_merged() {
    let count = 30_000;
    let items: String = (0..count).map(|number| format!("\n  <i>{}</i>", count - number)).collect();
    let document = format!("<r>{items}\n  <t/>\n</r>");
    for position in [Position::First, Position::Last] {
        let moved = done(&document, &step("i", into("/r/t", position)));
        assert!(moved.starts_with("<r>\n  <t>\n    <i>30000</i>\n    <i>29999</i>"), "{}", &moved[..60]);
    }
    for position in [Position::Before, Position::After] {
        let moved = done(&document, &step("i", into("/r/t", position)));
        assert_eq!(moved.matches("\n  <i>").count(), count);
    }
    let wrapped = done(&document, &step("i", Operation::Wrap { name: name("w"), together: true }));
    assert!(wrapped.ends_with("\n    <i>1</i>\n  </w>\n  <t/>\n</r>"));
    let sort = Operation::Sort { by: name("."), descending: false, order: KeyOrder::Number };
    assert!(done(&document, &step("i", sort)).starts_with("<r>\n  <i>1</i>\n  <i>2</i>"));
    let merged = done(&document, &step("i", Operation::Merge { separator: Some(name(",")) }));
    assert!(merged.starts_with("<r>\n  <i>30000,29999,") && merged.ends_with(",1</i>\n  <t/>\n</r>"));
    let dropped = done(&document, &step("i", Operation::Drop));
    assert_eq!(dropped, "<r>\n  <t/>\n</r>");
}

#[test]
fn a_chain_of_moves_ends_at_the_bound_of_depth() {
    let document = format!("<r>{}</r>", "<i/>".repeat(2_000));
    let mut options = ValidateOptions::default();
    options.parse.depth = 256;
    let chain = step("i[following-sibling::i]", into("following-sibling::i[1]", Position::Last));
    // Each goes into the next one before that one moves, so that the depth is that of the last.
    let edited = apply(&mut compiled(NOTHING), "d.xml", document.as_bytes(), &options, &chain, now());
    assert!(edited.is_ok(), "{edited:?}");
    let back = step("i[preceding-sibling::i]", into("preceding-sibling::i[1]", Position::Last));
    match apply(&mut compiled(NOTHING), "d.xml", document.as_bytes(), &options, &back, now()) {
        Err(EditError::Impossible { message, .. }) => assert!(message.contains("xml_depth"), "{message}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn many_declarations_and_attributes_are_looked_through() {
    let declarations: String = (0..3_000).map(|number| format!(" xmlns:p{number}='urn:{number}'")).collect();
    let document = format!("<r{declarations}><s>{}</s><t/></r>", "<p7:i k='p9:x'/>".repeat(3_000));
    let moved = done(&document, &step("s/*", into("/r/t", Position::Last)));
    assert!(moved.ends_with("<t>".to_owned().as_str().trim_end()) || moved.contains("<s></s><t><p7:i k='p9:x'/>"));
    let renamed = done(&document, &bound(&[("q", "urn:q")], "s/*", super::rename("q:j")));
    assert_eq!(renamed.matches("<q:j k='p9:x'/>").count(), 3_000);
    let attributes: String = (0..5_000).map(|number| format!(" a{number}=''")).collect();
    let document = format!("<r{attributes}/>");
    assert_eq!(done(&document, &step("@*", Operation::Drop)), "<r/>");
    assert!(done(&document, &step(".", set_attribute("a4999", "1"))).contains(" a4999='1'"));
}

#[test]
fn many_attributes_are_renamed_one_by_one() {
    let attributes: String = (0..3_000).map(|number| format!(" a{number}=''")).collect();
    let change = Operation::ChangeNamespace { from: String::new(), to: name("urn:a") };
    assert_eq!(done(&format!("<r{attributes}/>"), &step("@*", change)).matches(" ns1:a").count(), 3_000);
}

#[test]
fn many_namespaces_get_prefixes() {
    let items: String = (0..20_000).map(|number| format!("<i n='{number}'/>")).collect();
    let operation = set_attribute("k", "QName(concat('urn:', @n), 'v')");
    let document = done(&format!("<r>{items}</r>"), &step("i", operation));
    assert!(document.contains("<i n='19999' k=\"ns20000:v\"/>"));
}

#[test]
fn no_element_takes_over_more_attributes_than_there_may_be() {
    let items: String = (0..10_001).map(|number| format!("<i a{number}=''/>")).collect();
    for operation in [Operation::Merge { separator: None }, into("/r/i[1]", Position::First)] {
        let select = if matches!(operation, Operation::Merge { .. }) { "i" } else { "i[position() > 1]/@*" };
        match unbounded(&format!("<r>{items}</r>"), &step(select, operation)) {
            Err(EditError::Impossible { message, .. }) => assert!(message.contains("xml_attributes"), "{message}"),
            other => panic!("{other:?}"),
        }
    }
}
