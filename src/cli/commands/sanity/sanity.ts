import type { Config, SystemConfig, TaskConfig } from "../../../config/config.ts";
import type { LoadedConfig } from "../../../config/load-config.ts";
import type { PlannedSample } from "../../../core/data/dataset.ts";
import { findById } from "../../../core/registry.ts";
import { UserError } from "../../../core/user-error.ts";
import { loadFamily, loadRegistries } from "../../../evaluation/extend/load-registries.ts";
import {
  type DistinctPart,
  distinctParts,
  readingOf,
  rowsText,
} from "../../../evaluation/matrix/distinct-parts.ts";
import { defaultTask } from "../../../evaluation/task/default-task.ts";
import { lendTables } from "../../../evaluation/task/lend-tables.ts";
import { type OpenOptions, openTask, type Task } from "../../../evaluation/task/open-task.ts";
import { tableReader } from "../../../evaluation/task/task-tables.ts";
import { seededRandom } from "../../../math/seeded-random.ts";
import { checkSanity } from "../../../scoring/sanity.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { familyFlags } from "../../flags/family-flags.ts";
import { meteorTables } from "../../flags/file-task.ts";
import { loadWithTables } from "../../flags/load-with-tables.ts";
import { optionValues } from "../../flags/option-values.ts";
import { withSplit } from "../../flags/with-split.ts";
import type { Flags } from "../command.ts";
import {
  type GraderSource,
  rolesOfSanity,
  type SanityGraders,
  sanityGraders,
  Ungraded,
  unaskedNote,
} from "./sanity-graders.ts";
import { passes, sanityText, type TaskSanity } from "./sanity-text.ts";

/**
 * `vidimus sanity`: does the truth get full marks, silence none, and every kind of mistake fewer?
 * No system is asked.
 */
export async function run(
  _argument: string | undefined,
  flags: Flags,
  rest: readonly string[],
): Promise<ExitCode> {
  const path = rest[0]?.startsWith("-") ? undefined : rest[0];
  const words = path === undefined ? rest : rest.slice(1);
  const tasks =
    flags.family === undefined
      ? await ofConfig(path ?? "vidimus.yaml", flags, words)
      : [await ofData(path, flags, words)];
  const results: TaskSanity[] = [];
  for (const task of tasks)
    results.push(
      await namingRow(task, () => gradedSanity(task, flags.criteria as string | undefined)),
    );
  if (flags.json === true)
    process.stdout.write(
      `${JSON.stringify({ schema: "vidimus-sanity/1", passes: results.every(passes), tasks: results })}\n`,
    );
  else
    for (const [at, result] of results.entries())
      process.stdout.write(sanityText(result, tasks[at]!.whose ?? ""));
  return results.every(passes) ? exitCode.fine : exitCode.gateFailed;
}

/** A task, and where what it is scored with comes from. */
interface Checked {
  readonly task: Task;
  readonly source: GraderSource;
  /** What of the task the check leaves out, and why. */
  readonly leftOut: readonly string[];
  /** The rows of a matrix that have it like this. */
  readonly rows?: readonly string[];
  /** The same in words, empty where all rows do. */
  readonly whose?: string;
}

/** A task of a configuration with all of it that decides what a check finds. */
interface Variant {
  readonly task: TaskConfig;
  /** Those of its graders that the check goes by, and those that it leaves out. */
  readonly graders: readonly (SystemConfig | undefined)[];
  readonly config: Config;
}

/** Each variant of a task once: rows of a matrix mostly differ in what no check sees. */
function variantsIn(loaded: LoadedConfig): readonly DistinctPart<Variant>[] {
  return distinctParts<Variant>(loaded, {
    pick: (config) =>
      config.tasks.map((task) => {
        const graders = Object.values(task.graders).map((name) =>
          config.graders.find(({ id }) => id === name),
        );
        return { task, graders, config };
      }),
    identify: ({ task, graders, config: { seed } }) => [
      readingOf(task),
      task.graders,
      graders,
      task.tables ?? {},
      seed,
    ],
  });
}

async function ofConfig(
  path: string,
  flags: Flags,
  words: readonly string[],
): Promise<readonly Checked[]> {
  if (words.length > 0)
    throw new UserError(`unknown option ${words[0]}`, "options of a task are changed with --set");
  const set = (flags.set as readonly string[] | undefined) ?? [];
  const options = { loadRegistries, set, environment: process.env };
  const loaded = await loadWithTables(path, options, flags.meteorResources as string | undefined);
  const { directory, registries: known } = loaded;
  const { families, systemKinds: kinds } = known;
  const read = tableReader();
  const checked: Checked[] = [];
  for (const { part, names } of variantsIn(loaded)) {
    const { task: one, config } = part;
    const about = {
      ...reading(flags, config.seed),
      directory,
      families,
      graders: config.graders,
      systemKinds: kinds,
    };
    const family = findById(families, one.family, "family");
    const graders = rolesOfSanity(one.graders, family);
    const whose = rowsText(names, loaded);
    const rows = loaded.rows.length === 0 ? {} : { rows: names, whose };
    const task = await namingRow({ task: one, whose }, () =>
      lendTables(openTask({ ...withSplit(one, flags), graders }, about), one, { directory, read }),
    );
    const source = { kinds, directory, isOffline: about.isOffline };
    checked.push({ task, source, leftOut: unaskedNote(one.graders, family), ...rows });
  }
  return checked;
}

