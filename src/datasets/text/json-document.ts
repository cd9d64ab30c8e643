import { readFile, stat } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { ReadOptions } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { withoutComments } from "./json-comments.ts";
import { jsonHint } from "./json-hint.ts";
import { refuseRepeatedKey } from "./repeated-key.ts";
import { textOf } from "./utf8.ts";

/** The longest text that can be held as one. */
const longestBytes = 512 * 1024 * 1024 - 1024;

/** The whole of a text file. */
export async function textDocument(path: string, name = path): Promise<string> {
  const { size } = await stat(path);
  if (size > longestBytes)
    throw new UserError(
      `${path}: ${Math.round(size / 1e6)} MB are too much for one document`,
      "store a list, or one JSON value per line",
    );
  const stored = await readFile(path);
  const bytes = name.toLowerCase().endsWith(".gz") ? unpacked(stored, path) : stored;
  return textOf(bytes, path);
}

function unpacked(stored: Buffer, path: string): Buffer {
  try {
    return gunzipSync(stored, { maxOutputLength: longestBytes });
  } catch (error) {
    throw new UserError(`${path}: cannot be unpacked: ${(error as Error).message}`);
  }
}

/** The one value that a JSON file holds. */
export async function jsonDocument(
  path: string,
  name = path,
  options: ReadOptions = {},
): Promise<unknown> {
  return jsonValue(await textDocument(path, name), path, options);
}

/** The one value that the text of a JSON file holds. */
export function jsonValue(
  stored: string,
  path: string,
  { comments = false }: ReadOptions = {},
): unknown {
  const text = comments ? withoutComments(stored) : stored;
  const value = parsed(text, path);
  refuseRepeatedKey({ text, value, path, line: 1 });
  return value;
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const isMany = /after JSON/.test(message)
      ? "one JSON value per line belongs in a file that ends in .jsonl"
      : undefined;
    throw new UserError(`${path}: not JSON: ${message}`, jsonHint(text) ?? isMany);
  }
}
