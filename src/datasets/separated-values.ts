import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import type { Row } from "../core/data-file.ts";
import { UserError } from "../core/user-error.ts";

const batchSize = 1_000;

interface ParsedRow {
  readonly record: Record<string, string>;
  readonly info: { readonly lines: number };
}

/** Streams the records of a CSV or TSV file with a header line as objects of strings; quotes and line ends inside fields as in RFC 4180. */
export async function* separatedValues(path: string, delimiter: "," | "\t"): AsyncGenerator<readonly Row[]> {
  const parser = parse({ columns: (header: string[]) => distinct(header, path), info: true, bom: true, delimiter, skip_empty_lines: true });
  const stream = createReadStream(path);
  stream.on("error", (error) => parser.destroy(error));
  stream.pipe(parser);
  let rows: Row[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      rows.push({ line: info.lines, value: record });
      if (rows.length < batchSize) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    throw asUserError(error, path);
  } finally {
    stream.destroy();
  }
  if (rows.length > 0) yield rows;
}

function distinct(header: string[], path: string): string[] {
  const twice = header.find((name, i) => header.indexOf(name) !== i);
  if (twice !== undefined) throw new UserError(`${path}:1: the column "${twice}" occurs twice`, "give every column its own name");
  return header;
}

function asUserError(error: unknown, path: string): unknown {
  const { code, lines, message } = error as { code?: string; lines?: number; message: string };
  if (!code?.startsWith("CSV_")) return error;
  return new UserError(
    `${path}:${lines ?? "?"}: ${message}`,
    "every record needs as many fields as the header; quote fields that hold the delimiter",
  );
}
