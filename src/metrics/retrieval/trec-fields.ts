import { UserError } from "../../core/user-error.ts";

export interface TrecLayout {
  /** How many fields a line has. */
  readonly count: number;
  /** What follows the last field of a line: refused, or passed over. */
  readonly rest: "refuse" | "ignore";
  /** Shown when a line does not fit. */
  readonly format: string;
}

export interface TrecLine {
  readonly fields: readonly string[];
  /** From 1. */
  readonly line: number;
}

/** The fields of each line, separated by ASCII white space as in C. Blank lines and lines that start with # are left out. */
export function* trecFields(text: string, { count, rest, format }: TrecLayout): Generator<TrecLine> {
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const fields = splitFields(text, { start, end, most: rest === "ignore" ? count : count + 1 });
    start = end + 1;
    line++;
    if (fields.length === 0 || fields[0]!.startsWith("#")) continue;
    if (fields.length !== count) {
      throw new UserError(
        `line ${line} has ${fields.length < count ? `only ${fields.length}` : "too many"} fields`,
        `the format is ${format}`,
      );
    }
    yield { fields, line };
  }
}

/** Scanned by character codes, since runs have millions of lines. */
function splitFields(text: string, { start, end, most }: { start: number; end: number; most: number }): string[] {
  const fields: string[] = [];
  for (let at = start; at < end && fields.length < most; ) {
    while (at < end && isSpace(text.charCodeAt(at))) at++;
    const first = at;
    while (at < end && !isSpace(text.charCodeAt(at))) at++;
    if (at > first) fields.push(text.slice(first, at));
  }
  return fields;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
