// Builds the page as the README says, with the worker as an entry of its own and the modules beside the bundle.
import { copyFileSync, readdirSync } from "node:fs";
import { build } from "esbuild";

const MODULES = "node_modules/cubiform/dist";

await build({ entryPoints: { main: "main.js", worker: "cubiform/worker" }, bundle: true, minify: true, format: "esm", outdir: "dist" });
for (const name of readdirSync(MODULES).filter((name) => name.endsWith(".wasm"))) copyFileSync(`${MODULES}/${name}`, `dist/${name}`);
copyFileSync("index.html", "dist/index.html");
