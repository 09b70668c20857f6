//! Lines that are not what the protocol wants, from one seed, each with the answer that is due for it.

use serde_json::{Value, json};

/// Bytes of a line beyond which the server that is tried must refuse it.
pub const REQUEST_BYTES: usize = 64 << 10;

/// Repeatable random numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).expect("below a usize")
    }

    fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// A byte that does not end a line.
    fn byte(&mut self) -> u8 {
        match self.below(256) {
            10 => b'"',
            byte => u8::try_from(byte).expect("a byte"),
        }
    }
}

/// What must come back for a line.
#[derive(Debug, Clone, PartialEq)]
pub enum Due {
    /// One answer with this id; an error of this code, where it can only be that.
    Answer(Value, Option<i64>),
    /// Two answers with this id: it is used again while it may be in flight.
    Twice(Value),
    /// No answer at all.
    Nothing,
    /// An answer with this id, or none: it is cancelled while it runs.
    Perhaps(Value),
}

/// One line, or several that belong together, without the last line's end.
#[derive(Debug, Clone)]
pub struct Hostile {
    /// What is sent.
    pub bytes: Vec<u8>,
    /// What is due.
    pub due: Due,
}

/// Makes hostile lines for a server.
pub struct Generator {
    /// Where everything random comes from.
    pub random: Random,
    /// The tools, as listed.
    pub tools: Vec<Value>,
    /// A workspace with `doc.xml` and `order.xsd`.
    pub workspace: String,
    /// Members of `_meta` that each request needs.
    pub meta: Value,
    /// The next id.
    pub next: i64,
}

type Make = fn(&mut Generator) -> Hostile;

const KINDS: &[Make] = &[
    truncated,
    scrambled,
    scrambled,
    garbage,
    deep,
    too_long,
    wrong_envelope,
    wrong_id,
    wrong_parameters,
    bad_text,
    silent,
    unknown_method,
    hostile_arguments,
    hostile_arguments,
    hostile_meta,
    cancelled,
    twice,
];

impl Generator {
    /// The next line.
    pub fn line(&mut self) -> Hostile {
        self.random.of(KINDS)(self)
    }

    /// An id that was not used before: a number or a text.
    fn id(&mut self) -> Value {
        self.next += 1;
        if self.random.below(4) == 0 { json!(format!("\"ü\\{}", self.next)) } else { json!(self.next) }
    }

