// The build of the page: static files in dist/, each also compressed, since the server only hands them out.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Writes FILE.br beside each file that compression makes smaller. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      const folder = join(import.meta.dirname, "dist");
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(html|js|css|svg|json)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const plain = readFileSync(path);
        const small = brotliCompressSync(plain);
        if (small.length < 0.9 * plain.length) writeFileSync(`${path}.br`, small);
      }
    },
  };
}

export default defineConfig({
  // A source map would double the size of the program that embeds these files.
  build: { target: "es2022", sourcemap: false, chunkSizeWarningLimit: 1500 },
  plugins: [compressed()],
  server: { proxy: { "/v1": "http://127.0.0.1:2026" } },
});
