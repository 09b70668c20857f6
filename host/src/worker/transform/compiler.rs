//! Compiling a user's component in a process of its own, which can be bounded and killed.
//!
//! The process is this program again, with a command that is not shown. It reads the component on its standard input, sets its own
//! bounds before it looks at it, checks what it imports, compiles it and writes the code on its standard output. Both are files
//! without a name that belong to this process, so that nobody else can write there. It gets no environment.

use super::component::{self, Refusal};
use crate::fault::{Fault, FaultCode, Outcome};
use crate::limits::Limits;
use crate::worker::engine::{self, Tier};
use crate::worker::native_code::Artefact;
use crate::worker::request::Allowance;
use rustix::process::{Resource, Rlimit, setrlimit};
use std::fs::File;
use std::io::{Read, Seek as _, Write};
use std::process::{ExitStatus, Stdio};
use tokio::io::AsyncReadExt as _;
use tokio::process::Command;

/// The command of the process.
const COMMAND: &str = "compile-component";
/// This program, also when its file has been replaced since it was started.
#[cfg(target_os = "linux")]
const PROGRAM: &str = "/proc/self/exe";
/// Ends the process with this where the component is refused; why is on its standard error.
const REFUSED: u8 = 3;
/// Bytes that are read of its standard error.
const ERROR_BYTES: u64 = 64 << 10;
/// What a process says that was given no more memory: Rust's own words as it ends, those of a read, and the system's.
const NO_MEMORY: [&str; 3] = ["memory allocation of", "out of memory", "Cannot allocate memory"];
/// How much larger compiled code may be than a component may be, and that of all components that are kept.
const CODE_FACTOR: u64 = 8;
/// Imports that a fault names.
const SHOWN_IMPORTS: usize = 10;

/// What the process may use, and what it may let pass.
#[derive(Clone, Copy, Debug)]
pub struct CompileBounds {
    /// Address space of the process.
    pub memory_bytes: u64,
    /// Time, of which it has twice as much computation.
    pub seconds: u64,
    /// Bytes that an instance may take of the host beside its memories and tables.
    pub instance_bytes: u64,
    /// Bytes of compiled code.
    pub code_bytes: u64,
}

/// Bytes of the compiled code of a component, and of that of all that are kept.
pub fn code_bytes(limits: &Limits) -> u64 {
    limits.component_bytes.saturating_mul(CODE_FACTOR)
}

/// Compiles a component. `invalid_argument` or `unsupported` where it is refused, `worker_timeout` after `compile_seconds`,
/// `worker_memory` where the compiler needs more than `compile_memory_bytes`, or an instance would take more than
/// `transform_memory_bytes`; `input_limit` where the code is too large. Dropping the future kills the process.
pub async fn compile(component: Vec<u8>, limits: &Limits) -> Outcome<Artefact> {
    let failed = |cause: std::io::Error| Fault::state_io("Compiling a component", cause);
    let bounds =
        [limits.compile_memory_bytes, limits.compile_seconds, limits.transform_memory_bytes, code_bytes(limits)];
    let time = Allowance::new("compile_seconds", limits.compile_seconds);
    let prepared = tokio::task::spawn_blocking(move || files(&component)).await.map_err(Fault::internal)?;
    let (input, mut output, written) = prepared.map_err(failed)?;
    let mut child = Command::new(program().map_err(failed)?)
        .arg(COMMAND)
        .args(bounds.map(|bound| bound.to_string()))
        .env_clear()
        .current_dir("/")
        .stdin(Stdio::from(input))
        .stdout(Stdio::from(written))
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(failed)?;
    let errors = child.stderr.take();
    let ended = async {
        let mut said = Vec::new();
        if let Some(errors) = errors {
            errors.take(ERROR_BYTES).read_to_end(&mut said).await?;
        }
        Ok((child.wait().await?, said))
    };
    let (status, said) = match tokio::time::timeout(time.time, ended).await {
        Ok(ended) => ended.map_err(failed)?,
        Err(_) => return Err(time.passed()),
    };
    if !status.success() {
        return Err(fault(status, &String::from_utf8_lossy(&said), limits));
    }
    let read = move || {
        let mut code = Vec::new();
        output.rewind()?;
        output.read_to_end(&mut code).map(|_| code)
    };
    let code = tokio::task::spawn_blocking(read).await.map_err(Fault::internal)?.map_err(failed)?;
    Ok(Artefact::from_own_compiler(code))
}

/// The component to be read; the file of the code, to be read here and written there.
fn files(component: &[u8]) -> std::io::Result<(File, File, File)> {
    let mut input = tempfile::tempfile()?;
    input.write_all(component)?;
    input.rewind()?;
    let output = tempfile::tempfile()?;
    let written = output.try_clone()?;
    Ok((input, output, written))
}

#[cfg(target_os = "linux")]
fn program() -> std::io::Result<std::path::PathBuf> {
    Ok(PROGRAM.into())
}

#[cfg(not(target_os = "linux"))]
fn program() -> std::io::Result<std::path::PathBuf> {
    std::env::current_exe()
}

