import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadConfig } from "../../config/load-config.ts";
import type { Flags } from "../command.ts";
import { demoConfig } from "../demo/config.ts";
import { demoQuestions } from "../demo/scenes.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { shortPath } from "../print-summary.ts";
import { registries } from "../registries.ts";
import { runConfig } from "../run-config.ts";
import { selfCommand } from "../self-command.ts";

const scenes = 60;
const seed = 7;

/** `vidimus demo`: makes a small dataset, runs four systems on it, and says where to look. */
export async function run(_: string | undefined, flags: Flags): Promise<ExitCode> {
  const directory = resolve((flags.output as string | undefined) ?? join("runs", "demo"));
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, "scenes.jsonl"),
    demoQuestions(scenes, seed)
      .map((question) => `${JSON.stringify(question)}\n`)
      .join(""),
  );
  const configFile = join(directory, "vidimus.yaml");
  writeFileSync(configFile, demoConfig);
  const loaded = await loadConfig(configFile, { registries, set: [], environment: process.env });
  const { interrupted, summary } = await runConfig(loaded, {
    configFile: shortPath(configFile),
    selection: { seed },
    run: undefined,
    isNew: true,
    isDry: false,
    retry: new Set(),
    exports: [],
    json: flags.json === true,
  });
  if (interrupted || !summary) return exitCode.incomplete;
  process.stderr.write(
    `config   ${shortPath(configFile)}\n\nOpen the report in a browser; then change the configuration and run it again:\n  ${selfCommand} run ${shortPath(configFile)}\n`,
  );
  return summary.complete ? exitCode.fine : exitCode.incomplete;
}
