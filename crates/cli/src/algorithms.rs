//! `cubiform algorithms`: all algorithms of cases, in the order of effort, as text or a sheet: a page with pictures, Markdown,
//! CSV, and notes for Anki.

use std::fmt::Write;

use cubiform_answers::Error;
use cubiform_answers::algorithms::{AlgorithmAnswer, AlgorithmObject, AlgorithmRequest, CaseAlgorithms};
use cubiform_answers::format::counted;
use cubiform_answers::limits::Limits;
use cubiform_answers::operation::Operation as _;

use crate::args::{Algorithms, SheetFormat};
use crate::failure::Failure;
use crate::json;
use crate::operation::with_progress;
use crate::output::print;
use crate::progress::Count;
use crate::terminal::Terminal;
use crate::text_layout::{self, align_before_text};

/// Runs the command.
pub(crate) fn run(args: &Algorithms) -> Result<(), Failure> {
    let answer = answer(args)?;
    let text = match args.answer.format {
        SheetFormat::Table => text(&answer, Terminal::of_stdout()),
        SheetFormat::Html => html(&answer),
        SheetFormat::Markdown => markdown(&answer),
        SheetFormat::Csv => csv(&answer),
        SheetFormat::Anki => anki(&answer),
        SheetFormat::Json => json::document(&answer)?,
    };
    print(text.as_bytes())
}

fn answer(args: &Algorithms) -> Result<AlgorithmAnswer, Error> {
    let question = args.answer.request.clone().check(&Limits::NONE)?;
    let count = question.case_count();
    let progress = Count::hidden_if(count == 1, counted(count, "case"));
    with_progress(&args.answer.machine, AlgorithmRequest::DOOR.needs, &progress, |context| {
        question.answer(context, args.keep.as_deref())
    })
}

/// Returns the algorithms of all cases as tables.
fn text(answer: &AlgorithmAnswer, terminal: Terminal) -> String {
    let cases = answer.cases.iter().map(|case| of_case(answer, case, terminal));
    cases.collect::<Vec<_>>().join("\n")
}

fn of_case(answer: &AlgorithmAnswer, case: &CaseAlgorithms, terminal: Terminal) -> String {
    let name = case.case.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let table = || align_before_text(&rows(case), 1, terminal.limit());
    let Some(optimal) = case.optimal else {
        return match case.count {
            0 => format!("{name}the turns {} do not solve it\n", answer.moves),
            _ => format!("{name}the algorithm solves it\n{}", table()),
        };
    };
    let metric = answer.metric.to_uppercase();
    let lengths = if answer.slack == 0 {
        format!("{optimal}")
    } else {
        format!("{optimal} to {}", optimal + answer.slack)
    };
    let found = match counted(case.count, "algorithm") {
        found if !case.is_complete => format!("some of the algorithms, {found}"),
        found if case.count > 1 => format!("all {found}"),
        found => found,
    };
    let mut text = format!("{name}{found} of {lengths} moves ({metric}) of {}\n", answer.moves);
    if case.algorithms.iter().any(|algorithm| algorithm.on_sheet) {
        text.pop();
        text.push_str("; * is on the sheet\n");
    }
    text + &table()
}

/// Returns the rows of the table of a case, with a head.
fn rows(case: &CaseAlgorithms) -> Vec<Vec<String>> {
    let head = ["algorithm", "moves", "effort"].map(String::from).to_vec();
    let row = |algorithm: &AlgorithmObject| {
        let sheet = if algorithm.on_sheet { " *" } else { "" };
        let text = format!("{}{sheet}", written(algorithm));
        vec![text, algorithm.length.to_string(), algorithm.reasons.replacen("effort ", "", 1)]
    };
    [head].into_iter().chain(case.algorithms.iter().map(row)).collect()
}

/// Returns an algorithm with the turns of U before and after it.
fn written(algorithm: &AlgorithmObject) -> String {
    match &algorithm.after[..] {
        "" => algorithm.text.clone(),
        after => format!("{} ({after})", algorithm.text),
    }
}

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
fn html(answer: &AlgorithmAnswer) -> String {
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
fn markdown(answer: &AlgorithmAnswer) -> String {
    let mut text = format!("# {}\n", title(answer).replace('<', "\\<"));
    for case in &answer.cases {
        let _ = write!(text, "\n## {}\n\n{}", name(case), text_layout::markdown(&rows(case)));
    }
    text
}

/// Returns a row for each algorithm.
fn csv(answer: &AlgorithmAnswer) -> String {
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
fn anki(answer: &AlgorithmAnswer) -> String {
    let mut text = String::from("#separator:tab\n#html:true\n#columns:Front\tBack\n");
    for case in &answer.cases {
        let _ = writeln!(text, "{}\t<b>{}</b>{}", top_layer(&case.mask), name(case), list(case));
    }
    text
}

/// The side of a sticker, and the depth of one at a side.
const SIDE: usize = 20;
const DEPTH: usize = 6;

/// Returns the colour of a sticker by its letter, with yellow on top and green in front; grey for `?`.
fn color(letter: char) -> &'static str {
    match letter {
        'U' => "#ffd500",
        'R' => "#ff7f00",
        'F' => "#009b48",
        'D' => "#ffffff",
        'L' => "#c41e3a",
        'B' => "#0045ad",
        _ => "#9a9a9a",
    }
}

/// Returns the top layer of 54 facelets in URFDLB order.
fn top_layer(facelets: &str) -> String {
    let letters: Vec<char> = facelets.chars().collect();
    let size = 3 * SIDE + 2 * DEPTH + 4;
    let mut svg =
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {size} {size}' width='{size}'>");
    let mut sticker = |index: usize, x: usize, y: usize, width: usize, height: usize| {
        let fill = letters.get(index).copied().map_or("none", color);
        let _ = write!(
            svg,
            "<rect x='{x}' y='{y}' width='{width}' height='{height}' fill='{fill}' stroke='#222'/>"
        );
    };
    // The first stickers of R, F, L and B; from above, those of R and B run backwards.
    let [r, f, l, b] = [9, 18, 36, 45];
    let start = DEPTH + 2;
    let end = start + 3 * SIDE;
    for i in 0..3 {
        let at = start + i * SIDE;
        sticker(b + 2 - i, at, 1, SIDE, DEPTH);
        sticker(l + i, 1, at, DEPTH, SIDE);
        sticker(r + 2 - i, end + 1, at, DEPTH, SIDE);
        sticker(f + i, at, end + 1, SIDE, DEPTH);
        (0..3).for_each(|j| sticker(3 * i + j, start + j * SIDE, at, SIDE, SIDE));
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use cubiform_cube::{Algorithm, facelets};

    use super::*;

    #[test]
    fn drawing_has_the_stickers_of_the_top_layer_in_place() {
        // After R, the right column of the top is green, that of the front white, and the top colour is at the back right.
        let cube = Algorithm::parse("R").unwrap().cube();
        let svg = top_layer(&facelets::format(&cube));
        assert_eq!(svg.matches("<rect").count(), 21);
        assert_eq!(svg.matches(color('F')).count(), 2 + 3);
        assert_eq!(svg.matches(color('D')).count(), 1);
        assert_eq!(svg.matches(color('U')).count(), 6 + 1);
        let right = DEPTH + 2 + 2 * SIDE;
        let back = format!("<rect x='{right}' y='1' width='{SIDE}' height='{DEPTH}' fill='{}'", color('U'));
        assert!(svg.contains(&back), "{svg}");
        assert_eq!(top_layer(&"?".repeat(54)).matches(color('?')).count(), 21);
    }
}
