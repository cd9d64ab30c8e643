import { shown } from "../asking/shown.ts";
import { isRecord, type Json } from "../json.ts";
import { failure, type Result, success } from "../result.ts";
import { closest } from "../suggest.ts";

/** What somebody says is true instead of what the data says: a row of a file of corrections. */
export type Correction = ChangedTruth | AddedSample;

interface CorrectionCommon {
  /** The id of the sample. */
  readonly sample: string;
  readonly author: string;
  readonly reason: string;
  /** When it was written. */
  readonly at: string;
}

/** Members of a sample that are to be others; the last row about a sample counts. */
export interface ChangedTruth extends CorrectionCommon {
  /** The digest of the sample as the data has it: a correction of other content is refused. */
  readonly base: string;
  /** With their new values; none takes earlier corrections of the sample back. */
  readonly truth: Readonly<Record<string, Json>>;
}

/** A sample that the data does not have. */
export interface AddedSample extends CorrectionCommon {
  readonly added: Readonly<Record<string, Json>>;
}

const columns = ["sample", "base", "truth", "added", "author", "reason", "at"];

/** Members that say which sample it is. */
const kept = new Set(["id"]);

/** Reads one row. A reason names the member and what would be right. */
export function readCorrection(row: unknown): Result<Correction> {
  if (!isRecord(row)) return failure(`expected an object with ${columns.join(", ")}`);
  for (const name of Object.keys(row))
    if (!columns.includes(name)) {
      const meant = closest(name, columns);
      return failure(
        `unknown member "${name}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`,
      );
    }
  for (const name of ["sample", "author", "reason", "at"])
    if (typeof row[name] !== "string" || row[name].trim() === "")
      return failure(`${name}: must be a text, got ${shown(row[name])}`);
  const common = {
    sample: row.sample as string,
    author: row.author as string,
    reason: row.reason as string,
    at: row.at as string,
  };
  if (isRecord(row.added)) {
    if (row.added.id !== row.sample)
      return failure(`added: its id must be ${shown(row.sample)}, got ${shown(row.added.id)}`);
    return success({ ...common, added: row.added as Readonly<Record<string, Json>> });
  }
  if (!isRecord(row.truth))
    return failure(`truth: must be an object of members with new values, got ${shown(row.truth)}`);
  const fixed = Object.keys(row.truth).find((name) => kept.has(name));
  if (fixed !== undefined) return failure(`truth: ${fixed} cannot be corrected`);
  if (typeof row.base !== "string" || !/^[0-9a-f]{8,}$/.test(row.base))
    return failure(
      `base: must be 8 or more hexadecimal digits of the digest of the sample, got ${shown(row.base)}`,
    );
  return success({
    ...common,
    base: row.base,
    truth: row.truth as Readonly<Record<string, Json>>,
  });
}
