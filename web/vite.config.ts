// The build of the page: static files in dist/, each also compressed, since the server only hands them out. In the mode
// `site` it is a folder for any web server instead (target/site), which needs no other: the engine runs in the browser.
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const HERE = import.meta.dirname;
const SITE = join(HERE, "../target/site");

const { version } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8")) as { version: string };

/** Returns the paths of all files in a folder. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Writes FILE.br beside each file that compression makes smaller. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      for (const path of filesIn(join(HERE, "dist"))) {
        if (!/\.(html|js|css|svg|json)$/.test(path)) continue;
        const plain = readFileSync(path);
        const small = brotliCompressSync(plain);
        if (small.length < 0.9 * plain.length) writeFileSync(`${path}.br`, small);
      }
    },
  };
}

/** What the site shows before its scripts are loaded, in both languages. */
const LOADING = '<aside id="loading" class="no-print" aria-label="Loading · 加载">Loading cubiform · 正在加载</aside>\n    ';

/** Turns the page into one that asks workers, and adds the foot, the manifest and the service worker. */
function site(): Plugin {
  return {
    name: "site",
    enforce: "pre",
    resolveId(source) {
      if (/\/transport$/.test(source)) return join(HERE, "src/api/worker_transport.ts");
      return source === "cubiform" ? join(HERE, "../js/dist/client.js") : null;
    },
    transformIndexHtml: {
      order: "pre",
      handler: (html) =>
        html
          .replace("/src/main.tsx", "/src/site/main.tsx")
          .replace('<div id="page"></div>', `${LOADING}<div id="page"></div>\n    <aside id="site" class="foot no-print"></aside>`)
          .replace(" The same answers come from the command and from /v1.", ""),
    },
    closeBundle() {
      const page = join(SITE, "index.html");
      const links = '<link rel="manifest" href="./manifest.webmanifest" />\n    <link rel="apple-touch-icon" href="./icon-192.png" />';
      writeFileSync(page, readFileSync(page, "utf8").replace("</title>", `</title>\n    ${links}`));
      for (const path of filesIn(join(HERE, "site"))) copyFileSync(path, join(SITE, relative(join(HERE, "site"), path)));
      const worker = join(SITE, "service_worker.js");
      const paths = filesIn(SITE).filter((path) => path !== worker).sort();
      const hash = createHash("sha256");
      for (const path of paths) hash.update(`${path.slice(SITE.length)}\0`).update(readFileSync(path));
      const names = paths.map((path) => relative(SITE, path).split(sep).join("/"));
      // The folder itself stands for its index.html, under which no one opens it.
      const files = JSON.stringify(names.map((name) => (name === "index.html" ? "./" : name)), null, 2);
      const text = readFileSync(worker, "utf8").replace("%VERSION%", hash.digest("hex").slice(0, 16));
      writeFileSync(worker, text.replace("%FILES%", files));
    },
  };
}

export default defineConfig(({ mode }) => {
  const isSite = mode === "site";
  return {
    base: isSite ? "./" : "/",
    build: {
      target: "es2022",
      // A source map would double the size of the program that embeds these files.
      sourcemap: false,
      chunkSizeWarningLimit: 1500,
      ...(isSite && { outDir: SITE, emptyOutDir: true }),
    },
    // The version of the static site, which has no server to ask.
    define: { __VERSION__: JSON.stringify(version) },
    worker: { format: "es" },
    plugins: isSite ? [site()] : [compressed()],
    server: { proxy: { "/v1": "http://127.0.0.1:2026" } },
  };
});
