//! The request for a comparison of methods.

use std::sync::atomic::{AtomicU64, Ordering};

use cubiform_cube::random;
use cubiform_threads::{CancelToken, Threads};
use serde::Deserialize;

use super::Limits;
use crate::Error;
use crate::methods::{Context, Method, MethodResult};

/// The maximum number of random states: each is kept with its solutions by all methods.
const MAX_STATES: u64 = 1_000_000;

/// A request for a comparison of methods.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct MethodsRequest {
    /// Number of random states
    #[cfg_attr(feature = "clap", arg(short = 'n', long, value_name = "N", default_value_t = 100))]
    pub count: u64,

    /// Seed of the random states, which are the same for all methods
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEED", default_value_t = 1))]
    pub seed: u64,
}

impl Default for MethodsRequest {
    fn default() -> MethodsRequest {
        MethodsRequest { count: 100, seed: 1 }
    }
}

/// A comparison of methods that has been checked.
#[derive(Clone, Debug)]
pub struct MethodsQuestion {
    methods: Vec<Method>,
    request: MethodsRequest,
}

/// The comparison of methods on the same random states.
#[derive(Clone, Debug, serde::Serialize)]
pub struct MethodsAnswer {
    /// The number of random states.
    pub count: u64,
    /// The methods, in the order of the request.
    pub methods: Vec<MethodResult>,
    /// The seed of the states.
    pub seed: u64,
}

impl MethodsRequest {
    /// Checks the request; all known methods are compared if none are given.
    ///
    /// # Errors
    /// If the number of states is out of range.
    pub fn check(self, methods: Vec<Method>, limits: &Limits) -> Result<MethodsQuestion, Error> {
        let max = limits.scrambles.min(MAX_STATES);
        if self.count == 0 || self.count > max {
            let error = Error::usage("count", format!("expected 1 to {max} states"));
            return Err(error.code(Error::OUT_OF_RANGE));
        }
        let methods = if methods.is_empty() { Method::known().to_vec() } else { methods };
        Ok(MethodsQuestion { methods, request: self })
    }
}

impl MethodsQuestion {
    /// Compares the methods. `report` is called with the number of steps of all states that are done, and of all.
    ///
    /// # Errors
    /// If the turns of a step do not reach its goal, or `cancel` was cancelled.
    pub fn answer(
        &self,
        threads: &Threads,
        cancel: &CancelToken,
        report: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<MethodsAnswer, Error> {
        let MethodsRequest { count, seed } = self.request;
        let states: Vec<_> =
            random::states(seed).take(usize::try_from(count).unwrap_or(usize::MAX)).collect();
        let all = count * self.methods.iter().map(|method| method.steps.len() as u64).sum::<u64>();
        let done = AtomicU64::new(0);
        let report = || report(done.fetch_add(1, Ordering::Relaxed) + 1, all);
        let context = Context { threads, cancel, report: &report };
        let methods = self.methods.iter().map(|method| Ok(method.solve(&states, &context)?.1));
        Ok(MethodsAnswer { count, methods: methods.collect::<Result<_, Error>>()?, seed })
    }
}