    /// A request that is well-formed, with its id before everything that may be spoilt, and how far that goes.
    fn request(&mut self) -> (Value, Vec<u8>, usize) {
        let id = self.id();
        let arguments = json!({
            "workspace_id": self.workspace,
            "document": {"path": "doc.xml"},
            "schema_ref": {"source": {"path": "order.xsd"}},
        });
        let (method, params) = self
            .random
            .of(&[
                ("tools/call", json!({"name": "pyxsd_validate_document", "arguments": arguments})),
                ("tools/call", json!({"name": "pyxsd_capabilities", "arguments": {}})),
                ("tools/list", json!({})),
                ("resources/list", json!({})),
                ("resources/read", json!({"uri": "pyxsd://capabilities"})),
                ("prompts/get", json!({"name": "pyxsd_diagnose_xml", "arguments": {"document": "doc.xml"}})),
                ("skills/get", json!({"uri": "pyxsd://skills/diagnosing-xml/SKILL.md"})),
            ])
            .clone();
        let head = format!(r#"{{"jsonrpc":"2.0","id":{id},"#);
        let whole = format!(r#"{head}"method":"{method}","params":{}}}"#, self.with_meta(params));
        (id, whole.into_bytes(), head.len())
    }

    fn with_meta(&self, mut params: Value) -> Value {
        params["_meta"] = self.meta.clone();
        params
    }

    fn message(&mut self, method: &str, params: Value) -> (Value, Vec<u8>) {
        let id = self.id();
        let bytes = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string().into_bytes();
        (id, bytes)
    }

    /// A value that no argument expects, or nearly one that it does.
    fn value(&mut self, depth: usize) -> Value {
        let scalars = [
            Value::Null,
            json!(true),
            json!(-1),
            json!(u64::MAX),
            json!(1e300),
            json!(""),
            json!("../../etc/passwd"),
            json!("/etc/passwd"),
            json!("a\u{0}b"),
            json!("C:\\x"),
            json!("\u{202e}\u{feff}"),
            json!("<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>"),
            json!("x".repeat(4_000)),
            json!("{\"path\": \"doc.xml\"}"),
            json!("[1"),
            json!(self.workspace),
        ];
        match self.random.below(if depth == 0 { 4 } else { 6 }) {
            4 => Value::Array((0..self.random.below(4)).map(|_| self.value(depth - 1)).collect()),
            5 => {
                let names = ["path", "source", "options", "text", "base64", "x", "", "__proto__"];
                let mut object = json!({});
                for _ in 0..self.random.below(4) {
                    let name = *self.random.of(&names);
                    object[name] = self.value(depth - 1);
                }
                object
            }
            _ => self.random.of(&scalars).clone(),
        }
    }
}

fn truncated(g: &mut Generator) -> Hostile {
    let (id, mut bytes, head) = g.request();
    bytes.truncate(head + g.random.below(bytes.len() - head));
    Hostile { bytes, due: Due::Answer(id, Some(-32700)) }
}

fn scrambled(g: &mut Generator) -> Hostile {
    let (id, mut bytes, head) = g.request();
    for _ in 0..=g.random.below(8) {
        let place = head + g.random.below(bytes.len() - head);
        match g.random.below(3) {
            0 => bytes[place] = g.random.byte(),
            1 => bytes.insert(place, g.random.byte()),
            _ if bytes.len() > head + 1 => _ = bytes.remove(place),
            _ => {}
        }
    }
    Hostile { bytes, due: Due::Answer(id, None) }
}

fn garbage(g: &mut Generator) -> Hostile {
    let bytes: Vec<u8> = (0..g.random.below(300)).map(|_| g.random.byte()).collect();
    let blank = bytes.trim_ascii().is_empty();
    Hostile { bytes, due: if blank { Due::Nothing } else { Due::Answer(Value::Null, None) } }
}

fn deep(g: &mut Generator) -> Hostile {
    let id = g.id();
    let opening = *g.random.of(&["[", "{\"a\":", "[{\"id\":0,\"b\":"]);
    let nested = opening.repeat((200 + g.random.below(4_000)).min(REQUEST_BYTES / opening.len() - 200));
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{nested}"#);
    Hostile { bytes: text.into_bytes(), due: Due::Answer(id, Some(-32700)) }
}

fn too_long(g: &mut Generator) -> Hostile {
    let id = g.id();
    let long = "\\\"id\\\":0,{[".repeat(REQUEST_BYTES / 10 + g.random.below(20_000));
    let text = match g.random.below(2) {
        0 => format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{"x":"{long}"}}}}"#),
        _ => format!(r#"{{"params":{{"x":["{long}"]}},"method":"tools/list","id":{id},"jsonrpc":"2.0"}}"#),
    };
    Hostile { bytes: text.into_bytes(), due: Due::Answer(id, Some(-32600)) }
}

fn wrong_envelope(g: &mut Generator) -> Hostile {
    let id = g.id();
    let message = match g.random.below(5) {
        0 => json!({"id": id, "method": "tools/list"}),
        1 => json!({"jsonrpc": "1.0", "id": id, "method": "tools/list"}),
        2 => json!({"jsonrpc": 2.0, "id": id, "method": "tools/list"}),
        3 => json!({"jsonrpc": "2.0", "id": id}),
        _ => json!({"jsonrpc": "2.0", "id": id, "method": g.random.of(&[json!(1), json!(null), json!({}), json!([])])}),
    };
    Hostile { bytes: message.to_string().into_bytes(), due: Due::Answer(id, Some(-32600)) }
}

fn wrong_id(g: &mut Generator) -> Hostile {
    let ids = [json!(null), json!(1.5), json!(true), json!([]), json!({"id": 1}), json!(-0.0), json!(1e30)];
    let id = g.random.of(&ids).clone();
    let message = json!({"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": {}});
    let bytes = match g.random.below(3) {
        0 => json!([message]).to_string(),
        1 => json!("tools/list").to_string(),
        _ => message.to_string(),
    };
    Hostile { bytes: bytes.into_bytes(), due: Due::Answer(Value::Null, Some(-32600)) }
}

