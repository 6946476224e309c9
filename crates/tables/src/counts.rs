//! Lists of numbers in text files, read at compile time.
//!
//! A line is `NAME: NUMBER NUMBER ...`, where numbers may have underscores; other lines are comments.

/// The list of a name in a text: `counts!(TEXT, "cross")` is a `&'static [u64]`.
///
/// ```
/// const TEXT: &str = "# odd\nsmall: 1 3 5\nlarge: 1_001\n";
/// const SMALL: &[u64] = cubiform_tables::counts!(TEXT, "small");
/// assert_eq!((SMALL, cubiform_tables::counts!(TEXT, "large")), (&[1, 3, 5][..], &[1001][..]));
/// ```
#[macro_export]
macro_rules! counts {
    ($text:expr, $name:expr) => {{
        const LIST: [u64; $crate::counts::len($text, $name)] = $crate::counts::read($text, $name);
        &LIST as &'static [u64]
    }};
}

/// The functions of a [`TableKind`](cubiform_store::TableKind) that tell the fields `name`, `description` and `histogram`.
macro_rules! tell_fields {
    () => {
        fn name(&self) -> &'static str {
            self.name
        }

        fn description(&self) -> &'static str {
            self.description
        }

        fn histogram(&self) -> &'static [u64] {
            self.histogram
        }
    };
}
pub(crate) use tell_fields;

/// Returns the number of numbers in the list of a name.
///
/// # Panics
/// If the text has no list of that name.
pub const fn len(text: &str, name: &str) -> usize {
    let (text, mut at) = (text.as_bytes(), start(text, name));
    let mut count = 0;
    while at < text.len() && text[at] != b'\n' {
        if text[at] == b' ' {
            count += 1;
        }
        at += 1;
    }
    count
}

/// Returns the list of a name, which has at most `N` numbers.
///
/// # Panics
/// If the text has no list of that name, it has a character that is not of a number, or a number needs more than 64
/// bits.
pub const fn read<const N: usize>(text: &str, name: &str) -> [u64; N] {
    let (text, mut at) = (text.as_bytes(), start(text, name));
    let mut counts = [0; N];
    let mut list = 0;
    while at < text.len() && text[at] != b'\n' {
        match text[at] {
            b' ' => list += 1,
            b'_' => {}
            digit => {
                assert!(digit.is_ascii_digit(), "a list of counts has numbers alone");
                let count = 10 * counts[list - 1] as u128 + (digit - b'0') as u128;
                assert!(count <= u64::MAX as u128, "a number needs more than 64 bits");
                counts[list - 1] = count as u64;
            }
        }
        at += 1;
    }
    counts
}

/// Returns the index of the space after `name` and its colon at the beginning of a line.
const fn start(text: &str, name: &str) -> usize {
    let (text, name) = (text.as_bytes(), name.as_bytes());
    let mut line = 0;
    while line + name.len() < text.len() {
        let mut i = 0;
        while i < name.len() && text[line + i] == name[i] {
            i += 1;
        }
        if i == name.len() && text[line + i] == b':' {
            return line + i + 1;
        }
        while line < text.len() && text[line] != b'\n' {
            line += 1;
        }
        line += 1;
    }
    panic!(
        "the text has no list of this name: begin with `NAME: 1`, and the failing test of the fill has the numbers"
    );
}
