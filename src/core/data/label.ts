import { shown } from "../asking/shown.ts";
import { isRecord } from "../json.ts";
import { failure, type Result, success } from "../result.ts";
import { closest } from "../suggest.ts";

/** What one person said about one aspect of one answer: a row of a file of labels. */
export interface Label {
  readonly sample: string;
  /**
   * Whose answer it is about; absent where the file leaves that to the task, which then must have
   * one system.
   */
  readonly system?: string;
  /** Absent where the file belongs to one task. */
  readonly task?: string;
  /** What was asked of the answer, such as `faithfulness`. */
  readonly aspect: string;
  /** Empty where an adjudicated label names nobody. */
  readonly rater: string;
  /** One of the aspect's values. */
  readonly value: string;
  /**
   * Whether it was settled after the raters had spoken: it decides, and says nothing about how far
   * they agree.
   */
  readonly isAdjudicated: boolean;
  /** Which of several answers to the sample, counted from 1. */
  readonly repeat: number;
  /**
   * The first digits of the digest of the prediction that the rater saw; a label whose prediction
   * has changed since does not count.
   */
  readonly prediction?: string;
}

/** What can be said about an aspect of an answer. */
export interface LabelledAspect {
  readonly id: string;
  readonly values: readonly string[];
}

/** The columns of a file of labels; further ones are left alone. */
const labelColumns = [
  "sample",
  "system",
  "task",
  "aspect",
  "rater",
  "value",
  "adjudicated",
  "repeat",
  "prediction",
  "note",
  "at",
];

/** What a row is read for. */
export interface LabelReading {
  readonly task: string;
  readonly aspects: readonly LabelledAspect[];
}

/**
 * Reads one row; `null` where it belongs to another task. A reason names the column and what would
 * be right.
 */
export function readLabel(row: unknown, { task, aspects }: LabelReading): Result<Label | null> {
  if (!isRecord(row))
    return failure(
      `expected a row with the columns ${labelColumns.slice(0, 6).join(", ")}, got ${shown(row)}`,
    );
  const misspelt = misspeltColumn(row);
  if (misspelt)
    return failure(`unknown column "${misspelt.name}"; did you mean "${misspelt.meant}"?`);
  const ownTask = cell(row, "task");
  if (ownTask !== undefined && ownTask !== task) return success(null);
  const sample = cell(row, "sample");
  if (sample === undefined) return failure("sample: must name a sample by its id, but is blank");
  const aspect = aspectOf(row, aspects);
  if (!aspect.ok) return aspect;
  const value = saidIn(row, aspect.value);
  if (!value.ok) return value;
  const isAdjudicated = flagOf(cell(row, "adjudicated"));
  if (isAdjudicated === undefined)
    return failure(`adjudicated: must be true or false, got ${shown(row.adjudicated)}`);
  const rater = cell(row, "rater");
  if (rater === undefined && !isAdjudicated)
    return failure("rater: must name who said it, but is blank; only an adjudicated label may");
  const repeat = Number(cell(row, "repeat") ?? 1);
  if (!Number.isInteger(repeat) || repeat < 1)
    return failure(`repeat: must be a whole number from 1, got ${shown(row.repeat)}`);
  const prediction = cell(row, "prediction")?.toLowerCase();
  if (prediction !== undefined && !isDigest(prediction))
    return failure(
      `prediction: must be ${fewestDigits} or more hexadecimal digits of the digest of what was rated, got ${shown(row.prediction)}`,
    );
  return success({
    sample,
    aspect: aspect.value.id,
    rater: rater ?? "",
    value: value.value,
    isAdjudicated,
    repeat,
    ...optional("system", cell(row, "system")),
    ...optional("task", ownTask),
    ...optional("prediction", prediction),
  });
}

type Cells = Readonly<Record<string, unknown>>;

/** Numbers and truth values as files write them; blank cells are absent. */
function cell(row: Cells, column: string): string | undefined {
  const value = row[column];
  if (value === null || value === undefined || typeof value === "object") return undefined;
  const text = String(value).trim();
  return text === "" ? undefined : text;
}

function optional<Key extends string>(
  key: Key,
  value: string | undefined,
): { readonly [key in Key]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [key in Key]?: string };
}

/** A column that is nearly one of ours would be left alone unnoticed. */
function misspeltColumn(row: Cells): { readonly name: string; readonly meant: string } | undefined {
  for (const name of Object.keys(row)) {
    if (labelColumns.includes(name)) continue;
    const meant = closest(
      name,
      labelColumns.filter((column) => column.length > 4),
    );
    if (meant !== undefined && !(meant in row)) return { name, meant };
  }
  return undefined;
}

function aspectOf(row: Cells, aspects: readonly LabelledAspect[]): Result<LabelledAspect> {
  const name = cell(row, "aspect");
  const found = aspects.find(({ id }) => id === name);
  const choices = aspects.map(({ id }) => id).join(", ");
  if (found) return success(found);
  return failure(
    name === undefined
      ? `aspect: is blank; it must be one of ${choices}`
      : `aspect: must be one of ${choices}, got ${shown(name)}`,
  );
}

/**
 * Case and what stands between words do not matter: `partially_faithful` is `Partially Faithful`.
 */
function saidIn(row: Cells, { id, values }: LabelledAspect): Result<string> {
  const said = cell(row, "value");
  if (said === undefined) return failure(`value: is blank; ${id} is one of ${values.join(", ")}`);
  const found = values.find((value) => folded(value) === folded(said));
  return found === undefined
    ? failure(`value: ${id} must be one of ${values.join(", ")}, got ${shown(said)}`)
    : success(found);
}

function folded(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, " ");
}

function flagOf(text: string | undefined): boolean | undefined {
  const flags: Readonly<Record<string, boolean>> = {
    true: true,
    yes: true,
    "1": true,
    false: false,
    no: false,
    "0": false,
  };
  return text === undefined ? false : flags[text.toLowerCase()];
}

const fewestDigits = 8;

function isDigest(text: string): boolean {
  return new RegExp(`^[0-9a-f]{${fewestDigits},}$`).test(text);
}
