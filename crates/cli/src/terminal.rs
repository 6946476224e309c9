//! What standard output can show: the width of the terminal, colours, and links.

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
    /// Nowhere
    Never,
}

/// The choice of this run; set once, before anything is printed.
static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// Sets the value of `--color` for this run. A second call has no effect.
pub(crate) fn choose_color(choice: ColorChoice) {
    let _ = CHOICE.set(choice);
}

/// What the place can show to which text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terminal {
    width: Option<usize>,
    color: bool,
    hyperlinks: bool,
}

/// The fewest columns that a layout adapts to; a narrower terminal wraps lines by itself.
const NARROWEST: usize = 40;

impl Terminal {
    /// Standard output; a file or a pipe in its place has no width, colours or links.
    pub(crate) fn of_stdout() -> Terminal {
        let is_terminal = io::stdout().is_terminal();
        let columns = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        Terminal {
            width: is_terminal.then_some(columns.max(NARROWEST)),
            color: wants_color(is_terminal),
            hyperlinks: is_terminal
                && wants_color(is_terminal)
                && supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout),
        }
    }

    /// A file that `--output` names: plain text, never folded.
    pub(crate) fn of_file() -> Terminal {
        Terminal { width: None, color: CHOICE.get() == Some(&ColorChoice::Always), hyperlinks: false }
    }

    /// A terminal of so many columns, without colours and links.
    #[cfg(test)]
    pub(crate) fn of_width(columns: usize) -> Terminal {
        Terminal { width: Some(columns), color: false, hyperlinks: false }
    }

    /// Whether links are shown.
    pub(crate) fn has_links(self) -> bool {
        self.hyperlinks
    }

    /// Standard output, or the file that takes its place.
    pub(crate) fn of_output<T>(file: Option<&T>) -> Terminal {
        file.map_or_else(Terminal::of_stdout, |_| Terminal::of_file())
    }

    /// The number of columns; `None` in pipes and files, where no line is folded.
    pub(crate) fn width(self) -> Option<usize> {
        self.width
    }

    /// The number of columns that a line may have: that of the terminal, or no limit.
    pub(crate) fn limit(self) -> usize {
        self.width.unwrap_or(usize::MAX)
    }

    /// `text` in bold.
    pub(crate) fn bold(self, text: &str) -> String {
        if self.color { format!("\x1b[1m{text}\x1b[0m") } else { text.into() }
    }

    /// `text` as a link to `url`, if the terminal is known to show links; `text` alone otherwise.
    pub(crate) fn link(self, url: &str, text: &str) -> String {
        if self.hyperlinks { format!("\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\") } else { text.into() }
    }
}

/// Whether output may have colours: as `--color` says, or as <https://no-color.org> does.
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
    fn plain_text_has_no_escapes() {
        let plain = Terminal { width: None, color: false, hyperlinks: false };
        assert_eq!(plain.bold("a"), "a");
        assert_eq!(plain.link("https://example.org", "a"), "a");
        assert_eq!(plain.limit(), usize::MAX);
    }

    #[test]
    fn a_link_wraps_its_text() {
        let terminal = Terminal { width: Some(80), color: true, hyperlinks: true };
        assert_eq!(
            terminal.link("https://example.org", "a"),
            "\x1b]8;;https://example.org\x1b\\a\x1b]8;;\x1b\\"
        );
    }
}
