// Opens the page of a folder in each browser that is installed, and prints its title, which is the outcome of main.js.
// Usage: node open.mjs FOLDER BROWSER...
import { createServer } from "node:http";
import { createReadStream, existsSync } from "node:fs";
import { basename, extname, join } from "node:path";
import puppeteer from "puppeteer-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const [folder, ...browsers] = process.argv.slice(2);

// Below a path, as on many hosts.
const server = createServer((request, response) => {
  const path = join(folder, request.url.replace(/^\/below/, "").replace(/\/$/, "/index.html"));
  if (!request.url.startsWith("/below/") || !existsSync(path)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
  createReadStream(path).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

let hasPassed = browsers.length > 0;
for (const executablePath of browsers) {
  const isFirefox = basename(executablePath).startsWith("firefox");
  const browser = await puppeteer.launch({ executablePath, browser: isFirefox ? "firefox" : "chrome", args: isFirefox ? [] : ["--no-sandbox"] });
  const page = await browser.newPage();
  const messages = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/below/`, { timeout: 30_000 });
  const outcome = await page.waitForFunction(() => document.title, { timeout: 40_000 }).then((title) => title.jsonValue(), (error) => error.message);
  console.log(`${await browser.version()}: ${[outcome, ...messages].join("\n  ")}`);
  hasPassed &&= outcome.startsWith("passed") && messages.length === 0;
  await browser.close();
}
server.close();
process.exit(hasPassed ? 0 : 1);
