import { UserError } from "../../core/user-error.ts";
import { TooManyBytes } from "../../files/limited-bytes.ts";
import { linesOf, type RawLine } from "../../files/line-stream.ts";
import { byteStream } from "./byte-stream.ts";

/** A record with so many bytes is none: rows hold paths of videos, not videos. */
export const longestRecordBytes = 256_000_000;

/**
 * So few go through a run together that their rows and samples are dead before the first garbage
 * collection looks at them. Measured by `bench/figures.ts`.
 */
const batchLines = 256;

/**
 * The lines of a text file, unpacked where it is packed. @throws {UserError} where a line has no
 * end.
 */
export async function* textLines(path: string, name: string): AsyncGenerator<readonly RawLine[]> {
  let line = 0;
  try {
    for await (const lines of linesOf(byteStream(path, name), 0, longestRecordBytes)) {
      line += lines.length;
      for (let from = 0; from < lines.length; from += batchLines)
        yield lines.slice(from, from + batchLines);
    }
  } catch (error) {
    throw error instanceof TooManyBytes ? tooLong(`${path}:${line + 1}`, "line") : error;
  }
}

export function tooLong(where: string, what: string): UserError {
  return new UserError(
    `${where}: the ${what} is longer than ${longestRecordBytes / 1e6} MB`,
    "the file is damaged, or no data of this kind",
  );
}
