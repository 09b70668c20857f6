use super::{Counts, DiffError, Difference, DifferenceKind, Occurrence, StructuralDiff, structural};
use pyxsd_xml::ParseLimits;
use std::fmt::Write;

fn compared(old: &str, new: &str) -> StructuralDiff {
    structural(old.as_bytes(), new.as_bytes(), 1_000, &ParseLimits::default()).expect("both are XML")
}

fn place(occurrence: &Occurrence) -> String {
    let mut shown: String =
        occurrence.location.path.iter().map(|step| format!("/{}[{}]", step.name, step.index)).collect();
    if let Some(attribute) = &occurrence.location.attribute {
        write!(shown, "/@{attribute}").expect("a string");
    }
    if let Some(position) = occurrence.position {
        write!(shown, "#{position}").expect("a string");
    }
    shown
}

fn shown(difference: &Difference) -> String {
    let side = |occurrence: &Option<Occurrence>| {
        occurrence.as_ref().map_or("-".to_owned(), |occurrence| format!("{}={}", place(occurrence), occurrence.value))
    };
    format!("{:?} {:?} {} {}", difference.kind, difference.node, side(&difference.old), side(&difference.new))
}

fn differences(old: &str, new: &str) -> Vec<String> {
    let diff = compared(old, new);
    let count = |counts: Counts| counts.added + counts.removed + counts.changed + counts.moved;
    assert_eq!((count(diff.content) + count(diff.remarks)) as usize, diff.differences.len());
    diff.differences.iter().map(shown).collect()
}

#[test]
fn what_is_no_content_is_no_difference() {
    let old =
        "<?xml version='1.0'?><p:r xmlns:p='urn:a' a='1' b=\"x&#65;\">\n  <p:x>a<![CDATA[b]]></p:x>\n  <y/></p:r>\n";
    let new = "<r b='xA' xmlns='urn:a' a='1'><x>ab</x><y xmlns=''></y></r>";
    assert_eq!(compared(old, new), StructuralDiff::default());
    assert_eq!(compared(old, old), StructuralDiff::default());
    // A comment divides no text.
    let diff = compared("<r>ab</r>", "<r>a<!--c-->b</r>");
    assert_eq!((diff.content, diff.remarks.added), (Counts::default(), 1));
}

#[test]
fn a_rename_is_one_change() {
    assert_eq!(
        differences("<r><a/><b k='1'><c>x</c><d/></b><e/></r>", "<r><a/><n k='1'><c>x</c><d/></n><e/></r>"),
        ["Changed Element /r[1]/b[1]=b /r[1]/n[1]=n"]
    );
    assert_eq!(differences("<r><b>x</b></r>", "<s><b>x</b></s>"), ["Changed Element /r[1]=r /s[1]=s"]);
    assert_eq!(
        differences("<r a='1' b='2' c='3'/>", "<r b='2' d='1' e='9'/>"),
        ["Changed Attribute /r[1]/@a=1 /r[1]/@d=1", "Removed Attribute /r[1]/@c=3 -", "Added Attribute - /r[1]/@e=9"]
    );
}

#[test]
fn another_namespace_is_another_name_of_each() {
    assert_eq!(
        differences("<r xmlns='urn:a'><x>1</x><y/></r>", "<r xmlns='urn:b'><x>1</x><y/></r>"),
        [
            "Changed Element /{urn:a}r[1]={urn:a}r /{urn:b}r[1]={urn:b}r",
            "Changed Element /{urn:a}r[1]/{urn:a}x[1]={urn:a}x /{urn:b}r[1]/{urn:b}x[1]={urn:b}x",
            "Changed Element /{urn:a}r[1]/{urn:a}y[1]={urn:a}y /{urn:b}r[1]/{urn:b}y[1]={urn:b}y"
        ]
    );
}

#[test]
fn values_are_told_on_both_sides() {
    assert_eq!(
        differences("<r><i id='1'>a</i><i id='2'>b</i><i/></r>", "<r><i id='2'>c</i><i>d</i></r>"),
        ["Removed Element /r[1]/i[1]=i -", "Changed Text /r[1]/i[2]#1=b /r[1]/i[1]#1=c", "Added Text - /r[1]/i[2]#1=d"]
    );
    assert_eq!(
        differences("<p>one <b>two</b> three</p>", "<p>one <b>2</b> four</p>"),
        ["Changed Text /p[1]/b[1]#1=two /p[1]/b[1]#1=2", "Changed Text /p[1]#2= three /p[1]#2= four"]
    );
    let long = "é".repeat(200);
    let diff = compared("<r/>", &format!("<r a='{long}'/>"));
    let value = &diff.differences[0].new.as_ref().expect("an occurrence").value;
    assert_eq!(*value, format!("{}…", "é".repeat(128)));
}

