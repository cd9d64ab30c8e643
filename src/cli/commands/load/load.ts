import { join, resolve } from "node:path";
import type { Sample } from "../../../core/data/sample.ts";
import { UserError } from "../../../core/user-error.ts";
import { loadFamily } from "../../../evaluation/extend/load-registries.ts";
import { usualIgnored } from "../../../evaluation/load/answer-pairs.ts";
import {
  compareServices,
  type LoadedService,
  type LoadOptions,
  type LoadProgress,
  loadService,
} from "../../../evaluation/load/load-service.ts";
import { readTarget } from "../../../evaluation/load/read-target.ts";
import { shadowService } from "../../../evaluation/load/shadow-service.ts";
import { figureOf, isKept, sweepLoad } from "../../../evaluation/load/sweep-load.ts";
import { openTask } from "../../../evaluation/task/open-task.ts";
import { makeFolder } from "../../../files/make-folder.ts";
import { writeAtomically } from "../../../files/write-atomically.ts";
import { sweepChart } from "../../../report/chart/sweep-chart.ts";
import { loadText } from "../../../report/text/load-text.ts";
import type {
  LoadDocument,
  LoadShape,
  LoadTarget,
} from "../../../summary/performance/load-summary.ts";
import { serviceSettingsSchema } from "../../../systems/service/service-settings.ts";
import { timedSender } from "../../../systems/service/timed-sender.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { fileTask } from "../../flags/file-task.ts";
import { onInterrupt } from "../../terminal/interrupt.ts";
import { terminalStyle } from "../../terminal/terminal-style.ts";
import { pageWidth } from "../../terminal/terminal-width.ts";
import type { Flags } from "../command.ts";

/** Copies of requests that a shadow may have open. */
const mostCopies = 100;

/** `vidimus load`: measures services under load; what they answer is not scored. */
export async function run(
  _argument: string | undefined,
  flags: Flags,
  rest: readonly string[],
): Promise<ExitCode> {
  const urls = rest.slice(0, 2);
  if (rest.length > 2) throw new UserError("at most two services are compared");
  if (flags.sweep === true && urls.length > 1)
    throw new UserError("--sweep is of one service", "name one address");
  if (flags.shadow === true && urls.length < 2)
    throw new UserError("--shadow needs a second address, which is sent copies");
  if (flags.ignore !== undefined && flags.shadow !== true)
    throw new UserError("--ignore is about --shadow, which compares answers");
  if (flags.target !== undefined && urls.length > 1)
    throw new UserError("--target is of one service", "name one address");
  const targets = ((flags.target as readonly string[] | undefined) ?? []).map(readTarget);
  const { family, samples } = await samplesOf(flags);
  using interrupt = onInterrupt((text) => process.stderr.write(`${text}\n`));
  const options: LoadOptions = {
    shape: shapeOf(flags),
    seconds: secondsOf(flags, "duration", 30),
    warmUpSeconds: secondsOf(flags, "warmUp", 2),
    timeoutSeconds: secondsOf(flags, "timeout", 60),
    signal: interrupt.stop,
    onProgress: process.stderr.isTTY ? showLoad : undefined,
  };
  const services = urls.map((url): LoadedService => {
    const settings = { ...settingsOf(url, flags), url };
    const open = () => timedSender(settings, { family, id: "load" });
    return { url, samples, open };
  });
  const document = await measured(services, { options, targets, flags });
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  write(document, flags);
  return isMissed(document) ? exitCode.gateFailed : exitCode.fine;
}

