import { shown } from "../asking/shown.ts";
import { isRecord, type Json } from "../json.ts";
import { failure, type Result, success } from "../result.ts";

/** What a user of a system in production said of one of its answers. */
export interface Feedback {
  readonly id: string;
  /** `none`: the answer was given, and nobody said anything. */
  readonly kind: FeedbackKind;
  /** The sample of the dataset that it is about, where it has one. */
  readonly sample?: string;
  readonly system?: string;
  readonly asked?: string;
  readonly answer?: string;
  /** How sure the system was, from 0 to 1. */
  readonly confidence?: number;
  /** From which confidence on it speaks up. */
  readonly threshold?: number;
  /** How far its answer was ahead of the next one. */
  readonly margin?: number;
  readonly by?: string;
  readonly note?: string;
  readonly at?: string;
  /** Members of the sample as they should be. */
  readonly truth?: Readonly<Record<string, Json>>;
  /** A row of the dataset's format that it does not have yet. */
  readonly row?: Readonly<Record<string, Json>>;
}

export type FeedbackKind = "correction" | "false-alarm" | "missed" | "none";

/** Names that files give to what we call otherwise. */
const aliases: Readonly<Record<string, string>> = {
  feedback_id: "id",
  query_id: "sample",
  question_id: "sample",
  sample_id: "sample",
  feedback: "kind",
  feedback_type: "kind",
  question: "asked",
  query_text: "asked",
  query: "asked",
  prediction: "answer",
  system_answer: "answer",
  score: "confidence",
  user: "by",
  user_id: "by",
  author: "by",
  comment: "note",
  timestamp: "at",
  created_at: "at",
};

const kinds: Readonly<Record<string, FeedbackKind>> = {
  correction: "correction",
  corrected: "correction",
  wrong: "correction",
  "false alarm": "false-alarm",
  "false positive": "false-alarm",
  missed: "missed",
  "missed event": "missed",
  "false negative": "missed",
  none: "none",
  ok: "none",
  accepted: "none",
  "": "none",
};

/** A row of feedback with all that stands in it. */
export interface ReportedFeedback extends Feedback {
  readonly given: Readonly<Record<string, Json>>;
}

/** What would change in a dataset, if people agree. */
export interface FeedbackProposal {
  /** Members of the sample with their new values. */
  readonly truth?: Readonly<Record<string, Json>>;
  /** A whole sample that the dataset lacks. */
  readonly added?: Readonly<Record<string, Json>>;
  /** The part of the video that it is about. */
  readonly span?: { readonly startSeconds: number; readonly endSeconds: number };
}

/**
 * Reads one row of a file of feedback; `number` names it where it has no id. A reason names the
 * member and what would be right. Members that are none of feedback's are left to the family.
 */
export function readFeedback(given: unknown, number: number): Result<Feedback> {
  if (!isRecord(given)) return failure(`expected an object, got ${shown(given)}`);
  const row = plainNames(given);
  const kind =
    kinds[
      text(row.kind)
        ?.toLowerCase()
        .replaceAll(/[\s_-]+/g, " ") ?? ""
    ];
  if (kind === undefined)
    return failure(`kind: must be correction, false-alarm, missed or none, got ${shown(row.kind)}`);
  const numbers: Record<string, number> = {};
  for (const name of ["confidence", "threshold", "margin"] as const) {
    const value = row[name];
    if (value === undefined || value === null || value === "") continue;
    const number_ = Number(value);
    if (!Number.isFinite(number_)) return failure(`${name}: must be a number, got ${shown(value)}`);
    numbers[name] = number_;
  }
  const records: Record<string, Readonly<Record<string, Json>>> = {};
  for (const name of ["truth", "row"] as const) {
    const value = recordIn(row[name]);
    if (value === undefined) continue;
    if (value === null) return failure(`${name}: must be an object, got ${shown(row[name])}`);
    records[name] = value;
  }
  const texts = Object.fromEntries(
    ["sample", "system", "asked", "answer", "by", "note", "at"].flatMap((name) => {
      const value = text(row[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return success({ id: text(row.id) ?? String(number), kind, ...texts, ...numbers, ...records });
}

/** How unsure the system was: its distance from the threshold, or its margin; `null` if unknown. */
export function uncertainty(
  { confidence, threshold, margin }: Pick<Feedback, "confidence" | "threshold" | "margin">,
  usualThreshold: number,
): number | null {
  if (confidence !== undefined) return Math.abs(confidence - (threshold ?? usualThreshold));
  return margin === undefined ? null : Math.abs(margin);
}

type Row = Readonly<Record<string, unknown>>;

function plainNames(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const plain = aliases[name];
      return plain === undefined ? [[name, value]] : plain in row ? [] : [[plain, value]];
    }),
  );
}

function text(value: unknown): string | undefined {
  if (value === null || value === undefined || typeof value === "object") return undefined;
  const own = String(value).trim();
  return own === "" ? undefined : own;
}

/** Objects, also as a table writes them; `null` where it is something else. */
function recordIn(value: unknown): Readonly<Record<string, Json>> | null | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (isRecord(value)) return value as Readonly<Record<string, Json>>;
  try {
    const parsed: unknown = JSON.parse(String(value));
    return isRecord(parsed) ? (parsed as Readonly<Record<string, Json>>) : null;
  } catch {
    return null;
  }
}
