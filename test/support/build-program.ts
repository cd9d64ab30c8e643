/** Builds the program into the folder that is its argument; all at once, or not at all. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "tsdown";
import configurations from "../../tsdown.config.ts";

const [directory] = process.argv.slice(2) as [string];
const program = configurations.find(({ outDir }) => outDir === "dist/program");
const unfinished = `${directory}.${process.pid}`;
await build({ ...program, outDir: unfinished, config: false, report: false, logLevel: "error" });
// Node looks no further up than `node_modules`, and would have to find out what kind of modules
// these are.
writeFileSync(join(unfinished, "package.json"), '{ "type": "module" }');
mkdirSync(dirname(directory), { recursive: true });
try {
  renameSync(unfinished, directory);
} catch (error) {
  // Another process was faster, with the same sources.
  if (!existsSync(directory)) throw error;
  rmSync(unfinished, { recursive: true });
}
