//! Elements that go, come, move and are put in order, with their lines.

use super::{each, edited, name, obstacle, place, step, written};
use crate::{Content, KeyOrder, Operation, Position, Selection};

const LIST: &str = "<r>\n  <a>1</a>\n  <!-- about b -->\n  <b/>\n  <c>\n    <d/>\n  </c>\n</r>\n";

fn move_to(to: &str, position: Position) -> Operation {
    Operation::Move { to: Selection::Expression(name(to)), position }
}

fn wrap(new: &str, together: bool) -> Operation {
    Operation::Wrap { name: name(new), together }
}

fn insert(new: &str, content: Option<&str>, position: Position) -> Operation {
    Operation::Insert { name: name(new), content: content.map(|text| Content::Text(name(text))), position }
}

#[test]
fn what_is_dropped_goes_with_its_line() {
    each(&[
        (LIST, step("b", Operation::Drop), "<r>\n  <a>1</a>\n  <!-- about b -->\n  <c>\n    <d/>\n  </c>\n</r>\n"),
        (LIST, step("a, c", Operation::Drop), "<r>\n  <!-- about b -->\n  <b/>\n</r>\n"),
        ("<r>\r\n\t<a/>\r\n\t<b/>\r\n</r>", step("*", Operation::Drop), "<r></r>"),
        ("<r>\n  <a/><b/>\n  <c/> <!-- c -->\n</r>", step("a, c", Operation::Drop), "<r>\n  <b/>\n   <!-- c -->\n</r>"),
        ("<r>x <a/>\n <b/>\n y</r>", step("*", Operation::Drop), "<r>x \n \n y</r>"),
        ("<r xml:space='preserve'>\n <a/>\n</r>", step("a", Operation::Drop), "<r xml:space='preserve'>\n \n</r>"),
        ("<r><a b='1' c='2'/></r>", step("a/@b", Operation::Drop), "<r><a c='2'/></r>"),
        (LIST, step("c, c/d", Operation::Drop), "<r>\n  <a>1</a>\n  <!-- about b -->\n  <b/>\n</r>\n"),
    ]);
}

#[test]
fn what_moves_gets_the_indentation_of_its_new_place() {
    each(&[
        (
            LIST,
            step("a", move_to("../c", Position::Last)),
            "<r>\n  <!-- about b -->\n  <b/>\n  <c>\n    <d/>\n    <a>1</a>\n  </c>\n</r>\n",
        ),
        (
            LIST,
            step("a | b", move_to("../c", Position::First)),
            "<r>\n  <!-- about b -->\n  <c>\n    <a>1</a>\n    <b/>\n    <d/>\n  </c>\n</r>\n",
        ),
        (
            LIST,
            step("a", move_to("../b", Position::Last)),
            "<r>\n  <!-- about b -->\n  <b>\n    <a>1</a>\n  </b>\n  <c>\n    <d/>\n  </c>\n</r>\n",
        ),
        (
            LIST,
            step("c", move_to("../a", Position::Before)),
            "<r>\n  <c>\n    <d/>\n  </c>\n  <a>1</a>\n  <!-- about b -->\n  <b/>\n</r>\n",
        ),
        (
            LIST,
            step("a, b", move_to("/r/c", Position::After)),
            "<r>\n  <!-- about b -->\n  <c>\n    <d/>\n  </c>\n  <a>1</a>\n  <b/>\n</r>\n",
        ),
        (
            "<r>\n  <a>\n    <b>\n      <c/>\n    </b>\n  </a>\n</r>",
            step("a/b", move_to("/r", Position::Last)),
            "<r>\n  <a></a>\n  <b>\n    <c/>\n  </b>\n</r>",
        ),
        ("<r><a/><b/><c>x</c></r>", step("a", move_to("../c", Position::Last)), "<r><b/><c>x<a/></c></r>"),
        ("<r><a/><b/><c/></r>", step("a, b", move_to("/r/c", Position::First)), "<r><c><a/><b/></c></r>"),
        ("<r><a><b/></a><c/></r>", step("//a, //b", move_to("/r/c", Position::Last)), "<r><c><a></a><b/></c></r>"),
        (
            "<r><a x='1'/><b y='2'/></r>",
            step("a/@x", move_to("../../b", Position::Last)),
            "<r><a/><b y='2' x='1'/></r>",
        ),
    ]);
    let by_path = Operation::Move { to: Selection::Path(vec![name("r"), name("c")]), position: Position::Last };
    assert_eq!(written("<r><a/><c/></r>", &step("a", by_path)), "<r><c><a/></c></r>");
}

