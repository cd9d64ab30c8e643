import { readFile, stat } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { ReadOptions } from "../../core/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { byteStream } from "./byte-stream.ts";
import { withoutComments } from "./json-comments.ts";
import { refuseUtf16, utf8Text, withoutMark } from "./utf8.ts";

/** The longest text that can be held as one. */
const longestBytes = 512 * 1024 * 1024 - 1024;

/** The whole of a text file. */
export async function textDocument(path: string, name = path): Promise<string> {
  const { size } = await stat(path);
  if (size > longestBytes)
    throw new UserError(`${path}: ${Math.round(size / 1e6)} MB are too much for one document`, "store a list, or one JSON value per line");
  const stored = await readFile(path);
  const bytes = name.toLowerCase().endsWith(".gz") ? gunzipSync(stored) : stored;
  refuseUtf16(bytes, path);
  return utf8Text(withoutMark(bytes), path);
}

/** The one value that a JSON file holds. */
export async function jsonDocument(path: string, name = path, { comments = false }: ReadOptions = {}): Promise<unknown> {
  const text = await textDocument(path, name);
  try {
    return JSON.parse(comments ? withoutComments(text) : text);
  } catch (error) {
    throw new UserError(`${path}: not JSON: ${(error as Error).message}`);
  }
}

/** Whether a JSON file holds a list; looks no further than its first sign. */
export async function startsList(path: string, name: string, { comments = false }: ReadOptions = {}): Promise<boolean> {
  for await (const chunk of byteStream(path, name)) {
    const start = withoutMark(chunk).subarray(0, 65_536).toString("utf8");
    return (comments ? withoutComments(start) : start).trimStart().startsWith("[");
  }
  return false;
}
