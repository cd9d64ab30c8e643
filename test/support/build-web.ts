/** Builds the browser app into the folder that is its argument; all at once, or not at all. */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { build } from "vite";

const [directory] = process.argv.slice(2) as [string];
// Tests run as `test`, for which React is larger and says more.
process.env.NODE_ENV = "production";
const unfinished = `${directory}.${process.pid}`;
mkdirSync(dirname(directory), { recursive: true });
await build({ root: "web", logLevel: "error", build: { outDir: unfinished, emptyOutDir: true } });
try {
  renameSync(unfinished, directory);
} catch (error) {
  // Another process was faster, with the same sources.
  if (!existsSync(directory)) throw error;
  rmSync(unfinished, { recursive: true });
}
