//! Examples of answers in their descriptions.

/// The facelets of the solved cube.
pub(crate) const FACELETS: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

/// A link to a solution.
pub(crate) const TWIZZLE: &str = "https://alpha.twizzle.net/edit/?alg=F%27+U%27+R%27&setup-alg=R+U+F";

/// A scramble.
pub(crate) const SCRAMBLE: &str = "D2 U' R2 U F2 D2 U' R2 U' B' L2 R' B' D2 U B2 L' D' R2";

/// A scramble for insertions.
pub(crate) const INSERTION_SCRAMBLE: &str = "R2";

/// A skeleton for insertions.
pub(crate) const SKELETON: &str = "R2";
