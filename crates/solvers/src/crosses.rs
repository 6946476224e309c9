//! The minimum number of moves to the cross of each colour, without the tables of goals.

use cubiform_cube::{Color, Cube, Move, Symmetry};
use cubiform_threads::CancelToken;

use crate::distance_space::{CoordinateFn, DistanceSpace};

/// The minimum numbers of moves to the cross. Its tables take 0.4 MB and are computed in memory in some milliseconds.
///
/// ```
/// use cubiform_cube::{Algorithm, Color};
/// use cubiform_solvers::crosses::Crosses;
/// use cubiform_threads::CancelToken;
///
/// let crosses = Crosses::new_until(&CancelToken::never()).expect("not cancelled");
/// let cube = Algorithm::parse("B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B")?.cube();
/// assert_eq!(Color::COLUMNS.map(|color| crosses.length(&cube, color)), [6, 6, 6, 5, 7, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Crosses {
    space: DistanceSpace,
}

impl Crosses {
    /// Computes the tables. Returns `None` if it was cancelled.
    pub fn new_until(cancel: &CancelToken) -> Option<Crosses> {
        // The places of the edges DF and DR, and of DL and DB.
        let coordinates: [CoordinateFn; 2] = [|cube| pair(cube, 4), |cube| pair(cube, 6)];
        Some(Crosses { space: DistanceSpace::new(Move::all().collect(), &coordinates, cancel)? })
    }

    /// Returns the minimum number of moves (HTM) to the cross with this bottom colour, 0..=8.
    pub fn length(&self, cube: &Cube, color: Color) -> u8 {
        self.space.distance(&cube.conjugate(Symmetry::bring_down(color)))
    }
}

/// Returns the places of an edge and the next one as one number.
fn pair(cube: &Cube, edge: usize) -> usize {
    let [first, second] = [edge, edge + 1].map(|edge| usize::from(cube.edges()[edge]));
    24 * first + second
}

#[cfg(test)]
mod tests {
    use cubiform_cube::Frame;
    use cubiform_cube::goal::Variant;
    use cubiform_cube::random::states;

    use crate::cfop::{Analyzer, Request};

    use super::*;

    #[test]
    fn lengths_are_those_of_the_analyzer_and_of_the_known_distribution() {
        let crosses = Crosses::new_until(&CancelToken::never()).unwrap();
        // The distribution that several programs publish; `tables` counts the same.
        let histogram = [1, 15, 158, 1394, 9809, 46_381, 97_254, 34_966, 102];
        assert_eq!(crosses.space.histogram(), histogram);
        let analyzer = Analyzer::builder(&Variant::std()).stages([0]).build().unwrap();
        let frames = Frame::bottoms(Color::COLUMNS);
        let request = Request { frames, solutions: 0, slack: 0, only_best: false };
        for cube in states(1).take(200) {
            let analysis = analyzer.analyze(&cube, &request).unwrap();
            let lengths: Vec<u8> = analysis[0].iter().map(|result| result.length.unwrap()).collect();
            assert_eq!(Color::COLUMNS.map(|color| crosses.length(&cube, color))[..], lengths[..]);
        }
    }
}
