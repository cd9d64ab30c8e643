import type { DataFolder } from "../../../core/data/data-file.ts";
import { isRecord } from "../../../core/json.ts";
import { UserError } from "../../../core/user-error.ts";
import { noJointFrames } from "../joint-frames.ts";
import { packValues, unpackValues } from "../packed-values.ts";
import type { EpisodeOptions, EpisodePrediction, EpisodeTruth, WindowSpan } from "../schema.ts";
import { eachRow, names, spanOf, type TableWindow } from "../table/episode-table.ts";
import { taskOf } from "../tasks.ts";
import { cosineRanks } from "./cosine-ranks.ts";
import type { ResultFile } from "./results-folder.ts";

/** One row of a file of results: what was true and what was predicted. */
export interface ResultRow {
  readonly id: string;
  readonly where: string;
  readonly windows: readonly WindowSpan[];
  readonly truth: EpisodeTruth;
  /** `null` where the row has none. */
  readonly prediction: EpisodePrediction | null;
  /** Of results on several episodes, which name it. */
  readonly episode?: string;
  /** Of retrieval, among how many. */
  readonly candidates?: number;
}

interface ResultContext {
  readonly folder: DataFolder;
  readonly options: EpisodeOptions;
  readonly windows: KnownWindows;
}

/** The windows of an episode by their index; of the folder's only one where none is named. */
export type KnownWindows = (
  episode: string | undefined,
) => Promise<ReadonlyMap<number, TableWindow>>;

/** Reads a file of results whole: retrieval ranks rows among each other. */
export async function readResults(
  file: ResultFile,
  context: ResultContext,
): Promise<readonly ResultRow[]> {
  const rows: ResultRow[] = [];
  if (file.path.endsWith(".npz")) return readArrays(file, context);
  const { options } = context;
  for await (const { line, value } of eachRow(context.folder, file.path)) {
    const where = `${file.path}:${line}`;
    if (!isRecord(value)) throw new UserError(`${where}: must be a row with named columns`);
    const episode = episodeOf(value);
    const row = rowOf(value, { options, where, windows: await context.windows(episode) });
    rows.push(episode === undefined ? row : { ...row, episode, id: `${episode}/${row.id}` });
  }
  for (const row of rows) checkForecast(row, options);
  return taskOf(options.task).kind === "match"
    ? rows.map((row) => ({ ...row, candidates: row.candidates ?? rows.length }))
    : rows;
}

/** The episode that a row names, where results are of several. */
export function episodeOf({ episode }: Fields): string | undefined {
  return episode === undefined || episode === "" ? undefined : String(episode);
}

interface RowContext {
  readonly options: EpisodeOptions;
  readonly where: string;
  /** Of the row's episode. */
  readonly windows: ReadonlyMap<number, TableWindow>;
}

type Fields = Readonly<Record<string, unknown>>;

function rowOf(row: Fields, context: RowContext): ResultRow {
  const { where, options } = context;
  switch (taskOf(options.task).kind) {
    case "pair":
      return pairRow(row, context);
    case "labels":
      return {
        ...place(row, context),
        where,
        truth: { kind: "labels", labels: names(needed(row, "true_objects", where)) },
        prediction: { labels: names(needed(row, "predicted_objects", where)) },
      };
    case "match": {
      const said = row.true_rank ?? row.rank;
      const rank = Number(said);
      if (said !== "" && (!Number.isInteger(rank) || rank < 1))
        throw new UserError(`${where}: rank must be a whole number from 1`);
      const own = place(row, context);
      return {
        ...own,
        where,
        truth: { kind: "match", window: own.windows[0]!.index },
        prediction: said === "" ? null : { rank },
        ...(Number(row.candidates) > 0 ? { candidates: Number(row.candidates) } : {}),
      };
    }
    case "values": {
      const truth = numbersIn(row, "true");
      const predicted = isBlank(row, "predicted") ? null : numbersIn(row, "predicted");
      if (truth.length === 0 || (predicted && truth.length !== predicted.length))
        throw new UserError(
          `${where}: needs as many true as predicted numbers, got ${truth.length} and ${predicted?.length ?? 0}`,
          "columns true and predicted (or true_0, true_1, … and predicted_0, predicted_1, …), or predictions.npz",
        );
      return {
        ...place(row, context),
        where,
        truth: { kind: "values", refs: [], values: packValues(truth) },
        prediction: predicted && { values: packValues(predicted) },
      };
    }
    default: {
      const confidence = Number(row.confidence);
      const label = text(needed(row, "predicted_label", where));
      return {
        ...place(row, context),
        where,
        truth: { kind: "class", label: text(needed(row, "true_label", where)) },
        prediction:
          label === "" ? null : { label, ...(isProbability(row.confidence) ? { confidence } : {}) },
      };
    }
  }
}

