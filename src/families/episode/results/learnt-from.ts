import type { DataFolder } from "../../../core/data/data-file.ts";
import { isRecord } from "../../../core/json.ts";
import type { EpisodeOptions, SetFacts } from "../schema.ts";
import { type Draft, draftSamples } from "../table/drafts.ts";
import { readTargets } from "../table/episode-table.ts";
import type { EpisodeTaskId } from "../tasks.ts";
import { type KnownWindows, type ResultRow, vocabularyOf } from "./read-results.ts";
import type { ResultFile } from "./results-folder.ts";

/** Results of a task, and where they stand. */
export interface ReadResults {
  readonly first: ResultFile;
  readonly rows: readonly ResultRow[];
  readonly folder: DataFolder;
  readonly windows: KnownWindows;
  readonly options: EpisodeOptions;
}

/** What can be answered, and what is known of the training samples. */
interface Learnt {
  readonly classes?: readonly string[];
  readonly set?: SetFacts;
}

/**
 * What was learnt from, by `metrics.json` of the task, and by the windows that are not tested where
 * the folder lists them.
 */
export async function learntFrom(results: ReadResults): Promise<Learnt> {
  const { first, rows, folder } = results;
  const recorded = await recordedOf(results);
  const train = await trainingLabels(results);
  const tested = trueNames(rows);
  const counts = new Map<string, number>();
  for (const label of train) counts.set(label, (counts.get(label) ?? 0) + 1);
  const unseen =
    recorded.unseen ?? (counts.size === 0 ? [] : tested.filter((name) => !counts.has(name)).sort());
  const majority = recorded.majority ?? majorityOf(counts, results, recorded);
  const set: SetFacts = {
    embargoed: recorded.embargoed ?? 0,
    ...(recorded.heldOut === undefined ? {} : { heldOutEpisodes: recorded.heldOut }),
    ...(majority === undefined ? {} : { majority }),
    overlapping: 0,
    test: rows.length,
    train: recorded.train ?? train.length,
    unseen,
  };
  const isKnown = recorded.train !== undefined || train.length > 0;
  const vocabulary = rows[0]!.truth.kind === "labels" ? await vocabularyOf(first, folder) : [];
  const classes =
    usualClasses[results.options.task] ??
    (vocabulary.length > 0
      ? vocabulary
      : [...new Set([...(await listedLabels(results)), ...counts.keys(), ...tested])]);
  const hasClasses = rows[0]!.truth.kind === "labels" || rows[0]!.truth.kind === "class";
  return { ...(hasClasses ? { classes } : {}), ...(isKnown ? { set } : {}) };
}

/** Of tasks that have the same ones everywhere. */
const usualClasses: Readonly<Partial<Record<EpisodeTaskId, readonly string[]>>> = {
  transition_detection: ["steady", "transition"],
  temporal_order: ["0", "1"],
  misalignment_detection: ["0", "1"],
};

/** What `metrics.json` says of the training; it knows better than what follows from windows. */
interface Recorded {
  readonly embargoed: number | undefined;
  readonly heldOut: number | undefined;
  readonly majority: string | undefined;
  readonly majorityAccuracy: number | undefined;
  readonly train: number | undefined;
  readonly unseen: readonly string[] | undefined;
}

async function recordedOf({ first, folder, rows }: ReadResults): Promise<Recorded> {
  const path = `${first.place}metrics.json`;
  const value = (await folder.list()).includes(path) ? await folder.json(path) : undefined;
  const metrics = isRecord(value) ? value : {};
  const number = (...names: readonly string[]) =>
    names
      .map((name) => metrics[name])
      .find((one): one is number => typeof one === "number" && Number.isInteger(one) && one >= 0);
  const { unseen_test_classes: unseen, majority_baseline_label: majority } = metrics;
  const accuracy = metrics.majority_baseline_accuracy;
  const isList = Array.isArray(unseen) && unseen.every((name) => typeof name === "string");
  const episodes = new Set(rows.map(({ episode }) => episode)).size;
  return {
    embargoed: number("num_embargoed_windows", "num_embargoed_samples"),
    heldOut: metrics.split === "held_out_episodes" || episodes > 1 ? episodes : undefined,
    majority: typeof majority === "string" ? majority : undefined,
    majorityAccuracy: typeof accuracy === "number" ? accuracy : undefined,
    train: number("num_train_windows", "num_train_samples"),
    unseen: isList ? unseen : undefined,
  };
}

/** The most frequent training label, unless the recorded accuracy of the majority contradicts it. */
function majorityOf(
  counts: ReadonlyMap<string, number>,
  { rows }: ReadResults,
  { majorityAccuracy }: Recorded,
): string | undefined {
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (!most || majorityAccuracy === undefined) return most?.[0];
  const right = rows.filter(({ truth }) => truth.kind === "class" && truth.label === most[0]);
  return Math.abs(right.length / rows.length - majorityAccuracy) < 1e-9 ? most[0] : undefined;
}

/** Tasks whose training labels follow from windows.csv, and from files that may stand beside it. */
const drafted: readonly EpisodeTaskId[] = [
  "timeline_action",
  "timeline_subtask",
  "next_action",
  "transition_detection",
  "contact_prediction",
];

/** Labels of the windows before the first that is tested, or of the episodes that are not tested. */
async function trainingLabels(results: ReadResults): Promise<readonly string[]> {
  const { rows, folder, options } = results;
  if (!drafted.includes(options.task)) return [];
  const tested = new Set(rows.map(({ episode }) => episode));
  const places = tested.has(undefined)
    ? [undefined]
    : (await folder.list()).flatMap((path) => {
        const place = /^(.+)\/windows\.csv$/.exec(path)?.[1];
        return place === undefined || tested.has(place) ? [] : [place];
      });
  const start = Math.min(...rows.map((row) => row.windows[0]!.index));
  const labels: string[] = [];
  for (const place of places)
    for (const { windows, truth } of await draftsOf(place, results))
      if (truth.kind === "class" && (place !== undefined || windows[0]!.span.index < start))
        labels.push(truth.label);
  return labels;
}

async function draftsOf(
  episode: string | undefined,
  { folder, windows, options }: ReadResults,
): Promise<readonly Draft[]> {
  const known = [...(await windows(episode)).values()].sort((a, b) => a.row - b.row);
  const place = episode === undefined ? "" : `${episode}/`;
  if (known.length === 0) return [];
  const targets = await readTargets(folder, { place, windows: known });
  const hasContacts = targets?.byWindow.values().some(({ contact }) => contact !== undefined);
  if (options.task === "contact_prediction" && !hasContacts) return [];
  const table = {
    ...{ episode: episode ?? "", place, windows: known },
    ...{ blocks: [], features: { path: "", skipped: 0 } },
  };
  return (await draftSamples({ folder, table, options })).drafts;
}

/** Labels of all windows, as the suite counts its classes. */
async function listedLabels({ rows, windows, options }: ReadResults): Promise<readonly string[]> {
  const isSubtask = options.task === "timeline_subtask";
  if (!isSubtask && options.task !== "timeline_action" && options.task !== "next_action") return [];
  if (rows.some(({ episode }) => episode !== undefined)) return [];
  return [...(await windows(undefined)).values()]
    .map(({ action, subtask }) => (isSubtask ? subtask : action))
    .filter(Boolean);
}

function trueNames(rows: readonly ResultRow[]): readonly string[] {
  return [
    ...new Set(
      rows.flatMap(({ truth }) =>
        truth.kind === "class" ? [truth.label] : truth.kind === "labels" ? truth.labels : [],
      ),
    ),
  ];
}
