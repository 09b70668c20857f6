//! `pyxsd-conformance`: the suites against the engine, and the driver for suite runners in other languages.
#![allow(clippy::print_stdout)]

use clap::{Args, Parser, Subcommand};
use pyxsd_tests::conformance::native::Native;
use pyxsd_tests::conformance::runner::Outcome;
use pyxsd_tests::conformance::sandbox::Sandbox;
use pyxsd_tests::conformance::{cases, catalogue, driver, ratchet as conformance_ratchet, runner};
use pyxsd_tests::qt3;
use pyxsd_tests::qt3::runner::Verdict;
use pyxsd_tests::ratchet;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Parser)]
#[command(about = "Conformance suites against the engine")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs a checkout of the W3C XML Schema Test Suite.
    Suite(SuiteArguments),
    /// Runs a file of pyxsd's cases.
    Cases {
        /// The TOML file.
        file: PathBuf,
        /// Known failures, `id⇥reason` a line; anything else fails the run.
        #[arg(long)]
        known: Option<PathBuf>,
    },
    /// Runs the XPath 2.0 cases of the QT3 suite.
    Xpath(XpathArguments),
    /// Answers JSON-lines requests on stdin.
    Driver,
}

/// How a suite is run, and what its result is held to.
#[derive(Args)]
struct Run {
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// List of known failures; a surprise fails the run.
    #[arg(long)]
    ratchet: Option<PathBuf>,
    /// Write the list of known failures anew.
    #[arg(long, requires = "ratchet")]
    update: bool,
    /// Print every failure.
    #[arg(long)]
    list: bool,
    /// Ask the engine in the sandbox too; a different answer is a failure.
    #[arg(long)]
    sandbox: bool,
}

impl Run {
    /// Whether the results are those of the list, if there is one; or writes it anew.
    fn hold(&self, entries: &[ratchet::Entry], columns: usize, header: &str) -> Result<bool, String> {
        let Some(path) = &self.ratchet else { return Ok(true) };
        let known = if path.exists() { ratchet::read(path, columns)? } else { ratchet::Known::new() };
        if self.update {
            ratchet::write(path, header, entries, &known)?;
            return Ok(true);
        }
        let surprises = ratchet::compare(entries, &known);
        for surprise in &surprises {
            println!("{surprise}");
        }
        println!("ratchet: {} known failures, {} surprises", known.len(), surprises.len());
        Ok(surprises.is_empty())
    }
}

#[derive(Args)]
struct SuiteArguments {
    /// The folder that holds `suite.xml`.
    suite: PathBuf,
    /// Version of XML Schema.
    #[arg(long, default_value = "1.0", value_parser = ["1.0", "1.1"])]
    xsd: String,
    #[command(flatten)]
    run: Run,
    /// Only tests whose key contains this.
    #[arg(long, default_value = "")]
    only: String,
}

#[derive(Args)]
struct XpathArguments {
    /// The folder that holds `catalog.xml`.
    suite: PathBuf,
    #[command(flatten)]
    run: Run,
    /// Only cases whose `set⇥case` contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Print every case that does not apply.
    #[arg(long)]
    skipped: bool,
}

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    let result = match Arguments::parse().command {
        Command::Suite(arguments) => suite(&arguments),
        Command::Cases { file, known } => run_cases(&file, known),
        Command::Xpath(arguments) => xpath(&arguments),
        Command::Driver => driver::serve(std::io::stdin().lock(), std::io::stdout().lock(), Native::default)
            .map(|()| true)
            .map_err(|error| error.to_string()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("pyxsd-conformance: {error}");
            ExitCode::from(2)
        }
    }
}

fn suite(arguments: &SuiteArguments) -> Result<bool, String> {
    let root = arguments.suite.canonicalize().map_err(|error| format!("{}: {error}", arguments.suite.display()))?;
    let mut catalogue = catalogue::load(&root, &arguments.xsd)?;
    if !arguments.only.is_empty() {
        catalogue.groups.retain(|group| group.iter().any(|test| test.key().contains(&arguments.only)));
    }
    let start = Instant::now();
    let outcomes = if arguments.run.sandbox {
        let workers = Sandbox::workers(arguments.run.threads as u64)?;
        let engine = || Sandbox::new(workers.clone()).expect("scratch and a runtime");
        runner::run(&catalogue, &arguments.xsd, arguments.run.threads, engine)
    } else {
        runner::run(&catalogue, &arguments.xsd, arguments.run.threads, Native::default)
    };
    let wall = start.elapsed();
    if arguments.run.list {
        for outcome in outcomes.iter().filter(|outcome| outcome.failure.is_some()) {
            let failure = outcome.failure.map(|failure| failure.to_string()).unwrap_or_default();
            println!("{failure}\t{}\t{}", outcome.test.key(), outcome.verdict.note);
        }
    }
    summarise(&outcomes, &arguments.xsd, catalogue.skipped, wall.as_secs_f64());
    let header = format!(
        "# Tests of the W3C suite (public part, XSD {}) that fail, each with the reason.\n# set\tgroup\ttest\tkind\treason\n",
        arguments.xsd
    );
    arguments.run.hold(&conformance_ratchet::entries(&outcomes), conformance_ratchet::COLUMNS, &header)
}

