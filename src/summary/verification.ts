/** Whether a part of a run or report is as it was when it was written. */
export type VerifiedState = "unchanged" | "changed" | "unchecked";

/** What was looked at, and what was found. */
export interface VerifiedPart {
  readonly part:
    | "log"
    | "files"
    | "data"
    | "media"
    | "figures"
    | "report"
    | "headlines"
    | "selfcheck"
    | "rejudged";
  readonly state: VerifiedState;
  readonly text: string;
  /** Files that were changed or are gone. */
  readonly changed: readonly string[];
}

/** `vidimus verify` as data. */
export interface Verification {
  readonly schema: "vidimus-verification/1";
  /** The run or report. */
  readonly subject: string;
  /** `changed` where any part is; otherwise `unchecked` where any part is. */
  readonly state: VerifiedState;
  readonly parts: readonly VerifiedPart[];
}

/** Sums parts up. */
export function verificationOf(subject: string, parts: readonly VerifiedPart[]): Verification {
  const has = (state: VerifiedState) => parts.some((part) => part.state === state);
  const state = has("changed") ? "changed" : has("unchecked") ? "unchecked" : "unchanged";
  return { schema: "vidimus-verification/1", subject, state, parts };
}
