import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadConfig } from "../../../config/load-config.ts";
import { loadRegistries } from "../../../evaluation/extend/load-registries.ts";
import { runConfig } from "../../../evaluation/run/run-config.ts";
import { makeFolder } from "../../../files/make-folder.ts";
import { shortPath } from "../../../files/short-path.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { onInterrupt } from "../../terminal/interrupt.ts";
import { printResult } from "../../terminal/print-result.ts";
import { showProgress } from "../../terminal/progress.ts";
import { commandLine } from "../../terminal/self-command.ts";
import { showEvents } from "../../terminal/show-events.ts";
import type { Flags } from "../command.ts";
import { demoConfig } from "./config.ts";
import { makeDemo } from "./make-demo.ts";
import { writeModel } from "./write-model.ts";

/**
 * `vidimus demo`: makes videos and questions about them, runs five systems on them, and says where
 * to look.
 */
export async function run(_: string | undefined, flags: Flags): Promise<ExitCode> {
  const directory = resolve((flags.output as string | undefined) ?? join("runs", "demo"));
  makeFolder(directory);
  await makeDemo(directory);
  const configFile = join(directory, "vidimus.yaml");
  const hasEncoder = await writeModel(directory);
  keepOrWrite(configFile, demoConfig({ hasEncoder }));
  const loaded = await loadConfig(configFile, {
    loadRegistries,
    set: [],
    environment: process.env,
  });
  const args = ["run", shortPath(configFile)];
  using progress = showProgress();
  const result = await runConfig(loaded, {
    selection: { seed: loaded.config.seed },
    run: undefined,
    isNew: true,
    retry: new Set(),
    exports: [],
    command: commandLine(args),
    onEvent: showEvents(progress),
    interrupt: () => onInterrupt((message) => progress.say(message)),
  });
  progress[Symbol.dispose]();
  printResult(result, { json: flags.json === true, all: flags.all === true, args });
  if (!result.summary) return exitCode.incomplete;
  process.stderr.write(
    `config   ${shortPath(configFile)}\n\nChange the configuration and run it again:\n  ${commandLine(args)}\nExplore the run in the browser, sample by sample:\n  ${commandLine(["view", shortPath(directory)])}\n`,
  );
  return result.summary.complete ? exitCode.fine : exitCode.incomplete;
}

/** A configuration that the user changed stays as it is. */
function keepOrWrite(path: string, text: string): void {
  if (!existsSync(path)) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text)
    process.stderr.write(
      `using ${shortPath(path)} as you changed it; delete it to get the demo's own back\n`,
    );
}
