//! The fields of a line of input: the id and the text of a cube, with its place in the line.

use std::borrow::Cow;

/// The fields of a line.
pub struct Fields<'a> {
    /// The id, if there is one.
    pub id: Option<Cow<'a, str>>,
    /// The text of the cube.
    pub cube: Cow<'a, str>,
    /// The number of characters before that text.
    pub column: usize,
    /// The text as written in JSON, without its quotes, if the line is a JSON object.
    pub json: Option<&'a str>,
    /// The puzzle or WCA event of the cube, if the line names it.
    pub event: Option<Cow<'a, str>>,
}

/// The number of characters before an error in a line, and the message.
pub type FieldError = (usize, String);

impl<'a> Fields<'a> {
    /// Returns the fields of a cube without an id. `column` is the number of characters before it.
    pub fn of_cube(cube: Cow<'a, str>, column: usize) -> Fields<'a> {
        Fields { id: None, cube, column, json: None, event: None }
    }

    /// Converts a line and a column of the cube's text to those of the input, all from 1.
    pub fn place(&self, line: usize, column: usize) -> (usize, usize) {
        match self.json {
            None => (line, column + if line == 1 { self.column } else { 0 }),
            Some(json) => {
                let before = self.cube.split('\n').take(line - 1).map(|line| line.chars().count() + 1);
                let index = before.sum::<usize>() + column - 1;
                (1, self.column + written_length(json, index) + 1)
            }
        }
    }
}

/// Returns the number of characters that the first `count` characters of a JSON string take as written, with escapes.
/// The string is given without its quotes.
fn written_length(json: &str, count: usize) -> usize {
    let characters: Vec<char> = json.chars().collect();
    let is_high = |digits: &[char]| matches!(digits, ['d' | 'D', '8' | '9' | 'a' | 'b' | 'A' | 'B', ..]);
    let mut length = 0;
    for _ in 0..count {
        length += match &characters[length.min(characters.len())..] {
            ['\\', 'u', digits @ ..] if is_high(digits) => "\\ud83d\\ude00".len(),
            ['\\', 'u', ..] => "\\u2019".len(),
            ['\\', ..] => 2,
            _ => 1,
        };
    }
    length
}
