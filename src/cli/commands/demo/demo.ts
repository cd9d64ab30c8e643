import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadConfig } from "../../../config/load-config.ts";
import { registries } from "../../../evaluation/extend/registries.ts";
import { runConfig } from "../../../evaluation/run/run-config.ts";
import { makeFolder } from "../../../files/make-folder.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { shortPath } from "../../terminal/print-summary.ts";
import { commandLine } from "../../terminal/self-command.ts";
import type { Flags } from "../command.ts";
import { demoConfig } from "./config.ts";
import { makeDemo } from "./make-demo.ts";

/** `vidimus demo`: makes videos and questions about them, runs five systems on them, and says where to look. */
export async function run(_: string | undefined, flags: Flags): Promise<ExitCode> {
  const directory = resolve((flags.output as string | undefined) ?? join("runs", "demo"));
  makeFolder(directory);
  makeDemo(directory);
  const configFile = join(directory, "vidimus.yaml");
  keepOrWrite(configFile, demoConfig);
  const loaded = await loadConfig(configFile, { registries, set: [], environment: process.env });
  const { interrupted, summary } = await runConfig(loaded, {
    selection: { seed: loaded.config.seed },
    run: undefined,
    isNew: true,
    isDry: false,
    retry: new Set(),
    exports: [],
    json: flags.json === true,
    all: flags.all === true,
    args: ["run", shortPath(configFile)],
  });
  if (interrupted || !summary) return exitCode.incomplete;
  process.stderr.write(
    `config   ${shortPath(configFile)}\n\nOpen the report in a browser; then change the configuration and run it again:\n  ${commandLine(["run", shortPath(configFile)])}\n`,
  );
  return summary.complete ? exitCode.fine : exitCode.incomplete;
}

/** A configuration that the user changed stays as it is. */
function keepOrWrite(path: string, text: string): void {
  if (!existsSync(path)) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text)
    process.stderr.write(`using ${shortPath(path)} as you changed it; delete it to get the demo's own back\n`);
}
