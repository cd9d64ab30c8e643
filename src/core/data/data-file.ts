import type { UserError } from "../user-error.ts";

/**
 * One record of a file, with the line it starts on (counted from 1; the number of the element or
 * row where a file has no lines).
 */
export interface Row {
  readonly line: number;
  readonly value: unknown;
  /** The file it stands in, where a source is several. */
  readonly path?: string | undefined;
}

/**
 * Tables of a layout's own separator and columns, whose first line may be a record. Last columns may
 * be left out. A table with commas or tabs and without this separator is read as usual.
 */
export interface TableLayout {
  readonly separator: string;
  readonly columns: readonly string[];
}

/** How a file is read; a format declares what it needs. */
export interface ReadOptions {
  /**
   * Tolerates comments (`//`, `#` at the start of a line, and slash-star) and trailing commas in
   * JSON.
   */
  readonly comments?: boolean | undefined;
  /** How CSV and TSV files are written, where not as their names say. */
  readonly table?: TableLayout | undefined;
  /**
   * Leaves out rows it is false for; asked before the bytes of pictures and videos are touched.
   * Rows keep their lines.
   */
  wants?(value: unknown): boolean;
  /**
   * Columns of a table, or arrays of a NumPy archive, that rows need to hold: readers leave out
   * others where that saves work.
   */
  readonly only?: readonly string[] | undefined;
  /**
   * Told of lines that cannot be read, where the file can be read on behind them; without it the
   * first of them is an error.
   */
  onBadLine?(error: UserError): void;
}

/**
 * A file, or several read as one, opened for reading; formats receive its parsed content and never
 * open files themselves.
 */
export interface DataFile {
  readonly path: string;
  /**
   * Streams records in batches. Where the file holds one document that is no list, this is a user's
   * error.
   */
  rows(options?: ReadOptions): AsyncIterable<readonly Row[]>;
  /** The whole content. */
  document(options?: ReadOptions): Promise<unknown>;
  /**
   * The first record, or the whole document where the file is one JSON object: enough to recognise
   * a format.
   */
  head(options?: ReadOptions): Promise<unknown>;
  /** What lies below, where the path names a folder. */
  readonly folder?: DataFolder | undefined;
  /**
   * The files of a source that is several, one after the other; each is fetched only when it is
   * asked for.
   */
  parts?(): AsyncIterable<DataFile>;
  /** Paths of all data files of a source that is several, for digests. */
  files?(): Promise<readonly string[]>;
}

/** What can be told of a file of numbers or tables without its values. */
export interface BinaryInfo {
  readonly sizeBytes: number;
  /**
   * Rows of a table, the first dimension of a NumPy array; `undefined` where the kind of file has
   * no such count.
   */
  readonly rows?: number | undefined;
  readonly columns?: readonly string[] | undefined;
  /** All dimensions of a NumPy array, by the name of the array (empty for a file of one). */
  readonly shapes?: Readonly<Record<string, readonly number[]>> | undefined;
}

/**
 * A folder as a format sees it: names first, contents only when asked for. Paths are relative to
 * the folder, with forward slashes; a path that leads outside is refused. What cannot be read is a
 * user's error that names the file.
 */
export interface DataFolder {
  readonly path: string;
  /** The text of the file that was named in place of the folder, where one was. */
  readonly index?: string | undefined;
  /**
   * Files at any depth in the order of their names (`a/2` before `a/10`), hidden ones left out. A
   * pattern narrows them: `*` and `?` within a name, `**` across folders, `{a,b}` either.
   */
  list(pattern?: string): Promise<readonly string[]>;
  json(path: string, options?: ReadOptions): Promise<unknown>;
  text(path: string): Promise<string>;
  /**
   * Records of any file that can be read as rows: JSON lines, JSON array, CSV, TSV, Parquet, Arrow,
   * NumPy.
   */
  rows(path: string, options?: ReadOptions): AsyncIterable<readonly Row[]>;
  binaryInfo(path: string): Promise<BinaryInfo>;
}
