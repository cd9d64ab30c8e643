import { closeSync, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { BinaryInfo, DataFile, ReadOptions, Row } from "../core/data/data-file.ts";
import { UserError } from "../core/user-error.ts";
import type { BlobSink } from "./blobs/blob.ts";
import { jsonDocument, textDocument } from "./text/json-document.ts";
import { jsonLayout } from "./text/json-layout.ts";

/** A file and what it is called: a file of the cache is known by another name. */
export interface NamedFile {
  readonly path: string;
  readonly name: string;
  /** Where bytes of pictures and videos in rows go; without it they are only digested. */
  readonly blobs?: BlobSink | undefined;
}

/** How files of one kind are read. Readers of rows are loaded when such a file is met. */
interface FileKind {
  rows(file: NamedFile, options: ReadOptions): AsyncIterable<readonly Row[]>;
  /** Whether it leaves out unwanted rows itself, before it touches their bytes. */
  readonly filters?: boolean;
  /** Without it, the document is the list of all rows. */
  document?(file: NamedFile, options: ReadOptions): Promise<unknown>;
  /** Whether it is plain text: recognised by the whole of it. */
  readonly isText?: boolean;
  /** Whether rows can be asked for; else the file is one document. */
  isList?(file: NamedFile, options: ReadOptions): Promise<boolean>;
  info?(path: string): Promise<Omit<BinaryInfo, "sizeBytes">>;
}

const lines: FileKind = {
  async *rows({ path, name }, options) {
    yield* (await import("./text/json-lines.ts")).jsonLines(path, name, options);
  },
};
const json: FileKind = {
  async *rows(file, options) {
    const { path, name } = file;
    if ((await jsonLayout(path, name, options)) === "lines") yield* lines.rows(file, options);
    else yield* (await import("./text/json-elements.ts")).jsonElements(path, name, options);
  },
  document: async (file, options) =>
    (await jsonLayout(file.path, file.name, options)) === "lines"
      ? allOf(lines.rows(file, options))
      : jsonDocument(file.path, file.name, options),
  isList: async ({ path, name }, options) => (await jsonLayout(path, name, options)) !== "document",
};
const arrow: FileKind = {
  filters: true,
  async *rows({ path, blobs }, options) {
    yield* (await import("./arrow/arrow-rows.ts")).arrowRows(path, { ...options, blobs });
  },
  info: async (path) => (await import("../files/arrow/arrow-info.ts")).arrowInfo(path),
};
const numpy: FileKind = {
  async *rows({ path }, options) {
    yield* (await import("./numpy/numpy-rows.ts")).numpyRows(path, options);
  },
  document: async ({ path }) => (await import("./numpy/numpy-rows.ts")).numpyDocument(path),
  info: async (path) => (await import("./numpy/numpy-rows.ts")).numpyInfo(path),
};

function separated(separator: "," | "\t"): FileKind {
  return {
    async *rows({ path, name }, { table, only }) {
      const { separatedValues } = await import("./text/separated-values.ts");
      yield* separatedValues(path, name, { separator, table, only });
    },
    info: async (path) =>
      (await import("./text/separated-values.ts")).separatedInfo(path, separator),
  };
}

/** The kinds of files that can be read, by the end of their name. */
const kinds: Readonly<Record<string, FileKind>> = {
  ".json": json,
  ".jsonl": lines,
  ".ndjson": lines,
  ".csv": separated(","),
  ".tsv": separated("\t"),
  ".parquet": {
    filters: true,
    async *rows({ path, blobs }, options) {
      yield* (await import("./parquet/parquet-rows.ts")).parquetRows(path, { ...options, blobs });
    },
    info: async (path) => (await import("./parquet/parquet-rows.ts")).parquetInfo(path),
  },
  ".arrow": arrow,
  ".feather": arrow,
  ".npy": numpy,
  ".npz": numpy,
  ".eval": {
    async *rows({ path }) {
      yield* (await import("./archive/eval-log.ts")).evalLogRows(path);
    },
  },
  ".txt": {
    isText: true,
    async *rows({ path, name }) {
      yield [{ line: 1, value: { file: name, text: await textDocument(path, name) } }];
    },
    document: ({ path, name }) => textDocument(path, name),
  },
};

/** The ending by which a file is read; `undefined` where there is no reader. */
export function knownEnding(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/(\.(?:jsonl?|ndjson|csv|tsv|txt))\.gz$/, "$1");
  return Object.keys(kinds).find((ending) => plain.endsWith(ending));
}

/**
 * Files of any other name can be read as one text, such as `qrels.test`, where that is what they
 * hold.
 */
function fileKind({ path, name }: NamedFile): FileKind {
  const ending = knownEnding(name);
  if (ending !== undefined) return kinds[ending]!;
  if (!holdsText(path)) throw unreadable(name);
  return {
    isText: true,
    document: (file) => textDocument(file.path, file.name),
    rows: () => {
      throw unreadable(name);
    },
  };
}

function unreadable(name: string): UserError {
  const own = /\.[^./\\]+$/.exec(name)?.[0] ?? "";
  const known = `endings known here: ${Object.keys(kinds).join(", ")}`;
  return new UserError(
    `${name}: files ending in "${own}" cannot be read`,
    /^\.(?:xlsx?|ods)$/i.test(own) ? "save the sheet as CSV" : known,
  );
}

/** Looks at the start alone: text has no control signs but white space. */
function holdsText(path: string): boolean {
  const start = Buffer.alloc(4096);
  const file = openSync(path, "r");
  try {
    const length = readSync(file, start);
    return (
      length > 0 &&
      start.subarray(0, length).every((byte) => byte >= 32 || (byte >= 9 && byte <= 13))
    );
  } finally {
    closeSync(file);
  }
}

/** One file of any kind. */
export function singleFile(file: NamedFile): DataFile {
  const kind = fileKind(file);
  const rows = (options: ReadOptions = {}) =>
    kind.filters ? kind.rows(file, options) : wanted(kind.rows(file, options), options);
  return {
    path: file.path,
    rows,
    document: (options = {}) =>
      kind.document ? kind.document(file, options) : allOf(rows(options)),
    async head(options = {}) {
      if (kind.isText) return kind.document?.(file, options);
      if (kind.isList && !(await kind.isList(file, options))) return kind.document?.(file, options);
      for await (const [first] of rows(options)) if (first) return first.value;
      return undefined;
    },
  };
}

async function* wanted(
  batches: AsyncIterable<readonly Row[]>,
  { wants }: ReadOptions,
): AsyncGenerator<readonly Row[]> {
  if (!wants) yield* batches;
  else
    for await (const batch of batches) {
      const rows = batch.filter(({ value }) => wants(value));
      if (rows.length > 0) yield rows;
    }
}

async function allOf(batches: AsyncIterable<readonly Row[]>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const batch of batches) for (const { value } of batch) values.push(value);
  return values;
}

/** What can be told of a file without its values. */
export async function binaryInfo(path: string): Promise<BinaryInfo> {
  const ending = knownEnding(path);
  const more = ending === undefined ? undefined : await kinds[ending]!.info?.(path);
  return { ...more, sizeBytes: (await stat(path)).size };
}
