import type { PlannedSample } from "../../core/dataset.ts";
import { findById } from "../../core/registry.ts";
import { UserError } from "../../core/user-error.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { formatQuantity, formatScore } from "../../report/format-number.ts";
import { checkSanity, type SanityFinding } from "../../report/sanity.ts";
import type { Flags } from "../command.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { familyFlags } from "../family-flags.ts";
import { terminalRows } from "../fitted-rows.ts";
import { lendTables } from "../lend-tables.ts";
import { loadWithTables } from "../load-with-tables.ts";
import { type OpenOptions, openTask, type Task } from "../open-task.ts";
import { optionValues } from "../option-values.ts";
import { plainTask } from "../plain-task.ts";
import { registries } from "../registries.ts";
import { type GraderSource, rolesOfSanity, type SanityGraders, sanityGraders, Ungraded, unaskedNote } from "../sanity-graders.ts";
import { meteorFlag, tableReader } from "../task-tables.ts";
import { terminalStyle } from "../terminal-style.ts";

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
  const tasks = flags.family === undefined ? await ofConfig(path ?? "vidimus.yaml", flags, words) : [await ofData(path, flags, words)];
  const results: TaskSanity[] = [];
  for (const task of tasks) results.push(await gradedSanity(task, flags.criteria as string | undefined));
  if (flags.json === true)
    process.stdout.write(`${JSON.stringify({ schema: "vidimus-sanity/1", passes: results.every(passes), tasks: results })}\n`);
  else for (const result of results) process.stdout.write(sanityText(result));
  return results.every(passes) ? exitCode.fine : exitCode.gateFailed;
}

/** A task, and where what it is scored with comes from. */
interface Checked {
  readonly task: Task;
  readonly source: GraderSource;
  /** What of the task the check leaves out, and why. */
  readonly leftOut: readonly string[];
}

async function ofConfig(path: string, flags: Flags, words: readonly string[]): Promise<readonly Checked[]> {
  if (words.length > 0) throw new UserError(`unknown option ${words[0]}`, "options of a task are changed with --set");
  const set = (flags.set as readonly string[] | undefined) ?? [];
  const options = { registries, set, environment: process.env };
  const { config, directory, registries: known } = await loadWithTables(path, options, flags.meteorResources as string | undefined);
  const { families, systemKinds: kinds } = known;
  const about = { ...reading(flags, config.seed), directory, families, graders: config.graders, systemKinds: kinds };
  const read = tableReader();
  const checked: Checked[] = [];
  for (const one of config.tasks) {
    const family = findById(families, one.family, "family");
    const graders = rolesOfSanity(one.graders, family);
    const task = await lendTables(openTask({ ...one, graders }, about), one, { directory, read });
    checked.push({ task, source: { kinds, directory, isOffline: about.isOffline }, leftOut: unaskedNote(one.graders, family) });
  }
  return checked;
}

