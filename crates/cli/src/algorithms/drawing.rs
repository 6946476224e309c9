//! Drawings of cases as SVG: the top layer from above, with the upper stickers of its sides.

use std::fmt::Write;

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
pub(super) fn top_layer(facelets: &str) -> String {
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
    use super::*;
    use cubiform_cube::{Algorithm, facelets};

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
