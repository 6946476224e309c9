//! The known algorithm of a case that takes the hands the least effort.

use cubiform_cube::Algorithm;
use cubiform_human::cases::Case;
use cubiform_human::hand_effort::hand_effort;

use crate::held::in_turns_of_u;

/// The known algorithm of a case that takes the hands the least effort, in JSON.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewAlgorithm)]
pub struct EasiestAlgorithm {
    /// Its effort: 1 is a quarter turn of U.
    #[schema(example = 7.3, minimum = 0)]
    pub effort: f64,
    /// Its moves for the case as `cases` shows it, up to turns of U before and after it, with the slice turned as in the solve.
    #[schema(example = "R U R' U R U2 R'")]
    pub moves: String,
}

impl EasiestAlgorithm {
    /// Returns the one of some algorithms, and of those on the sheet of a case if it has one, that takes the least effort.
    pub(crate) fn among(algorithms: Vec<Algorithm>, sheet: Option<&Case>) -> Option<EasiestAlgorithm> {
        let sheet =
            sheet.iter().flat_map(|case| &case.algorithms).filter_map(|text| Algorithm::parse(text).ok());
        let all = algorithms.into_iter().chain(sheet).map(|one| (hand_effort(one.turns()), one));
        let (effort, easiest) = all.min_by_key(|(effort, _)| *effort)?;
        Some(EasiestAlgorithm { effort: in_turns_of_u(effort), moves: easiest.to_string() })
    }
}
