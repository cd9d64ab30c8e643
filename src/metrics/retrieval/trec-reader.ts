/** Reads a file in pieces of any size, as they come from a disk or a network. */
export interface TrecReader<T> {
  push(chunk: Uint8Array): void;
  /** What the whole file says. */
  finish(): T;
}

/** What a reader makes of a text or of bytes at hand. */
export function readAtOnce<T>(reader: TrecReader<T>, content: string | Uint8Array): T {
  reader.push(typeof content === "string" ? new TextEncoder().encode(content) : content);
  return reader.finish();
}
