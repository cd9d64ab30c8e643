import { resolve } from "node:path";
import type { ArrayRef, ArraySource, NumberArray } from "../../core/data/array-ref.ts";
import { UserError } from "../../core/user-error.ts";
import { fileFacts } from "../../files/content-digest.ts";
import { locatedFile } from "../folder/located-file.ts";
import {
  type ArrayFile,
  type Numbers,
  rowCount,
  rowLength,
  type StoredArray,
} from "./stored-array.ts";

export interface ArrayFolderOptions {
  /** How much is kept of arrays that are small or can only be read whole. Default: 512 MB. */
  readonly keptBytes?: number;
  /** How many files are kept open. Default: 32. */
  readonly openFiles?: number;
}

/** The arrays of a folder; files stay open until it is disposed of. */
export interface ArrayFolder extends ArraySource, AsyncDisposable {
  /** Sizes of an array, without its numbers where the file says them. */
  shape(ref: Pick<ArrayRef, "path" | "name">): Promise<readonly number[]>;
}

interface OpenFile {
  readonly path: string;
  readonly file: ArrayFile;
  readonly arrays: Map<string, Promise<StoredArray>>;
}

const openers: Readonly<Record<string, (path: string) => Promise<ArrayFile>>> = {
  ".npy": async (path) => (await import("./numpy-file.ts")).npyFile(path),
  ".npz": async (path) => (await import("./numpy-file.ts")).npzFile(path),
  ".parquet": async (path) => (await import("./table-file.ts")).parquetFile(path),
  ".csv": async (path) => (await import("./table-file.ts")).separatedFile(path, ","),
  ".tsv": async (path) => (await import("./table-file.ts")).separatedFile(path, "\t"),
  ".hdf5": async (path) => (await import("./hdf5-file.ts")).hdf5File(path),
  ".h5": async (path) => (await import("./hdf5-file.ts")).hdf5File(path),
};

/**
 * Arrays of the files below a folder. Rows are read by range where a file allows that; what is
 * small or can only be read whole is kept, up to a bound, those used last.
 */
export function arrayFolder(
  folder: string,
  { keptBytes = 512e6, openFiles = 32 }: ArrayFolderOptions = {},
): ArrayFolder {
  const root = resolve(folder);
  const files = new Map<string, Promise<OpenFile>>();
  const digests = new Map<string, Promise<string>>();
  const kept = new KeptArrays(keptBytes);

  async function openFile(path: string): Promise<OpenFile> {
    const file = await locatedFile(root, path);
    const ending = /\.[^./\\]+$/.exec(path.toLowerCase())?.[0] ?? "";
    const open = openers[ending];
    if (!open)
      throw new UserError(
        `${path}: arrays of files ending in "${ending}" cannot be read`,
        `endings known here: ${Object.keys(openers).join(", ")}`,
      );
    return { path, file: await open(file), arrays: new Map() };
  }

  async function fileAt(path: string): Promise<OpenFile> {
    const known = files.get(path);
    const opening =
      known ??
      openFile(path).catch((error) => {
        files.delete(path);
        throw inFile(error, path);
      });
    files.delete(path);
    files.set(path, opening);
    if (!known && files.size > openFiles) {
      const [[oldest, opened] = []] = files;
      files.delete(oldest!);
      void opened!.then(
        ({ file }) => file.close(),
        () => undefined,
      );
    }
    return opening;
  }

  async function arrayAt(path: string, name: string | undefined): Promise<StoredArray> {
    const key = JSON.stringify([path, name]);
    const whole = kept.get(key);
    if (whole) return whole;
    const { file, arrays } = await fileAt(path);
    const opening = arrays.get(key) ?? readyArray(file, name);
    arrays.set(key, opening);
    try {
      const array = await opening;
      if (array.isReadWhole) {
        arrays.delete(key);
        kept.set(key, array);
      }
      return array;
    } catch (error) {
      arrays.delete(key);
      throw error;
    }
  }

  return {
    async shape({ path, name }) {
      try {
        return (await arrayAt(path, name)).shape;
      } catch (error) {
        throw inArray(error, { path, name });
      }
    },
    async read(ref) {
      try {
        return await readPart(await arrayAt(ref.path, ref.name), ref);
      } catch (error) {
        throw inArray(error, ref);
      }
    },
    digest(path) {
      const digest =
        digests.get(path) ??
        locatedFile(root, path).then(async (file) => (await fileFacts(file)).sha256);
      digests.set(path, digest);
      return digest;
    },
    async [Symbol.asyncDispose]() {
      const all = [...files.values()];
      files.clear();
      for (const opening of all)
        await opening.then(
          ({ file }) => file.close(),
          () => undefined,
        );
    },
  };
}

