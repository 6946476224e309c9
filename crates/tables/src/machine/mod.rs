//! The instruction set that fills and look-ups use, and a check of its vector code. The set is chosen once: the one named by
//! the environment, or else the widest that the processor has.

mod self_check;

use std::env;
use std::sync::atomic::{AtomicU8, Ordering};

pub use self_check::{Disagreement, check_lookups};

/// The environment variable that names the instruction set.
pub(crate) const VARIABLE: &str = "CUBIFORM_ISA";

/// An instruction set for which there is code, in ascending order of width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum InstructionSet {
    /// Instructions that every processor of the architecture has.
    Scalar = 1,
    /// AVX2, BMI2 and POPCNT.
    Avx2 = 2,
    /// AVX-512 F, BW, VL, VBMI and VPOPCNTDQ, and all of AVX2.
    Avx512 = 3,
}

/// The reason why an instruction set cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InstructionSetError {
    /// No instruction set has this name.
    #[error("{VARIABLE}: unknown instruction set '{0}'; use scalar, avx2 or avx512")]
    Unknown(String),
    /// The processor lacks it.
    #[error("{VARIABLE}: this processor lacks {}; use {}", _0.name(), names(&InstructionSet::available()))]
    Unavailable(InstructionSet),
}

fn names(sets: &[InstructionSet]) -> String {
    sets.iter().map(|set| set.name()).collect::<Vec<_>>().join(" or ")
}

/// The chosen instruction set as a number; 0 before the choice.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

impl InstructionSet {
    /// All instruction sets, the narrowest first.
    pub(crate) const ALL: [InstructionSet; 3] =
        [InstructionSet::Scalar, InstructionSet::Avx2, InstructionSet::Avx512];

    /// Returns the name in the environment variable.
    pub const fn name(self) -> &'static str {
        match self {
            InstructionSet::Scalar => "scalar",
            InstructionSet::Avx2 => "avx2",
            InstructionSet::Avx512 => "avx512",
        }
    }

    /// Returns whether the processor has it.
    pub(crate) fn is_available(self) -> bool {
        match self {
            InstructionSet::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => {
                InstructionSet::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Returns the instruction sets that the processor has, the narrowest first.
    pub(crate) fn available() -> Vec<InstructionSet> {
        InstructionSet::ALL.into_iter().filter(|set| set.is_available()).collect()
    }

    /// Returns the widest instruction set that the processor has.
    fn widest() -> InstructionSet {
        InstructionSet::ALL.into_iter().rfind(|set| set.is_available()).unwrap_or(InstructionSet::Scalar)
    }

    /// Returns the instruction set named by the environment variable `CUBIFORM_ISA`, or else the widest that the
    /// processor has.
    ///
    /// # Errors
    /// If no instruction set has that name, or the processor lacks it.
    pub fn from_environment() -> Result<InstructionSet, InstructionSetError> {
        match env::var_os(VARIABLE).filter(|name| !name.is_empty()) {
            Some(name) => InstructionSet::named(&name.to_string_lossy()),
            None => Ok(InstructionSet::widest()),
        }
    }

    /// Returns the available instruction set of this name.
    fn named(name: &str) -> Result<InstructionSet, InstructionSetError> {
        let set = InstructionSet::ALL.into_iter().find(|set| set.name() == name);
        let set = set.ok_or_else(|| InstructionSetError::Unknown(name.into()))?;
        if set.is_available() { Ok(set) } else { Err(InstructionSetError::Unavailable(set)) }
    }

    /// Returns the instruction set that this process uses: the result of [`from_environment`](Self::from_environment)
    /// at the first call, or the widest if that fails.
    #[inline(always)]
    pub fn chosen() -> InstructionSet {
        match CHOSEN.load(Ordering::Relaxed) {
            1 => InstructionSet::Scalar,
            2 => InstructionSet::Avx2,
            3 => InstructionSet::Avx512,
            _ => choose(),
        }
    }
}

#[cold]
fn choose() -> InstructionSet {
    let chosen = InstructionSet::from_environment().unwrap_or_else(|_| InstructionSet::widest());
    CHOSEN.store(chosen as u8, Ordering::Relaxed);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_select_available_sets_only() {
        assert_eq!(InstructionSet::named("scalar"), Ok(InstructionSet::Scalar));
        for set in InstructionSet::ALL {
            let expected =
                if set.is_available() { Ok(set) } else { Err(InstructionSetError::Unavailable(set)) };
            assert_eq!(InstructionSet::named(set.name()), expected);
        }
        let message = InstructionSet::named("sse9").unwrap_err().to_string();
        assert_eq!(message, "CUBIFORM_ISA: unknown instruction set 'sse9'; use scalar, avx2 or avx512");
    }

    #[test]
    fn chosen_set_is_available() {
        assert!(InstructionSet::chosen().is_available());
        assert!(InstructionSet::available().contains(&InstructionSet::widest()));
    }
}
