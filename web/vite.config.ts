import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import type { Plugin } from "vite";

/** What the page is made from; a test compares its hash with the one that the build carries. */
const SOURCES = ["index.html", "package-lock.json", "src", "tsconfig.json", "vite.config.ts"];

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(filesIn).sort()) {
    hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function sourceHash(): Plugin {
  return {
    name: "source-hash",
    transformIndexHtml: (html) =>
      html.replace("</title>", `</title>\n    <meta name="sources" content="${hashOfSources()}" />`),
  };
}

export default defineConfig({
  base: "./",
  plugins: [sourceHash()],
  build: {
    outDir: "../src/pliant/studio/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    chunkSizeWarningLimit: 1200,
    rollupOptions: {
      output: {
        entryFileNames: "assets/page.js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
  test: { include: ["tests/**/*.test.ts"] },
});
