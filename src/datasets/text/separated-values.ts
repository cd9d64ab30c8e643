import type { BinaryInfo, Row, TableLayout } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { textLines } from "./text-lines.ts";
import { lineText } from "./utf8.ts";

const quote = '"';
const hint =
  "every record needs as many fields as the header; quote fields that hold the delimiter";

interface SeparatedOptions {
  readonly separator: "," | "\t";
  readonly table?: TableLayout | undefined;
  /** The columns that records need to hold; all if left out. */
  readonly only?: readonly string[] | undefined;
}

/**
 * Streams the records of a CSV or TSV file with a header line, or of a layout that needs none, as
 * objects of texts, quoted as in RFC 4180: line ends and delimiters inside quotes belong to the field, a doubled quote is one. A quote
 * in the middle of an unquoted field stands for itself.
 */
export async function* separatedValues(
  path: string,
  name: string,
  { separator, table, only }: SeparatedOptions,
): AsyncGenerator<readonly Row[]> {
  let delimiter: string = separator;
  let header: readonly string[] | undefined;
  /** A record whose quotes are still open at the end of a line. */
  let open: OpenRecord | undefined;
  let line = 0;
  for await (const lines of textLines(path, name)) {
    const rows: Row[] = [];
    for (const { bytes } of lines) {
      line++;
      const own = lineText(bytes, path, line);
      if (!header && !open && table && isOfLayout(own, separator, table)) {
        delimiter = table.separator;
        header = table.columns;
        if (isHeader(own, table)) continue;
      }
      open?.add(own, path);
      // Without a quote it cannot end here, and need not be looked at again.
      if (open && !own.includes(quote)) continue;
      const text: string = open?.text ?? own;
      const start: number = open?.line ?? line;
      const fields = fieldsOf(text, delimiter, `${path}:${start}`);
      if (!fields) {
        open ??= new OpenRecord(own, line);
        continue;
      }
      open = undefined;
      if (fields.length === 1 && fields[0] === "" && !text.includes(quote)) continue;
      if (header) {
        const filled = header === table?.columns ? padded(fields, header.length) : fields;
        rows.push({
          line: start,
          value: record(header, filled, { where: `${path}:${start}`, only }),
        });
      } else header = headerOf(fields, { path, line: start, delimiter });
    }
    if (rows.length > 0) yield rows;
  }
  if (open) throw open.unclosed(path);
}

/** Names of the columns, and how many records there are; no names where there is no record. */
export async function separatedInfo(
  path: string,
  separator: SeparatedOptions["separator"],
): Promise<Omit<BinaryInfo, "sizeBytes">> {
  let rows = 0;
  for await (const records of separatedValues(path, path, { separator, only: [] }))
    rows += records.length;
  for await (const [first] of separatedValues(path, path, { separator }))
    return { rows, columns: Object.keys(first!.value as object) };
  return { rows };
}

function isOfLayout(line: string, usual: string, table: TableLayout): boolean {
  return line.trim() !== "" && (line.includes(table.separator) || !line.includes(usual));
}

/** Whether the line names columns, all of them or the first few. */
function isHeader(line: string, { separator, columns }: TableLayout): boolean {
  return line
    .split(separator)
    .every((name, at) => name.trim().toLowerCase() === columns[at]?.toLowerCase());
}

function padded(fields: readonly string[], length: number): readonly string[] {
  return [...fields, ...Array<string>(Math.max(0, length - fields.length)).fill("")];
}

const longestRecord = 1 << 26;

class OpenRecord {
  readonly line: number;
  #lines: string[];
  #length = 0;

  constructor(text: string, line: number) {
    this.#lines = [text];
    this.line = line;
  }

  add(text: string, path: string): void {
    this.#lines.push(text);
    this.#length += text.length;
    if (this.#length > longestRecord) throw this.unclosed(path);
  }

  get text(): string {
    this.#lines = [this.#lines.join("\n")];
    return this.#lines[0]!;
  }

  unclosed(path: string): UserError {
    return new UserError(
      `${path}:${this.line}: a quote is opened and never closed`,
      "double the quotes that stand inside a field",
    );
  }
}

/** `undefined` where the last field's quotes are still open. */
function fieldsOf(text: string, delimiter: string, where: string): readonly string[] | undefined {
  if (!text.includes(quote)) return withoutReturn(text).split(delimiter);
  const fields: string[] = [];
  for (let at = 0; ; ) {
    const end = text[at] === quote ? closing(text, at) : undefined;
    if (end === -1) return undefined;
    if (end === undefined) {
      const stop = text.indexOf(delimiter, at);
      fields.push(stop < 0 ? withoutReturn(text.slice(at)) : text.slice(at, stop));
      if (stop < 0) return fields;
      at = stop + 1;
      continue;
    }
    fields.push(text.slice(at + 1, end).replaceAll('""', quote));
    if (end + 1 === text.length || (text[end + 1] === "\r" && end + 2 === text.length))
      return fields;
    if (text[end + 1] !== delimiter)
      throw new UserError(
        `${where}: field ${fields.length} goes on after its closing quote`,
        "double the quotes that stand inside a quoted field",
      );
    at = end + 2;
  }
}

/** Index of the quote that closes the field which opens at `start`; −1 where there is none. */
function closing(text: string, start: number): number {
  for (let at = text.indexOf(quote, start + 1); at >= 0; at = text.indexOf(quote, at + 2))
    if (text[at + 1] !== quote) return at;
  return -1;
}

function withoutReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

function record(
  header: readonly string[],
  fields: readonly string[],
  { where, only }: { readonly where: string; readonly only: readonly string[] | undefined },
): Readonly<Record<string, string>> {
  if (fields.length !== header.length)
    throw new UserError(
      `${where}: ${fields.length} fields where the header names ${header.length}`,
      hint,
    );
  const value: Record<string, string> = {};
  for (let i = 0; i < header.length; i++)
    if (only?.includes(header[i]!) ?? true) value[header[i]!] = fields[i]!;
  return value;
}

interface HeaderPlace {
  readonly path: string;
  readonly line: number;
  readonly delimiter: string;
}

function headerOf(
  given: readonly string[],
  { path, line, delimiter }: HeaderPlace,
): readonly string[] {
  const fields = given.map((name) => name.trim());
  const twice = fields.find((name, i) => fields.indexOf(name) !== i);
  if (twice !== undefined)
    throw new UserError(
      `${path}:${line}: the column "${twice}" occurs twice`,
      "give every column its own name",
    );
  if (fields.some((name) => name.includes("\r")))
    throw new UserError(
      `${path}:${line}: lines end in a carriage return alone`,
      "save the file with line ends of Unix or Windows",
    );
  const other =
    fields.length === 1
      ? [";", "\t", ",", "|"].find((sign) => sign !== delimiter && given[0]!.includes(sign))
      : undefined;
  if (other !== undefined)
    throw new UserError(
      `${path}:${line}: the header is one column, ${JSON.stringify(given[0])}, with ${JSON.stringify(other)} in it`,
      "fields are separated by commas in .csv and by tabs in .tsv; save or name the file so",
    );
  return fields;
}
