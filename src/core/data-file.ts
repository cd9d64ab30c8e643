/** One record of a file, with the line it starts on (counted from 1; the element's number for a JSON array). */
export interface Row {
  readonly line: number;
  readonly value: unknown;
}

/** A file opened for reading; formats receive its parsed content and never open files themselves. */
export interface DataFile {
  readonly path: string;
  /** Streams records in batches. Where the file holds one document that is no list, this is a user's error. */
  rows(): AsyncIterable<readonly Row[]>;
  /** The whole content. */
  document(): Promise<unknown>;
  /** The first record, or the whole document where the file is one JSON object: enough to recognise a format. */
  head(): Promise<unknown>;
}