fn xpath(arguments: &XpathArguments) -> Result<bool, String> {
    let root = arguments.suite.canonicalize().map_err(|error| format!("{}: {error}", arguments.suite.display()))?;
    let sets = qt3::catalogue::load(&root)?;
    let start = Instant::now();
    let ran = qt3::runner::run(&sets, arguments.run.threads, &arguments.only);
    let wall = start.elapsed();
    let (mut passed, mut failed, mut reasons) = (0, 0, BTreeMap::<&str, usize>::new());
    for ran in &ran {
        match &ran.verdict {
            Verdict::Passed => passed += 1,
            Verdict::Failed(why) => {
                failed += 1;
                if arguments.run.list {
                    println!("{}\t{}\t{}", ran.case.key(), one_line(&ran.case.test), one_line(why));
                }
            }
            Verdict::Skipped(reason) => {
                *reasons.entry(reason).or_default() += 1;
                if arguments.skipped {
                    println!("{}\tskipped: {reason}", ran.case.key());
                }
            }
        }
    }
    for (reason, count) in &reasons {
        println!("{count:6} skipped: {reason}");
    }
    if let Some(slowest) = ran.iter().max_by_key(|ran| ran.time) {
        println!("slowest: {:.3} s {}", slowest.time.as_secs_f64(), slowest.case.key());
    }
    let share = 100.0 * f64::from(passed) / f64::from(passed + failed).max(1.0);
    println!("{passed} passed, {failed} failed ({share:.2} %) in {:.1} s", wall.as_secs_f64());
    let alike = !arguments.run.sandbox || is_alike_in_the_sandbox(&sets, arguments)?;
    let entries = qt3::ratchet::entries(&ran);
    Ok(arguments.run.hold(&entries, qt3::ratchet::COLUMNS, qt3::ratchet::HEADER)? && alike)
}

fn is_alike_in_the_sandbox(sets: &[qt3::catalogue::TestSet], arguments: &XpathArguments) -> Result<bool, String> {
    let start = Instant::now();
    let parity = qt3::sandbox::compare(sets, arguments.run.threads, &arguments.only)?;
    for (key, answers) in &parity.differences {
        println!("{key}\t{}", one_line(answers));
    }
    println!(
        "sandbox: {} expressions compared, {} different, {} left out, in {:.1} s",
        parity.compared,
        parity.differences.len(),
        parity.left_out,
        start.elapsed().as_secs_f64()
    );
    Ok(parity.differences.is_empty())
}

fn one_line(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

fn summarise(outcomes: &[Outcome], version: &str, skipped: usize, seconds: f64) {
    let mut sets: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for outcome in outcomes {
        let contributor = outcome.test.set.split('/').next().unwrap_or_default();
        for set in [contributor, "all"] {
            let (passed, failed) = sets.entry(set).or_default();
            *if outcome.failure.is_none() { passed } else { failed } += 1;
        }
        if let Some(failure) = outcome.failure {
            *kinds.entry(failure.to_string()).or_default() += 1;
        }
    }
    for (set, (passed, failed)) in &sets {
        println!("{set:14} {passed:6} passed {failed:6} failed");
    }
    println!("failures by kind: {kinds:?}");
    if let Some(slowest) = outcomes.iter().max_by_key(|outcome| outcome.time) {
        println!("slowest: {:.3} s {}", slowest.time.as_secs_f64(), slowest.test.key());
    }
    let failed = outcomes.iter().filter(|outcome| outcome.failure.is_some()).count();
    println!("XSD {version} in {seconds:.1} s");
    println!("{} passed, {failed} failed, {skipped} skipped", outcomes.len() - failed);
}

fn run_cases(file: &PathBuf, known: Option<PathBuf>) -> Result<bool, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let cases: cases::CaseFile = toml::from_str(&text).map_err(|error| error.to_string())?;
    let known = match known {
        Some(path) => std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?,
        None => String::new(),
    };
    let known: BTreeMap<&str, &str> =
        known.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t')).collect();
    let (mut failed, mut surprises) = (0, 0);
    for case in &cases.cases {
        let result = cases::run(case);
        failed += usize::from(result.is_err());
        match (&result, known.contains_key(case.id.as_str())) {
            (Err(why), false) => println!("{}: {why}", case.id),
            (Ok(()), true) => println!("{}: passes now, take it off the list", case.id),
            _ => continue,
        }
        surprises += 1;
    }
    println!("{} passed, {failed} failed", cases.cases.len() - failed);
    Ok(surprises == 0)
}
