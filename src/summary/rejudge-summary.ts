import type { Table } from "../core/scores/analysis.ts";
import type { BothSides } from "./explanation.ts";
import type { ScoreSummary, Scores } from "./score-summary.ts";

/** `vidimus rejudge` as data, and rejudge.json beside the grades. Fractions, never percentages. */
export interface RejudgeDocument {
  readonly schema: "vidimus-rejudge/1";
  readonly run: string;
  /** Where the new grades are kept. */
  readonly directory: string;
  /** What to name it by: `vidimus score <run> --judged-by <name>`. */
  readonly name: string;
  readonly role: string;
  /** False while answers are left to grade. */
  readonly complete: boolean;
  readonly tasks: readonly RejudgedTask[];
  readonly notes: readonly string[];
}

export interface RejudgedTask {
  readonly id: string;
  readonly family: string;
  readonly before: JudgeIdentity;
  readonly after: JudgeIdentity;
  /** Where the two judges differ: model, parameters, wording. */
  readonly changes: readonly BothSides[];
  readonly systems: readonly RejudgedSystem[];
  /** Only where a calibration was given. */
  readonly calibration?: CalibrationFit;
}

/** Everything that decides what a judge says. */
export interface JudgeIdentity {
  readonly id: string;
  /** As signatures of scores name it. */
  readonly name: string;
  readonly kind: string;
  readonly identity: unknown;
  /** How it is asked. */
  readonly wording: unknown;
}

export interface RejudgedSystem {
  readonly id: string;
  /** Answers that there are to grade. */
  readonly answers: number;
  readonly graded: { readonly before: number; readonly after: number };
  /** Why the new judge has no verdict on some, the most frequent first. */
  readonly ungraded: readonly { readonly reason: string; readonly count: number }[];
  /** Of the metrics that read the judge, by id. */
  readonly metrics: Readonly<Record<string, RejudgedScore>>;
  readonly aspects: readonly RejudgedAspect[];
  /** Answers that the judges differ on, the first of them. */
  readonly disagreements: readonly Disagreement[];
  /** How many there are. */
  readonly disagreementCount: number;
}

/** A score under both judges, and the difference on the answers that both graded. */
export interface RejudgedScore {
  readonly title: string;
  readonly kind: ScoreSummary["kind"];
  readonly best: number;
  readonly worst: number | null;
  readonly before: JudgedScore;
  readonly after: JudgedScore;
  /** The new judge's score minus the old one's. */
  readonly difference: JudgedScore & { readonly p: number | null; readonly test: string };
}

export interface JudgedScore extends Pick<ScoreSummary, "value" | "low" | "high" | "interval"> {
  readonly n: number;
}

/** One aspect of the answers, such as faithfulness, as both judges and people see it. */
export interface RejudgedAspect {
  readonly id: string;
  readonly title: string;
  /** Answers of which both judges say something. */
  readonly n: number;
  /** How far the judges agree. */
  readonly agreement: Scores;
  /** A row for each thing that the old judge says, a column for each of the new one. */
  readonly confusion: Table;
  /** Only where people labelled some of the answers. */
  readonly people?: AspectPeople;
  /** Scores corrected for the judge's bias, by metric id; only where something corrects them. */
  readonly corrected?: Readonly<Record<string, CorrectedScores>>;
  /** Why nothing is corrected although labels or a calibration were given. */
  readonly uncorrected?: string;
}

interface AspectPeople {
  readonly labelled: number;
  readonly groups: number;
  readonly raters: readonly string[];
  /** How far each judge agrees with people. */
  readonly before: Scores;
  readonly after: Scores;
}

export interface CorrectedScores {
  readonly title: string;
  readonly kind: ScoreSummary["kind"];
  readonly best: number;
  readonly worst: number | null;
  /** `labels`: of answers of this run; `calibration`: of another run, by the same judge. */
  readonly by: "labels" | "calibration";
  /** Only where labels correct: a calibration is of one judge. */
  readonly before?: CorrectedScore;
  readonly after: CorrectedScore;
}

/** What people are expected to say of all answers. */
export interface CorrectedScore extends JudgedScore {
  /** What the judge says by itself, on the same answers. */
  readonly judged: number | null;
  /** How much the judge's verdicts count beside labels: 0 not at all, 1 fully. */
  readonly power: number;
  readonly labelled: number;
}

/** An answer that the judges differ on. */
export interface Disagreement {
  readonly sample: string;
  /** Counted from 1; only where samples were asked more than once. */
  readonly repeat?: number;
  readonly aspect: string;
  readonly before: string;
  readonly after: string;
  /** What people come to, where they labelled it. */
  readonly people?: string;
  /** What the judges replied about the answer, with their reasons where they give some. */
  readonly replies?: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** Whether a calibration fits the judge that is used now. */
export interface CalibrationFit {
  readonly file: string;
  readonly fits: boolean;
  /** What differs between the judge that was calibrated and the one that is used: `a` and `b`. */
  readonly differences: readonly BothSides[];
  readonly text: string;
}

/** A judge's bias as labels by people show it: a file for runs that have no labels. */
export interface JudgeCalibration {
  readonly schema: "vidimus-calibration/1";
  /** The run whose answers were labelled. */
  readonly run: string;
  readonly role: string;
  readonly tasks: readonly CalibratedTask[];
}

export interface CalibratedTask {
  readonly id: string;
  readonly family: string;
  readonly judge: JudgeIdentity;
  /** By aspect id, then by metric id. */
  readonly aspects: Readonly<Record<string, Readonly<Record<string, JudgeBias>>>>;
}

/** How much higher people score the same answers than the judge does. */
export interface JudgeBias {
  readonly difference: number;
  readonly standardError: number;
  readonly answers: number;
  readonly groups: number;
  /** Whether people and the judge never differ. */
  readonly isUnanimous: boolean;
}
