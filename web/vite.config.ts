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

/** The licences of the packages in the page, beside it: who hands their code on must hand them on too. */
function licences(): Plugin {
  return {
    name: "licences",
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      for (const part of Object.values(bundle)) {
        for (const id of part.type === "chunk" ? part.moduleIds : []) {
          const found = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll("\\", "/"));
          if (found) folders.add(found[1]);
        }
      }
      const texts = [...folders].sort().map((folder) => {
        const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
        const file = readdirSync(folder).find((other) => /^licen[cs]e/i.test(other));
        if (!file) return this.error(`${name} comes without its licence`);
        return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
      });
      this.emitFile({ type: "asset", fileName: "LICENSES.txt", source: texts.join("\n\n") });
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [sourceHash(), licences()],
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
