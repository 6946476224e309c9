//! The static site: the page with the engine in the browser, in a folder for any web server.

use std::process::Command;

use crate::{js, process, web};

/// Builds the site in `target/site`, also for browsers without vector instructions. With `server`, the address of a
/// `cubiform serve`, questions that are too large for a browser go there. Returns whether it succeeded.
pub(crate) fn build(server: Option<&str>) -> bool {
    js::build(true) && build_page(server)
}

/// Builds the page with the package in `js/dist`.
fn build_page(server: Option<&str>) -> bool {
    let folder = web::folder();
    let server = [("VITE_SERVER", server.unwrap_or_default())];
    web::install(&folder) && web::run_npm_with(&server, &folder, &["run", "site"])
}

/// Builds the site and tests it in Chromium with these arguments of Playwright. Returns whether all passed.
pub(crate) fn test(arguments: &[&str]) -> bool {
    let Some(browser) = web::browser() else {
        eprintln!("cannot test the site: {}", web::missing_browser().unwrap_or_default());
        return false;
    };
    if !process::is_available("python3", &["--version"]) {
        eprintln!("cannot test the site: python3, which serves its files, not found");
        return false;
    }
    if !js::build(false) || !build_page(None) {
        return false;
    }
    let arguments = [&["playwright", "test", "--config", "playwright.site.config.ts"], arguments].concat();
    eprintln!("+ npx {}", arguments.join(" "));
    let status = Command::new(web::npx())
        .args(&arguments)
        .current_dir(web::folder())
        .env("CUBIFORM_PORT", web::free_port().to_string())
        .env("CHROMIUM", browser)
        .status();
    status.is_ok_and(|status| status.success())
}
