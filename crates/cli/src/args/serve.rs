//! The arguments of `cubiform serve`, and the parsers of its addresses. Error messages list the valid values.

use std::net::IpAddr;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum, value_parser};
use cubiform_answers::arguments::{TextParser, parse_time};
use cubiform_answers::goals::{GoalList, parse_goals};
use ipnet::IpNet;

use crate::args::{LONG_HELP_HINT, Machine, Profiles};

/// Arguments of `cubiform serve`.
#[derive(Args, Debug)]
#[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/serve.txt").trim_ascii_end())]
pub(crate) struct Serve {
    /// Address and port to listen on; port 0 is any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:2026")]
    pub(crate) listen: String,

    /// Goals whose tables are opened before the server is ready; those of the other named goals follow in the background
    #[arg(short, long = "goals", alias = "goal", value_name = "GOALS", default_value = "std", value_parser = TextParser::of_goals(parse_goals))]
    pub(crate) goals: GoalList,

    /// Tables to use
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    /// Make solvers only when a request needs them, and no tables of further goals: nothing in the background
    #[arg(long)]
    pub(crate) no_warm_up: bool,

    /// Offer optimal solutions of the whole cube, which take seconds to minutes each
    #[arg(long)]
    pub(crate) allow_optimal: bool,

    /// Origins from which pages in browsers may ask, such as `https://example.org`, or * for all of them
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',', value_parser = parse_origin)]
    pub(crate) cors: Vec<String>,

    /// Names of the server in the addresses of its clients, beside localhost, or * for all of them
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_host)]
    pub(crate) hosts: Vec<String>,

    /// Proxies, such as `10.0.0.0/8`, whose X-Forwarded-For names the client
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',', value_parser = parse_network)]
    pub(crate) trusted_proxies: Vec<IpNet>,

    /// Time within which a single answer must be found, including the wait for its turn
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_time, help_heading = "Limits")]
    pub(crate) max_time: Duration,

    /// CPU time of a single answer
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time, help_heading = "Limits")]
    pub(crate) max_cpu: Duration,

    /// CPU time of a batch
    #[arg(long, value_name = "TIME", default_value = "60min", value_parser = parse_time, help_heading = "Limits")]
    pub(crate) max_batch_cpu: Duration,

    /// Cubes of a batch
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = value_parser!(u64).range(1..), help_heading = "Limits")]
    pub(crate) max_cubes: u64,

    /// Length of the body of a request, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20, value_parser = at_least_one(), help_heading = "Limits")]
    pub(crate) max_body: usize,

    /// Tasks that may wait; further requests are told to try again later
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = at_least_one(), help_heading = "Limits")]
    pub(crate) max_queue: usize,

    /// Requests in progress from one address [default: any number]
    #[arg(long, value_name = "N", value_parser = at_least_one(), help_heading = "Limits")]
    pub(crate) max_per_client: Option<usize>,

    /// Format of the log on standard error
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text, help_heading = "Log")]
    pub(crate) log: LogFormat,

    /// Minimum level of the log; debug has a line for each request
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = LogLevel::Info, help_heading = "Log")]
    pub(crate) log_level: LogLevel,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// Returns the parser of a number that is not 0.
fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// A line of text for each event
    Text,
    /// A JSON object for each event
    Json,
}

/// The least level of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    /// Faults of the server
    Error,
    /// Conditions that the operator of the server should know
    Warn,
    /// Start and end
    Info,
    /// Each request
    Debug,
}

/// Parses the origin of pages, such as `https://example.org`, or `*` for all.
fn parse_origin(text: &str) -> Result<String, String> {
    let parts = text.split_once("://").filter(|(scheme, _)| ["http", "https"].contains(scheme));
    let authority = parts.map(|(_, authority)| authority.strip_suffix('/').unwrap_or(authority));
    match authority {
        Some(authority) if is_authority(authority) => {
            // Browsers leave out the port of the scheme.
            let origin = text.trim_end_matches('/').to_ascii_lowercase();
            let port = if origin.starts_with("https") { ":443" } else { ":80" };
            Ok(origin.strip_suffix(port).unwrap_or(&origin).to_string())
        }
        _ if text == "*" => Ok(text.into()),
        _ => Err("expected an origin such as https://example.org or http://localhost:5173, or *".into()),
    }
}

/// Parses the name of a host, or `*` for all.
fn parse_host(text: &str) -> Result<String, String> {
    match text == "*" || (is_authority(text) && !text.contains(':')) {
        true => Ok(text.to_ascii_lowercase()),
        false => Err("expected a name such as cubes.example, without a port, or *".into()),
    }
}

/// Parses an address, or a network such as `10.0.0.0/8`.
fn parse_network(text: &str) -> Result<IpNet, String> {
    let address = text.parse::<IpAddr>().map(IpNet::from);
    address
        .or_else(|_| text.parse())
        .map_err(|_| "expected an address or a network such as 10.0.0.0/8".into())
}

/// Returns whether a text may be a name or an address with an optional port.
fn is_authority(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    !text.is_empty() && text.chars().all(is_part)
}