/** A mistake in the data of some rows says of which. */
async function namingRow<T>(
  { task, whose }: { readonly task: { readonly id: string }; readonly whose?: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError) || !whose) throw error;
    throw new UserError(
      `${whose.trim().slice(1, -1)}, task "${task.id}": ${error.message}`,
      error.hint,
    );
  }
}

async function ofData(
  path: string | undefined,
  flags: Flags,
  words: readonly string[],
): Promise<Checked> {
  if (path === undefined)
    throw new UserError("name the dataset", "vidimus sanity <data> --family <id>");
  const family = await loadFamily(flags.family as string);
  const { options, graders } = familyFlags(family, words);
  const config = defaultTask(family, {
    data: { path },
    format: flags.format as string | undefined,
  });
  const values = optionValues(family, [
    ...((flags.option as readonly string[] | undefined) ?? []),
    ...options,
  ]);
  const named = Object.fromEntries(Object.entries(graders).map(([role, { id }]) => [role, id]));
  const directory = process.cwd();
  const { systemKinds: kinds } = await loadRegistries({ families: [] });
  const place = flags.meteorResources as string | undefined;
  const lent = place === undefined ? {} : { tables: await meteorTables(config, place) };
  const about = {
    ...reading(flags, 1),
    directory,
    families: [family],
    graders: Object.values(graders),
    systemKinds: kinds,
  };
  const opened = openTask(
    { ...withSplit(config, flags), options: values, graders: rolesOfSanity(named, family) },
    about,
  );
  const task = await lendTables(opened, { ...config, ...lent }, { directory });
  return { task, source: { kinds, directory, isOffline: about.isOffline }, leftOut: [] };
}

function reading(flags: Flags, seed: number): Omit<OpenOptions, "directory" | "families"> {
  const used = (flags.seed as number | undefined) ?? seed;
  return {
    selection: {
      limit: flags.limit as number | undefined,
      ids: flags.id as readonly string[] | undefined,
      seed: used,
    },
    seed: used,
    isOffline: flags.offline === true ? true : undefined,
    keepsMedia: false,
    onWarning: (message) => process.stderr.write(`warning: ${message}\n`),
  };
}

/**
 * By the task's own graders; without them, and saying so, where they cannot grade what is made up
 * here.
 */
async function gradedSanity(
  { task, source, leftOut, rows }: Checked,
  criteria: string | undefined,
): Promise<TaskSanity> {
  const told = ({ task: id, ...result }: TaskSanity, more: readonly string[] = []) => ({
    task: id,
    ...(rows ? { rows } : {}),
    ...result,
    notes: [...more, ...leftOut, ...result.notes],
  });
  if (Object.keys(task.graders).length === 0) return told(await sanityOf(task, criteria));
  await using graders = await sanityGraders(task, source);
  try {
    const result = await sanityOf(task, criteria, graders);
    return told(result, graders.notes());
  } catch (error) {
    if (!(error instanceof Ungraded)) throw error;
    const names = Object.values(graders.names).join(", ");
    return told(await sanityOf(task, criteria), [
      `not by ${names}, which cannot grade what this check says: ${error.message}`,
    ]);
  }
}

async function sanityOf(
  task: Task,
  criteria: string | undefined,
  graders?: SanityGraders,
): Promise<TaskSanity> {
  const { family, settings } = task;
  const known = family.proof.sanity?.criteria ?? {};
  if (criteria !== undefined && criteria !== "exact" && !(criteria in known))
    throw new UserError(
      `family ${family.id} has no criteria "${criteria}"`,
      `one of ${["exact", ...Object.keys(known)].join(", ")}`,
    );
  const samples: PlannedSample["sample"][] = [];
  const crashes: string[] = [];
  for await (const batch of task.samples)
    for (const { sample, lost } of batch) {
      const crash = lost === undefined ? await crashOf(task, sample, graders) : `lost: ${lost}`;
      if (crash === undefined) samples.push(sample);
      else crashes.push(`${sample.id}: ${crash}`);
    }
  if (samples.length + crashes.length === 0)
    throw new UserError(`the task "${task.id}" has no samples`);
  const lent = { ...task.scoring.lent, graders: graders?.names ?? {} };
  const findings = await checkSanity({
    family,
    options: settings.options,
    lent,
    ...(graders ? { grade: graders.grade } : {}),
    samples,
    criteria: criteria === "exact" ? undefined : criteria,
    random: (key) => seededRandom(task.scoring.seed, key),
  });
  const notes = [
    ...(family.scoring(settings.options, lent).notes ?? []),
    ...criteriaNote(criteria),
    ...(task.warnings ?? []),
  ];
  return { task: task.id, family: family.id, samples: samples.length, findings, crashes, notes };
}

function criteriaNote(criteria: string | undefined): readonly string[] {
  if (criteria === undefined || criteria === "exact") return [];
  return [
    `criteria ${criteria}: these targets decide, and that no sample crashes; the rest is only shown`,
  ];
}

/**
 * Why the truth of a sample cannot even be measured; one broken sample must not hide the others.
 */
async function crashOf(
  { family, settings, scoring: { lent } }: Task,
  sample: PlannedSample["sample"],
  graders: SanityGraders | undefined,
): Promise<string | undefined> {
  try {
    const prediction = family.proof.baselines.oracle(sample);
    const grades = (await graders?.grade(sample, prediction)) ?? {};
    const named = { ...lent, graders: graders?.names ?? {} };
    for (const measure of family.scoring(settings.options, named).measures)
      measure.measure({ sample, prediction, outcome: "answered", grades });
    return undefined;
  } catch (error) {
    if (error instanceof Ungraded) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}
