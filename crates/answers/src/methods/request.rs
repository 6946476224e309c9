//! The operation `methods`: a comparison of methods.

use std::sync::atomic::{AtomicU64, Ordering};

use cubiform_cube::random;
use serde::Deserialize;

use super::Method;
use super::compare::{self, MethodResult};
use crate::Error;
use crate::limits::Limits;
use crate::operation::{Context, Door, Operation};

/// The maximum number of random states: each is kept with its solutions by all methods.
const MAX_STATES: u64 = 1_000_000;

/// A request for a comparison of methods.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[schema(as = MethodsOptions)]
pub struct MethodsRequest {
    /// Names of known methods, separated by commas; all of them by default, unless `method` is given
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "cfop,roux")]
    pub methods: Option<String>,

    /// The text of a method of your own: a line for each step
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "name: mine\nblocks | f2l | R,L,U,D,F,B\nend | solved | R,U,F | free\n")]
    pub method: Option<String>,

    /// Number of random states
    #[cfg_attr(feature = "clap", arg(short = 'n', long, value_name = "N", default_value_t = 100))]
    #[schema(example = 100, default = 100, minimum = 1, maximum = 1_000_000)]
    pub count: u64,

    /// Seed of the random states, which are the same for all methods
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEED", default_value_t = 1))]
    #[schema(example = 1, default = 1, minimum = 0, format = "uint64")]
    pub seed: u64,
}

impl Default for MethodsRequest {
    fn default() -> MethodsRequest {
        MethodsRequest { methods: None, method: None, count: 100, seed: 1 }
    }
}

/// A comparison of methods that has been checked.
#[derive(Clone, Debug)]
pub struct MethodsQuestion {
    methods: Vec<Method>,
    count: u64,
    seed: u64,
    /// The maximum memory of a table of a search, in bytes.
    table_bytes: usize,
}

/// The comparison of methods on the same random states.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct MethodsAnswer {
    /// The number of random states.
    #[schema(example = 100, minimum = 1)]
    pub count: u64,
    /// The methods, in the order of the request.
    pub methods: Vec<MethodResult>,
    /// The seed of the states.
    #[schema(example = 1, minimum = 0, format = "uint64")]
    pub seed: u64,
}

impl Operation for MethodsRequest {
    const DOOR: Door = Door {
        name: "methods",
        path: "/v1/methods",
        tag: "methods",
        summary: "Compare methods",
        about: "Methods, which are chains of goals, solve the same random states.",
        answer: "The comparison",
        ..Door::NEW
    };

    type Question = MethodsQuestion;
    type Answer = MethodsAnswer;
    type Document = MethodsAnswer;

    fn check(self, limits: &Limits) -> Result<MethodsQuestion, Error> {
        limits.texts([("methods", self.methods.as_deref()), ("method", self.method.as_deref())])?;
        let known = self.methods.iter().flat_map(|names| names.split(',')).map(|name| {
            Method::find(name).cloned().ok_or_else(|| {
                let error = Error::usage("methods", format!("unknown method '{}'", name.trim()));
                error.code("unknown-method").placed().hint(format!("expected one of {}", Method::names()))
            })
        });
        let own = self.method.iter().map(|text| Method::read(text).map_err(|error| error.about("method")));
        let methods = known.chain(own).collect::<Result<Vec<_>, _>>()?;
        self.with(methods, limits)
    }

    fn answer(question: MethodsQuestion, context: &Context<'_>) -> Result<MethodsAnswer, Error> {
        let MethodsQuestion { methods, count, seed, table_bytes } = question;
        let states: Vec<_> =
            random::states(seed).take(usize::try_from(count).unwrap_or(usize::MAX)).collect();
        let all = count * methods.iter().map(|method| method.steps.len() as u64).sum::<u64>();
        context.solvers.note(format_args!("preparing the tables of each step, which are not kept"));
        let done = AtomicU64::new(0);
        let report = || (context.report)(done.fetch_add(1, Ordering::Relaxed) + 1, all);
        let (threads, cancel) = (context.threads(), context.cancel());
        let work = compare::Context { threads, cancel, table_bytes, report: &report };
        let methods = methods.iter().map(|method| Ok(method.solve(&states, &work)?.1));
        Ok(MethodsAnswer { count, methods: methods.collect::<Result<_, Error>>()?, seed })
    }
}

impl MethodsRequest {
    /// Returns the question for these methods, or for all known ones if there are none.
    ///
    /// # Errors
    /// If the number of states is out of range.
    pub fn with(self, methods: Vec<Method>, limits: &Limits) -> Result<MethodsQuestion, Error> {
        let max = limits.scrambles.min(MAX_STATES);
        if self.count == 0 || self.count > max {
            let error = Error::usage("count", format!("expected 1 to {max} states"));
            return Err(error.code(Error::OUT_OF_RANGE));
        }
        let methods = if methods.is_empty() { Method::known().to_vec() } else { methods };
        let table_bytes = limits.table_bytes();
        Ok(MethodsQuestion { methods, count: self.count, seed: self.seed, table_bytes })
    }
}
