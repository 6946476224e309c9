//! Petrus: the 2x2x2 block, then the 2x2x3 block that extends it.

use super::NamedVariant;
use crate::goal::Variant;

/// The two blocks, each in its best place over the bottom.
pub(super) const PETRUS: NamedVariant = NamedVariant {
    name: "petrus",
    label: "petrus",
    aliases: &[],
    about: "The 2x2x2 block, then the 2x2x3 block, each in its best place",
    variant: || Variant::of_expressions("petrus", &[("2x2x2", &["2x2x2"]), ("2x2x3", &["2x2x3"])]),
};
