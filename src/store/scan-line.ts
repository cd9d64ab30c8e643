import { type OutcomeKind, outcomeKinds } from "../core/run/outcome.ts";
import { cellDigits, sampleDigits } from "../core/run/work.ts";
import { type EntryKind, noWork } from "./work-index.ts";

const keyStartOf: Readonly<Record<string, number>> = {
  reply: '{"event":"reply","key":"'.length,
  outcome: '{"event":"outcome","key":"'.length,
  grade: '{"event":"grade","key":"'.length,
  media: '{"event":"media","key":"'.length,
};
const kindMark = '"outcome":{"kind":"';
const kinds: ReadonlySet<string> = new Set(outcomeKinds);

const keyless: ReadonlySet<string> = new Set(["note", "fitted"]);

export interface Scanned {
  readonly key: string;
  readonly kind: EntryKind;
}

/**
 * Key and kind of an intact line (`undefined`: no event of this format), read from its bytes
 * without parsing it: what makes opening a journal of long lines cheap. Inside a JSON string a
 * quote is always behind a backslash, so the mark of the outcome cannot occur in somebody's text.
 */
export function scanLine(line: Buffer): Scanned | undefined {
  const event = line.toString("latin1", 10, line.indexOf(34, 10));
  if (keyless.has(event)) return { key: noWork, kind: "note" };
  const keyStart = keyStartOf[event];
  if (keyStart === undefined) return undefined;
  const keyEnd = keyStart + cellDigits + 1 + sampleDigits;
  const key = line.toString("latin1", keyStart, keyEnd);
  if (event !== "outcome") return { key, kind: event as EntryKind };
  const mark = line.indexOf(kindMark, keyEnd, "latin1");
  if (mark < 0) return undefined;
  const start = mark + kindMark.length;
  const kind = line.toString("latin1", start, line.indexOf(34, start));
  return kinds.has(kind) ? { key, kind: kind as OutcomeKind } : undefined;
}