#[test]
fn what_is_wrapped_is_indented() {
    each(&[
        (
            LIST,
            step("c", wrap("w", false)),
            "<r>\n  <a>1</a>\n  <!-- about b -->\n  <b/>\n  <w>\n    <c>\n      <d/>\n    </c>\n  </w>\n</r>\n",
        ),
        (
            LIST,
            step("a, b", wrap("w", true)),
            "<r>\n  <w>\n    <a>1</a>\n    <!-- about b -->\n    <b/>\n  </w>\n  <c>\n    <d/>\n  </c>\n</r>\n",
        ),
        (
            "<r>\n  <a/>\n  <x/>\n  <a/>\n  <a/>\n</r>",
            step("a", wrap("w", true)),
            "<r>\n  <w>\n    <a/>\n    <a/>\n    <a/>\n  </w>\n  <x/>\n</r>",
        ),
        (
            "<r>\n  <a>\n    <b/>\n  </a>\n</r>\n",
            step("//a, //b", wrap("w", false)),
            "<r>\n  <w>\n    <a>\n      <w>\n        <b/>\n      </w>\n    </a>\n  </w>\n</r>\n",
        ),
        (
            "<!-- x -->\n<r>\n\t<a/>\n</r>\n",
            step(".", wrap("w", false)),
            "<!-- x -->\n<w>\n\t<r>\n\t\t<a/>\n\t</r>\n</w>\n",
        ),
        ("<r>x<a/>y</r>", step("a", wrap("w", false)), "<r>x<w><a/></w>y</r>"),
        (
            "<r>\r\n\t<a/>\r\n</r>",
            step(". | a", wrap("w", false)),
            "<w>\r\n\t<r>\r\n\t\t<w>\r\n\t\t\t<a/>\r\n\t\t</w>\r\n\t</r>\r\n</w>",
        ),
        (
            "<r>\n  <a>\n    <t>x\n  y</t>\n    <s>\n </s>\n    <m>u <i/>\n v</m>\n  </a>\n</r>",
            step("a", wrap("w", false)),
            "<r>\n  <w>\n    <a>\n      <t>x\n  y</t>\n      <s>\n </s>\n      <m>u <i/>\n v</m>\n    </a>\n  </w>\n</r>",
        ),
    ]);
}

#[test]
fn what_is_unwrapped_stands_where_its_parent_stood() {
    each(&[
        (LIST, step("c", Operation::Unwrap), "<r>\n  <a>1</a>\n  <!-- about b -->\n  <b/>\n  <d/>\n</r>\n"),
        (LIST, step("b", Operation::Unwrap), "<r>\n  <a>1</a>\n  <!-- about b -->\n  <c>\n    <d/>\n  </c>\n</r>\n"),
        ("<r>a<b>c<d/>e</b>f</r>", step("b", Operation::Unwrap), "<r>ac<d/>ef</r>"),
        (
            "<r>\n  <a>\n    <b>\n      <c>\n        <d/>\n      </c>\n    </b>\n  </a>\n</r>",
            step("//a, //b", Operation::Unwrap),
            "<r>\n  <c>\n    <d/>\n  </c>\n</r>",
        ),
        ("<r>\n  <a>\n    <b/>\n  </a>\n</r>\n", step(".", Operation::Unwrap), "<a>\n  <b/>\n</a>\n"),
    ]);
    let edited = edited("<r><a x='1'><b/></a><a/></r>", &step("a", Operation::Unwrap));
    assert_eq!(String::from_utf8_lossy(&edited.document), "<r><b/></r>");
    assert_eq!(edited.changed, 2);
    assert_eq!((edited.warnings.len(), edited.warnings[0].count), (1, 1));
    assert_eq!(place(edited.warnings[0].at.as_ref().expect("a place")), "/r[1]/a[1]");
}

