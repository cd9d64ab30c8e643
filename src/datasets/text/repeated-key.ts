import { countKeys, mostLevels } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";

const quote = 0x22;
const colon = 0x3a;
const openRecord = 0x7b;
const closeRecord = 0x7d;
const openList = 0x5b;
const closeList = 0x5d;
const newline = 0x0a;

interface Parsed {
  readonly text: string;
  /** What it was parsed to. */
  readonly value: unknown;
  readonly path: string;
  /** Where the text starts in the file. */
  readonly line: number;
}

/**
 * @throws {UserError} where an object has a key twice, or where there are more levels than anybody
 * could walk through. Texts are gone through only where more keys seem to be written than were
 * read.
 */
export function refuseRepeatedKey({ text, value, path, line }: Parsed): void {
  const keys = countKeys(value);
  if (keys === undefined)
    throw new UserError(
      `${path}:${line}: is nested more than ${mostLevels} levels deep`,
      "records of data are flat, or nearly so",
    );
  if (colons(text) === keys || writtenKeys(text) === keys) return;
  const repeated = repeatedKey(text);
  if (!repeated) return;
  const where = `${path}:${line + repeated.line - 1}`;
  throw new UserError(
    `${where}: the key ${JSON.stringify(repeated.key)} occurs a second time`,
    "which of the two is meant?",
  );
}

/** Every key has one, so that where there are no others, there are no more keys. */
function colons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) count++;
  return count;
}

/** At least as many as there are: a text may look like a key. */
function writtenKeys(text: string): number {
  const key = /"\s*:/g;
  let count = 0;
  while (key.test(text)) count++;
  return count;
}

interface RepeatedKey {
  readonly key: string;
  /** Of the second one, counted from 1. */
  readonly line: number;
}

/**
 * The first key that an object of this JSON text has twice. Parsers keep the last value and say
 * nothing, so that an answer would be lost. The text must be JSON: only brackets and quotes are
 * looked at.
 */
export function repeatedKey(text: string): RepeatedKey | undefined {
  /** The keys of every object that is open; none for a list. */
  const open: (Set<string> | undefined)[] = [];
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === newline) line++;
    else if (sign === openRecord) open.push(new Set());
    else if (sign === openList) open.push(undefined);
    else if (sign === closeRecord || sign === closeList) open.pop();
    else if (sign === quote) {
      const start = at;
      at = closingQuote(text, at);
      const keys = open.at(-1);
      if (!keys || !isKey(text, at)) continue;
      const key = keyOf(text.slice(start, at + 1));
      if (keys.has(key)) return { key, line };
      keys.add(key);
    }
  }
  return undefined;
}

function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === colon;
}

function keyOf(quoted: string): string {
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}
