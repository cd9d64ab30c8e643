import { isRecord } from "../../core/json.ts";
import type { Weights } from "../../core/scores/metric.ts";
import type { DigestedEvidence } from "./evidence-set.ts";

/** The evidence of one system on one task as JSON, in the order of the samples' digests. */
export interface KeptEvidence {
  readonly n: number;
  /** Sixteen hexadecimal digits for each sample. */
  readonly digests: string;
  readonly groups: readonly number[];
  readonly groupCount: number;
  /** A `1` for each sample that was answered, and a `0` for each other. */
  readonly answered: string;
  /** By the signatures of the measures. */
  readonly measures: Readonly<Record<string, KeptRows>>;
}

/** Objects with the same members are kept member by member, which takes a fraction of the room. */
type KeptRows =
  | { readonly keys: readonly string[]; readonly columns: readonly (readonly unknown[])[] }
  | { readonly rows: readonly unknown[] };

/** Keeps what the given measures made of the samples; their slices are left out. */
export function keepEvidence(set: DigestedEvidence, measures: readonly string[]): KeptEvidence {
  const { n, groups, groupCount, answered, digests } = set;
  const word = (value: number) => value.toString(16).padStart(8, "0");
  return {
    n,
    digests: Array.from(
      { length: n },
      (_, at) => word(digests.high[at]!) + word(digests.low[at]!),
    ).join(""),
    groups: [...groups],
    groupCount,
    answered: answered.join(""),
    measures: Object.fromEntries(
      [...new Set(measures)].map((signature) => [
        signature,
        keptRows(plainRows(set.evidence(signature))),
      ]),
    ),
  };
}

/** The kept evidence, ready to be scored. */
export function openEvidence(kept: KeptEvidence): DigestedEvidence {
  const { n, groups, groupCount, answered, digests, measures } = kept;
  const words = (offset: number) =>
    Uint32Array.from({ length: n }, (_, at) =>
      Number.parseInt(digests.slice(16 * at + offset, 16 * at + offset + 8), 16),
    );
  const opened = new Map<string, readonly unknown[]>();
  const rowsOf = (signature: string) => {
    const known = opened.get(signature);
    if (known) return known;
    const own = Object.hasOwn(measures, signature) ? measures[signature] : undefined;
    if (!own) throw new RangeError(`no measure has the signature ${signature}`);
    const rows = "rows" in own ? own.rows : Array.from({ length: n }, (_, at) => rowAt(own, at));
    opened.set(signature, rows);
    return rows;
  };
  return {
    n,
    groups: Uint32Array.from(groups),
    groupCount,
    answered: Uint8Array.from(answered, Number),
    digests: { high: words(0), low: words(8) },
    slices: [],
    evidence: (signature: string, weights?: Weights) =>
      weights ? rowsOf(signature).filter((_, at) => weights[at]! > 0) : rowsOf(signature),
  };
}

/** As JSON has them: evidence may make some of its members only when they are read. */
function plainRows(evidence: Iterable<unknown>): readonly unknown[] {
  return JSON.parse(JSON.stringify([...evidence])) as readonly unknown[];
}

function keptRows(rows: readonly unknown[]): KeptRows {
  const [first] = rows;
  if (!isRecord(first)) return { rows };
  const keys = Object.keys(first);
  const isAlike = (row: unknown) =>
    isRecord(row) &&
    Object.keys(row).length === keys.length &&
    keys.every((key) => Object.hasOwn(row, key));
  if (!rows.every(isAlike)) return { rows };
  const records = rows as readonly Readonly<Record<string, unknown>>[];
  return { keys, columns: keys.map((key) => records.map((row) => row[key])) };
}

function rowAt(
  { keys, columns }: Extract<KeptRows, { readonly keys: readonly string[] }>,
  at: number,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(keys.map((key, column) => [key, columns[column]![at]]));
}
