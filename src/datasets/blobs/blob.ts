/** Bytes of a picture, a video or anything else that a table holds, known by their content. */
export interface Blob {
  /** SHA-256, 64 hexadecimal digits. */
  readonly digest: string;
  readonly sizeBytes: number;
  /** As its first bytes tell, such as `.png`. */
  readonly ending: string;
}

/** A blob that comes in pieces, so that its size does not matter. */
export interface BlobDraft {
  add(piece: Uint8Array): Promise<void>;
  finish(): Promise<Blob>;
  /** For one that will not be finished. */
  discard(): Promise<void>;
}

/** Where bytes of rows go: rows themselves hold only references. */
export interface BlobSink {
  take(bytes: Uint8Array): Blob;
  draft(): Promise<BlobDraft>;
}

const prefix = "sha256:";

/**
 * How a row refers to a blob, in the place where other rows have a path: the same on every machine
 * and in every cache, and different for different content.
 */
export function blobPath({ digest, ending }: Blob): string {
  return `${prefix}${digest}${ending}`;
}

/** Where a blob lies below the folder of blobs; `undefined` for a path that names no blob. */
export function blobFile(path: string): string | undefined {
  const name = path.startsWith(prefix) ? path.slice(prefix.length) : "";
  return /^[0-9a-f]{64}\.[a-z0-9]{1,5}$/.test(name) ? `${name.slice(0, 2)}/${name}` : undefined;
}
