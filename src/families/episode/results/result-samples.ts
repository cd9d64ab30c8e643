import type { DataFolder } from "../../../core/data/data-file.ts";
import type { FolderPiece } from "../../../core/data/format.ts";
import { success } from "../../../core/result.ts";
import { UserError } from "../../../core/user-error.ts";
import { groupFrames, groupName } from "../groups.ts";
import type { EpisodeOptions, EpisodeSample, SetFacts } from "../schema.ts";
import { lastName, readBoundaries, readWindows, type TableWindow } from "../table/episode-table.ts";
import { learntFrom } from "./learnt-from.ts";
import { type KnownWindows, type ResultRow, readResults } from "./read-results.ts";
import { resultFiles } from "./results-folder.ts";

/** The windows that `windows.csv` of a folder of results lists, or those of its episodes. */
export function knownWindows(folder: DataFolder): KnownWindows {
  const known = new Map<string, Promise<ReadonlyMap<number, TableWindow>>>();
  const read = async (path: string) => {
    const isListed = (await folder.list()).includes(path);
    const windows = isListed ? await readWindows(folder, path) : [];
    return new Map(windows.map((window) => [window.span.index, window]));
  };
  return (episode) => {
    const path = episode === undefined ? "windows.csv" : `${episode}/windows.csv`;
    const windows = known.get(path) ?? read(path);
    known.set(path, windows);
    return windows;
  };
}

/** The tested samples of a task, from the truths that stand beside its predictions. */
export async function* resultSamples(
  folder: DataFolder,
  options: EpisodeOptions,
): AsyncGenerator<FolderPiece<EpisodeSample>> {
  const files = (await resultFiles(folder)).filter(({ task }) => task === options.task);
  const [first] = files;
  if (!first) throw await withoutTask(folder, options);
  const windows = knownWindows(folder);
  const rows = new Map<string, ResultRow>();
  for (const file of files)
    for (const row of await readResults(file, { folder, options, windows })) {
      if (!rows.has(row.id)) rows.set(row.id, row);
    }
  const all = [...rows.values()];
  if (all.length === 0) throw new UserError(`${first.path}: has no rows`);
  const frames = groupFrames(
    all.map((row) => row.windows),
    options,
  );
  const learnt = await learntFrom({ first, rows: all, folder, windows, options });
  const episodes = Map.groupBy(all, ({ episode }) => episode);
  for (const [episode, own] of episodes) {
    const boundaries =
      options.task === "transition_detection"
        ? await readBoundaries(folder, "", episode)
        : undefined;
    const context = {
      options,
      episode: episode ?? lastName(folder.path),
      isOneOfMany: episodes.size > 1,
      boundaries,
      frames,
      start: Math.min(...own.map((row) => row.windows[0]!.index)),
      ...learnt,
    };
    yield {
      where: first.path,
      read: success(own.map((row, at) => sampleOf(row, { ...context, before: own[at - 1] }))),
    };
  }
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

interface SampleContext {
  readonly options: EpisodeOptions;
  readonly episode: string;
  readonly boundaries: readonly number[] | undefined;
  readonly frames: number;
  /** Whether other episodes are tested as well. */
  readonly isOneOfMany: boolean;
  /** The first tested window. */
  readonly start: number;
  readonly classes?: readonly string[];
  readonly set?: SetFacts;
  readonly before: ResultRow | undefined;
}

function sampleOf(
  { id, windows, truth, candidates }: ResultRow,
  { options, episode, boundaries, frames, isOneOfMany, start, classes, set, before }: SampleContext,
): EpisodeSample {
  const center = windows[0]!.centerFrame;
  const from = before ? before.windows[0]!.centerFrame : center - 1;
  return {
    ...(boundaries
      ? { boundaries: boundaries.filter((frame) => frame > from && frame <= center) }
      : {}),
    ...(classes ? { classes } : {}),
    episode,
    group: isOneOfMany ? episode : groupName(episode, windows[0]!, frames),
    id,
    ...(candidates === undefined
      ? {}
      : { pool: { id: episode, windows: [[start, start + candidates]] } }),
    ...(set ? { set } : {}),
    split: "test",
    task: options.task,
    truth,
    windows,
  };
}
