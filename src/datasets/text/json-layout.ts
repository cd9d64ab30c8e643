import type { ReadOptions } from "../../core/data/data-file.ts";
import { isRecord } from "../../core/json.ts";
import { byteStream } from "./byte-stream.ts";
import { withoutComments } from "./json-comments.ts";
import { withoutMark } from "./utf8.ts";

/**
 * A list of records, one record per line although the name says otherwise (as many datasets of the
 * hub have it), or one document.
 */
export type JsonLayout = "list" | "lines" | "document";

/** Told by the first bytes of a file: no more than its first chunk is read. */
export async function jsonLayout(
  path: string,
  name: string,
  { comments = false }: ReadOptions = {},
): Promise<JsonLayout> {
  for await (const chunk of byteStream(path, name)) {
    const bytes = withoutMark(chunk).toString("utf8");
    const start = (comments ? withoutComments(bytes) : bytes).trimStart();
    if (start.startsWith("[")) return "list";
    return isLines(start) ? "lines" : "document";
  }
  return "document";
}

/** The first line is a whole record, and another one starts after it. */
function isLines(start: string): boolean {
  const end = start.indexOf("\n");
  if (end < 0 || !start.slice(end).trimStart().startsWith("{")) return false;
  try {
    return isRecord(JSON.parse(start.slice(0, end)));
  } catch {
    return false;
  }
}
