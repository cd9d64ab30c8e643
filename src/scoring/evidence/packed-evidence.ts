import { isRecord, type Json } from "../../core/json.ts";
import { type Column, type ColumnFile, packColumns } from "../../summary/browse/column-file.ts";
import { EvidenceColumn, type Primitive } from "./evidence-column.ts";
import type { OrderedEvidence } from "./evidence-set.ts";

/** How the evidence of one measure is packed. */
type PackedRows =
  /** A column for each member: numbers, or places in `values`. */
  | { readonly members: readonly PackedMember[] }
  /** All rows as one JSON text. */
  | { readonly isJson: true }
  /** More than pages should load. */
  | { readonly isTooLarge: true };

interface PackedMember {
  readonly name: string;
  readonly column: string;
  readonly values: readonly Primitive[] | null;
}

interface AboutEvidence {
  readonly n: number;
  readonly groupCount: number;
  /** By the signatures of the measures. */
  readonly measures: Readonly<Record<string, PackedRows>>;
}

/** Characters of the rows of one measure. */
const mostCharacters = 64 * 2 ** 20;

/** The evidence of one system as a binary document that `openPacked` opens. */
export function packEvidence(
  set: OrderedEvidence,
  /** Signatures. */
  measures: readonly string[],
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly tooLarge: readonly string[] } {
  const columns: Record<string, Column> = { groups: set.groups, answered: set.answered };
  const packed: Record<string, PackedRows> = {};
  for (const [at, signature] of [...new Set(measures)].entries())
    packed[signature] = packRows(set.evidence(signature), (name, column) => {
      columns[`m${at}.${name}`] = column;
      return `m${at}.${name}`;
    });
  const about: AboutEvidence = { n: set.n, groupCount: set.groupCount, measures: packed };
  return {
    bytes: packColumns({ columns, about: about as unknown as Json }),
    tooLarge: Object.keys(packed).filter((signature) => "isTooLarge" in packed[signature]!),
  };
}

type Keep = (name: string, column: Column) => string;

function packRows(rows: Iterable<unknown>, keep: Keep): PackedRows {
  const flat = flatColumns(rows);
  if (flat)
    return {
      members: flat.map(({ name, column }, at) => {
        const { codes, values } = column.packed();
        return { name, column: keep(String(at), codes), values: values ?? null };
      }),
    };
  const texts: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    length += text.length + 1;
    if (length > mostCharacters) return { isTooLarge: true };
    texts.push(text);
  }
  keep("json", new TextEncoder().encode(`[${texts.join(",")}]`));
  return { isJson: true };
}

interface NamedColumn {
  readonly name: string;
  readonly column: EvidenceColumn;
}

/** `undefined` where rows are not objects with the same plain members. */
function flatColumns(rows: Iterable<unknown>): readonly NamedColumn[] | undefined {
  let columns: readonly NamedColumn[] | undefined;
  for (const row of rows) {
    if (!isRecord(row)) return undefined;
    columns ??= Object.keys(row).map((name) => ({ name, column: new EvidenceColumn() }));
    if (Object.keys(row).length !== columns.length) return undefined;
    for (const { name, column } of columns) {
      const value = row[name];
      if (!isPlain(value)) return undefined;
      column.push(value);
    }
  }
  return columns ?? [];
}

/** What JSON keeps as it is. */
function isPlain(value: unknown): value is Primitive {
  return (
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

/** Packed evidence, ready to be scored; rows are put together when they are first needed. */
export function openPacked({ columns, about }: ColumnFile): OrderedEvidence {
  const { n, groupCount, measures } = about as unknown as AboutEvidence;
  const opened = new Map<string, readonly unknown[]>();
  const rowsOf = (signature: string) => {
    const known = opened.get(signature) ?? rowsIn(signature);
    opened.set(signature, known);
    return known;
  };
  const rowsIn = (signature: string): readonly unknown[] => {
    const rows = Object.hasOwn(measures, signature) ? measures[signature] : undefined;
    if (!rows || "isTooLarge" in rows)
      throw new RangeError(`no evidence of the measure ${signature} is kept`);
    if ("members" in rows) return flatRows(rows.members, columns, n);
    const at = Object.keys(measures).indexOf(signature);
    return JSON.parse(
      new TextDecoder().decode(columns[`m${at}.json`] as Uint8Array),
    ) as readonly unknown[];
  };
  return {
    n,
    groupCount,
    groups: columns.groups as Uint32Array,
    answered: columns.answered as Uint8Array,
    slices: [],
    evidence: (signature, weights) =>
      weights ? rowsOf(signature).filter((_, at) => weights[at]! > 0) : rowsOf(signature),
  };
}

function flatRows(
  members: readonly PackedMember[],
  columns: ColumnFile["columns"],
  n: number,
): readonly unknown[] {
  const rows: Record<string, Primitive>[] = Array.from({ length: n }, () => ({}));
  // Member by member in the same order, so that all rows have one shape.
  for (const { name, column, values } of members) {
    const codes = columns[column]!;
    for (let at = 0; at < n; at++) {
      const code = codes[at]!;
      rows[at]![name] = values ? values[code]! : code;
    }
  }
  return rows;
}