fn fault(status: ExitStatus, said: &str, limits: &Limits) -> Fault {
    if status.code() == Some(REFUSED.into()) {
        return match serde_json::from_str(said.trim()) {
            Ok(refusal) => refused(refusal, limits),
            Err(cause) => Fault::internal(format!("a compiler's refusal cannot be read: {cause}: {said}")),
        };
    }
    tracing::warn!("compiling a component ended with {status}: {said}");
    if NO_MEMORY.iter().any(|words| said.contains(words)) {
        let cap = limits.compile_memory_bytes;
        return Fault::new(FaultCode::WorkerMemory, format!("Compiling the component needs more than {cap} bytes."))
            .with("limit", "compile_memory_bytes")
            .with("maximum", cap)
            .with("value", cap)
            .with("flag", "--limit compile_memory_bytes=BYTES");
    }
    Fault::new(FaultCode::WorkerFailed, "The component cannot be compiled; the server's log has the cause.")
}

fn refused(refusal: Refusal, limits: &Limits) -> Fault {
    const FIELD: &str = "transform.path";
    match refusal {
        Refusal::Malformed(why) => {
            Fault::argument(FIELD, format!("`{FIELD}` names no WebAssembly component that can be compiled: {why}."))
        }
        Refusal::NoExport => {
            let message = "the component does not export `pyxsd:worker/transformation@0.1.0`: it must implement the world `transform`.";
            Fault::argument(FIELD, format!("`{FIELD}`: {message}"))
        }
        Refusal::Instances(bytes) => {
            let (limit, cap) = ("transform_memory_bytes", limits.transform_memory_bytes);
            let message = format!(
                "Globals, functions and elements of the component's instances would take {bytes} bytes, of at most {cap}."
            );
            let fault = Fault::new(FaultCode::WorkerMemory, message).with("limit", limit).with("maximum", cap);
            fault.with("value", bytes).with("flag", format!("--limit {limit}=BYTES"))
        }
        Refusal::Code(bytes) => {
            let (limit, most) = ("component_bytes", code_bytes(limits));
            let message = format!(
                "The component's compiled code has {bytes} bytes, of at most {most}, which is {CODE_FACTOR} times `{limit}`."
            );
            let fault = Fault::new(FaultCode::InputLimit, message).with("limit", limit).with("maximum", most);
            fault.with("value", bytes).with("flag", format!("--limit {limit}=BYTES"))
        }
        Refusal::Imports(names) => {
            let shown = names.iter().take(SHOWN_IMPORTS).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let message = format!(
                "The component imports {shown}. A transform may import `pyxsd:worker/snapshots` and interfaces of `wasi:io`, \
                 `wasi:cli` and `wasi:clocks`; files, network and random numbers are not there."
            );
            Fault::new(FaultCode::Unsupported, message).with("constructs", names)
        }
    }
}

/// The other side: bounds itself, checks and compiles what stands on standard input, and writes the code on standard output. Gives
/// the status to end with.
pub fn run_as_process(bounds: CompileBounds) -> u8 {
    match checked_and_compiled(bounds) {
        Ok(()) => 0,
        Err(Ended::Refused(refusal)) => {
            let told = serde_json::to_string(&refusal).unwrap_or_default();
            let _ = writeln!(std::io::stderr(), "{told}");
            REFUSED
        }
        Err(Ended::Failed(cause)) => {
            let _ = writeln!(std::io::stderr(), "{cause}");
            1
        }
    }
}

enum Ended {
    Refused(Refusal),
    Failed(String),
}

impl From<std::io::Error> for Ended {
    fn from(cause: std::io::Error) -> Ended {
        Ended::Failed(cause.to_string())
    }
}

fn checked_and_compiled(bounds: CompileBounds) -> Result<(), Ended> {
    bound(bounds.memory_bytes, bounds.seconds)?;
    let mut component = Vec::new();
    std::io::stdin().lock().read_to_end(&mut component)?;
    component::inspect(&component).map_err(Ended::Refused)?;
    component::require_light(&component, bounds.instance_bytes).map_err(Ended::Refused)?;
    let engine = engine::create(Tier::Cranelift).map_err(|cause| Ended::Failed(format!("{cause:#}")))?;
    let code = engine
        .precompile_component(&component)
        .map_err(|cause| Ended::Refused(Refusal::malformed(&format_args!("{cause:#}"))))?;
    if code.len() as u64 > bounds.code_bytes {
        return Err(Ended::Refused(Refusal::Code(code.len() as u64)));
    }
    let mut output = std::io::stdout().lock();
    output.write_all(&code)?;
    Ok(output.flush()?)
}

/// Address space and computation; who starts it watches the clock, unless that was killed.
fn bound(memory_bytes: u64, seconds: u64) -> std::io::Result<()> {
    let set = |resource, most| setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    set(Resource::As, memory_bytes)?;
    set(Resource::Cpu, seconds.saturating_mul(2).saturating_add(1))?;
    set(Resource::Core, 0)?;
    Ok(())
}
