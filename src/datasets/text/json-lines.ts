import type { ReadOptions, Row } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { withoutComments } from "./json-comments.ts";
import { jsonHint } from "./json-hint.ts";
import { refuseRepeatedKey } from "./repeated-key.ts";
import { textLines } from "./text-lines.ts";
import { lineText } from "./utf8.ts";

/**
 * Streams the records of a file with one JSON value per line; blank lines are skipped, a byte-order
 * mark is ignored.
 */
export async function* jsonLines(
  path: string,
  name: string,
  options: ReadOptions = {},
): AsyncGenerator<readonly Row[]> {
  const { comments = false, onBadLine } = options;
  let line = 0;
  for await (const lines of textLines(path, name)) {
    const rows: Row[] = [];
    for (const { bytes } of lines) {
      line++;
      const own = lineText(bytes, path, line);
      const text = comments ? withoutComments(own) : own;
      if (isBlank(text)) continue;
      try {
        rows.push({ line, value: parseRecord(text, path, line) });
      } catch (error) {
        if (!onBadLine || !(error instanceof UserError)) throw error;
        onBadLine(error);
      }
    }
    if (rows.length > 0) yield rows;
  }
}

function isBlank(text: string): boolean {
  // Nearly every line starts with a bracket: then nothing is copied.
  return text.charCodeAt(0) !== 0x7b && text.trim() === "";
}

function parseRecord(text: string, path: string, line: number): unknown {
  const value = parsed(text, path, line);
  refuseRepeatedKey({ text, value, path, line });
  return value;
}

function parsed(text: string, path: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path}:${line}: not JSON: ${(error as Error).message}`, hintFor(text));
  }
}

function hintFor(text: string): string {
  if (text.trim() === "[")
    return "every line must hold one JSON value; a list belongs in a file that ends in .json";
  return jsonHint(text) ?? "every line must hold one JSON value";
}