/** The k-th sample of a pairwise task: the right pair of a window, then the wrong one. */
function pairRow(row: Fields, context: RowContext): ResultRow {
  const { where, options } = context;
  const sample = whole(row, "sample_index", where);
  const windows = pairOf(sample, options).map((index) => windowAt(index, context));
  const predicted = zeroOrOne(text(needed(row, "predicted", where)));
  const truth = zeroOrOne(text(needed(row, "true", where)));
  if (truth !== "0" && truth !== "1")
    throw new UserError(`${where}: true must be 0 or 1, got ${JSON.stringify(truth)}`);
  const positive = Number(row.prob_positive);
  return {
    id: windows.map(({ index }) => index).join("-"),
    where,
    windows,
    truth: { kind: "class", label: truth },
    prediction:
      predicted === ""
        ? null
        : {
            label: predicted,
            ...(isProbability(row.prob_positive)
              ? { confidence: predicted === "1" ? positive : 1 - positive }
              : {}),
          },
  };
}

/** Tables that hold empty fields elsewhere write 1 as 1.0. */
function zeroOrOne(label: string): string {
  return /^[01]\.0+$/.test(label) ? label.slice(0, 1) : label;
}

/** The windows of the k-th pair. */
export function pairOf(
  sample: number,
  { task, misalignmentShift }: EpisodeOptions,
): readonly [number, number] {
  const window = Math.floor(sample / 2);
  const isRight = sample % 2 === 0;
  if (task === "misalignment_detection")
    return [window, isRight ? window : window + misalignmentShift];
  return isRight ? [window, window + 1] : [window + 1, window];
}

function place(row: Fields, context: RowContext): Pick<ResultRow, "id" | "windows"> {
  const index = whole(row, "window_index", context.where);
  const span =
    row.start_frame === undefined ? windowAt(index, context) : spanOf(row, context.where);
  return { id: String(index), windows: [span] };
}

/** How the suite cuts windows, where no windows.csv says how. */
const usualWindow = { frames: 20, stride: 5 };

function windowAt(index: number, { windows }: Pick<RowContext, "windows">): WindowSpan {
  const known = windows.get(index);
  if (known) return known.span;
  const startFrame = index * usualWindow.stride;
  const endFrame = startFrame + usualWindow.frames - 1;
  return { centerFrame: Math.floor((startFrame + endFrame) / 2), endFrame, index, startFrame };
}

function whole(row: Fields, name: string, where: string): number {
  const value = Number(needed(row, name, where));
  if (!Number.isInteger(value) || value < 0)
    throw new UserError(
      `${where}: ${name} must be a whole number, got ${JSON.stringify(row[name])}`,
    );
  return value;
}

function needed(row: Fields, name: string, where: string): unknown {
  if (row[name] !== undefined) return row[name];
  throw new UserError(
    `${where}: the column ${name} is missing`,
    `columns here: ${Object.keys(row).join(", ")}`,
  );
}

function text(value: unknown): string {
  return String(value ?? "");
}

function isProbability(value: unknown): boolean {
  return value !== undefined && value !== "" && Number(value) >= 0 && Number(value) <= 1;
}

