import { UserError } from "../../core/user-error.ts";

export interface TrecLayout {
  /** How many fields a line has. */
  readonly count: number;
  /** What follows the last field of a line: refused, or passed over. */
  readonly rest: "refuse" | "ignore";
  /** Shown when a line does not fit. */
  readonly format: string;
}

/** One line; valid during the call that hands it over. */
export interface TrecLine {
  bytes: Uint8Array;
  /** Where field i starts and ends, at 2 i and 2 i + 1. */
  readonly fields: Int32Array;
  /** From 1. */
  line: number;
}

/** Takes a file in pieces of any size, which it does not keep. */
export interface TrecLines {
  push(chunk: Uint8Array): void;
  /** Says that there is no more. */
  end(): void;
}

const newline = 10;
const space = 32;
const hash = 35;

/**
 * Hands over the fields of each line, separated by ASCII white space as in C. Blank lines and lines
 * that start with # are left out. Works on bytes, since runs have tens of millions of lines, of
 * which no string is made (`npm run bench metrics`).
 */
export function trecLines(
  { count, rest, format }: TrecLayout,
  visit: (line: TrecLine) => void,
): TrecLines {
  const line: TrecLine = {
    bytes: new Uint8Array(),
    fields: new Int32Array(2 * (count + 1)),
    line: 0,
  };
  const { fields } = line;
  const most = rest === "ignore" ? count : count + 1;
  let carried = new Uint8Array(0);

  /**
   * Whole lines only: the last byte before `to` is a newline, so that the loops need not look for
   * the end.
   */
  function scan(bytes: Uint8Array, from: number, to: number): void {
    line.bytes = bytes;
    for (let at = from; at < to; at++) {
      line.line++;
      let found = 0;
      for (;;) {
        let byte = bytes[at]!;
        while (isSpace(byte) && byte !== newline) byte = bytes[++at]!;
        if (byte === newline) break;
        if (found === most) {
          at = bytes.indexOf(newline, at);
          break;
        }
        fields[2 * found] = at;
        while (!isSpace(byte)) byte = bytes[++at]!;
        fields[2 * found + 1] = at;
        found++;
      }
      if (found === 0 || bytes[fields[0]!] === hash) continue;
      if (found !== count) throw misfit(line.line, found);
      visit(line);
    }
  }

  function misfit(at: number, found: number): UserError {
    return new UserError(
      `line ${at} has ${found < count ? `only ${found}` : "too many"} fields`,
      `the format is ${format}`,
    );
  }

  return {
    push(chunk) {
      const last = chunk.lastIndexOf(newline);
      if (last < 0) {
        carried = joined(carried, chunk);
        return;
      }
      const first = carried.length === 0 ? 0 : chunk.indexOf(newline) + 1;
      if (first > 0) {
        const whole = joined(carried, chunk.subarray(0, first));
        scan(whole, 0, whole.length);
      }
      scan(chunk, first, last + 1);
      carried = chunk.slice(last + 1);
    },
    end() {
      if (carried.length === 0) return;
      const whole = joined(carried, Uint8Array.of(newline));
      scan(whole, 0, whole.length);
      carried = new Uint8Array(0);
    },
  };
}

/** The text of a field, for messages and names. */
export function fieldText({ bytes, fields }: TrecLine, index: number): string {
  return new TextDecoder().decode(bytes.subarray(fields[2 * index]!, fields[2 * index + 1]!));
}

function isSpace(byte: number): boolean {
  return byte <= space && (byte === space || (byte >= 9 && byte <= 13));
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
