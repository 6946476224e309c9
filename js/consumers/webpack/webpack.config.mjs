// The defaults of webpack, and the page.
import { copyFileSync, mkdirSync } from "node:fs";

mkdirSync("dist", { recursive: true });
copyFileSync("index.html", "dist/index.html");

export default { mode: "production", entry: "./main.js" };
