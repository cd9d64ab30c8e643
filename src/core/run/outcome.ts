/**
 * What kind of failure a system met. `rate` and `transient` may pass and are tried again;
 * `deterministic` and `too-large` would come back the same; `auth` concerns every sample of the
 * system; `media` is a file that the system could not take; `session`: what the system knew of the
 * stream so far is lost, so that it is shown again from its start.
 */
export const failureCauses = [
  "rate",
  "transient",
  "deterministic",
  "too-large",
  "auth",
  "media",
  "session",
] as const;
export type FailureCause = (typeof failureCauses)[number];

/**
 * How work on one sample ended. Only `answered` carries a value; nothing else is ever turned into
 * an answer. `unparsed`, `refused`, `truncated` and `missing` are the system's doing; `media-error`
 * and `failed` are ours.
 */
export const outcomeKinds = [
  "answered",
  "unparsed",
  "refused",
  "truncated",
  "missing",
  "media-error",
  "failed",
] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];
export type NoAnswer = {
  readonly kind: Exclude<OutcomeKind, "answered">;
  readonly reason: string;
  /** Why work failed; decides whether and when it is tried again. */
  readonly cause?: FailureCause;
};
export type Outcome<T> = { readonly kind: "answered"; readonly value: T } | NoAnswer;

export function answered<T>(value: T): Outcome<T> {
  return { kind: "answered", value };
}

export function noAnswer(kind: NoAnswer["kind"], reason: string): NoAnswer {
  return { kind, reason };
}

/** A failure of a known kind. */
export function failed(cause: FailureCause, reason: string): NoAnswer {
  return { kind: "failed", reason, cause };
}

/** Whether an outcome ends the work on its sample: all but `failed` do. */
export function settles(kind: OutcomeKind): boolean {
  return kind !== "failed";
}

/**
 * Whether a sample with this outcome enters the score: as it was answered, or as the family's empty
 * prediction.
 */
export function isScored(kind: OutcomeKind): boolean {
  return kind !== "failed" && kind !== "media-error";
}

/**
 * Whether a sample with this outcome was put to the system and came back, with whatever answer. The
 * rest lowers coverage.
 */
export function cameBack(kind: OutcomeKind): boolean {
  return isScored(kind) && kind !== "missing";
}
