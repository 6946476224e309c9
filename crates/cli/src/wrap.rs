//! Words that continue under themselves where a line is full.

/// Returns `text` behind `indent` characters that are already there: words that do not fit `limit` columns continue on
/// lines of their own, indented as far. Nothing is folded if fewer than 20 columns are left.
pub(crate) fn hanging(text: &str, indent: usize, limit: usize) -> String {
    const LEAST: usize = 20;
    if indent.saturating_add(LEAST) > limit || indent + text.chars().count() <= limit {
        return text.to_string();
    }
    let mut folded = String::new();
    let mut column = indent;
    for (i, word) in text.split(' ').enumerate() {
        let width = word.chars().count();
        if i > 0 && column + 1 + width > limit {
            folded.push('\n');
            folded.push_str(&" ".repeat(indent));
            column = indent;
        } else if i > 0 {
            folded.push(' ');
            column += 1;
        }
        folded.push_str(word);
        column += width;
    }
    folded
}

/// Returns a paragraph folded at `limit` columns.
pub(crate) fn paragraph(text: &str, limit: usize) -> String {
    hanging(text, 0, limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_hang_under_the_first() {
        let text = "R U R' U' R' F R2 U' R'";
        assert_eq!(hanging(text, 4, 24), "R U R' U' R' F R2 U'\n    R'");
        assert_eq!(hanging(text, 4, 27), text);
        assert_eq!(hanging(text, 4, usize::MAX), text);
        // Too narrow to be worth it.
        assert_eq!(hanging(text, 10, 24), text);
    }
}
