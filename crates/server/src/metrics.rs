//! The figures of a running server for Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry, Unit};

/// The figures.
pub(crate) struct Metrics {
    registry: Registry,
    /// By path and status.
    requests: Family<[(&'static str, String); 2], Counter>,
    /// By path.
    latency: Family<[(&'static str, String); 1], Histogram>,
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
        let requests = registered(&mut registry, "requests", "Responses, by path and status");
        let buckets = || Histogram::new(exponential_buckets(0.000_5, 2.0, 16));
        let latency = Family::new_with_constructor(buckets as fn() -> Histogram);
        let help = "Time to the head of a response";
        registry.register_with_unit("latency", help, Unit::Seconds, latency.clone());
        let cpu = Counter::<f64, AtomicU64>::default();
        registry.register_with_unit("cpu", "CPU time of searches", Unit::Seconds, cpu.clone());
        let all = &mut registry;
        Metrics {
            requests,
            latency,
            cpu,
            cubes: registered(all, "cubes", "Cubes answered, alone or in batches"),
            nodes: registered(all, "nodes", "Nodes created by the searches of analyses"),
            abandoned: registered(all, "abandoned", "Requests whose client went away before the answer"),
            contradictions: registered(
                all,
                "contradictions",
                "Tables that contradicted themselves or a cube",
            ),
            in_progress: registered(all, "in_progress", "Requests in progress"),
            waiting_analyses: registered(all, "waiting_analyses", "Analyses in the queue"),
            waiting_tasks: registered(all, "waiting_tasks", "Other tasks in the queue"),
            memory: registered(all, "memory_bytes", "Resident memory, tables included"),
            registry,
        }
    }

    /// Records a response.
    pub(crate) fn responded(&self, path: &str, status: u16, latency: Duration) {
        let path = path.to_string();
        self.requests.get_or_create(&[("path", path.clone()), ("status", status.to_string())]).inc();
        self.latency.get_or_create(&[("path", path)]).observe(latency.as_secs_f64());
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

/// Registers a new figure and returns it.
fn registered<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
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
