//! The figures of a running server for Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// The path and the status of a response.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Response {
    path: String,
    status: u16,
}

/// The path of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Path {
    path: String,
}

/// The figures.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Response, Counter>,
    latency: Family<Path, Histogram>,
    cpu: Counter<f64, AtomicU64>,
    /// Cubes answered, alone or in batches.
    pub(crate) cubes: Counter,
    /// Nodes of the searches of analyses.
    pub(crate) nodes: Counter,
    /// Requests whose client went away before the answer.
    pub(crate) abandoned: Counter,
    /// Tables that contradicted themselves or a cube.
    pub(crate) contradictions: Counter,
    in_progress: Gauge,
    waiting_analyses: Gauge,
    waiting_tasks: Gauge,
    memory: Gauge,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("cubiform");
        let requests = Family::<Response, Counter>::default();
        registry.register("requests", "Responses, by path and status", requests.clone());
        let latency = Family::<Path, Histogram>::new_with_constructor(|| {
            Histogram::new(exponential_buckets(0.000_5, 2.0, 16))
        });
        registry.register_with_unit(
            "latency",
            "Time to the head of a response",
            Unit::Seconds,
            latency.clone(),
        );
        let cpu = Counter::<f64, AtomicU64>::default();
        registry.register_with_unit("cpu", "CPU time of searches", Unit::Seconds, cpu.clone());
        let counters = [
            ("cubes", "Cubes answered, alone or in batches"),
            ("nodes", "Nodes created by the searches of analyses"),
            ("abandoned", "Requests whose client went away before the answer"),
            ("contradictions", "Tables that contradicted themselves or a cube"),
        ]
        .map(|(name, help)| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        });
        let [cubes, nodes, abandoned, contradictions] = counters;
        let gauges = [
            ("in_progress", "Requests in progress"),
            ("waiting_analyses", "Analyses in the queue"),
            ("waiting_tasks", "Other tasks in the queue"),
            ("memory_bytes", "Resident memory, tables included"),
        ]
        .map(|(name, help)| {
            let gauge = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        });
        let [in_progress, waiting_analyses, waiting_tasks, memory] = gauges;
        Metrics {
            registry,
            requests,
            latency,
            cpu,
            cubes,
            nodes,
            abandoned,
            contradictions,
            in_progress,
            waiting_analyses,
            waiting_tasks,
            memory,
        }
    }

    /// Records a response.
    pub(crate) fn responded(&self, path: &str, status: u16, latency: Duration) {
        let path = path.to_string();
        self.requests.get_or_create(&Response { path: path.clone(), status }).inc();
        self.latency.get_or_create(&Path { path }).observe(latency.as_secs_f64());
    }

    /// Records the CPU time of a request.
    pub(crate) fn spent(&self, cpu: Duration) {
        self.cpu.inc_by(cpu.as_secs_f64());
    }

    /// Counts a request as in progress until the guard is dropped.
    pub(crate) fn begin(&self) -> InProgress {
        self.in_progress.inc();
        InProgress(self.in_progress.clone())
    }

    /// Returns the figures in the text format of OpenMetrics, with these numbers of waiting tasks.
    pub(crate) fn text(&self, waiting: (usize, usize)) -> String {
        self.waiting_analyses.set(waiting.0 as i64);
        self.waiting_tasks.set(waiting.1 as i64);
        self.memory.set(resident_memory().unwrap_or(0));
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string takes all text");
        text
    }
}

/// A request in progress.
pub(crate) struct InProgress(Gauge);

impl Drop for InProgress {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Returns the resident memory of the process in bytes, where the system has `/proc`.
fn resident_memory() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
