/** Builds the browser app into the folder that is its argument. */
import { build } from "vite";
import { buildOnce } from "./build-once.ts";

// Tests run as `test`, for which React is larger and says more.
process.env.NODE_ENV = "production";
await buildOnce(process.argv[2]!, async (outDir) => {
  await build({ root: "web", logLevel: "error", build: { outDir, emptyOutDir: true } });
});
