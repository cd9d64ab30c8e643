import type { ArrayRef } from "../../../core/data/array-ref.ts";
import type { BinaryInfo, DataFolder } from "../../../core/data/data-file.ts";
import { isRecord } from "../../../core/json.ts";
import { UserError } from "../../../core/user-error.ts";
import type { WindowSpan } from "../schema.ts";

/** Where features are: an array of a file, or the columns of a table. */
export interface FeatureFile {
  readonly path: string;
  readonly name?: string;
  /** Columns before the first feature, such as `window_index`. */
  readonly skipped: number;
}

interface SpannedWindow {
  readonly span: WindowSpan;
}

/** Files that may hold the features of a table; the first one that is there is read. */
export const featureFiles = [
  "shared_windows.npz",
  "features.npz",
  "features.npy",
  "features.parquet",
  "features.csv",
];

/** Names of arrays or columns that hold a whole row of features each. */
const rowNames = ["X", "features"];
/** Columns that may stand before the features of a table, with what they must be. */
const windowColumns: Readonly<Record<string, (window: SpannedWindow) => number>> = {
  window_index: ({ span }) => span.index,
  start_frame: ({ span }) => span.startFrame,
  end_frame: ({ span }) => span.endFrame,
  center_frame: ({ span }) => span.centerFrame,
};
/** The same of an array beside `X`; whether `ends` are inclusive is not agreed upon. */
const windowArrays: typeof windowColumns = { starts: ({ span }) => span.startFrame };

interface ExpectedFeatures {
  readonly windows: readonly SpannedWindow[];
  /** How many features a window has. */
  readonly width: number;
}

/** How features lie in a file, once its sizes and its windows were found to be those expected. */
export async function featureFile(
  folder: DataFolder,
  path: string,
  { windows, width }: ExpectedFeatures,
): Promise<FeatureFile> {
  const info = await folder.binaryInfo(path);
  const { rows, columns, ...place } = info.shapes
    ? arrayPlace(path, info.shapes)
    : await columnPlace(folder, path, info);
  if (rows !== windows.length)
    throw new UserError(
      `${path}: has ${rows} rows of features for the ${windows.length} windows of windows.csv`,
    );
  if (columns !== width)
    throw new UserError(
      `${path}: ${place.name === undefined ? "it" : place.name} has ${columns} columns, but the blocks of feature_manifest.json end at ${width}`,
      columns === width + 1 || place.skipped > 0
        ? `columns that are no features must come first, and be of ${Object.keys(windowColumns).join(", ")}`
        : undefined,
    );
  await compareWindows(folder, path, { info, windows });
  return place;
}

interface Sizes extends FeatureFile {
  readonly rows: number;
  readonly columns: number;
}

function arrayPlace(path: string, shapes: NonNullable<BinaryInfo["shapes"]>): Sizes {
  const isAlone = shapes[""] !== undefined;
  const shape = isAlone ? shapes[""] : shapes.X;
  if (!shape)
    throw new UserError(
      `${path}: has no array X; arrays here: ${Object.keys(shapes).join(", ") || "none"}`,
      "X holds a row of features for each window of windows.csv",
    );
  const [rows, columns] = shape;
  if (shape.length !== 2)
    throw new UserError(
      `${path}: ${isAlone ? "it" : "X"} has the shape (${shape.join(", ")}), but (windows, features) is needed`,
    );
  return { path, ...(isAlone ? {} : { name: "X" }), skipped: 0, rows: rows!, columns: columns! };
}

/** One column of lists, or a column for each feature. */
async function columnPlace(
  folder: DataFolder,
  path: string,
  { rows = 0, columns = [] }: BinaryInfo,
): Promise<Sizes> {
  const name = rowNames.find((one) => columns.includes(one));
  if (name === undefined) {
    const first = columns.findIndex((column) => !(column in windowColumns));
    const skipped = first < 0 ? columns.length : first;
    return { path, skipped, rows, columns: columns.length - skipped };
  }
  for await (const [first] of folder.rows(path, { only: [name] })) {
    const list: unknown = isRecord(first?.value) ? first.value[name] : undefined;
    if (!Array.isArray(list) && !ArrayBuffer.isView(list))
      throw new UserError(`${path}: the column ${name} must hold a list of numbers in each row`);
    return { path, name, skipped: 0, rows, columns: (list as ArrayLike<unknown>).length };
  }
  throw new UserError(`${path}: has no rows`);
}

/** A table that says which windows its rows are of must say the same as windows.csv. */
async function compareWindows(
  folder: DataFolder,
  path: string,
  { info, windows }: { readonly info: BinaryInfo; readonly windows: readonly SpannedWindow[] },
): Promise<void> {
  const known = info.shapes ? windowArrays : windowColumns;
  const found = Object.keys(info.shapes ?? {}).concat(info.columns ?? []);
  const only = Object.keys(known).filter((name) => found.includes(name));
  if (only.length === 0) return;
  let row = 0;
  for await (const rows of folder.rows(path, { only }))
    for (const { value } of rows) {
      const window = windows[row]!;
      for (const name of only) {
        const [given, expected] = [isRecord(value) ? value[name] : value, known[name]!(window)];
        if (given === "" || Number(given) !== expected)
          throw new UserError(
            `${path}: ${name} of row ${row} (counted from 0) is ${JSON.stringify(given)}, but windows.csv has ${expected} for window ${window.span.index}`,
            "rows of features must be in the order of window_index, and both files of the same episode",
          );
      }
      row++;
    }
}

/** Columns of features as columns of the file. */
export function featureRef(
  { path, name, skipped }: FeatureFile,
  columns: readonly (readonly [number, number])[],
  row: number,
): ArrayRef {
  return {
    path,
    ...(name === undefined ? {} : { name }),
    columns: columns.map(([from, to]): [number, number] => [from + skipped, to + skipped]),
    rows: [row, row + 1],
  };
}

/** The features in one row of the file. */
export function featuresOf(row: unknown, { name, skipped }: FeatureFile): readonly number[] {
  const value = isRecord(row) && name !== undefined ? row[name] : row;
  const numbers = isRecord(value) ? Object.values(value) : Array.from(value as ArrayLike<unknown>);
  return numbers.slice(skipped).map(Number);
}
