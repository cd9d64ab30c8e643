import { stat } from "node:fs/promises";
import type { BinaryInfo, ReadOptions, Row } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { entriesOf, entryStream, openZip } from "../../files/zip-entries.ts";
import { byteStream } from "../text/byte-stream.ts";
import { type NpyArray, npyArray } from "./npy-array.ts";

const batchRows = 500;

/** An array of its own (`.npy`), under no name, or the arrays of an archive (`.npz`), by name. */
type Arrays = ReadonlyMap<string, NpyArray>;

/**
 * Streams a NumPy file along the first dimension. The rows of an array are its elements; those of
 * an archive are records with one member per array, and arrays without dimensions are the same in
 * every row.
 */
export async function* numpyRows(
  path: string,
  { only }: Pick<ReadOptions, "only"> = {},
): AsyncGenerator<readonly Row[]> {
  await using opened = await openArrays(path, only);
  try {
    yield* sideBySide(opened.arrays, path);
  } catch (error) {
    throw asUserError(error, path);
  }
}

async function* sideBySide(arrays: Arrays, path: string): AsyncGenerator<readonly Row[]> {
  const count = commonLength(arrays, path);
  const fixed = new Map<string, unknown>();
  for (const [name, array] of arrays)
    if (array.header.shape.length === 0) fixed.set(name, await array.whole());
  let rows: Row[] = [];
  for (let i = 0; i < count; i++) {
    rows.push({ line: i + 1, value: await rowOf(arrays, fixed) });
    if (rows.length < batchRows) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function rowOf(arrays: Arrays, fixed: ReadonlyMap<string, unknown>): Promise<unknown> {
  const single = arrays.get("");
  if (single) return single.next();
  const value: Record<string, unknown> = {};
  for (const [name, array] of arrays)
    value[name] = fixed.has(name) ? fixed.get(name) : await array.next();
  return value;
}

function commonLength(arrays: Arrays, path: string): number {
  const lengths = new Map(
    [...arrays].flatMap(([name, { header }]) =>
      header.shape.length > 0 ? [[name, header.shape[0]!]] : [],
    ),
  );
  const [[first, length] = ["", 0]] = lengths;
  for (const [name, other] of lengths)
    if (other !== length)
      throw new UserError(
        `${path}: the arrays "${first}" (${length}) and "${name}" (${other}) differ in their first dimension`,
        "rows are read along it; use a format that reads the whole document",
      );
  return length;
}

/** The whole content: one array, or a record of all. */
export async function numpyDocument(path: string): Promise<unknown> {
  await using opened = await openArrays(path);
  try {
    const single = opened.arrays.get("");
    if (single) return await single.whole();
    const value: Record<string, unknown> = {};
    for (const [name, array] of opened.arrays) value[name] = await array.whole();
    return value;
  } catch (error) {
    throw asUserError(error, path);
  }
}

export async function numpyInfo(path: string): Promise<BinaryInfo> {
  await using opened = await openArrays(path);
  const shapes = Object.fromEntries(
    [...opened.arrays].map(([name, { header }]) => [name, header.shape]),
  );
  const lengths = new Set(
    Object.values(shapes).flatMap(([length]) => (length === undefined ? [] : [length])),
  );
  const rows = lengths.size === 1 ? [...lengths][0] : undefined;
  return { sizeBytes: (await stat(path)).size, rows, shapes };
}

interface Opened extends AsyncDisposable {
  readonly arrays: Arrays;
}

async function openArrays(path: string, only?: readonly string[]): Promise<Opened> {
  await using opening = new AsyncDisposableStack();
  const arrays = new Map<string, NpyArray>();
  try {
    const add = async (name: string, bytes: AsyncIterable<Uint8Array>) => {
      const array = await npyArray(bytes);
      opening.defer(() => array.close());
      arrays.set(name, array);
    };
    if (!path.toLowerCase().endsWith(".npz")) await add("", byteStream(path));
    else {
      const zip = await openZip(path);
      opening.defer(() => zip.close());
      for (const entry of await entriesOf(zip)) {
        const name = entry.fileName.replace(/\.npy$/, "");
        if (only?.includes(name) ?? true) await add(name, await entryStream(zip, entry));
      }
    }
  } catch (error) {
    throw asUserError(error, path);
  }
  const opened = opening.move();
  return { arrays, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function asUserError(error: unknown, path: string): unknown {
  if (error instanceof UserError || !(error instanceof Error)) return error;
  return new UserError(`${path}: cannot be read as NumPy: ${error.message}`);
}