async function measured(
  [first, second]: readonly LoadedService[],
  {
    options,
    targets,
    flags,
  }: {
    readonly options: LoadOptions;
    readonly targets: readonly LoadTarget[];
    readonly flags: Flags;
  },
): Promise<LoadDocument> {
  const unit = "ms";
  if (second && flags.shadow === true) {
    const ignored = (flags.ignore as readonly string[] | undefined) ?? usualIgnored;
    const shadow = await shadowService(first!, second, { ...options, ignored, mostCopies });
    return { schema: "vidimus-shadow/1", unit, shadow };
  }
  if (second) {
    const comparison = await compareServices(first!, second, options);
    return { schema: "vidimus-load-comparison/1", unit, comparison };
  }
  if (flags.sweep !== true) {
    const result = await loadService(first!, options);
    const verdicts = targets.map((target) => ({
      ...target,
      value: figureOf(result, target.measure),
      isKept: isKept(result, target),
    }));
    return {
      schema: "vidimus-load/1",
      unit,
      ...result,
      ...(targets.length > 0 ? { targets: verdicts } : {}),
    };
  }
  if (options.shape.mode === "closed")
    throw new UserError("--sweep raises the rate, and --connections has none", "leave one out");
  const sweep = await sweepLoad({
    from: options.shape.rate,
    targets,
    load: (rate) => loadService(first!, { ...options, shape: { mode: "open", rate } }),
    onStep: ({ rate, failures }) =>
      process.stderr.write(
        `${Number(rate.toFixed(2))} per second: ${failures.join("; ") || "kept"}\n`,
      ),
  });
  return { schema: "vidimus-load-sweep/1", unit, sweep };
}

function isMissed(document: LoadDocument): boolean {
  if (document.schema === "vidimus-load-sweep/1") return document.sweep.knee === null;
  return (
    document.schema === "vidimus-load/1" && (document.targets ?? []).some((one) => !one.isKept)
  );
}

async function samplesOf(flags: Flags) {
  const { family: familyId, data } = flags as { family?: string; data?: string };
  if (familyId === undefined || data === undefined)
    throw new UserError(
      "a service is asked about samples: name them with --family and --data",
      "vidimus load <url> --family retrieval --data questions.jsonl",
    );
  const family = await loadFamily(familyId);
  const config = await fileTask(family, data, { flags, known: { options: [], graders: {} } });
  const {
    limit,
    sample,
    id,
    seed = 0,
  } = flags as {
    limit?: number;
    sample?: number;
    id?: readonly string[];
    seed?: number;
  };
  const task = openTask(config, {
    directory: process.cwd(),
    families: [family],
    selection: { limit, sample, ids: id, seed },
    seed,
    onWarning: (text) => process.stderr.write(`Warning: ${text}\n`),
  });
  const samples: Sample[] = [];
  for await (const batch of task.samples) samples.push(...batch.map((planned) => planned.sample));
  return { family, samples };
}

function settingsOf(url: string, flags: Flags) {
  const headers = ((flags.header as readonly string[] | undefined) ?? []).map((text) => {
    const [, name, value] = /^([\w-]+)\s*[:=]\s*(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw new UserError(`--header: expected "Name: value", got "${text}"`);
    return [name.toLowerCase(), value!] as const;
  });
  const read = serviceSettingsSchema.safeParse({
    url,
    headers: Object.fromEntries(headers),
    ...(flags.method === undefined ? {} : { method: String(flags.method).toUpperCase() }),
    ...(flags.fields === undefined ? {} : { fields: flags.fields }),
  });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UserError(`${issue?.path.join(".") || url}: ${issue?.message}`);
}

function shapeOf(flags: Flags): LoadShape {
  if (flags.connections === undefined)
    return { mode: "open", rate: positive(flags.rate ?? 10, "rate") };
  if (flags.rate !== undefined)
    throw new UserError("--rate sends whatever comes back, --connections does not: give one");
  return { mode: "closed", connections: flags.connections as number };
}

function secondsOf(flags: Flags, name: string, usual: number): number {
  const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const value = flags[name] ?? usual;
  return name === "warmUp" && Number(value) === 0 ? 0 : positive(value, flag);
}

function positive(value: unknown, flag: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw new UserError(`--${flag}: must be a number above 0, got "${String(value)}"`);
}

function showLoad({ elapsedSeconds, totalSeconds, answered, failed }: LoadProgress): void {
  process.stderr.write(
    `\r\u001b[K${elapsedSeconds.toFixed(0)} of ${totalSeconds} s, ${answered} answered${failed > 0 ? `, ${failed} failed` : ""}`,
  );
}

function write(document: LoadDocument, flags: Flags): void {
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify(document)}\n`
      : loadText(document, { style: terminalStyle, width: pageWidth() }),
  );
  if (flags.output === undefined) return;
  const folder = resolve(flags.output as string);
  makeFolder(folder);
  writeAtomically(join(folder, "load.json"), `${JSON.stringify(document, null, 1)}\n`);
  if (document.schema === "vidimus-load-sweep/1")
    writeAtomically(join(folder, "load.svg"), String(sweepChart(document.sweep)));
}
