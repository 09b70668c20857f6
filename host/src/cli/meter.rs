//! One line on a terminal that says what long work is at. Without a terminal on standard error nothing is written.

use super::source::printable;
use crate::operations::progress::Progress;
use std::io::{IsTerminal as _, Write as _};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Work that ends sooner is not told of.
const PATIENCE: Duration = Duration::from_millis(500);
/// Time between two looks at the work.
const TICK: Duration = Duration::from_millis(100);
/// Characters of the line: the narrowest terminal in use.
const WIDTH: usize = 79;

/// The line.
#[derive(Debug)]
pub struct Meter {
    is_shown: bool,
    is_drawn: bool,
    began: Instant,
}

/// What work is at, set by one and read by another.
#[derive(Debug, Clone, Default)]
pub struct Label(Arc<Mutex<String>>);

impl Label {
    /// Sets it.
    pub fn set(&self, text: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    fn get(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl From<String> for Label {
    fn from(text: String) -> Label {
        Label(Arc::new(Mutex::new(text)))
    }
}

/// A label that tells the steps of an operation, and begins with a word for what is done.
pub fn steps_of(doing: &str) -> (Label, Progress) {
    let label = Label::from(doing.to_owned());
    let told = label.clone();
    let progress = Progress::to(move |step| {
        told.set(format!("{} of {}: {}", step.done, step.total, printable(&step.message)));
    });
    (label, progress)
}

impl Meter {
    /// A line on standard error, if that is a terminal.
    pub fn new() -> Meter {
        Meter { is_shown: std::io::stderr().is_terminal(), is_drawn: false, began: Instant::now() }
    }

    /// Whether somebody may be looking.
    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Does the work, and says meanwhile what it is at. The line is gone when the work ends.
    pub async fn during<T>(&mut self, label: &Label, work: impl Future<Output = T>) -> T {
        if !self.is_shown {
            return work.await;
        }
        let mut work = pin!(work);
        let mut ticks = tokio::time::interval(TICK);
        loop {
            tokio::select! {
                biased;
                done = &mut work => {
                    self.clear();
                    return done;
                }
                _ = ticks.tick() => self.draw(&label.get()),
            }
        }
    }

    fn draw(&mut self, label: &str) {
        let elapsed = self.began.elapsed();
        if elapsed >= PATIENCE {
            // Nobody is there to be told where standard error is closed.
            let _ = write!(std::io::stderr(), "\r{}\x1b[K", line(label, elapsed));
            self.is_drawn = true;
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.clear();
    }
}

fn line(label: &str, elapsed: Duration) -> String {
    let seconds = format!("{} s", elapsed.as_secs());
    let room = WIDTH - seconds.len() - 2;
    let label: String = match label.chars().count() {
        count if count <= room => label.to_owned(),
        // Of a path the end tells more.
        count => std::iter::once('…').chain(label.chars().skip(count - room + 1)).collect(),
    };
    format!("{label}  {seconds}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_follows_the_steps_of_an_operation() {
        let (label, progress) = steps_of("exporting");
        assert_eq!(label.get(), "exporting");
        progress.tell(2, 3, || "a\u{1b}.xml".to_owned());
        assert_eq!(label.get(), "2 of 3: a\u{fffd}.xml");
    }

    #[test]
    fn the_line_never_wraps_and_keeps_the_end_of_a_long_label() {
        let elapsed = Duration::from_millis(12_345);
        assert_eq!(line("3 of 7: a.xml", elapsed), "3 of 7: a.xml  12 s");
        let long = line(&format!("{}end", "ä".repeat(200)), elapsed);
        assert_eq!(long.chars().count(), WIDTH);
        assert!(long.starts_with('…') && long.ends_with("end  12 s"), "{long}");
    }
}
