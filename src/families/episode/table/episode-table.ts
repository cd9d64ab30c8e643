import type { DataFolder, Row } from "../../../core/data/data-file.ts";
import { isRecord } from "../../../core/json.ts";
import { UserError } from "../../../core/user-error.ts";
import { type Block, blockSchema } from "../blocks.ts";
import type { WindowSpan } from "../schema.ts";

/** One window of `windows.csv`; labels are empty where it has none. */
export interface TableWindow {
  readonly span: WindowSpan;
  /** Its place in the table of features. */
  readonly row: number;
  readonly action: string;
  readonly subtask: string;
}

/** What tasks need beside features and labels, by the index of the window. */
export interface WindowTargets {
  readonly nextAction: string | undefined;
  readonly contact: string | undefined;
  readonly objects: readonly string[] | undefined;
}

/** The table of one episode: its windows, and where their features are. */
export interface EpisodeTable {
  readonly episode: string;
  /** Path of its folder below the folder of the data, with a final slash; empty for the same. */
  readonly place: string;
  readonly windows: readonly TableWindow[];
  readonly blocks: readonly Block[];
  readonly features: { readonly path: string; readonly name?: string };
}

const featureFiles = [
  "shared_windows.npz",
  "features.npz",
  "features.npy",
  "features.parquet",
  "features.csv",
];

/** Folders that hold a table: one for each episode. */
export async function tablePlaces(folder: DataFolder): Promise<readonly string[]> {
  const files = new Set(await folder.list());
  return [...files].flatMap((path) => {
    const place = /^((?:[^/]+\/)*)windows\.csv$/.exec(path)?.[1];
    const isTable =
      place !== undefined && featureFiles.some((name) => files.has(`${place}${name}`));
    return isTable ? [place] : [];
  });
}

/** Reads what a table says of itself: windows, labels and blocks, but no features. */
export async function readTable(folder: DataFolder, place: string): Promise<EpisodeTable> {
  const files = new Set(await folder.list());
  const name = featureFiles.find((file) => files.has(`${place}${file}`))!;
  const path = `${place}${name}`;
  const windows = await readRows(folder, `${place}windows.csv`);
  const blocks = await readBlocks(folder, `${place}feature_manifest.json`);
  const info = await folder.binaryInfo(path).catch(() => undefined);
  const shape = name.endsWith(".npz") ? info?.shapes?.X : undefined;
  if (name.endsWith(".npz") && info?.shapes && !shape)
    throw new UserError(
      `${path}: has no array X; arrays here: ${Object.keys(info.shapes).join(", ") || "none"}`,
      "X holds a row of features for each window of windows.csv",
    );
  const rows = shape?.[0] ?? info?.rows;
  if (rows !== undefined && rows !== windows.length)
    throw new UserError(
      `${path}: has ${rows} rows of features for the ${windows.length} windows of ${place}windows.csv`,
    );
  const width = blocks.at(-1)!.end;
  if (shape?.[1] !== undefined && shape[1] !== width)
    throw new UserError(
      `${path}: X has ${shape[1]} columns, but the blocks of feature_manifest.json end at ${width}`,
    );
  return {
    episode: place === "" ? lastName(folder.path) : place.slice(0, -1),
    place,
    windows,
    blocks,
    features: { path, ...(name.endsWith(".npz") ? { name: "X" } : {}) },
  };
}

/** The name of a folder. */
export function lastName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== "" && part !== ".") ?? "episode";
}

/** A window, and the line that it stands in. */
interface ListedWindow extends TableWindow {
  readonly line: number;
}

/**
 * The windows in the order of their rows of features, whatever the order of the lines is.
 *
 * @throws {UserError} where they are not numbered from 0 in the order of their frames.
 */
async function readRows(folder: DataFolder, path: string): Promise<readonly TableWindow[]> {
  const rule = "window_index is the row of features, counted from 0, in the order of the frames";
  const listed = await readListed(folder, path);
  const windows = listed.toSorted((a, b) => a.row - b.row);
  for (const [at, { row, line, span }] of windows.entries()) {
    const before = windows[at - 1];
    if (before?.row === row)
      throw new UserError(
        `${path}:${line}: window_index ${row} is that of line ${before.line}, too`,
        rule,
      );
    if (row !== at)
      throw new UserError(
        `${path}:${line}: window_index is ${row}, but no line has ${at}, and there are ${windows.length} windows`,
        rule,
      );
    if (before && span.startFrame < before.span.startFrame)
      throw new UserError(
        `${path}:${line}: window ${row} starts at frame ${span.startFrame}, but window ${row - 1} at ${before.span.startFrame}`,
        rule,
      );
  }
  return windows.map(({ line: _, ...window }) => window);
}

/** The windows of a file in the order of its lines; it may list a part of them. */
export async function readWindows(
  folder: DataFolder,
  path: string,
): Promise<readonly TableWindow[]> {
  return readListed(folder, path);
}

async function readListed(folder: DataFolder, path: string): Promise<readonly ListedWindow[]> {
  const windows: ListedWindow[] = [];
  for await (const row of eachRow(folder, path)) {
    const value = record(row, path);
    const span = spanOf(value, `${path}:${row.line}`);
    windows.push({
      span,
      row: span.index,
      line: row.line,
      action: label(value.action_label),
      subtask: label(value.subtask_label),
    });
  }
  if (windows.length === 0) throw new UserError(`${path}: has no windows`);
  return windows;
}

