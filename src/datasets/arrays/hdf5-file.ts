import type { Dataset, File, Group } from "hdf5-wasm/node";
import { UserError } from "../../core/user-error.ts";
import { entityAt, type Hdf5Library, hdf5Library } from "./hdf5-library.ts";
import { npyType } from "./npy-values.ts";
import {
  type ArrayFile,
  type Numbers,
  rowCount,
  rowLength,
  type StoredArray,
} from "./stored-array.ts";

/** Filters that the library has built in or that come with it, by their registered numbers. */
const filters: Readonly<Record<number, string>> = {
  1: "deflate",
  2: "shuffle",
  3: "fletcher32",
  4: "szip",
  5: "nbit",
  6: "scaleoffset",
  307: "bzip2",
  32000: "lzf",
  32001: "blosc",
  32004: "lz4",
  32008: "bitshuffle",
  32013: "zfp",
  32015: "zstd",
  32019: "jpeg",
  32022: "bitgroom",
  32023: "bitround",
  32026: "blosc2",
};

/** Filters whose seventh setting is the codec. */
const bloscFilters: Readonly<Record<number, true>> = { 32001: true, 32026: true };
/** Codecs that the plugins were built without: to use them ends the library. */
const missingCodecs: Readonly<Record<number, string>> = { 3: "snappy", 4: "zlib" };

/** Compressed arrays up to this size are read once and kept. */
const keptBytes = 1 << 26;
/** So much is read from the library at a time: what it sets aside for a reading, it never returns. */
const pieceBytes = 1 << 25;

/** A file whose arrays are datasets, named by their paths, such as `slam/trans_xyz`. */
export interface Hdf5File extends ArrayFile {
  /** Sizes of a dataset; `undefined` where there is none of this name. */
  shape(name: string): readonly number[] | undefined;
  /** Texts of a dataset, one by one. */
  texts(name: string): readonly string[];
}

export async function hdf5File(path: string): Promise<Hdf5File> {
  const library = await hdf5Library();
  const file = opened(library, path);
  const dataset = (name: string) => {
    const found = entityAt(file, name);
    return found?.type === "Dataset" ? (found as Dataset) : undefined;
  };
  const named = (name: string | undefined): Dataset => {
    const found = name === undefined ? undefined : dataset(name);
    if (!found) throw new Error(`there is no such dataset; ${nearby(file, name)}`);
    return found;
  };
  return {
    get names() {
      return datasetNames(file);
    },
    array: async (name) => stored(library, named(name)),
    shape: (name) => dataset(name)?.shape ?? undefined,
    texts: (name) => texts(library, named(name)),
    close: async () => void file.close(),
  };
}

function opened(library: Hdf5Library, path: string): File {
  try {
    return library.open(path);
  } catch {
    throw new UserError(
      `${path}: cannot be opened as HDF5`,
      "the file is damaged, cut off or of another kind",
    );
  }
}

function datasetNames(group: Group, above = ""): readonly string[] {
  return group.keys().flatMap((key) => {
    const path = `${above}/${key}`;
    const entity = group.get(path);
    if (entity && "keys" in entity) return datasetNames(entity, path);
    return entity && "slice" in entity ? [path.slice(1)] : [];
  });
}

/** What there is in the deepest group on the way to a name. */
function nearby(file: File, name = ""): string {
  const steps = name.split("/");
  while (steps.length > 0) {
    steps.pop();
    const group = entityAt(file, steps.join("/"));
    if (group?.type === "Group") {
      const keys = (group as Group).keys().slice(0, 20).join(", ");
      return `${steps.length === 0 ? "the file" : `"${steps.join("/")}"`} holds ${keys || "nothing"}`;
    }
  }
  return "the file holds nothing";
}

