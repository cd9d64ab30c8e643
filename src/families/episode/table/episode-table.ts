import type { DataFolder, ReadOptions, Row } from "../../../core/data/data-file.ts";
import { firstIssue } from "../../../core/first-issue.ts";
import { isRecord } from "../../../core/json.ts";
import { UserError } from "../../../core/user-error.ts";
import { type Block, blockSchema } from "../blocks.ts";
import { frameNumbers, noJointFrames } from "../joint-frames.ts";
import type { EpisodeOptions, WindowSpan } from "../schema.ts";
import { type FeatureFile, featureFile, featureFiles } from "./feature-file.ts";

/** One window of `windows.csv`; labels are empty where it has none. */
export interface TableWindow {
  readonly span: WindowSpan;
  /** Its place in the table of features. */
  readonly row: number;
  readonly action: string;
  readonly subtask: string;
}

/** What tasks need beside features and labels, by the index of the window. */
interface WindowTargets {
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
  readonly features: FeatureFile;
}

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
  const features = await featureFile(folder, path, { windows, width: blocks.at(-1)!.end });
  return {
    episode: place === "" ? lastName(folder.path) : place.slice(0, -1),
    place,
    windows,
    blocks,
    features,
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
  const number = (name: string) => wholeNumber(value, name, where);
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

function wholeNumber(
  value: Readonly<Record<string, unknown>>,
  name: string,
  where: string,
): number {
  const text = value[name];
  const read = typeof text === "number" ? text : Number(text);
  if (text === undefined || text === "" || !Number.isInteger(read) || read < 0)
    throw new UserError(
      `${where}: ${name} is ${text === undefined ? "missing" : JSON.stringify(text)}, but must be a whole number`,
    );
  return read;
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
      `${path}: ${firstIssue(read.error, "the manifest")}`,
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

/** What `targets.csv` says, and how many windows it says nothing of. */
interface ListedTargets {
  readonly path: string;
  readonly byWindow: ReadonlyMap<number, WindowTargets>;
  readonly withoutRow: number;
}

/** `targets.csv` of a table, where it has one. */
export async function readTargets(
  folder: DataFolder,
  { place, windows }: Pick<EpisodeTable, "place" | "windows">,
): Promise<ListedTargets | undefined> {
  const path = `${place}targets.csv`;
  if (!(await folder.list()).includes(path)) return undefined;
  const byWindow = new Map<number, WindowTargets>();
  const lines = new Map<number, number>();
  for await (const row of eachRow(folder, path)) {
    const value = record(row, path);
    const where = `${path}:${row.line}`;
    const index = wholeNumber(value, "window_index", where);
    if (lines.has(index))
      throw new UserError(
        `${where}: window_index ${index} is that of line ${lines.get(index)}, too`,
        "targets.csv has one row for each window",
      );
    if (index >= windows.length)
      throw new UserError(
        `${where}: window_index is ${index}, but ${place}windows.csv ends with ${windows.length - 1}`,
        "targets.csv and windows.csv must be of the same episode",
      );
    lines.set(index, row.line);
    byWindow.set(index, {
      nextAction: value.next_action === undefined ? undefined : label(value.next_action),
      contact: value.contact === undefined ? undefined : contactLabel(value.contact, where),
      objects: value.objects === undefined ? undefined : names(value.objects),
    });
  }
  return { path, byWindow, withoutRow: windows.length - byWindow.size };
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
    frames.push(wholeNumber(value, "frame", `${path}:${row.line}`));
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
  { place, windows }: Pick<EpisodeTable, "place" | "windows">,
  { forecastFrames }: Pick<EpisodeOptions, "forecastFrames">,
): Promise<Forecasts | undefined> {
  const path = `${place}targets.npz`;
  if (!(await folder.list()).includes(path)) return undefined;
  const { shapes } = await folder.binaryInfo(path);
  if (!shapes?.hand_forecast) return undefined;
  for (const name of ["hand_forecast", "hand_forecast_valid", "hand_last"]) {
    const shape = shapes[name];
    if (shape && shape[0] !== windows.length)
      throw new UserError(
        `${path}: array "${name}" has ${shape[0] ?? "no"} rows for the ${windows.length} windows of ${place}windows.csv`,
      );
  }
  const width = widthOf(shapes.hand_forecast);
  const wrong = noJointFrames(width, forecastFrames);
  if (wrong) throw new UserError(`${path}: array "hand_forecast": ${wrong}`);
  const last = shapes.hand_last && widthOf(shapes.hand_last);
  const frame = frameNumbers(width, forecastFrames);
  if (last !== undefined && last !== frame)
    throw new UserError(
      `${path}: array "hand_last" has ${last} numbers for each window, but one frame of hand_forecast has ${frame}`,
    );
  const only = ["hand_forecast_valid"];
  const isValid: boolean[] = [];
  if (shapes.hand_forecast_valid)
    for await (const { value } of eachRow(folder, path, { only }))
      isValid.push(Number(isRecord(value) ? value.hand_forecast_valid : value) > 0);
  else isValid.push(...windows.map(() => true));
  return { path, isValid, hasLast: shapes.hand_last !== undefined };
}

/** How many numbers a row of an array has. */
function widthOf(shape: readonly number[]): number {
  return shape.slice(1).reduce((product, size) => product * size, 1);
}

/** Single rows of a file of the folder. */
export async function* eachRow(
  folder: DataFolder,
  path: string,
  options?: ReadOptions,
): AsyncGenerator<Row> {
  for await (const rows of folder.rows(path, options)) yield* rows;
}

function record({ line, value }: Row, path: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new UserError(`${path}:${line}: must be a row with named columns`);
}
