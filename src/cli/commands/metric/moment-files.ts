import { UserError } from "../../../core/user-error.ts";
import type { HasMoments, HasSaliency } from "../../../metrics/moments/has-moments.ts";
import { type TableRow, tableRows } from "./table-rows.ts";

export interface MomentFiles {
  readonly names: readonly string[];
  readonly moments: readonly HasMoments[];
  /** With clips of that length. */
  saliency(clipSeconds: number): readonly HasSaliency[];
  readonly notes: readonly string[];
  /**
   * Fields that no record of the reference or of the predictions has, of those that metrics read.
   */
  readonly lacking: readonly LackingField[];
}

export interface LackingField {
  readonly field: MomentField;
  readonly path: string;
  readonly isSwapped: boolean;
}

const truthFields = ["relevant_windows", "saliency_scores"] as const;
const foundFields = ["pred_relevant_windows", "pred_saliency_scores"] as const;

export type MomentField = (typeof truthFields)[number] | (typeof foundFields)[number];

/**
 * Joins the two files of QVHighlights' evaluation by `qid`; a query without a prediction is one for
 * which nothing was found.
 */
export async function readMoments(reference: string, prediction: string): Promise<MomentFiles> {
  const truthRows = await tableRows(reference);
  const foundRows = await tableRows(prediction);
  const truths = byQuery(truthRows);
  const found = byQuery(foundRows);
  const names = [...truths.keys()];
  const unknown = [...found.keys()].filter((qid) => !truths.has(qid));
  const absent = names.filter((qid) => !found.has(qid));
  return {
    names,
    moments: names.map((qid) => ({
      truths: spans(truths.get(qid)!, "relevant_windows"),
      found: foundMoments(found.get(qid)),
    })),
    saliency: (clipSeconds) =>
      names.map((qid) => saliencyOf(truths.get(qid)!, { found: found.get(qid), clipSeconds })),
    lacking: [
      ...lackingFields(truthRows, truthFields, { path: reference, others: foundFields }),
      ...lackingFields(foundRows, foundFields, { path: prediction, others: truthFields }),
    ],
    notes: [
      ...(absent.length === 0
        ? []
        : [
            `${absent.length} of ${names.length} queries have no prediction: nothing was found for them (${shown(absent)})`,
          ]),
      ...(unknown.length === 0
        ? []
        : [
            `${unknown.length} predictions are for queries that the reference lacks, and are left out (${shown(unknown)})`,
          ]),
    ],
  };
}

/** What stands in no record was not predicted or annotated at all, which is no figure of 0. */
function lackingFields(
  rows: readonly TableRow[],
  fields: readonly MomentField[],
  { path, others }: { readonly path: string; readonly others: readonly MomentField[] },
): readonly LackingField[] {
  const has = (field: MomentField) =>
    rows.some(({ cells }) => cells[field] !== undefined && cells[field] !== null);
  const isSwapped = !fields.some(has) && others.some(has);
  return fields.filter((field) => !has(field)).map((field) => ({ field, path, isSwapped }));
}

function shown(names: readonly string[]): string {
  return `${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""}`;
}

function byQuery(rows: readonly TableRow[]): ReadonlyMap<string, TableRow> {
  const queries = new Map<string, TableRow>();
  for (const row of rows) {
    const { qid } = row.cells;
    if (typeof qid !== "number" && typeof qid !== "string")
      throw new UserError(`${row.place}: qid must be a number or a name`);
    const before = queries.get(String(qid));
    if (before)
      throw new UserError(
        `${row.place}: the query ${qid} stands at ${before.place} already`,
        "one line per query",
      );
    queries.set(String(qid), row);
  }
  return queries;
}

function numbers(
  value: unknown,
  { place, name, least }: { place: string; name: string; least: number },
): readonly number[] {
  if (!Array.isArray(value) || value.length < least || !value.every((one) => Number.isFinite(one)))
    throw new UserError(
      `${place}: ${name} must be ${least === 0 ? "a list of numbers" : `${least} numbers`}, got ${JSON.stringify(value) ?? "nothing"}`,
    );
  return value as readonly number[];
}

function list({ cells, place }: TableRow, name: string): readonly unknown[] {
  const value = cells[name] ?? [];
  if (!Array.isArray(value)) throw new UserError(`${place}: ${name} must be a list`);
  return value;
}

function spans(row: TableRow, name: string) {
  return list(row, name).map((value, i) => {
    const [startSeconds, endSeconds] = numbers(value, {
      place: row.place,
      name: `${name}[${i}]`,
      least: 2,
    }) as [number, number];
    if (startSeconds > endSeconds)
      throw new UserError(
        `${row.place}: ${name}[${i}] ends before it starts: ${JSON.stringify(value)}`,
      );
    return { startSeconds, endSeconds };
  });
}

function foundMoments(row: TableRow | undefined): HasMoments["found"] {
  if (!row) return [];
  const confidences = list(row, "pred_relevant_windows").map(
    (value, i) =>
      numbers(value, { place: row.place, name: `pred_relevant_windows[${i}]`, least: 3 })[2]!,
  );
  return spans(row, "pred_relevant_windows").map((span, i) => ({
    ...span,
    confidence: confidences[i]!,
  }));
}

function saliencyOf(
  truth: TableRow,
  { found, clipSeconds }: { readonly found: TableRow | undefined; readonly clipSeconds: number },
): HasSaliency {
  const { place, cells } = truth;
  const duration = cells.duration ?? 0;
  if (typeof duration !== "number" || !(duration >= 0))
    throw new UserError(`${place}: duration must be a number of seconds`);
  const clips = numbers(cells.relevant_clip_ids ?? [], {
    place,
    name: "relevant_clip_ids",
    least: 0,
  });
  const grades = list(truth, "saliency_scores");
  if (clips.length !== grades.length)
    throw new UserError(
      `${place}: relevant_clip_ids has ${clips.length} entries, but saliency_scores ${grades.length}`,
    );
  return {
    clipCount: Math.floor(duration / clipSeconds),
    graded: clips.map((clip, i) => ({
      clip,
      grades: numbers(grades[i], { place, name: `saliency_scores[${i}]`, least: 1 }),
    })),
    scores: found
      ? numbers(found.cells.pred_saliency_scores ?? [], {
          place: found.place,
          name: "pred_saliency_scores",
          least: 0,
        })
      : [],
  };
}
