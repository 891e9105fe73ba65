import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { icons } from "./build/icons.ts";
import { serviceWorker } from "./build/service-worker.ts";

// The server that the development server passes requests on to.
const SERVER = process.env["SANDTABLE_SERVER"] ?? "http://127.0.0.1:8765";

export default defineConfig(({ mode }) => ({
  plugins: [icons(), svelte(), serviceWorker()],
  build: {
    outDir: "../src/sandtable/server/static",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // Every chunk under this is no cause for worry; the whole page must stay under 500 kB.
    chunkSizeWarningLimit: 400,
  },
  server: {
    proxy: {
      "/api": { target: SERVER, ws: true },
    },
  },
  test: {
    environment: "jsdom",
    include: ["tests/**/*.test.ts"],
  },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
}));
