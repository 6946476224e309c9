//! The page of a report: one file of HTML with its figures in it.

use std::path::PathBuf;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::examples::OfStage;
use super::figures::{Gallery, Named, called};
use super::{shown, svg};
use crate::figure::palette::dark_style;
use crate::format::{grouped, scrambles, shortened};
use crate::stats::labels::Labels;
use crate::stats::show::{Part, capitalized, skipped_lines};

/// How the page looks, but for its figures.
const STYLE: &str = include_str!("page.css");

/// What tells an earlier report from any other page.
pub(super) const MARK: &str = "<meta name=\"generator\" content=\"cubiform report\">";

/// What is on the page.
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    /// The sample and its files.
    pub(super) sample: (&'a Named<'a>, &'a [PathBuf]),
    pub(super) against: Option<(&'a Named<'a>, &'a [PathBuf])>,
    /// Lines of the input that the runs skipped which wrote the sample.
    pub(super) skipped: u64,
    /// What those who made the scrambles ask to be said.
    pub(super) credit: Option<String>,
    pub(super) gallery: &'a Gallery,
    pub(super) parts: &'a [Part],
    /// The names of stages for people.
    pub(super) labels: &'a Labels,
    pub(super) examples: &'a [OfStage],
    /// What identifies the files and the runs that wrote them: names and texts.
    pub(super) provenance: &'a [(String, String)],
}

impl Page<'_> {
    /// The page.
    pub(super) fn html(&self) -> String {
        let style = format!("{STYLE}{}", dark_style());
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    (PreEscaped(MARK))
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
                        (notes())
                        (self.provenance())
                    }
                }
            }
        }
        .into_string()
    }

    /// What the page is about.
    fn samples(&self) -> Markup {
        let files = |files: &[PathBuf]| {
            html! {
                @for (i, file) in files.iter().enumerate() {
                    @if i > 0 { ", " }
                    code { (shown(file)) }
                }
            }
        };
        let (sample, of) = self.sample;
        html! {
            p {
                b { (scrambles(sample.sample.rows())) } " (" (sample.name) "), from " (files(of)) (skipped_lines(self.skipped))
                @if let Some((other, of)) = self.against {
                    ", compared with " b { (scrambles(other.sample.rows())) } " (" (other.name) "), from " (files(of))
                }
                ". Each number is the minimum number of moves, in the half-turn metric, proven by exhaustive search."
            }
            @if let Some(credit) = &self.credit { p class="credit" { (credit) } }
        }
    }

    fn contents(&self) -> Markup {
        html! {
            nav {
                ul {
                    li { a href="#figures" { "Figures" } }
                    @for part in self.parts { li { a href={ "#" (part.name) } { (capitalized(part.name)) } } }
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
            @for (i, figure) in self.gallery.figures.iter().enumerate() {
                figure {
                    (PreEscaped(figure.part()))
                    figcaption {
                        b { "Figure " (i + 1) "." } " " (figure.title) ". " (figure.caption) " "
                        a href=(svg(figure.name)) { (svg(figure.name)) }
                    }
                }
            }
            @if !self.gallery.missing.is_empty() {
                p class="note" { "Figures that these files do not give:" }
                ul class="note" id="missing" {
                    @for why in &self.gallery.missing { li { (why) } }
                }
            }
        }
    }

    /// The files of the page, and how they were made: the same in every report of them.
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
            p class="note" { "Of each stage, the first scrambles of the sample that have each length, from the easiest to the hardest." }
            @for stage in self.examples {
                h3 { (called(&stage.name)) " on " (stage.colors()) }
                div class="scroll" {
                    table {
                        thead {
                            tr { th { "moves" } th { "scrambles" } th class="key" { "first of them" } }
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

/// A table of measures, as `cubiform stats` has it; a body for each stage. What is not for people first is folded
/// up.
fn table(part: &Part, labels: &Labels) -> Markup {
    let cells = part.cells(labels);
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
        section class=[(!part.for_people).then_some("folded")] {
            h2 id=(part.name) { (capitalized(part.name)) }
            p class="note" { (capitalized(&part.title)) "." }
            @if part.for_people {
                (table)
            } @else {
                details { summary { "Show all rows" } (table) }
            }
        }
    }
}

/// What the numbers mean.
fn notes() -> Markup {
    html! {
        h2 id="notes" { "Notes" }
        ul {
            li { "Of several colours the one with the fewest moves counts, for each scramble anew. Letters name them: W white, Y yellow, O orange, R red, G green, B blue." }
            li { code { "f2l" } " is the cross with all four slots; columns of files call it " code { "xxxxcross" } ". CN is colour neutral: any of the six colours; dual CN: one of two opposite colours." }
            li { "Whiskers and bands in figures are 95 % intervals: Wilson score intervals of shares, ± 2 standard errors otherwise." }
            li { "± and " i { "se" } " are the standard error of a mean, sd/√n; " i { "sd" } " is the standard deviation, its squares divided by n−1." }
            li { i { "p10" } " to " i { "p99" } ": percentiles by nearest rank." }
            li { i { "exact mean" } ": the mean over all states of the cube; " i { "z" } ": the difference in standard errors. Beyond ±3 the scrambles are hardly random." }
            li { "What more colours save and what a stage adds are taken within each scramble, where they vary less than the lengths do." }
            li { i { "chi square" } " holds the lengths of each colour against those of all; " i { "p" } " is the chance of as large a value if the colours are alike. It is approximate: the six lengths of a scramble are not independent." }
        }
    }
}
