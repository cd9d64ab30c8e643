import type { DataFolder } from "../../../core/data/data-file.ts";
import type { FolderPiece } from "../../../core/data/format.ts";
import { success } from "../../../core/result.ts";
import { UserError } from "../../../core/user-error.ts";
import { groupFrames, groupName } from "../groups.ts";
import type { EpisodeOptions, EpisodeSample, SetFacts } from "../schema.ts";
import { readBoundaries, readWindows, type TableWindow } from "../table/episode-table.ts";
import { type ResultRow, readResults, vocabularyOf } from "./read-results.ts";
import { type ResultFile, resultFiles } from "./results-folder.ts";

/** The windows of a folder of results, where it lists them. */
export async function knownWindows(folder: DataFolder): Promise<ReadonlyMap<number, TableWindow>> {
  const isListed = (await folder.list()).includes("windows.csv");
  const windows = isListed ? await readWindows(folder, "windows.csv") : [];
  return new Map(windows.map((window) => [window.span.index, window]));
}

/** The tested samples of a task, from the truths that stand beside its predictions. */
export async function* resultSamples(
  folder: DataFolder,
  options: EpisodeOptions,
): AsyncGenerator<FolderPiece<EpisodeSample>> {
  const files = (await resultFiles(folder)).filter(({ task }) => task === options.task);
  const [first] = files;
  if (!first) throw await withoutTask(folder, options);
  const windows = await knownWindows(folder);
  const rows = new Map<string, ResultRow>();
  for (const file of files)
    for (const row of await readResults(file, { folder, options, windows })) {
      if (!rows.has(row.id)) rows.set(row.id, row);
    }
  const all = [...rows.values()];
  if (all.length === 0) throw new UserError(`${first.path}: has no rows`);
  const boundaries =
    options.task === "transition_detection" ? await readBoundaries(folder, "") : undefined;
  const context = {
    options,
    episode:
      folder.path.split(/[/\\]/).findLast((part) => part !== "" && part !== ".") ?? "episode",
    boundaries,
    frames: groupFrames(
      all.map((row) => row.windows),
      options,
    ),
    pool: all.map((row) => row.windows[0]!.index),
    ...(await classesOf({ first, rows: all, folder, windows: [...windows.values()], options })),
  };
  yield {
    where: first.path,
    read: success(all.map((row, at) => sampleOf(row, { ...context, before: all[at - 1] }))),
  };
}

async function withoutTask(folder: DataFolder, { task }: EpisodeOptions): Promise<UserError> {
  const found = [...new Set((await resultFiles(folder)).map((file) => file.task))];
  return new UserError(
    `${folder.path}: is no episode, no table and no folder of results with ${task}/predictions.csv`,
    found.length === 0
      ? "an episode has annotation.hdf5 and its videos; a table has windows.csv, feature_manifest.json and shared_windows.npz (or features.npz, .npy, .parquet, .csv); results have <task>/predictions.csv or predictions.npz"
      : `tasks here: ${found.join(", ")}; name one by options.task`,
  );
}

interface ClassContext {
  readonly first: ResultFile;
  readonly rows: readonly ResultRow[];
  readonly folder: DataFolder;
  readonly windows: readonly TableWindow[];
  readonly options: EpisodeOptions;
}

/** What can be answered, and what is known of the training part. */
async function classesOf({ first, rows, folder, windows, options }: ClassContext): Promise<{
  readonly classes?: readonly string[];
  readonly set?: SetFacts;
}> {
  const { task } = options;
  if (rows[0]!.truth.kind === "labels") {
    const vocabulary = await vocabularyOf(first, folder);
    return vocabulary.length > 0 ? { classes: vocabulary } : { classes: trueNames(rows) };
  }
  if (rows[0]!.truth.kind !== "class") return {};
  if (task === "transition_detection") return { classes: ["steady", "transition"] };
  if (task === "temporal_order" || task === "misalignment_detection")
    return { classes: ["0", "1"] };
  const labelOf =
    task === "timeline_subtask"
      ? ({ subtask }: TableWindow) => subtask
      : ({ action }: TableWindow) => action;
  const isOfWindows = ["timeline_action", "timeline_subtask", "next_action"].includes(task);
  const known = isOfWindows ? windows.map(labelOf).filter((label) => label !== "") : [];
  const classes = [...new Set([...known, ...trueNames(rows)])];
  if (!isOfWindows || task === "next_action" || known.length === 0) return { classes };
  const start = Math.min(...rows.map((row) => row.windows[0]!.index));
  const train = windows
    .filter(({ span }) => span.index < start)
    .map(labelOf)
    .filter(Boolean);
  const counts = Map.groupBy(train, (label) => label);
  const [majority] = [...counts].sort(([, a], [, b]) => b.length - a.length);
  return {
    classes,
    set: {
      embargoed: 0,
      ...(majority ? { majority: majority[0] } : {}),
      overlapping: 0,
      test: rows.length,
      train: train.length,
      unseen: trueNames(rows)
        .filter((name) => !counts.has(name))
        .sort(),
    },
  };
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

interface SampleContext {
  readonly options: EpisodeOptions;
  readonly episode: string;
  readonly boundaries: readonly number[] | undefined;
  readonly frames: number;
  readonly pool: readonly number[];
  readonly classes?: readonly string[];
  readonly set?: SetFacts;
  readonly before: ResultRow | undefined;
}

function sampleOf(
  { id, windows, truth, candidates }: ResultRow,
  { options, episode, boundaries, frames, pool, classes, set, before }: SampleContext,
): EpisodeSample {
  const center = windows[0]!.centerFrame;
  const from = before ? before.windows[0]!.centerFrame : center - 1;
  return {
    ...(boundaries
      ? { boundaries: boundaries.filter((frame) => frame > from && frame <= center) }
      : {}),
    ...(classes ? { classes } : {}),
    episode,
    group: groupName(episode, windows[0]!, frames),
    id,
    ...(candidates === undefined
      ? {}
      : { pool: { id: episode, windows: [[Math.min(...pool), Math.min(...pool) + candidates]] } }),
    ...(set ? { set } : {}),
    split: "test",
    task: options.task,
    truth,
    windows,
  };
}
