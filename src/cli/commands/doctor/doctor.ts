import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type LoadedConfig, loadConfig } from "../../../config/load-config.ts";
import { redactor } from "../../../config/redactor.ts";
import type { Finding } from "../../../core/asking/system-kind.ts";
import { findById } from "../../../core/registry.ts";
import { UserError } from "../../../core/user-error.ts";
import { loadRegistries } from "../../../evaluation/extend/load-registries.ts";
import { distinctParts, readingOf, rowsText } from "../../../evaluation/matrix/distinct-parts.ts";
import { cacheSettings } from "../../../media/cache/cache-settings.ts";
import { formatQuantity } from "../../../summary/format-number.ts";
import { keyVariables } from "../../../systems/chat/chat-settings.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { adoptEnvFiles } from "../../flags/adopt-env-files.ts";
import { terminalRows } from "../../terminal/fitted-rows.ts";
import { terminalStyle } from "../../terminal/terminal-style.ts";
import type { Flags } from "../command.ts";
import { checkDecoders } from "./check-decoders.ts";
import { checkHub } from "./check-hub.ts";
import { checkMedia } from "./check-media.ts";
import { checkPlace } from "./check-places.ts";
import { checkPrices } from "./check-prices.ts";
import { checkSight } from "./check-sight.ts";
import { checkTables } from "./check-tables.ts";
import { sightText } from "./sight-text.ts";

const usualConfig = "vidimus.yaml";
const defaultLimitSeconds = 20;

const askLimitSeconds = 120;

/**
 * `vidimus doctor`: looks at everything that a run needs. Models are asked only with `--ask`. Keys
 * are looked for and never shown.
 */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const signal = AbortSignal.timeout(
    1_000 * ((flags.timeLimit as number | undefined) ?? defaultLimitSeconds),
  );
  const path = argument ?? (existsSync(usualConfig) ? usualConfig : undefined);
  if (path === undefined && flags.ask === true)
    throw new UserError(
      "--ask needs a configuration, and there is no vidimus.yaml here",
      "name one: vidimus doctor my.yaml --ask",
    );
  const config = path === undefined ? undefined : await readConfig(path, flags);
  const found: readonly Finding[] = [
    { what: "node", state: "fine", detail: process.versions.node },
    ...(await checkDecoders(signal)),
    checkPlace("cache", cacheSettings().directory),
    ...(config === undefined ? keysThere() : config.findings),
    ...(config?.loaded ? await checkConfigured(config.loaded, signal) : []),
  ];
  const seed = (flags.seed as number | undefined) ?? randomInt(1, 1_000_000);
  const timeLimitMs = 1_000 * ((flags.timeLimit as number | undefined) ?? askLimitSeconds);
  const sight =
    flags.ask === true && config?.loaded
      ? await checkSight(config.loaded, { seed, timeLimitMs })
      : undefined;
  const findings = [...found, ...(sight?.findings ?? [])];
  const redact = redactor(
    (config?.loaded ? [config.loaded, ...config.loaded.rows] : []).flatMap(
      ({ secrets }) => secrets,
    ),
  );
  const shown = findings.map(({ detail, ...finding }) => ({ ...finding, detail: redact(detail) }));
  const isWell = shown.every(({ state }) => state !== "problem");
  if (flags.json === true) {
    const asked = sight ? { seed, sight: sight.reports } : {};
    process.stdout.write(
      `${JSON.stringify({ schema: "vidimus-doctor/1", well: isWell, findings: shown, ...asked })}\n`,
    );
  } else process.stdout.write(doctorText(shown, sight ? sightText(sight.reports, seed) : ""));
  return isWell ? exitCode.fine : exitCode.incomplete;
}

function doctorText(findings: readonly Finding[], sight: string): string {
  const rows = findings.map(({ what, state, detail }) => [
    what,
    state,
    detail.replaceAll("\n", " "),
  ]);
  const count = (state: Finding["state"]) =>
    findings.filter((finding) => finding.state === state).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  const counts = [
    ...(problems > 0 ? [formatQuantity(problems, "problem")] : []),
    ...(warnings > 0 ? [formatQuantity(warnings, "warning")] : []),
  ];
  const { red, yellow, green } = terminalStyle;
  const verdict =
    counts.length === 0
      ? green("everything is well")
      : (problems > 0 ? red : yellow)(counts.join(", "));
  return `${terminalRows(["what", "state", "detail"], rows)}${sight}\n${verdict}\n`;
}

