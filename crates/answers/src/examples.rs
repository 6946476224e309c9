//! Examples of answers in their descriptions.

/// The facelets of the solved cube.
pub(crate) const FACELETS: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

/// A link to a solution.
pub(crate) const TWIZZLE: &str = "https://alpha.twizzle.net/edit/?alg=F%27+U%27+R%27&setup-alg=R+U+F";

/// A scramble.
pub(crate) const SCRAMBLE: &str = "D2 U' R2 U F2 D2 U' R2 U' B' L2 R' B' D2 U B2 L' D' R2";

/// A scramble of a fewest-moves attempt.
pub(crate) const FEWEST_SCRAMBLE: &str =
    "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F";

/// A fewest-moves attempt.
pub(crate) const ATTEMPT: &str = "F D' B' R' F R2 D' F2 D F L2 F' R2 B2 U2 F' L2 D2 F' L2 F2 L2 U2 L2 U2";

/// A scramble for insertions.
pub(crate) const INSERTION_SCRAMBLE: &str = "B2 R2 B2 D2 R U2 R2 D2 L2 B2 L' D' L2 F' D2 B' D U' B2 U2 L'";

/// A skeleton for insertions.
pub(crate) const SKELETON: &str = "R' U F2 D' L2 B' L F' D2 R B2 U' L' (U L' B D' R2 U2 F')";

/// The skeleton as one sequence.
pub(crate) const SEQUENCE: &str = "R' U F2 D' L2 B' L F' D2 R B2 U' L' F U2 R2 D B' L U'";

/// The shortest solution by one insertion into the skeleton.
pub(crate) const INSERTED: &str = "R' U F2 D' L2 B' L F' D2 R B2 U' L' F U2 R2 D B' L2 D2 L' U' L D2 L'";
