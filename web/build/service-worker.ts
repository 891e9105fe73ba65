/** Writes sw.js: the service worker with the list of the files it keeps, and their hash. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const here = dirname(fileURLToPath(import.meta.url));

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const hash = createHash("sha256");
        const files: string[] = [];
        for (const [name, part] of Object.entries(bundle).sort(([a], [b]) => a.localeCompare(b))) {
          files.push(`/${name}`);
          hash.update(name).update(part.type === "chunk" ? part.code : part.source);
        }
        const folder = join(here, "../public");
        for (const name of readdirSync(folder).sort()) {
          files.push(`/${name}`);
          hash.update(name).update(readFileSync(join(folder, name)));
        }
        const source = readFileSync(join(here, "service-worker.js"), "utf8");
        const version = hash.update(source).digest("hex").slice(0, 16);
        if (!files.includes("/index.html")) files.push("/index.html");
        this.emitFile({
          type: "asset",
          fileName: "sw.js",
          source: `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n${source}`,
        });
      },
    },
  };
}