async function ofData(path: string | undefined, flags: Flags, words: readonly string[]): Promise<Checked> {
  if (path === undefined) throw new UserError("name the dataset", "vidimus sanity <data> --family <id>");
  const family = findById(registries.families, flags.family as string, "family");
  const { options, graders } = familyFlags(family, words);
  const config = plainTask({ family: family.id, format: flags.format as string | undefined, data: path });
  const values = optionValues(family, [...((flags.option as readonly string[] | undefined) ?? []), ...options]);
  const named = Object.fromEntries(Object.entries(graders).map(([role, { id }]) => [role, id]));
  const directory = process.cwd();
  const { systemKinds: kinds } = registries;
  const place = flags.meteorResources as string | undefined;
  const lent = place === undefined ? {} : { tables: meteorFlag([config], place, registries.families).get(config.id) };
  const about = { ...reading(flags, 1), directory, graders: Object.values(graders), systemKinds: kinds };
  const opened = openTask({ ...config, options: values, graders: rolesOfSanity(named, family) }, about);
  const task = await lendTables(opened, { ...config, ...lent }, { directory });
  return { task, source: { kinds, directory, isOffline: about.isOffline }, leftOut: [] };
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

/** By the task's own graders; without them, and saying so, where they cannot grade what is made up here. */
async function gradedSanity({ task, source, leftOut }: Checked, criteria: string | undefined): Promise<TaskSanity> {
  const told = (result: TaskSanity, more: readonly string[] = []) => ({ ...result, notes: [...more, ...leftOut, ...result.notes] });
  if (Object.keys(task.graders).length === 0) return told(await sanityOf(task, criteria));
  await using graders = await sanityGraders(task, source);
  try {
    const result = await sanityOf(task, criteria, graders);
    return told(result, graders.notes());
  } catch (error) {
    if (!(error instanceof Ungraded)) throw error;
    const names = Object.values(graders.names).join(", ");
    return told(await sanityOf(task, criteria), [`not by ${names}, which cannot grade what this check says: ${error.message}`]);
  }
}

async function sanityOf(task: Task, criteria: string | undefined, graders?: SanityGraders): Promise<TaskSanity> {
  const { family, settings } = task;
  const known = family.sanity?.criteria ?? {};
  if (criteria !== undefined && criteria !== "exact" && !(criteria in known))
    throw new UserError(`family ${family.id} has no criteria "${criteria}"`, `one of ${["exact", ...Object.keys(known)].join(", ")}`);
  const samples: PlannedSample["sample"][] = [];
  const crashes: string[] = [];
  for await (const batch of task.samples)
    for (const { sample } of batch) {
      const crash = await crashOf(task, sample, graders);
      if (crash === undefined) samples.push(sample);
      else crashes.push(`${sample.id}: ${crash}`);
    }
  if (samples.length + crashes.length === 0) throw new UserError(`the task "${task.id}" has no samples`);
  const names = graders?.names ?? {};
  const findings = await checkSanity({
    family,
    options: settings.options,
    graders: names,
    tables: settings.tables,
    ...(graders ? { grade: graders.grade } : {}),
    samples,
    criteria: criteria === "exact" ? undefined : criteria,
    random: (key) => seededRandom(task.scoring.seed, key),
  });
  const notes = [...(family.notes?.(settings.options, names) ?? []), ...criteriaNote(criteria), ...(task.warnings ?? [])];
  return { task: task.id, family: family.id, samples: samples.length, findings, crashes, notes };
}

function criteriaNote(criteria: string | undefined): readonly string[] {
  if (criteria === undefined || criteria === "exact") return [];
  return [`criteria ${criteria}: the least scores of the truth decide, and that no sample crashes; the rest is only shown`];
}

/** Why the truth of a sample cannot even be measured; one broken sample must not hide the others. */
async function crashOf(
  { family, settings }: Task,
  sample: PlannedSample["sample"],
  graders: SanityGraders | undefined,
): Promise<string | undefined> {
  try {
    const prediction = family.baselines.oracle(sample);
    const grades = (await graders?.grade(sample, prediction)) ?? {};
    for (const measure of family.measures(settings.options, graders?.names, settings.tables))
      measure.measure({ sample, prediction, outcome: "answered", grades });
    return undefined;
  } catch (error) {
    if (error instanceof Ungraded) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

function passes({ findings, crashes }: TaskSanity): boolean {
  return crashes.length === 0 && findings.every((finding) => finding.passes || !finding.decides);
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
      markOf(finding),
      finding.kind === "degradation" ? `${finding.title.split(":")[0]} → ${finding.metric}` : finding.metric,
      finding.kind === "oracle" && !finding.passes ? exactScore(finding.scores[0]!) : shownScores(finding),
      finding.expected,
    ]);
    const heading = `${kinds[kind]}${own.some(({ decides }) => decides) ? "" : " (only shown)"}`;
    return own.length === 0 ? "" : `\n${heading}\n${terminalRows(["", "metric", "score", "expected"], rows)}${reasonLines(own)}`;
  });
  const crashed = crashes.map((text) => `  crash: ${text}\n`).join("");
  const deciding = findings.filter(({ decides }) => decides);
  const failed = deciding.filter((finding) => !finding.passes).length;
  const verdict = passes(result)
    ? `all ${deciding.length} criteria hold`
    : `${failed} of ${deciding.length} criteria fail, ${crashes.length} samples crash`;
  const told = notes.map((note) => `${note}\n`).join("");
  return `${task} · ${family} · ${formatQuantity(samples, "sample")}\n${told}${sections.join("")}${crashed}\n${mark(passes(result))} ${verdict}\n\n`;
}

/** In capitals where the verdict rests on it. */
function markOf({ passes: isFine, decides }: SanityFinding): string {
  if (decides) return isFine ? "PASS" : "FAIL";
  return isFine ? "holds" : "fails";
}

function shownScores({ scores }: SanityFinding): string {
  return scores.map((score) => formatScore(score, "plain")).join(" → ");
}

/** With the digits that tell it from what was expected. */
function exactScore(score: number | null): string {
  return score === null ? formatScore(score, "plain") : String(Number(score.toPrecision(7)));
}

/** What explains several metrics is told once, after their names. */
function reasonLines(findings: readonly SanityFinding[]): string {
  const metricsOf = new Map<string, string[]>();
  for (const { passes: isFine, kind, metric, explanations } of findings) {
    const lines = explanations.map((text) => `    ${text}\n`).join("");
    if (isFine || lines === "") continue;
    // Degradations name themselves in what they explain.
    const names = metricsOf.get(lines) ?? [];
    metricsOf.set(lines, kind === "degradation" ? names : [...names, metric]);
  }
  return [...metricsOf].map(([lines, metrics]) => (metrics.length === 0 ? lines : `  ${metrics.join(", ")}:\n${lines}`)).join("");
}
