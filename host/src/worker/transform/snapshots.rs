//! Queries that a running transform asks of its host, answered by another worker.

use super::world::pyxsd::worker::snapshots as wit;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::worker::query::{Item, Node, QueryOutcome};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{mpsc, oneshot};

/// One query over the bytes of a document.
#[derive(Debug)]
pub struct Question {
    /// The document.
    pub document: Vec<u8>,
    /// An expression of XPath 2.0.
    pub expression: String,
    /// Prefixes and namespace names.
    pub namespaces: Vec<(String, String)>,
    /// The way back.
    pub reply: Reply,
}

/// The way back to a transform that waits for an answer.
#[derive(Debug)]
pub struct Reply(oneshot::Sender<Answer>);

type Answer = Outcome<Vec<wit::Item>>;

/// The import of a running transform: its way to whoever answers.
#[derive(Debug)]
pub struct Snapshots {
    questions: mpsc::Sender<Question>,
    last: LastFault,
}

/// What the last query failed by; nothing where it did not.
#[derive(Clone, Debug, Default)]
pub struct LastFault(Arc<Mutex<Option<Fault>>>);

impl LastFault {
    /// The fault of a query that met a limit, where an error of the code repeats its message: the code did not catch it.
    pub fn of_limit(&self, message: &str) -> Option<Fault> {
        let fault = self.0.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        (fault.details.contains_key("limit") && message.ends_with(&fault.message)).then_some(fault)
    }

    fn put(&self, fault: Option<Fault>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }
}

impl Snapshots {
    /// Where the fault of the last query is found once the transform has ended.
    pub fn last_fault(&self) -> LastFault {
        self.last.clone()
    }
}

/// A way from a transform to whoever answers its questions, one at a time.
pub fn channel() -> (Snapshots, mpsc::Receiver<Question>) {
    let (questions, asked) = mpsc::channel(1);
    (Snapshots { questions, last: LastFault::default() }, asked)
}

impl wit::Host for Snapshots {
    async fn xpath(
        &mut self,
        document: Vec<u8>,
        expression: String,
        namespaces: Vec<(String, String)>,
    ) -> Result<Vec<wit::Item>, wit::QueryError> {
        let (reply, answer) = oneshot::channel();
        let question = Question { document, expression, namespaces, reply: Reply(reply) };
        if self.questions.send(question).await.is_err() {
            return Err(unavailable());
        }
        let answered = answer.await.map_err(|_| unavailable())?;
        match answered {
            Ok(items) => {
                self.last.put(None);
                Ok(items)
            }
            Err(fault) => {
                let told = error(&fault);
                self.last.put(Some(fault));
                Err(told)
            }
        }
    }
}

impl Reply {
    /// Tells the transform what came of its question.
    pub fn give(self, outcome: Outcome<QueryOutcome>) {
        let answer = outcome.map(|outcome| outcome.items.into_iter().map(item).collect());
        // Nobody is there to be told where the transform was stopped meanwhile.
        let _ = self.0.send(answer);
    }
}

fn unavailable() -> wit::QueryError {
    wit::QueryError { code: "unavailable".to_owned(), message: "The host answers no queries.".to_owned() }
}

fn error(fault: &Fault) -> wit::QueryError {
    let code = match fault.code {
        FaultCode::InvalidArgument => fault.details.get("code").and_then(|code| code.as_str()).unwrap_or("XPST0003"),
        FaultCode::InvalidXml => "malformed",
        FaultCode::InvalidSchema | FaultCode::SchemaIncomplete | FaultCode::Unsupported => "undecidable",
        FaultCode::InputLimit
        | FaultCode::WorkerFuel
        | FaultCode::WorkerMemory
        | FaultCode::WorkerTimeout
        | FaultCode::WorkerFailed => "budget",
        _ => "unavailable",
    };
    wit::QueryError { code: code.to_owned(), message: fault.message.clone() }
}

fn item(item: Item) -> wit::Item {
    match item {
        Item::Atomic { type_name, value } => wit::Item::Atomic(wit::Atomic { type_name, value }),
        Item::Node(Node { kind, name, location, value, .. }) => wit::Item::Node(wit::Node {
            kind: match kind {
                "document" => wit::NodeKind::Document,
                "attribute" => wit::NodeKind::Attribute,
                "text" => wit::NodeKind::Text,
                "comment" => wit::NodeKind::Comment,
                "processing-instruction" => wit::NodeKind::ProcessingInstruction,
                "namespace" => wit::NodeKind::Namespace,
                _ => wit::NodeKind::Element,
            },
            path: location.path.into_iter().map(|step| wit::Step { name: step.name, index: step.index }).collect(),
            name,
            value,
        }),
    }
}
