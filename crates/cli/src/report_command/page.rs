//! The page of a report: a single HTML file that includes its figures, and for each stage the first scrambles of each length.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cubiform_answers::format::{color_names, grouped, scrambles, shortened};
use cubiform_answers::rows::read::AnalysisRow;
use cubiform_answers::stats::Table;
use cubiform_answers::stats::labels::Labels;
use cubiform_cube::Color;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::figures::{Figures, NamedSample, stage_label};
use crate::figure::dark_style;
use crate::stats::show::{capitalize, cells, skipped_lines};

/// The style sheet of the page, without that of the figures.
const STYLE: &str = include_str!("page.css");

/// The explanation of the numbers.
const NOTES: &str = include_str!("notes.html");

/// The element that identifies the page of an earlier report.
pub(super) const GENERATOR: &str = "<meta name=\"generator\" content=\"cubiform report\">";

/// The contents of the page.
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    /// The sample and its files.
    pub(super) sample: (NamedSample<'a>, &'a [PathBuf]),
    pub(super) against: Option<(NamedSample<'a>, &'a [PathBuf])>,
    /// The files of other goals.
    pub(super) beside: &'a [PathBuf],
    /// The number of input lines that the runs of the sample skipped.
    pub(super) skipped: u64,
    /// The attribution required by the source of the scrambles.
    pub(super) credit: Option<String>,
    pub(super) figures: &'a Figures,
    pub(super) parts: &'a [Table],
    /// The display names of stages.
    pub(super) labels: &'a Labels,
    pub(super) examples: &'a [StageExamples],
    /// The names and values that identify the files and the runs that wrote them.
    pub(super) provenance: &'a [(String, String)],
}