#[test]
fn new_elements_stand_as_their_neighbours_do() {
    each(&[
        (
            "<r>\n  <a/>\n</r>",
            step(".", insert("n", Some("<1>"), Position::Last)),
            "<r>\n  <a/>\n  <n>&lt;1&gt;</n>\n</r>",
        ),
        ("<r>\n  <a/>\n</r>", step(".", insert("n", None, Position::First)), "<r>\n  <n/>\n  <a/>\n</r>"),
        ("<r>\n  <a/>\n</r>", step("a", insert("n", None, Position::Before)), "<r>\n  <n/>\n  <a/>\n</r>"),
        ("<r>\n  <a/>\n</r>", step("a", insert("n", None, Position::After)), "<r>\n  <a/>\n  <n/>\n</r>"),
        ("<r>\n  <a/>\n</r>", step("a", insert("n", None, Position::Last)), "<r>\n  <a>\n    <n/>\n  </a>\n</r>"),
        ("<r><a  x='1' /></r>", step("a", insert("n", None, Position::Last)), "<r><a  x='1'><n/></a></r>"),
    ]);
}

#[test]
fn elements_are_put_in_order_and_white_space_stays() {
    let sort = |by: &str, descending, order| Operation::Sort { by: name(by), descending, order };
    let document = "<r>\n <!-- 1 --><a k='10'>x</a>\n <b/>\n <a k='9'/>\n\n <a/>\n</r>";
    each(&[
        (
            document,
            step("a", sort("@k", false, KeyOrder::Number)),
            "<r>\n <!-- 1 --><a/>\n <b/>\n <a k='9'/>\n\n <a k='10'>x</a>\n</r>",
        ),
        (
            document,
            step("a", sort("@k", false, KeyOrder::Text)),
            "<r>\n <!-- 1 --><a/>\n <b/>\n <a k='10'>x</a>\n\n <a k='9'/>\n</r>",
        ),
        (
            document,
            step("a", sort("@k", true, KeyOrder::Number)),
            "<r>\n <!-- 1 --><a k='10'>x</a>\n <b/>\n <a k='9'/>\n\n <a/>\n</r>",
        ),
        (
            "<r><a>1e1</a><a>9</a><a>-INF</a><a>9.0</a></r>",
            step("a", sort(".", false, KeyOrder::Number)),
            "<r><a>-INF</a><a>9</a><a>9.0</a><a>1e1</a></r>",
        ),
        (
            "<r><g><a>2</a><a>1</a></g><g><a>3</a><a>0</a></g></r>",
            step("//a | //g", sort("number(string(.))", false, KeyOrder::Text)),
            "<r><g><a>1</a><a>2</a></g><g><a>0</a><a>3</a></g></r>",
        ),
    ]);
    let (message, at) = obstacle("<r><a>1</a><a>x</a></r>", &step("a", sort(".", false, KeyOrder::Number)));
    assert_eq!((message.as_str(), at.as_str()), ("its key `x` is no number", "/r[1]/a[2]"));
}

#[test]
fn the_first_place_is_before_comments_too() {
    each(&[
        (
            "<r>\n <a>\n  <!-- c -->\n </a>\n</r>",
            step("a", insert("x", None, Position::First)),
            "<r>\n <a>\n  <x/>\n  <!-- c -->\n </a>\n</r>",
        ),
        (
            "<r>\n <a>\n  <!-- c -->\n </a>\n</r>",
            step("a", insert("x", None, Position::Last)),
            "<r>\n <a>\n  <!-- c -->\n  <x/>\n </a>\n</r>",
        ),
        ("<r>\n <a>\n </a>\n</r>", step("a", insert("x", None, Position::First)), "<r>\n <a>\n  <x/>\n </a>\n</r>"),
    ]);
}

#[test]
fn what_goes_behind_an_element_that_moves_itself_goes_where_that_is() {
    // The first moves behind the second, which moves to the end, where the third follows it.
    let to = Selection::Expression("if (self::a) then ../b else if (self::b) then ../e else ../b".to_owned());
    let step = step("a | b | c", Operation::Move { to, position: Position::After });
    each(&[("<r><a/><b/><c/><d/><e/></r>", step, "<r><a/><d/><e/><b/><c/></r>")]);
}