#[test]
fn what_moves_is_told_once() {
    assert_eq!(
        differences("<r><a>1</a><b>2</b><c>3</c></r>", "<r><c>3</c><a>1</a><b>2</b></r>"),
        ["Moved Element /r[1]/c[1]=c /r[1]/c[1]=c"]
    );
    assert_eq!(
        differences("<r><s><x>1</x></s><t/></r>", "<r><s/><t><x>1</x></t></r>"),
        ["Moved Element /r[1]/s[1]/x[1]=x /r[1]/t[1]/x[1]=x"]
    );
    // What differs inside is told too.
    assert_eq!(
        differences(
            "<r><i k='1'><a>x</a><b/></i><i k='2'/><i k='3'/></r>",
            "<r><i k='2'/><i k='3'/><i k='1'><a>y</a><b/></i></r>"
        ),
        ["Moved Element /r[1]/i[1]=i /r[1]/i[3]=i", "Changed Text /r[1]/i[1]/a[1]#1=x /r[1]/i[3]/a[1]#1=y"]
    );
    // Into something new, and out of something that goes.
    let diff = compared("<r><i>1</i><i>2</i></r>", "<r><l><i>1</i><i>2</i></l></r>");
    assert_eq!(diff.content, Counts { added: 1, moved: 2, ..Counts::default() });
    assert_eq!(diff.differences[0].elements, 1);
    let diff = compared("<r><l k='1'><i>1</i><i>2</i></l></r>", "<r><i>1</i><i>2</i></r>");
    assert_eq!(diff.content, Counts { removed: 1, moved: 2, ..Counts::default() });
    let old = "<r><a><l><x>1</x><y>2</y></l></a></r>";
    let diff = compared(old, "<r><b><c/><d/><e/><l><x>1</x><y>2</y></l></b></r>");
    assert_eq!((diff.content.moved, diff.content.added, diff.content.removed), (1, 1, 1));
}

#[test]
fn comments_and_instructions_are_counted_apart() {
    let diff = compared("<!--a--><r><!--b--><x/><?p 1?></r>", "<!--c--><r><x><!--d--></x><?p 2?></r>");
    assert_eq!(diff.content, Counts::default());
    assert_eq!(diff.remarks, Counts { changed: 2, added: 1, removed: 1, moved: 0 });
    assert_eq!(
        diff.differences.iter().map(shown).collect::<Vec<_>>(),
        [
            "Changed Comment #1=a #1=c",
            "Removed Comment /r[1]#1=b -",
            "Changed ProcessingInstruction /r[1]#1=p 1 /r[1]#1=p 2",
            "Added Comment - /r[1]/x[1]#1=d"
        ]
    );
}

#[test]
fn the_list_is_bounded_and_the_counts_are_exact() {
    let document = |value: &str| format!("<r>{}</r>", format!("<i>{value}</i>").repeat(30));
    let diff = structural(document("a").as_bytes(), document("b").as_bytes(), 7, &ParseLimits::default());
    let diff = diff.expect("both are XML");
    assert_eq!((diff.content.changed, diff.differences.len()), (30, 7));
    assert!(diff.differences.iter().all(|difference| difference.kind == DifferenceKind::Changed));
}

#[test]
fn the_document_that_cannot_be_read_is_named() {
    let limits = ParseLimits::default();
    assert!(matches!(structural(b"<a>", b"<b/>", 1, &limits), Err(DiffError::Old(_))));
    assert!(matches!(structural(b"<a/>", b"<b>", 1, &limits), Err(DiffError::New(_))));
}

#[test]
fn depth_and_width_cost_neither_stack_nor_time() {
    let limits = ParseLimits { depth: u32::MAX, ..ParseLimits::default() };
    let deep = |leaf: &str| format!("{}{leaf}{}", "<a>".repeat(50_000), "</a>".repeat(50_000));
    let diff = structural(deep("x").as_bytes(), deep("y").as_bytes(), 1, &limits).expect("both are XML");
    assert_eq!(diff.content, Counts { changed: 1, ..Counts::default() });
    // Every one changed, and the first one gone.
    let wide = |from: u32, suffix: &str| {
        let items: String = (from..20_000).map(|number| format!("<i n='{number}'>{number}{suffix}</i>")).collect();
        format!("<r>{items}</r>")
    };
    let diff = structural(wide(0, "").as_bytes(), wide(1, "x").as_bytes(), 1, &limits).expect("both are XML");
    assert_eq!(diff.content, Counts { changed: 19_999, removed: 1, ..Counts::default() });
    // Every name is another one.
    let records = |names: [&str; 2]| {
        let record = |number: u32| format!("<{0}><{1}>{number}</{1}><{1}>x</{1}></{0}>", names[0], names[1]);
        format!("<r>{}</r>", (0..5_000).map(record).collect::<String>())
    };
    let diff = structural(records(["a", "b"]).as_bytes(), records(["c", "d"]).as_bytes(), 1, &limits);
    assert_eq!(diff.expect("both are XML").content, Counts { changed: 15_000, ..Counts::default() });
    // Equal ones, which no key tells apart.
    let same = |count: usize| format!("<r>{}<x/>{}</r>", "<i/>".repeat(count), "<j/>".repeat(count));
    let diff = structural(same(20_000).as_bytes(), same(19_000).as_bytes(), 1, &limits).expect("both are XML");
    assert_eq!(diff.content, Counts { removed: 2_000, ..Counts::default() });
    let reversed: String = (0..20_000).rev().map(|number| format!("<i n='{number}'/>")).collect();
    let forward: String = (0..20_000).map(|number| format!("<i n='{number}'/>")).collect();
    let (old, new) = (format!("<r>{forward}</r>"), format!("<r>{reversed}</r>"));
    let diff = structural(old.as_bytes(), new.as_bytes(), 1, &limits).expect("both are XML");
    assert_eq!(diff.content, Counts { moved: 19_999, ..Counts::default() });
}

#[test]
fn white_space_beside_text_is_content() {
    let (old, new) = ("<r> <a/>x<b/></r>", "<r><a/> x<b/></r>");
    assert!(!differences(old, new).is_empty() && !differences(new, old).is_empty());
    let (old, new) = ("<r>x <a/> <b/></r>", "<r>x <a/><b/></r>");
    assert_eq!(differences(old, new), ["Removed Text /r[1]#2=  -"]);
    // In one of them it is layout.
    assert_eq!(differences("<r>\n <a/>\n <b/>x</r>", "<r>\n <a/>\n <b/></r>"), ["Removed Text /r[1]#3=x -"]);
}