interface ReadConfig {
  readonly loaded?: LoadedConfig;
  readonly findings: readonly Finding[];
}

async function readConfig(path: string, flags: Flags): Promise<ReadConfig> {
  try {
    const set = (flags.set as readonly string[] | undefined) ?? [];
    adoptEnvFiles({ config: path, file: flags.envFile as string | undefined }, process.env);
    const loaded = await loadConfig(path, { loadRegistries, set, environment: process.env });
    const { tasks, systems } = loaded.config;
    const counts = [formatQuantity(tasks.length, "task"), formatQuantity(systems.length, "system")];
    const rows =
      loaded.rows.length > 0 ? [`a matrix of ${formatQuantity(loaded.rows.length, "row")}`] : [];
    return {
      loaded,
      findings: [
        {
          what: "configuration",
          state: "fine",
          detail: `${path}: ${[...counts, ...rows].join(", ")}`,
        },
      ],
    };
  } catch (error) {
    return {
      findings: [
        {
          what: "configuration",
          state: "problem",
          detail: error instanceof Error ? error.message : String(error),
        },
      ],
    };
  }
}

/** Systems, graders and tables of all rows; what several rows hold alike is looked at once. */
async function checkConfigured(
  loaded: LoadedConfig,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { config, directory, registries: known } = loaded;
  const systems = distinctParts(loaded, {
    pick: ({ systems: asked, graders }) => [...asked, ...graders],
    identify: ({ id, kind, settings }) => [id, kind, settings],
  });
  const checks = systems.map(async ({ part: { id, kind, settings }, names }) => {
    const task = config.tasks.find((one) => one.systems?.includes(id) ?? true);
    const asked = task && {
      task: task.id,
      family: findById(known.families, task.family, "family"),
    };
    const findings = await findById(known.systemKinds, kind, "kind of system").check?.(settings, {
      id,
      directory,
      asked,
      signal,
    });
    return (findings ?? []).map((finding) => ({
      ...finding,
      what: `${finding.what}${rowsText(names, loaded)}`,
    }));
  });
  const found = (await Promise.all(checks)).flat();
  const prices = checkPrices([config, ...loaded.rows.map((row) => row.config)]);
  const hub = await checkHub([config, ...loaded.rows.map((row) => row.config)], process.env);
  const media = await mediaFindings(loaded);
  return [
    checkPlace("runs", resolve(directory, config.output)),
    ...found,
    ...hub,
    ...prices,
    ...media,
    ...(await tableFindings(loaded)),
  ];
}

async function mediaFindings(loaded: LoadedConfig): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { part, names } of distinctParts(loaded, {
    pick: ({ tasks }) => tasks,
    identify: readingOf,
  }))
    for (const { what, ...finding } of await checkMedia(part, loaded))
      findings.push({ ...finding, what: `${what}${rowsText(names, loaded)}` });
  return findings;
}

async function tableFindings(loaded: LoadedConfig): Promise<readonly Finding[]> {
  const lending = distinctParts(loaded, {
    pick: ({ tasks }) => tasks,
    identify: ({ id, tables }) => [id, tables ?? {}],
  });
  const findings: Finding[] = [];
  // One after the other: METEOR's tables are large.
  for (const { part, names } of lending)
    for (const { what, ...finding } of await checkTables(part, loaded.directory))
      findings.push({ ...finding, what: `${what}${rowsText(names, loaded)}` });
  return findings;
}

/** Without a configuration it is not known which keys are needed: only which there are is shown. */
function keysThere(): readonly Finding[] {
  const names = [...new Set(Object.values(keyVariables).flat())];
  const there = names.filter((name) => process.env[name]);
  return [
    {
      what: "keys",
      state: "fine",
      detail:
        there.length === 0 ? `none of ${names.join(", ")} is set` : `set: ${there.join(", ")}`,
    },
  ];
}
