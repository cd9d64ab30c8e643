import { open } from "node:fs/promises";
import type { Row } from "../core/data-file.ts";
import { UserError } from "../core/user-error.ts";
import { lineStream } from "../files/line-stream.ts";

/** Streams the records of a file with one JSON value per line; blank lines are skipped, a byte-order mark is ignored. */
export async function* jsonLines(path: string): AsyncGenerator<readonly Row[]> {
  const file = await open(path, "r");
  try {
    let line = 0;
    for await (const lines of lineStream(file)) {
      const rows: Row[] = [];
      for (const { bytes } of lines) {
        line++;
        let text = bytes.toString("utf8");
        if (line === 1 && text.charCodeAt(0) === 0xfeff) text = text.slice(1);
        if (text.trim() === "") continue;
        rows.push({ line, value: parseRecord(text, path, line) });
      }
      if (rows.length > 0) yield rows;
    }
  } finally {
    await file.close();
  }
}

function parseRecord(text: string, path: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path}:${line}: not JSON: ${(error as Error).message}`, "every line must hold one JSON value");
  }
}
