//! Capabilities of the output: the width of the terminal, colours and links.

use std::env;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use clap::ValueEnum;

/// The value of `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb
    #[default]
    Auto,
    /// Also in pipes and files
    Always,
    /// No colours
    Never,
}

/// The value of `--color`. It is set once, before anything is printed.
static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// Sets the value of `--color` for this run. A second call has no effect.
pub(crate) fn choose_color(choice: ColorChoice) {
    let _ = CHOICE.set(choice);
}

/// The capabilities of an output stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terminal {
    /// The number of columns, or `None` for pipes and files, where lines are not wrapped.
    pub(crate) width: Option<usize>,
    color: bool,
    /// Whether links are shown.
    pub(crate) hyperlinks: bool,
}

/// The minimum width of a layout, in columns. On narrower terminals the terminal wraps the lines.
const MIN_WIDTH: usize = 40;

impl Terminal {
    /// Returns the capabilities of standard output. A file or a pipe has no width, colours or links.
    pub(crate) fn of_stdout() -> Terminal {
        let is_terminal = io::stdout().is_terminal();
        let columns = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        Terminal {
            width: is_terminal.then_some(columns.max(MIN_WIDTH)),
            color: wants_color(is_terminal),
            hyperlinks: is_terminal
                && wants_color(is_terminal)
                && supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout),
        }
    }

    /// Returns the capabilities of a file given with `--output`: no width and no links, and colours only with `--color
    /// always`.
    pub(crate) fn of_file() -> Terminal {
        Terminal { width: None, color: CHOICE.get() == Some(&ColorChoice::Always), hyperlinks: false }
    }

    /// Returns a terminal with this number of columns, without colours and links.
    #[cfg(test)]
    pub(crate) fn of_width(columns: usize) -> Terminal {
        Terminal { width: Some(columns), color: false, hyperlinks: false }
    }

    /// Returns the capabilities of the output file if there is one, otherwise of standard output.
    pub(crate) fn of_output<T>(file: Option<&T>) -> Terminal {
        file.map_or_else(Terminal::of_stdout, |_| Terminal::of_file())
    }

    /// Returns the maximum number of columns of a line: the width of the terminal, or `usize::MAX`.
    pub(crate) fn limit(self) -> usize {
        self.width.unwrap_or(usize::MAX)
    }

    /// Returns `text` in bold if colours are enabled.
    pub(crate) fn bold(self, text: &str) -> String {
        if self.color { format!("\x1b[1m{text}\x1b[0m") } else { text.into() }
    }

    /// Returns `text` as a link (OSC 8) to `url` if the terminal is known to show links, otherwise `text` alone.
    pub(crate) fn link(self, url: &str, text: &str) -> String {
        if self.hyperlinks { format!("\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\") } else { text.into() }
    }
}

/// Returns whether the output has colours, according to `--color` and <https://no-color.org>.
fn wants_color(is_terminal: bool) -> bool {
    match CHOICE.get().copied().unwrap_or_default() {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            is_terminal
                && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                && env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_output_has_no_escape_sequences() {
        let plain = Terminal { width: None, color: false, hyperlinks: false };
        assert_eq!(plain.bold("a"), "a");
        assert_eq!(plain.link("https://example.org", "a"), "a");
        assert_eq!(plain.limit(), usize::MAX);
    }

    #[test]
    fn link_is_an_osc_8_sequence_around_the_text() {
        let terminal = Terminal { width: Some(80), color: true, hyperlinks: true };
        assert_eq!(
            terminal.link("https://example.org", "a"),
            "\x1b]8;;https://example.org\x1b\\a\x1b]8;;\x1b\\"
        );
    }
}
