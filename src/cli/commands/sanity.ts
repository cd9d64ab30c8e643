import { loadConfig } from "../../config/load-config.ts";
import type { PlannedSample } from "../../core/dataset.ts";
import { findById } from "../../core/registry.ts";
import { UserError } from "../../core/user-error.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { formatScore } from "../../report/format-number.ts";
import { checkSanity, type SanityFinding } from "../../report/sanity.ts";
import type { Flags } from "../command.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { familyFlags } from "../family-flags.ts";
import { type OpenOptions, openTask, type Task } from "../open-task.ts";
import { optionValues } from "../option-values.ts";
import { plainTask } from "../plain-task.ts";
import { registries } from "../registries.ts";
import { terminalStyle } from "../terminal-style.ts";
import { textRows } from "../text-rows.ts";

interface TaskSanity {
  readonly task: string;
  readonly family: string;
  readonly samples: number;
  readonly findings: readonly SanityFinding[];
  /** Samples that could not be put through, with why. */
  readonly crashes: readonly string[];
  /** What the verdict is about: how was scored, and what of the data was left out. */
  readonly notes: readonly string[];
}

/** `vidimus sanity`: does the truth get full marks, silence none, and every kind of mistake fewer? No system is asked. */
export async function run(_argument: string | undefined, flags: Flags, rest: readonly string[]): Promise<ExitCode> {
  const path = rest[0]?.startsWith("-") ? undefined : rest[0];
  const words = path === undefined ? rest : rest.slice(1);
  const tasks = flags.family === undefined ? await ofConfig(path ?? "vidimus.yaml", flags, words) : [ofData(path, flags, words)];
  const results: TaskSanity[] = [];
  for (const task of tasks) results.push(await sanityOf(task, flags.criteria as string | undefined));
  if (flags.json === true)
    process.stdout.write(`${JSON.stringify({ schema: "vidimus-sanity/1", passes: results.every(passes), tasks: results })}\n`);
  else for (const result of results) process.stdout.write(sanityText(result));
  return results.every(passes) ? exitCode.fine : exitCode.gateFailed;
}

async function ofConfig(path: string, flags: Flags, words: readonly string[]): Promise<readonly Task[]> {
  if (words.length > 0) throw new UserError(`unknown option ${words[0]}`, "options of a task are changed with --set");
  const set = (flags.set as readonly string[] | undefined) ?? [];
  const { config, directory, registries: known } = await loadConfig(path, { registries, set, environment: process.env });
  return config.tasks.map((task) =>
    openTask({ ...task, graders: {} }, { ...reading(flags, config.seed), directory, families: known.families }),
  );
}

function ofData(path: string | undefined, flags: Flags, words: readonly string[]): Task {
  if (path === undefined) throw new UserError("name the dataset", "vidimus sanity <data> --family <id>");
  const family = findById(registries.families, flags.family as string, "family");
  const { options } = familyFlags(family, words);
  const config = plainTask({ family: family.id, format: flags.format as string | undefined, data: path });
  const values = optionValues(family, [...((flags.option as readonly string[] | undefined) ?? []), ...options]);
  return openTask({ ...config, options: values }, { ...reading(flags, 1), directory: process.cwd() });
}

function reading(flags: Flags, seed: number): Omit<OpenOptions, "directory"> {
  const used = (flags.seed as number | undefined) ?? seed;
  return {
    selection: { limit: flags.limit as number | undefined, sample: undefined, ids: undefined, seed: used },
    seed: used,
    isOffline: flags.offline === true ? true : undefined,
    keepsMedia: false,
    onWarning: (message) => process.stderr.write(`warning: ${message}\n`),
  };
}

async function sanityOf(task: Task, criteria: string | undefined): Promise<TaskSanity> {
  const { family, settings } = task;
  const known = family.sanity?.criteria ?? {};
  if (criteria !== undefined && criteria !== "exact" && !(criteria in known))
    throw new UserError(`family ${family.id} has no criteria "${criteria}"`, `one of ${["exact", ...Object.keys(known)].join(", ")}`);
  const samples: PlannedSample["sample"][] = [];
  const crashes: string[] = [];
  for await (const batch of task.samples)
    for (const { sample } of batch) {
      const crash = crashOf(task, sample);
      if (crash === undefined) samples.push(sample);
      else crashes.push(`${sample.id}: ${crash}`);
    }
  if (samples.length + crashes.length === 0) throw new UserError(`the task "${task.id}" has no samples`);
  const findings = checkSanity({
    family,
    options: settings.options,
    samples,
    criteria: criteria === "exact" ? undefined : criteria,
    random: (key) => seededRandom(task.scoring.seed, key),
  });
  const notes = [...(family.notes?.(settings.options, {}) ?? []), ...(task.warnings ?? [])];
  return { task: task.id, family: family.id, samples: samples.length, findings, crashes, notes };
}

/** Why the truth of a sample cannot even be measured; one broken sample must not hide the others. */
function crashOf({ family, settings }: Task, sample: PlannedSample["sample"]): string | undefined {
  try {
    const prediction = family.baselines.oracle(sample);
    for (const measure of family.measures(settings.options)) measure.measure({ sample, prediction, outcome: "answered", grades: {} });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function passes({ findings, crashes }: TaskSanity): boolean {
  return crashes.length === 0 && findings.every((finding) => finding.passes);
}

const kinds: Readonly<Record<SanityFinding["kind"], string>> = {
  oracle: "The truth itself",
  silence: "Saying nothing",
  degradation: "The truth made worse, step by step",
};

function sanityText(result: TaskSanity): string {
  const { task, family, samples, findings, crashes, notes } = result;
  const mark = (isFine: boolean) => (isFine ? terminalStyle.green("PASS") : terminalStyle.red("FAIL"));
  const sections = (Object.keys(kinds) as SanityFinding["kind"][]).map((kind) => {
    const own = findings.filter((finding) => finding.kind === kind);
    const rows = own.map((finding) => [
      finding.passes ? "PASS" : "FAIL",
      finding.kind === "degradation" ? `${finding.title.split(":")[0]} → ${finding.metric}` : finding.metric,
      finding.scores.map((score) => formatScore(score, "plain")).join(" → "),
      finding.expected,
    ]);
    const reasons = [...new Set(own.flatMap((finding) => (finding.passes ? [] : finding.explanations)))].map((text) => `  ${text}\n`);
    return own.length === 0 ? "" : `\n${kinds[kind]}\n${textRows(["", "metric", "score", "expected"], rows)}${reasons.join("")}`;
  });
  const crashed = crashes.map((text) => `  crash: ${text}\n`).join("");
  const failed = findings.filter((finding) => !finding.passes).length;
  const verdict = passes(result) ? "all criteria hold" : `${failed} of ${findings.length} criteria fail, ${crashes.length} samples crash`;
  const told = notes.map((note) => `${note}\n`).join("");
  return `${task} · ${family} · ${samples} samples\n${told}${sections.join("")}${crashed}\n${mark(passes(result))} ${verdict}\n\n`;
}
