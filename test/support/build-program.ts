/** Builds the program into the folder that is its argument. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "tsdown";
import configurations from "../../tsdown.config.ts";
import { buildOnce } from "./build-once.ts";

const program = configurations.find(({ outDir }) => outDir === "dist/program")!;
await buildOnce(process.argv[2]!, async (outDir) => {
  await build({
    ...program,
    // Commands also run in the processes of tests: see `cli.ts`.
    entry: { ...(program.entry as Record<string, string>), "run-command": "src/cli/main.ts" },
    outDir,
    config: false,
    report: false,
    logLevel: "error",
  });
  // Node looks no further up than `node_modules`, and would have to find out what kind of modules
  // these are.
  writeFileSync(join(outDir, "package.json"), '{ "type": "module" }');
});
