//! The colours differ for every kind of colour vision, in grey print and from the paper.

use super::*;

/// Returns the values for light paper and for dark screens.
fn schemes(paints: &[Paint]) -> [Vec<u32>; 2] {
    [paints.iter().map(|paint| paint.light).collect(), paints.iter().map(|paint| paint.dark).collect()]
}

/// The contrasts that the Web Content Accessibility Guidelines require of text (4.5) and of graphics (3). All text
/// has the colours of [`INK`] and [`MUTED`]. Ticks and whiskers across bars have a margin of paper, so they need no
/// contrast with the bars.
#[test]
fn text_and_series_have_enough_contrast_with_the_paper() {
    for (paints, min) in [(&[INK, MUTED][..], 4.5), (&SERIES, 3.0)] {
        for (paper, colors) in [PAPER.light, PAPER.dark].into_iter().zip(schemes(paints)) {
            for color in colors {
                assert!(contrast(color, paper) >= min, "{color:06X} on {paper:06X}");
            }
        }
    }
}

/// The least difference (CIEDE2000) between any two of the first colours, which appear in one figure, for normal
/// vision and each deficiency, and the least difference of lightness (L*), which is what grey print keeps.
#[test]
fn series_differ_for_every_kind_of_colour_vision_and_in_grey() {
    for (count, min_difference, min_lightness) in
        [(2, 45.0, 19.0), (3, 19.0, 19.0), (5, 12.5, 9.0), (6, 10.0, 8.0)]
    {
        for colors in schemes(&SERIES[..count]) {
            for (i, a) in colors.iter().enumerate() {
                for b in &colors[..i] {
                    for vision in Vision::ALL {
                        let found = difference(*a, *b, vision);
                        assert!(found >= min_difference, "{count}: {a:06X} {b:06X} {vision:?}: {found:.1}");
                    }
                    let found = (lightness(*a) - lightness(*b)).abs();
                    assert!(found >= min_lightness, "{count}: {a:06X} {b:06X} grey: {found:.1}");
                }
            }
        }
    }
}

#[test]
fn colours_have_different_names_and_values() {
    let all: Vec<Paint> = [INK, MUTED, GRID, PAPER].into_iter().chain(SERIES).collect();
    for (i, paint) in all.iter().enumerate() {
        assert!(
            all[..i].iter().all(|other| other.name != paint.name
                && other.light != paint.light
                && other.dark != paint.dark)
        );
    }
}

/// A kind of colour vision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vision {
    Normal,
    Protanopia,
    Deuteranopia,
    Tritanopia,
}

impl Vision {
    const ALL: [Vision; 4] = [Vision::Normal, Vision::Protanopia, Vision::Deuteranopia, Vision::Tritanopia];

    /// Returns the matrix that simulates the vision in linear RGB, at full severity. Source: Machado, Oliveira and
    /// Fernandes, "A physiologically-based model for simulation of color vision deficiency", 2009.
    fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Vision::Normal => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Vision::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Vision::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Vision::Tritanopia => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }
}

/// Returns the linear values of red, green and blue, from 0 to 1.
fn linear(color: u32) -> [f64; 3] {
    let [_, rgb @ ..] = color.to_be_bytes();
    rgb.map(|byte| match f64::from(byte) / 255.0 {
        small if small <= 0.040_45 => small / 12.92,
        large => ((large + 0.055) / 1.055).powf(2.4),
    })
}

/// Returns the relative luminance, from 0 to 1.
fn luminance(color: u32) -> f64 {
    dot(linear(color), [0.2126, 0.7152, 0.0722])
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the contrast ratio of the Web Content Accessibility Guidelines, from 1 to 21.
fn contrast(a: u32, b: u32) -> f64 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// The function of CIELAB that makes its axes nearly uniform.
fn uniform(t: f64) -> f64 {
    if t > 216.0 / 24_389.0 { t.cbrt() } else { (24_389.0 / 27.0 * t + 16.0) / 116.0 }
}

/// Returns the lightness L*, from 0 to 100: the grey of a print without colour.
fn lightness(color: u32) -> f64 {
    116.0 * uniform(luminance(color)) - 16.0
}

/// Returns L*, a* and b* of a colour as it is seen, for the white point D65.
fn lab(color: u32, vision: Vision) -> [f64; 3] {
    let seen = vision.matrix().map(|row| dot(row, linear(color)).clamp(0.0, 1.0));
    let [x, y, z] = [
        ([0.412_456_4, 0.357_576_1, 0.180_437_5], 0.950_47),
        ([0.212_672_9, 0.715_152_2, 0.072_175_0], 1.0),
        ([0.019_333_9, 0.119_192_0, 0.950_304_1], 1.088_83),
    ]
    .map(|(row, white)| uniform(dot(row, seen) / white));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the difference CIEDE2000 between two colours as they are seen.
fn difference(a: u32, b: u32, vision: Vision) -> f64 {
    ciede2000(lab(a, vision), lab(b, vision))
}

/// Source: Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", 2005.
fn ciede2000([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let damping = |chroma: f64| (chroma.powi(7) / (chroma.powi(7) + 25f64.powi(7))).sqrt();
    let g = 0.5 * (1.0 - damping(f64::midpoint(a1.hypot(b1), a2.hypot(b2))));
    let (a1, a2) = (a1 * (1.0 + g), a2 * (1.0 + g));
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue =
        |a: f64, b: f64| if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) };
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let is_grey = c1 * c2 == 0.0;
    let turn = match h2 - h1 {
        _ if is_grey => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let (dl, dc, dh) = (l2 - l1, c2 - c1, 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin());
    let (l, c) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2));
    let h = match h1 + h2 {
        sum if is_grey => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => (sum + 360.0) / 2.0,
        sum => (sum - 360.0) / 2.0,
    };
    let cosine = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cosine(h - 30.0) + 0.24 * cosine(2.0 * h) + 0.32 * cosine(3.0 * h + 6.0)
        - 0.2 * cosine(4.0 * h - 63.0);
    let rotation = -(60.0 * (-((h - 275.0) / 25.0).powi(2)).exp()).to_radians().sin() * 2.0 * damping(c);
    let from_middle = (l - 50.0).powi(2);
    let (dl, dc, dh) = (
        dl / (1.0 + 0.015 * from_middle / (20.0 + from_middle).sqrt()),
        dc / (1.0 + 0.045 * c),
        dh / (1.0 + 0.015 * c * t),
    );
    (dl * dl + dc * dc + dh * dh + rotation * dc * dh).sqrt()
}

/// Pairs from the test data of the authors.
#[test]
fn ciede2000_matches_the_published_values() {
    for (a, b, expected) in [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, -1.0, 2.0], [50.0, 0.0, 0.0], 2.3669),
        ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0011], 7.2195),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
        ([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082),
    ] {
        assert!((ciede2000(a, b) - expected).abs() < 5e-5, "{a:?} {b:?}: {}", ciede2000(a, b));
    }
    assert!((contrast(0, 0xFF_FF_FF) - 21.0).abs() < 1e-9);
}
