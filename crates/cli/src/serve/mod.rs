//! `cubiform serve`: answers over HTTP until it is stopped.

mod log;
mod service;

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use cubiform_answers::goals::Goals;
use cubiform_server::{HAS_PAGE, Limits, ServeError, Server, Settings};

use crate::args::Serve;
use crate::failure::{Failure, say};
use crate::serve::service::Message;
use crate::{engines, interrupt};

/// Runs the command.
pub(crate) fn run(args: &Serve) -> Result<(), Failure> {
    let _log = log::start(args).map_err(|e| Failure::Message(format!("cannot start the log: {e}")))?;
    return_large_memory();
    let threads = args.machine.threads();
    let engines = engines::open(&args.machine, args.profile)?;
    for goal in &args.goals.0 {
        let goals = Goals::all_stages(goal.clone());
        engines.build_missing(&goals, &interrupt::REQUESTED)?;
    }
    let store = engines.store().expect("the command has a table folder");
    let settings = Settings {
        profile: args.profile.profile(),
        goals: args.goals.0.clone(),
        warms_up: !args.no_warm_up,
        allows_optimal: args.allow_optimal,
        cors: args.cors.clone(),
        hosts: args.hosts.clone(),
        trusted_proxies: args.trusted_proxies.clone(),
        limits: Limits {
            time: args.max_time,
            cpu_time: args.max_cpu,
            batch_cpu_time: args.max_batch_cpu,
            cubes: args.max_cubes,
            body: args.max_body,
            queue: args.max_queue,
            per_client: args.max_per_client,
            ..Limits::default()
        },
        ..Settings::new(store.clone(), threads)
    };
    let failed = |error: ServeError| match error {
        ServeError::Prepare(error) => error.into(),
        error => Failure::Message(error.to_string()),
    };
    let server = Server::listen(&args.listen, settings).map_err(failed)?.with_heartbeat(service::heartbeat());
    let address = server.address();
    if !address.ip().is_loopback() {
        say(format_args!("note: {address} can be reached from other machines"));
    }
    say(format_args!("opening tables"));
    let ready = || {
        service::send(Message::Ready);
        if HAS_PAGE {
            say(format_args!("page: http://{}/", reachable(address)));
        } else {
            say("no page: the program was built without it; cargo xtask serve builds it");
        }
        say(format_args!("ready: http://{address}/v1/openapi.json"));
    };
    let ended = server.run(&interrupt::REQUESTED, ready).map_err(failed);
    service::send(Message::Stopping);
    ended
}

/// Makes the allocator return large pieces of memory, such as bodies of requests, to the system when they are freed. By
/// default, glibc keeps pieces of up to 32 MiB once one of their size was freed.
fn return_large_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it sets a parameter of the allocator, which may be done at any time.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 256 << 10);
    }
}

/// Returns an address at which a browser on this machine reaches a server that listens on `address`.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}
