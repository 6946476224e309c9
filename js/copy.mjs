// Copies the modules, which `cargo xtask js` builds, beside the scripts.
import { copyFileSync } from "node:fs";
for (const name of ["cubiform.wasm", "cubiform-scalar.wasm"]) copyFileSync(`../target/js/${name}`, `dist/${name}`);