function refuseUnreadable(dataset: Dataset): void {
  const unknown = dataset.filters.find(({ id }) => !(id in filters));
  if (unknown)
    throw new Error(
      `it is compressed by the filter ${unknown.name || "without a name"} (${unknown.id}), which is not known here; save it with gzip`,
    );
  const missing = dataset.filters
    .map(({ id, cd_values: settings }) => (id in bloscFilters ? settings[6] : undefined))
    .find((codec) => codec !== undefined && codec in missingCodecs);
  if (missing !== undefined)
    throw new Error(
      `it is compressed by blosc with ${missingCodecs[missing]}, which cannot be read here; save it with gzip, or blosc with zstd or lz4`,
    );
  if (dataset.metadata.virtual_sources?.length)
    throw new Error(
      `it lies in other files, such as ${dataset.metadata.virtual_sources[0]!.file_name}`,
    );
}

function stored(library: Hdf5Library, dataset: Dataset): StoredArray {
  refuseUnreadable(dataset);
  const { shape, metadata } = dataset;
  if (!shape) throw new Error("it is empty and has no sizes");
  const type = npyType(numberType(library, dataset));
  const step = rowLength(shape);
  const stepBytes = Math.max(1, step * type.sizeBytes);
  const isPacked = dataset.filters.length > 0;
  return {
    shape,
    isReadWhole: isPacked && metadata.chunks !== null && rowCount(shape) * stepBytes <= keptBytes,
    async rows(from, to) {
      const perPiece = Math.max(1, Math.floor(pieceBytes / stepBytes));
      let all: Numbers | undefined;
      for (let at = from; at < to; at += perPiece) {
        const end = Math.min(to, at + perPiece);
        const values = type.decode(Buffer.from(read(library, dataset, [at, end]).buffer));
        if (end - at === to - from) return values;
        all ??=
          values instanceof Float32Array
            ? new Float32Array((to - from) * step)
            : new Float64Array((to - from) * step);
        all.set(values, (at - from) * step);
      }
      return all ?? type.decode(Buffer.alloc(0));
    },
  };
}

function read(
  library: Hdf5Library,
  dataset: Dataset,
  [from, to]: readonly [number, number],
): Uint8Array {
  try {
    return library.bytes(dataset, from, to);
  } catch (error) {
    throw new Error(libraryReason(error));
  }
}

/** The innermost reason of the library's report, which is a page long. */
function libraryReason(error: unknown): string {
  const message = (error as Error).message ?? String(error);
  if (!message.includes("HDF5-DIAG")) return message;
  const reasons = [...message.matchAll(/#\d+: .*? in (\w+)\(\): (.+)/g)];
  return `the HDF5 library cannot read it: ${reasons.at(-1)?.[2] ?? "no reason given"}`;
}

/** As NumPy would call it. The library turns the byte order into this machine's. */
function numberType({ classes }: Hdf5Library, { metadata }: Dataset): string {
  const { type, size, signed, enum_type } = metadata;
  if (type === classes.H5T_INTEGER.value) return `=${signed ? "i" : "u"}${size}`;
  if (type === classes.H5T_ENUM.value) {
    const names = Object.keys(enum_type?.members ?? {}).map((name) => name.toUpperCase());
    const isBool = size === 1 && names.every((name) => ["FALSE", "TRUE"].includes(name));
    return isBool ? "|b1" : `=${signed ? "i" : "u"}${size}`;
  }
  if (type === classes.H5T_FLOAT.value) return `=f${size}`;
  if (type === classes.H5T_STRING.value) return "|S1";
  throw new Error("it holds records, references or lists, which cannot be read as numbers");
}

function texts(library: Hdf5Library, dataset: Dataset): readonly string[] {
  refuseUnreadable(dataset);
  if (dataset.metadata.type !== library.classes.H5T_STRING.value)
    throw new Error("it holds no texts");
  try {
    const { value } = dataset;
    return typeof value === "string" ? [value] : ((value ?? []) as string[]);
  } catch (error) {
    throw new Error(libraryReason(error));
  }
}
