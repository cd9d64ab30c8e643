/** What one check of a gate came to; `undecided`: it could not be checked. */
export type GateState = "passed" | "failed" | "undecided";

type GateCheckKind =
  | "complete"
  | "refused"
  | "regression"
  | "target"
  | "coverage"
  | "answered"
  | "parse rate"
  | "judge failures"
  | "latency"
  | "cost";

/** One thing that a run is held to. */
export interface GateCheck {
  readonly kind: GateCheckKind;
  /** What is looked at, such as "Accuracy against the baseline". */
  readonly name: string;
  /** Absent where it is about the whole run. */
  readonly task?: string;
  readonly system?: string;
  readonly state: GateState;
  /** What was measured, in words. */
  readonly measured: string;
  /** What it is held to, in words. */
  readonly rule: string;
  /** Why it failed or was not decided, or what a reader must know though it passed. */
  readonly reason?: string;
  /** Only of regressions. */
  readonly regression?: GateRegression;
}

/** The figures of a check against the baseline. Fractions, never percentages. */
interface GateRegression {
  readonly metric: string;
  readonly baseline: number | null;
  readonly value: number | null;
  /** Value minus baseline on the samples that count for both. */
  readonly difference: number | null;
  /** Ends of its 95 % interval. */
  readonly low: number | null;
  readonly high: number | null;
  /** In the unit of the score. */
  readonly margin: number;
  /** One-sided: small where the system is worse by more than the margin. */
  readonly p: number;
  /** The same by Holm's correction over all checks against the baseline. */
  readonly adjusted: number;
  /** One-sided: small where it is not worse by more than the margin. */
  readonly pNotWorse: number;
  readonly test: string;
  readonly n: number;
  readonly groups: number;
  /** The smallest true loss that fails four times out of five; `null` where that is not known. */
  readonly minimumDetectableLoss: number | null;
}

/** What `vidimus gate` finds. */
export interface GateDocument {
  readonly schema: "vidimus-gate/1";
  readonly run: string;
  readonly baseline: string | null;
  /** `failed` where any check failed, else `undecided` where any could not be decided. */
  readonly state: GateState;
  readonly alpha: number;
  readonly checks: readonly GateCheck[];
  /** What this set can show at all, and what was left aside. */
  readonly notes: readonly string[];
}

export function gateState(checks: readonly Pick<GateCheck, "state">[]): GateState {
  const has = (state: GateState) => checks.some((check) => check.state === state);
  if (has("failed")) return "failed";
  return has("undecided") ? "undecided" : "passed";
}

/** "qa, model: Accuracy against the baseline". */
export function gateCheckName({ task, system, name }: GateCheck): string {
  const place = [task, system].filter((part) => part !== undefined).join(", ");
  return place === "" ? name : `${place}: ${name}`;
}