fn wrong_parameters(g: &mut Generator) -> Hostile {
    let method = *g.random.of(&["tools/call", "resources/read", "prompts/get", "skills/get"]);
    let params = match g.random.below(6) {
        0 => json!([]),
        1 => json!("x"),
        2 => json!(null),
        3 => json!({"name": 1, "uri": 1}),
        4 => json!({"arguments": {}}),
        _ => json!({"name": "pyxsd_capabilities", "arguments": g.random.of(&[json!([]), json!(1), json!("x")])}),
    };
    let (id, bytes) = g.message(method, params);
    Hostile { bytes, due: Due::Answer(id, Some(-32602)) }
}

fn bad_text(g: &mut Generator) -> Hostile {
    let (id, bytes, head) = g.request();
    const SPOILT: &[&[u8]] = &[
        b"\"a\":\"\\ud800\",",
        b"\"a\":\"\xff\",",
        b"\"a\":\"\xed\xa0\x80\",",
        b"\"a\":\"\x00\",",
        b"\"a\":\"\\x\",",
        b"\"a\":1e999,",
        b"\"a\":01,",
        b"\"a\":NaN,",
        b"'a':1,",
        b",",
    ];
    let spoilt = *g.random.of(SPOILT);
    let bytes = [&bytes[..head], spoilt, &bytes[head..]].concat();
    Hostile { bytes, due: Due::Answer(id, Some(-32700)) }
}

fn silent(g: &mut Generator) -> Hostile {
    let params = g.value(2);
    let method = *g.random.of(&[
        "notifications/cancelled",
        "notifications/initialized",
        "notifications/progress",
        "notifications/none",
        "tools/call",
        "",
    ]);
    let unknown = json!({"requestId": g.random.of(&[json!(-5), json!("none"), json!(null), json!({})])});
    let text = match g.random.below(5) {
        0 => " \t\r".to_owned(),
        1 => json!({"jsonrpc": "2.0", "id": g.next, "result": params}).to_string(),
        2 => json!({"jsonrpc": "2.0", "id": null, "error": params}).to_string(),
        3 => json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": unknown}).to_string(),
        _ => json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string(),
    };
    Hostile { bytes: text.into_bytes(), due: Due::Nothing }
}

fn unknown_method(g: &mut Generator) -> Hostile {
    let method =
        *g.random.of(&["", "none", "tools/Call", "rpc.discover", "notifications/cancelled", "sampling/createMessage"]);
    let params = g.with_meta(json!({"requestId": 1, "x": g.next}));
    let (id, bytes) = g.message(method, params);
    Hostile { bytes, due: Due::Answer(id, Some(-32601)) }
}

fn hostile_arguments(g: &mut Generator) -> Hostile {
    let tool = g.random.of(&g.tools).clone();
    let mut arguments = json!({});
    let names: Vec<String> =
        tool["inputSchema"]["properties"].as_object().expect("properties").keys().cloned().collect();
    for name in &names {
        if g.random.below(4) > 0 {
            arguments[name] = g.value(3);
        }
    }
    if g.random.below(4) == 0 {
        arguments["none"] = g.value(3);
    }
    // Workspaces stay, so that those of the test do.
    if tool["name"] == "pyxsd_manage_workspace" {
        arguments["action"] = json!("list");
    }
    let params = g.with_meta(json!({"name": tool["name"], "arguments": arguments}));
    let (id, bytes) = g.message("tools/call", params);
    Hostile { bytes, due: Due::Answer(id, None) }
}

fn hostile_meta(g: &mut Generator) -> Hostile {
    let mut params = g.with_meta(json!({"name": "pyxsd_capabilities", "arguments": {}}));
    let name = *g.random.of(&["progressToken", "io.modelcontextprotocol/protocolVersion", "traceparent", ""]);
    params["_meta"][name] = g.value(2);
    if g.random.below(3) == 0 {
        params["_meta"] = g.value(1);
    }
    let method = *g.random.of(&["tools/call", "tools/list", "initialize", "server/discover", "ping"]);
    let (id, bytes) = g.message(method, params);
    Hostile { bytes, due: Due::Answer(id, None) }
}

fn twice(g: &mut Generator) -> Hostile {
    let (id, bytes, _) = g.request();
    Hostile { bytes: [&bytes[..], b"\n", &bytes].concat(), due: Due::Twice(id) }
}

fn cancelled(g: &mut Generator) -> Hostile {
    let (id, mut bytes, _) = g.request();
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    bytes.push(b'\n');
    bytes.extend_from_slice(cancel.to_string().as_bytes());
    Hostile { bytes, due: Due::Perhaps(id) }
}
