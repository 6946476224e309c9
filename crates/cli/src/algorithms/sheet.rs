//! Sheets of algorithms: a page with pictures, Markdown, CSV, and notes for Anki.

use std::fmt::Write;

use cubiform_answers::algorithms::{AlgorithmAnswer, AlgorithmObject, CaseAlgorithms};

use super::drawing::top_layer;
use super::written;
use crate::text_table;

/// The style of the page. A case is not broken between pages in print.
const STYLE: &str = "body{font:16px system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em}\
    section{display:flex;gap:1.5em;align-items:flex-start;break-inside:avoid;border-top:1px solid #ccc;padding:1em 0}\
    section>svg{width:96px;flex:none}h2{margin:0 0 .3em;font-size:1.1em}ol{margin:0;padding-left:1.5em}\
    small{color:#595959}@media(prefers-color-scheme:dark){body{background:#181818;color:#eee}small{color:#aaa}}";

/// Returns what a sheet is of.
fn title(answer: &AlgorithmAnswer) -> String {
    format!("Algorithms of {} to {} ({})", answer.moves, answer.to, answer.metric.to_uppercase())
}

fn name(case: &CaseAlgorithms) -> &str {
    case.case.as_deref().unwrap_or("cube")
}

/// Returns text with the characters that HTML reads as its own written in its way.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns a page of its own, which a browser prints as PDF.
pub(super) fn html(answer: &AlgorithmAnswer) -> String {
    let title = escaped(&title(answer));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n"
    );
    for case in &answer.cases {
        let (picture, name, list) = (top_layer(&case.mask), name(case), list(case));
        let _ = writeln!(page, "<section>{picture}<div><h2>{name}</h2>{list}</div></section>");
    }
    page + "</html>\n"
}

/// Returns the algorithms of a case as a list of HTML on one line.
fn list(case: &CaseAlgorithms) -> String {
    let item = |algorithm: &AlgorithmObject| {
        let (written, reasons) = (escaped(&written(algorithm)), escaped(&algorithm.reasons));
        format!("<li>{written} <small>{} moves, {reasons}</small></li>", algorithm.length)
    };
    let items: String = case.algorithms.iter().map(item).collect();
    if items.is_empty() { "<p>none</p>".into() } else { format!("<ol>{items}</ol>") }
}

/// Returns a table for each case.
pub(super) fn markdown(answer: &AlgorithmAnswer) -> String {
    let mut text = format!("# {}\n", title(answer).replace('<', "\\<"));
    for case in &answer.cases {
        let _ = write!(text, "\n## {}\n\n{}", name(case), text_table::markdown(&super::rows(case)));
    }
    text
}

/// Returns a row for each algorithm.
pub(super) fn csv(answer: &AlgorithmAnswer) -> String {
    let mut text =
        String::from("case,facelets,mask,optimal,algorithm,length,htm,qtm,stm,etm,effort,on_sheet\n");
    for case in &answer.cases {
        let optimal = case.optimal.map_or(String::new(), |optimal| optimal.to_string());
        for algorithm in &case.algorithms {
            let (lengths, written) = (&algorithm.lengths, written(algorithm));
            let lengths =
                [lengths.htm, lengths.qtm, lengths.stm, lengths.etm].map(|length| length.to_string());
            let (name, effort) = (case.case.as_deref().unwrap_or_default(), algorithm.held.effort());
            let _ = writeln!(
                text,
                "{name},{},{},{optimal},{written},{},{},{effort},{}",
                case.facelets,
                case.mask,
                algorithm.length,
                lengths.join(","),
                algorithm.on_sheet,
            );
        }
    }
    text
}

/// Returns notes in the text format of Anki, a case each: the picture in front, the name and the algorithms behind.
pub(super) fn anki(answer: &AlgorithmAnswer) -> String {
    let mut text = String::from("#separator:tab\n#html:true\n#columns:Front\tBack\n");
    for case in &answer.cases {
        let _ = writeln!(text, "{}\t<b>{}</b>{}", top_layer(&case.mask), name(case), list(case));
    }
    text
}
