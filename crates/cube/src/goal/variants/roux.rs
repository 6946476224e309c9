//! Roux: the first block, then both blocks.

use super::NamedVariant;
use crate::goal::Variant;

/// The blocks are 1x2x3, each in its best place over the bottom, the two opposite each other.
pub(super) const ROUX: NamedVariant = NamedVariant {
    name: "roux",
    label: "roux",
    aliases: &[],
    about: "The first block (1x2x3), then both blocks, in the best places",
    variant: || Variant::of_expressions("roux", &[("fb", &["1x2x3"]), ("f2b", &["1x2x3 + 1x2x3"])]),
};