/** The frames of a row with the columns of `windows.csv`. */
export function spanOf(value: Readonly<Record<string, unknown>>, where: string): WindowSpan {
  const number = (name: string) => {
    const text = value[name];
    const read = typeof text === "number" ? text : Number(text);
    if (text === undefined || text === "" || !Number.isInteger(read) || read < 0)
      throw new UserError(
        `${where}: ${name} is ${text === undefined ? "missing" : JSON.stringify(text)}, but must be a whole number`,
      );
    return read;
  };
  const startFrame = number("start_frame");
  const endFrame = number("end_frame");
  if (endFrame < startFrame)
    throw new UserError(`${where}: end_frame ${endFrame} is before start_frame ${startFrame}`);
  return {
    centerFrame:
      value.center_frame === undefined
        ? Math.floor((startFrame + endFrame) / 2)
        : number("center_frame"),
    endFrame,
    index: number("window_index"),
    startFrame,
  };
}

/** No label is empty or "N/A", in any case. */
function label(value: unknown): string {
  const text = typeof value === "string" ? value.trim() : "";
  return text.toLowerCase() === "n/a" ? "" : text;
}

async function readBlocks(folder: DataFolder, path: string): Promise<readonly Block[]> {
  const read = blockSchema
    .array()
    .min(1)
    .safeParse(await folder.json(path));
  if (!read.success)
    throw new UserError(
      `${path}: ${read.error.issues[0]?.message ?? "cannot be read"}`,
      "it must be a list of blocks with name, start and end, in the order of the columns",
    );
  for (const [at, block] of read.data.entries()) {
    const expected = at === 0 ? 0 : read.data[at - 1]!.end;
    if (block.start !== expected)
      throw new UserError(
        `${path}: the block "${block.name}" starts at ${block.start}, but the one before ends at ${expected}`,
      );
  }
  return read.data;
}

/** `targets.csv` of a table, where it has one. */
export async function readTargets(
  folder: DataFolder,
  { place }: Pick<EpisodeTable, "place">,
): Promise<ReadonlyMap<number, WindowTargets> | undefined> {
  const path = `${place}targets.csv`;
  if (!(await folder.list()).includes(path)) return undefined;
  const targets = new Map<number, WindowTargets>();
  for await (const row of eachRow(folder, path)) {
    const value = record(row, path);
    const index = Number(value.window_index);
    if (!Number.isInteger(index) || value.window_index === "")
      throw new UserError(`${path}:${row.line}: window_index must be a whole number`);
    targets.set(index, {
      nextAction: value.next_action === undefined ? undefined : label(value.next_action),
      contact:
        value.contact === undefined
          ? undefined
          : contactLabel(value.contact, `${path}:${row.line}`),
      objects: value.objects === undefined ? undefined : names(value.objects),
    });
  }
  return targets;
}

/** Names joined by "|", each once. */
export function names(value: unknown): readonly string[] {
  const parts = String(value ?? "").split("|");
  return [...new Set(parts.map((name) => name.trim()).filter((name) => name !== ""))];
}

const contactWords = ["1", "1.0", "true", "yes", "contact"];
const noContactWords = ["0", "0.0", "false", "no", "no_contact"];

/** Empty where nothing is known. */
function contactLabel(value: unknown, where: string): string {
  const text = label(String(value ?? ""));
  if (text === "") return "";
  if (contactWords.includes(text.toLowerCase())) return "contact";
  if (noContactWords.includes(text.toLowerCase())) return "no_contact";
  throw new UserError(
    `${where}: contact is ${JSON.stringify(text)}, but must be one of ${contactWords.join(", ")} or of ${noContactWords.join(", ")}`,
    "leave it empty where it is not known",
  );
}

/**
 * Frames at which one action ends and the next begins, where a file of the table lists them. Of
 * results on several episodes only those of one.
 */
export async function readBoundaries(
  folder: DataFolder,
  place: string,
  episode?: string,
): Promise<readonly number[] | undefined> {
  const files = await folder.list();
  const path = [
    `${place}true_boundaries.csv`,
    `${place}transition_detection/true_boundaries.csv`,
    `${place}neural_mlp/transition_detection/true_boundaries.csv`,
  ].find((one) => files.includes(one));
  if (path === undefined) return undefined;
  const frames: number[] = [];
  for await (const row of eachRow(folder, path)) {
    const value = record(row, path);
    if (episode !== undefined && value.episode !== undefined && value.episode !== episode) continue;
    const frame = Number(value.frame);
    if (!Number.isInteger(frame))
      throw new UserError(`${path}:${row.line}: frame must be a number`);
    frames.push(frame);
  }
  return frames.sort((a, b) => a - b);
}

/** Which windows have a forecast, by their rows, and whether the last pose before it is there. */
interface Forecasts {
  readonly path: string;
  readonly isValid: readonly boolean[];
  readonly hasLast: boolean;
}

export async function readForecasts(
  folder: DataFolder,
  { place }: Pick<EpisodeTable, "place">,
): Promise<Forecasts | undefined> {
  const path = `${place}targets.npz`;
  if (!(await folder.list()).includes(path)) return undefined;
  const { shapes } = await folder.binaryInfo(path);
  if (!shapes?.hand_forecast) return undefined;
  const isValid: boolean[] = [];
  for await (const { value } of eachRow(folder, path))
    isValid.push(
      !isRecord(value) ||
        value.hand_forecast_valid === undefined ||
        Number(value.hand_forecast_valid) > 0,
    );
  return { path, isValid, hasLast: shapes.hand_last !== undefined };
}

/** Single rows of a file of the folder. */
export async function* eachRow(folder: DataFolder, path: string): AsyncGenerator<Row> {
  for await (const rows of folder.rows(path)) yield* rows;
}

function record({ line, value }: Row, path: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new UserError(`${path}:${line}: must be a row with named columns`);
}
