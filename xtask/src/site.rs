//! The static site: the page with the engine in the browser, in a folder for any web server.

use crate::{js, process, web};

/// Builds the site in `target/site`. With `server`, the address of a `cubiform serve`, questions that are too large for a
/// browser go there.
pub(crate) fn build(server: Option<&str>) -> Result<(), String> {
    js::build(false)?;
    build_page(server)
}

/// Builds the page with the package in `js/dist`.
fn build_page(server: Option<&str>) -> Result<(), String> {
    let folder = web::folder();
    let server = [("VITE_SERVER", server.unwrap_or_default())];
    web::install(&folder)?;
    web::run_npm_with(&server, &folder, &["run", "site"])
}

/// Builds the site and tests it in Chromium with these arguments of Playwright.
pub(crate) fn test(arguments: &[&str]) -> Result<(), String> {
    let browser = web::browser()?;
    if !process::is_available("python3", &["--version"]) {
        return Err("cannot test the site: python3, which serves its files, not found".into());
    }
    js::build(false)?;
    build_page(None)?;
    let mut command = web::playwright(&browser);
    process::run_command(command.args(["--config", "playwright.site.config.ts"]).args(arguments))
}