impl Page<'_> {
    /// Renders the page.
    pub(super) fn html(&self) -> String {
        let style = format!("{STYLE}{}", dark_style());
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    (PreEscaped(GENERATOR))
                    title { (self.title) }
                    style { (PreEscaped(style)) }
                }
                body {
                    header {
                        h1 { (self.title) }
                        (self.samples())
                        (self.contents())
                    }
                    main {
                        (self.figures())
                        @for part in self.parts { (table(part, self.labels)) }
                        (self.examples())
                        (PreEscaped(NOTES.replace('\n', "")))
                        (self.provenance())
                    }
                }
            }
        }
        .into_string()
    }

    /// Renders the paragraph about the samples.
    fn samples(&self) -> Markup {
        let files = |files: &[PathBuf]| {
            html! {
                @for (i, file) in files.iter().enumerate() {
                    @if i > 0 { ", " }
                    code { (shortened(&file.to_string_lossy(), 200)) }
                }
            }
        };
        let (sample, of) = self.sample;
        html! {
            p {
                b { (scrambles(sample.sample.rows())) } " (" (sample.name) "), from " (files(of)) (skipped_lines(self.skipped))
                @if let Some((other, of)) = &self.against {
                    ", compared with " b { (scrambles(other.sample.rows())) } " (" (other.name) "), from " (files(of))
                }
                @if !self.beside.is_empty() { ", beside other goals, from " (files(self.beside)) }
                ". Each number is the minimum number of moves, in the half turn metric, proven by exhaustive search."
            }
            @if let Some(credit) = &self.credit { p class="credit" { (credit) } }
        }
    }

    fn contents(&self) -> Markup {
        html! {
            nav {
                ul {
                    li { a href="#figures" { "Figures" } }
                    @for part in self.parts { li { a href={ "#" (part.name) } { (capitalize(part.name)) } } }
                    li { a href="#examples" { "Examples" } }
                    li { a href="#notes" { "Notes" } }
                    li { a href="#provenance" { "Provenance" } }
                }
            }
        }
    }

    fn figures(&self) -> Markup {
        html! {
            h2 id="figures" { "Figures" }
            @for (i, figure) in self.figures.figures.iter().enumerate() {
                figure {
                    (PreEscaped(figure.element()))
                    figcaption {
                        b { "Figure " (i + 1) "." } " " (figure.title) ". " (figure.caption) " "
                        a href=(figure.file_name()) { (figure.file_name()) }
                    }
                }
            }
            @if !self.figures.missing.is_empty() {
                p class="note" { "Figures not available for these files:" }
                ul class="note" id="missing" {
                    @for why in &self.figures.missing { li { (why) } }
                }
            }
        }
    }

    /// Renders the list of files and runs, which depends only on the input.
    fn provenance(&self) -> Markup {
        html! {
            footer {
                h2 id="provenance" { "Provenance" }
                p class="note" { "Made by cubiform " (env!("CARGO_PKG_VERSION")) " from these files." }
                div class="scroll" {
                    table id="provenance-table" {
                        tbody {
                            @for (name, text) in self.provenance {
                                tr { th scope="row" class="key" { (name) } td class="id" { (shortened(text, 500)) } }
                            }
                        }
                    }
                }
            }
        }
    }

    fn examples(&self) -> Markup {
        html! {
            h2 id="examples" { "Examples" }
            p class="note" { "For each stage, the first scrambles of each length, shortest first." }
            @for stage in self.examples {
                h3 { (stage_label(&stage.name)) " on " (stage.colors()) }
                div class="scroll" {
                    table {
                        thead {
                            tr { th { "moves" } th { "scrambles" } th class="key" { "first scrambles" } }
                        }
                        tbody {
                            @for (moves, bin) in &stage.bins {
                                tr {
                                    td { (moves) }
                                    td { (grouped(bin.count)) }
                                    td class="id" {
                                        @for (i, example) in bin.first.iter().enumerate() {
                                            @match &example.scramble {
                                                Some(scramble) => {
                                                    div { (example.id) ": " code { (scramble) } }
                                                }
                                                None => {
                                                    @if i > 0 { ", " }
                                                    code { (example.id) }
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders a table of measures as in `cubiform stats`, with a body per stage. A table that text output omits is
/// collapsed.
fn table(part: &Table, labels: &Labels) -> Markup {
    let cells = cells(part, labels);
    let class = |column: usize| (column < part.keys.len()).then_some("key");
    let stages = cells[1..].chunk_by(|a, b| a[0] == b[0] || part.keys.len() == 1);
    let table = html! {
        div class="scroll" {
            table id={ (part.name) "-table" } {
                thead {
                    tr {
                        @for (i, name) in cells[0].iter().enumerate() { th scope="col" class=[class(i)] { (name) } }
                    }
                }
                @for rows in stages {
                    tbody {
                        @for row in rows {
                            tr { @for (i, cell) in row.iter().enumerate() { td class=[class(i)] { (cell) } } }
                        }
                    }
                }
            }
        }
    };
    html! {
        section class=[(!part.is_shown).then_some("folded")] {
            h2 id=(part.name) { (capitalize(part.name)) }
            p class="note" { (capitalize(&part.title)) "." }
            @if part.is_shown {
                (table)
            } @else {
                details { summary { "Show all rows" } (table) }
            }
        }
    }
}

/// The number of scrambles kept for each length.
const EXAMPLES_PER_LENGTH: usize = 3;

/// An example scramble.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Example {
    pub(super) id: String,
    /// The moves, if the file has them.
    pub(super) scramble: Option<String>,
}

/// The scrambles of one length.
#[derive(Debug, Default)]
pub(super) struct Bin {
    pub(super) count: u64,
    pub(super) first: Vec<Example>,
}

/// The scrambles of a stage, by the minimum length over its colours.
#[derive(Debug)]
pub(super) struct StageExamples {
    pub(super) name: String,
    colors: Vec<Color>,
    bins: BTreeMap<u8, Bin>,
}

impl StageExamples {
    /// Creates a stage without scrambles.
    pub(super) fn new((name, colors): &(String, Vec<Color>)) -> StageExamples {
        StageExamples { name: name.clone(), colors: colors.clone(), bins: BTreeMap::new() }
    }

    /// Returns the names of the colours: `any colour`. The best colour counts.
    pub(super) fn colors(&self) -> String {
        color_names(&self.colors)
    }
}

/// Adds a row to the examples of every stage.
pub(super) fn add(stages: &mut [StageExamples], row: &AnalysisRow) {
    let mut rest = &row.lengths[..];
    for stage in stages {
        let (lengths, after) = rest.split_at(stage.colors.len());
        rest = after;
        let Some(min) = lengths.iter().min() else { continue };
        let bin = stage.bins.entry(*min).or_default();
        bin.count += 1;
        if bin.first.len() < EXAMPLES_PER_LENGTH {
            let scramble = row.cube.as_ref().map(|scramble| shortened(scramble, 300));
            bin.first.push(Example { id: shortened(&row.id, 60), scramble });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_scrambles_of_each_length_are_kept() {
        let colors = Color::COLUMNS[..2].to_vec();
        let mut stages = [("cross".to_string(), colors.clone()), ("xcross".into(), colors)]
            .map(|s| StageExamples::new(&s));
        for i in 0..5u8 {
            let scramble = (i == 0).then(|| "R U".into());
            let (id, lengths) = (i.to_string(), vec![5, 6, 8, 7 + i % 2]);
            add(&mut stages, &AnalysisRow { id, cube: scramble, lengths, ..AnalysisRow::default() });
        }
        assert_eq!(stages[0].bins.keys().collect::<Vec<_>>(), [&5]);
        assert_eq!(stages[0].bins[&5].count, 5);
        let ids =
            |bin: &Bin| bin.first.iter().map(|example| example.id.clone()).collect::<Vec<_>>().join(" ");
        assert_eq!(ids(&stages[0].bins[&5]), "0 1 2");
        assert_eq!((ids(&stages[1].bins[&7]), ids(&stages[1].bins[&8])), ("0 2 4".into(), "1 3".into()));
        assert_eq!(stages[0].bins[&5].first[0].scramble.as_deref(), Some("R U"));
        assert_eq!(stages[0].colors(), "white or yellow");
    }
}
