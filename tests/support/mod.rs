//! Drives the real binary over standard input and output.

#![allow(dead_code)]

pub mod hosts;
pub mod orders;
pub mod shop;
pub mod shown;
pub mod transforms;

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longest wait for an answer; no test depends on it.
const PATIENCE: Duration = Duration::from_secs(120);
/// Bytes of a reply's envelope.
const RESULT_BYTES: usize = 24 << 10;

/// Which lifecycle a client speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// `initialize`.
    Session,
    /// Everything in each request.
    Inline,
}

/// Both.
pub const ERAS: [Era; 2] = [Era::Session, Era::Inline];

/// A running server.
pub struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    era: Era,
    next: i64,
}

/// A server that has ended.
pub struct Ended {
    /// How.
    pub status: ExitStatus,
    /// What it wrote to standard error.
    pub errors: String,
    /// How long it took.
    pub took: Duration,
    /// Lines on standard output that nobody had asked for.
    pub rest: Vec<String>,
}

/// The binary.
pub fn binary() -> Command {
    Command::new(env!("CARGO_BIN_EXE_pyxsd-mcp"))
}

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("the folders are made");
        std::fs::write(path, text).expect("the file is written");
    }
    folder
}

/// Compiles the component, unless that was done before: memory is then not that of a compiler.
pub fn warm() {
    let warmed = binary().arg("warm").stdout(Stdio::null()).status().expect("the binary starts");
    assert!(warmed.success());
}

impl Server {
    /// Starts it and shakes hands.
    pub fn start(era: Era, flags: &[&str]) -> Server {
        let mut server = Server::spawn(era, flags);
        if era == Era::Session {
            let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
            let answer = server.request("initialize", hello);
            assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
            server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        }
        server
    }

    /// Starts it without a word. Unless the flags say where, what it retains goes with it.
    pub fn spawn(era: Era, flags: &[&str]) -> Server {
        let mut command = binary();
        command.args(flags);
        if !flags.iter().any(|flag| ["--no-persist", "--state-dir", "--project-root"].contains(flag)) {
            command.arg("--no-persist");
        }
        Server::of(command, era)
    }

    /// Starts this command without a word.
    pub fn of(mut command: Command, era: Era) -> Server {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let stdout = child.stdout.take().expect("stdout");
        let mut stderr = child.stderr.take().expect("stderr");
        let (lines, output) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { return };
                if lines.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        let input = child.stdin.take();
        Server { child, input, output, errors: Some(errors), era, next: 1 }
    }

    /// Process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line as it is.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("standard input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    /// The next message on standard output; anything but a message fails the test.
    pub fn receive(&mut self) -> Value {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => message(&line),
            Err(RecvTimeoutError::Timeout) => panic!("no answer"),
            Err(RecvTimeoutError::Disconnected) => panic!("the server has gone: {:?}", self.child.wait()),
        }
    }

    /// Sends a request without waiting for its answer; gives its id.
    pub fn begin(&mut self, method: &str, mut params: Value) -> i64 {
        let id = self.next;
        self.next += 1;
        if self.era == Era::Inline {
            let given = params["_meta"].take();
            params["_meta"] = inline_meta();
            if let Value::Object(members) = given {
                params["_meta"].as_object_mut().expect("an object").extend(members);
            }
        }
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        id
    }

    /// Sends a request and gives its answer.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Calls a tool and gives its envelope, which is checked for what holds of every envelope.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.request("tools/call", json!({"name": tool, "arguments": arguments}));
        envelope(&answer)
    }

    /// Calls a tool that must succeed, and gives its data.
    pub fn data(&mut self, tool: &str, arguments: Value) -> Value {
        let envelope = self.call(tool, arguments);
        assert_eq!(envelope["ok"], true, "{envelope}");
        envelope["data"].clone()
    }

    /// Calls a tool that must fail with this code, and gives the error.
    pub fn fault(&mut self, tool: &str, arguments: Value, code: &str) -> Value {
        let envelope = self.call(tool, arguments);
        assert_eq!(envelope["error"]["code"], code, "{envelope}");
        envelope["error"].clone()
    }

    /// A new workspace with these files.
    pub fn workspace(&mut self, files: &[(&str, &str)]) -> String {
        let data = self.data("pyxsd_manage_workspace", json!({"action": "create"}));
        let id = data["workspace"]["workspace_id"].as_str().expect("an id").to_owned();
        if !files.is_empty() {
            self.put(&id, files);
        }
        id
    }

    /// Puts files into a workspace.
    pub fn put(&mut self, workspace: &str, files: &[(&str, &str)]) -> Value {
        let files: Vec<Value> = files.iter().map(|(path, text)| json!({"path": path, "text": text})).collect();
        self.data("pyxsd_put_files", json!({"workspace_id": workspace, "files": files}))
    }

    /// Ends it at once, whatever it is doing.
    pub fn kill(mut self) {
        self.child.kill().expect("the server runs");
        let _ = self.child.wait();
    }

    /// Closes standard input and waits for the end.
    pub fn end(mut self) -> Ended {
        drop(self.input.take());
        self.wait()
    }

    /// Waits for the end.
    pub fn wait(mut self) -> Ended {
        let started = Instant::now();
        let status = self.child.wait().expect("the server ends");
        let took = started.elapsed();
        let rest = self.output.iter().collect();
        let errors = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        Ended { status, errors, took, rest }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // In order, so that no scratch is left behind.
        drop(self.input.take());
        let _ = self.child.wait();
        // The cause of a fault of the server's own stands in its log only.
        if std::thread::panicking() {
            let errors = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
            eprintln!("the server wrote: {errors}");
        }
    }
}

/// What every request of a client without a session carries.
pub fn inline_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

fn message(line: &str) -> Value {
    let message: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("not a message: {line}"));
    assert_eq!(message["jsonrpc"], "2.0", "{line}");
    message
}

/// The envelope of a tool's answer.
pub fn envelope(answer: &Value) -> Value {
    let result = &answer["result"];
    let envelope = result["structuredContent"].clone();
    assert!(envelope.is_object(), "{answer}");
    let content = result["content"].as_array().expect("content");
    assert_eq!((content.len(), &content[0]["type"]), (1, &json!("text")));
    let text = content[0]["text"].as_str().expect("text");
    assert_eq!(
        serde_json::from_str::<Value>(text).expect("JSON"),
        envelope,
        "text and structured content carry the same"
    );
    assert!(text.len() <= RESULT_BYTES, "{} bytes", text.len());
    assert_eq!(result["isError"].as_bool().unwrap_or(false), envelope["ok"] == false);
    envelope
}
