/** How many of the answers in production came back with feedback, against a target. */
export interface FeedbackRate {
  readonly feedback: number;
  readonly answers: number;
  readonly rate: number;
  /** 95 % interval (Clopper–Pearson). */
  readonly low: number;
  readonly high: number;
  readonly target: number;
  /** `unsure` where the interval has the target in it. */
  readonly verdict: "met" | "not met" | "unsure";
}
