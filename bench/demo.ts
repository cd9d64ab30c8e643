import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtCommand, requireBuilt } from "./built-command.ts";
import { keepFigures } from "./kept-figures.ts";
import { measuredProcess } from "./measured-process.ts";

/** `vidimus demo` with all its processes, each time with an empty cache, kept in `figures.jsonl`. */
export async function run(): Promise<void> {
  requireBuilt();
  await keepFigures({
    async demo() {
      const cwd = mkdtempSync(join(tmpdir(), "vidimus-demo-"));
      try {
        return await measuredProcess({
          command: process.execPath,
          args: [builtCommand, "demo", "--json"],
          cwd,
          env: { VIDIMUS_CACHE: join(cwd, "cache") },
        });
      } finally {
        rmSync(cwd, { recursive: true });
      }
    },
  });
}