/** What is so small is read once: many reads of single rows take longer. */
const smallBytes = 16e6;

/** What can only be read whole, is; what is small, too. */
async function readyArray(file: ArrayFile, name: string | undefined): Promise<StoredArray> {
  const array = await file.array(name);
  const { shape } = array;
  if (!array.isReadWhole && sizeOf(shape) > smallBytes) return array;
  const all = await array.rows(0, rowCount(shape));
  const step = rowLength(shape);
  return {
    shape,
    isReadWhole: true,
    rows: async (from, to) => all.subarray(from * step, to * step),
  };
}

/** Arrays that were read whole, those used last. */
class KeptArrays {
  readonly #most: number;
  readonly #arrays = new Map<string, StoredArray>();

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  get(key: string): StoredArray | undefined {
    const array = this.#arrays.get(key);
    if (array) {
      this.#arrays.delete(key);
      this.#arrays.set(key, array);
    }
    return array;
  }

  set(key: string, array: StoredArray): void {
    this.#arrays.set(key, array);
    let bytes = [...this.#arrays.values()].reduce((all, { shape }) => all + sizeOf(shape), 0);
    for (const [oldest, { shape }] of this.#arrays) {
      if (bytes <= this.#most || oldest === key) break;
      this.#arrays.delete(oldest);
      bytes -= sizeOf(shape);
    }
  }
}

function sizeOf(shape: readonly number[]): number {
  return 8 * shape.reduce((all, size) => all * size, 1);
}

async function readPart(array: StoredArray, { rows, columns }: ArrayRef): Promise<NumberArray> {
  const { shape } = array;
  const count = rowCount(shape);
  const [from, to] = rows ?? [0, count];
  if (!isRange(from, to, count))
    throw new Error(`rows ${from} to ${to} are wanted, and it has ${count}`);
  const values = await array.rows(from, to);
  if (!columns)
    return {
      shape: shape.length === 0 ? [] : [to - from, ...shape.slice(1)],
      values: own(values, array),
    };
  const step = rowLength(shape);
  for (const [first, end] of columns)
    if (!isRange(first, end, step))
      throw new Error(`columns ${first} to ${end} are wanted, and a row has ${step}`);
  const width = columns.reduce((all, [first, end]) => all + end - first, 0);
  const part =
    values instanceof Float32Array
      ? new Float32Array((to - from) * width)
      : new Float64Array((to - from) * width);
  let at = 0;
  for (let row = 0; row < to - from; row++)
    for (const [first, end] of columns) {
      part.set(values.subarray(row * step + first, row * step + end), at);
      at += end - first;
    }
  return { shape: [to - from, width], values: part };
}

/** A reader may write into what it was given: what is kept stays as it is. */
function own(values: Numbers, { isReadWhole }: StoredArray): Numbers {
  return isReadWhole ? values.slice() : values;
}

function isRange(from: number, to: number, length: number): boolean {
  return Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= length;
}

function inFile(error: unknown, path: string): unknown {
  if (error instanceof UserError || !(error instanceof Error)) return error;
  return new UserError(`${path}: cannot be read: ${error.message}`);
}

function inArray(error: unknown, { path, name }: Pick<ArrayRef, "path" | "name">): unknown {
  if (error instanceof UserError || !(error instanceof Error)) return error;
  const array = name === undefined ? "" : `array "${name}": `;
  return new UserError(`${path}: ${array}${error.message}`);
}