/** Whether the columns of a row that is to hold numbers are there and empty. */
function isBlank(row: Fields, name: string): boolean {
  return row[name] === "" || (row[name] === undefined && row[`${name}_0`] === "");
}

/** `true`, or `true_0`, `true_1` and so on. */
function numbersIn(row: Fields, name: string): readonly number[] {
  if (row[name] !== undefined && row[name] !== "") return [Number(row[name])];
  const numbers: number[] = [];
  for (let at = 0; row[`${name}_${at}`] !== undefined; at++)
    numbers.push(Number(row[`${name}_${at}`]));
  return numbers;
}

/** `y_true`, `y_pred` and `test_window_indices` of an archive of arrays, row by row. */
async function readArrays(file: ResultFile, context: ResultContext): Promise<readonly ResultRow[]> {
  const { folder, options } = context;
  const { kind } = taskOf(options.task);
  const windows = await context.windows(undefined);
  const lists: { index: number; truth: readonly number[]; predicted: readonly number[] }[] = [];
  for await (const { line, value } of eachRow(folder, file.path)) {
    const where = `${file.path}, row ${line}`;
    if (!isRecord(value)) throw new UserError(`${where}: must hold arrays by name`);
    lists.push({
      index: whole(value, "test_window_indices", where),
      truth: list(needed(value, "y_true", where)),
      predicted: list(needed(value, "y_pred", where)),
    });
  }
  const vocabulary = kind === "labels" ? await vocabularyOf(file, folder) : undefined;
  const ranks =
    kind === "match"
      ? cosineRanks(lists, { projects: taskOf(options.task).projects ?? "query" })
      : undefined;
  return lists.map(({ index, truth, predicted }, at): ResultRow => {
    const where = `${file.path}, row ${at + 1}`;
    if (kind === "pair")
      return pairRow(
        { sample_index: index, true: truth[0], predicted: predicted[0] },
        { options, windows, where },
      );
    const own = place({ window_index: index }, { options, windows, where });
    if (ranks)
      return {
        ...own,
        where,
        truth: { kind: "match", window: index },
        prediction: { rank: ranks[at]! },
        candidates: lists.length,
      };
    if (kind === "values") {
      const row: ResultRow = {
        ...own,
        where,
        truth: { kind: "values", refs: [], values: packValues(truth) },
        prediction: { values: packValues(predicted) },
      };
      checkForecast(row, options);
      return row;
    }
    if (vocabulary)
      return {
        ...own,
        where,
        truth: { kind: "labels", labels: set(truth, vocabulary) },
        prediction: { labels: set(predicted, vocabulary) },
      };
    return {
      ...own,
      where,
      truth: { kind: "class", label: text(truth[0]) },
      prediction: { label: text(predicted[0]) },
    };
  });
}

function checkForecast({ where, truth }: ResultRow, options: EpisodeOptions): void {
  if (options.task !== "hand_trajectory_forecast" || truth.kind !== "values") return;
  const length = unpackValues(truth.values ?? "")?.length ?? 0;
  const wrong = noJointFrames(length, options.forecastFrames);
  if (wrong) throw new UserError(`${where}: ${wrong}`);
}

function list(value: unknown): readonly number[] {
  return (Array.isArray(value) ? value : [value]) as readonly number[];
}

function set(flags: readonly number[], vocabulary: readonly string[]): readonly string[] {
  return flags.flatMap((flag, at) => (flag > 0.5 ? [vocabulary[at] ?? String(at)] : []));
}

/** `object_vocab.json` beside the predictions, or none. */
export async function vocabularyOf(
  { place: folderOfTask }: Pick<ResultFile, "place">,
  folder: DataFolder,
): Promise<readonly string[]> {
  const path = `${folderOfTask}object_vocab.json`;
  if (!(await folder.list()).includes(path)) return [];
  const value = await folder.json(path);
  if (Array.isArray(value) && value.every((name) => typeof name === "string")) return value;
  throw new UserError(`${path}: must be a list of names`);
}
