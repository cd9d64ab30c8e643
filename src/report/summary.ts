import type { Curve, Table } from "../core/analysis.ts";
import type { QuoteRule } from "../core/aspect.ts";
import type { PromptNote } from "../core/family.ts";
import type { Json } from "../core/json.ts";
import type { ReferenceLine } from "../core/metric.ts";
import type { NoAnswer, OutcomeKind } from "../core/outcome.ts";
import type { View } from "../core/view.ts";

/** Everything that is known about a run in numbers: what `--json` prints, what metrics.json holds, what reports draw. Fractions, never percentages. */
export interface Summary {
  readonly schema: "vidimus-summary/1";
  readonly name: string;
  /** False while work is left to do. */
  readonly complete: boolean;
  /** Which samples were selected, in words such as "the first 40 samples of each task"; `null`: all of them. */
  readonly selection: string | null;
  readonly tasks: readonly TaskSummary[];
}

export interface TaskSummary {
  readonly id: string;
  readonly family: string;
  /** The wording that chat systems were asked with. */
  readonly prompt?: PromptNote;
  /** What a reader of the scores must know besides. */
  readonly notes?: readonly string[];
  readonly systems: readonly SystemSummary[];
  /** What probes take away from the systems they are of; only where there are probes. */
  readonly gains?: readonly GainSummary[];
  /** Whether systems prefer places; only where a system is also asked with its options turned round. */
  readonly positionBias?: readonly PositionBiasSummary[];
}

/** A system against one of its probes, on the samples that are scored for both. */
export interface GainSummary {
  /** The system that the probe is of. */
  readonly of: string;
  /** The probe. */
  readonly probe: string;
  readonly condition: string;
  /** By metric id. */
  readonly metrics: Readonly<Record<string, GainScore>>;
}

/** The system's score minus the probe's. Under the probe `blind` this is the video gain. */
export interface GainScore {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** How the interval was made, or why there is none. */
  readonly interval: string;
  /** Two-sided, for no difference; `null` where there is no test. */
  readonly pValue: number | null;
  /** How it was tested. */
  readonly test: string;
  /** Pairs of answers. */
  readonly n: number;
  readonly groups: number;
}

/** A system with its options in their own places and turned round, on the samples that are scored in all of these orders. */
export interface PositionBiasSummary {
  readonly of: string;
  /** The id of the metric: a proportion. */
  readonly metric: string;
  readonly n: number;
  /** The first is the system itself, with shift 0. */
  readonly orders: readonly OrderScore[];
  /** The highest score of an order minus the lowest. */
  readonly spread: number | null;
  /** The share of samples that are right in all of these orders. */
  readonly circular: Proportion;
}

export interface Proportion {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly interval: string;
}

export interface OrderScore extends Proportion {
  readonly system: string;
  /** Places that the options are turned by. */
  readonly shift: number;
}

/** Which system was asked, and under what condition. */
export interface ProbeSummary {
  readonly of: string;
  /** The kind of the probe. */
  readonly condition: string;
  /** What decides the condition, such as the places that options are turned by. */
  readonly settings: Json;
}

/** Outcomes by kind; `pending` counts samples that were not reached yet. */
export type OutcomeCounts = Readonly<Record<OutcomeKind | "pending", number>>;

export interface SystemSummary {
  readonly id: string;
  readonly kind: string;
  /** Only of probes. */
  readonly probe?: ProbeSummary;
  /** Samples that are scored. */
  readonly n: number;
  /** Samples that were planned. */
  readonly total: number;
  /** `n / total`; `null` where nothing was planned. */
  readonly coverage: number | null;
  readonly groups: number;
  readonly outcomes: OutcomeCounts;
  /** Why samples have no answer: the most frequent reasons of each kind of outcome, kinds in their usual order, the most frequent first. */
  readonly reasons: readonly ReasonCount[];
  /** Only where something was noticed about pictures or videos that were shown all the same. */
  readonly warnings?: WarningSummary;
  /** The id of the metric to read first. */
  readonly headline: string;
  /** How samples without an answer count in `metrics`: `empty` as the family's empty prediction, `exclude` not at all. */
  readonly unanswered: UnansweredPolicy;
  readonly metrics: Scores;
  /** The same scores under the other policy. */
  readonly otherPolicy: { readonly unanswered: UnansweredPolicy; readonly metrics: Scores };
  /** Whether scores keep what they are held to; only where there are targets, and not of baselines. */
  readonly targets?: readonly TargetVerdict[];
  /** By slice name, then by value. */
  readonly slices: Readonly<Record<string, Readonly<Record<string, SliceSummary>>>>;
  readonly analyses: readonly AnalysisSummary[];
  /** How the same replies score when read by each extractor; empty where there is but one, or where there are no replies. */
  readonly extractors: readonly ExtractorSummary[];
  /** Number of mistakes by class. */
  readonly errors: Readonly<Record<string, number>>;
  /** A few mistakes to look at. */
  readonly failures: readonly Failure[];
  readonly remarks: readonly string[];
  /** How many answers were graded, by role; only where the task has graders. */
  readonly graders?: readonly GraderSummary[];
  /** What people say of the answers, and how far a judge agrees with them; only where people labelled some, or a judge was to. */
  readonly aspects?: readonly AspectSummary[];
  /** What asking took; only of systems that say something about their requests. */
  readonly resources?: ResourceSummary;
  /** Only where samples were asked more than once. Scores, counts and slices above are then about all answers together, intervals about samples. */
  readonly repeats?: RepeatSummary;
}

/** What one grader of a task made of a system's answers. */
export interface GraderSummary {
  readonly role: string;
  /** As signatures of scores name it. */
  readonly name: string;
  /** Answers that were to be graded. */
  readonly due: number;
  readonly graded: number;
  /** Why grades are missing, the most frequent reasons first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

/** One aspect of a system's answers, such as faithfulness. */
export interface AspectSummary {
  readonly id: string;
  readonly title: string;
  /** Only where people labelled answers. */
  readonly people?: PeopleSummary;
  /** Only where the task has a judge of this aspect. */
  readonly judge?: JudgeSummary;
}

/** What people say of a system's answers. */
export interface PeopleSummary {
  /** Those who labelled answers before anything was adjudicated. */
  readonly raters: readonly string[];
  /** Answers that there were to label. */
  readonly answers: number;
  /** Answers with a label. */
  readonly labelled: number;
  /** Answers that two raters or more labelled: agreement is about these. */
  readonly shared: number;
  readonly adjudicated: number;
  /** Answers on which raters differ and nothing decides. */
  readonly disputed: number;
  /** How far raters agree, before anything was adjudicated; the first decides whether `scores` are quoted. Empty with a single rater. */
  readonly agreement: Scores;
  /** What must be above which limit for `scores` to be quoted. */
  readonly rule: QuoteRule;
  /** Why `scores` are not quoted; `null` where they are. */
  readonly withheld: string | null;
  /** Empty while they are withheld. */
  readonly scores: Scores;
}

/** How far a judge agrees with people. */
export interface JudgeSummary {
  readonly role: string;
  /** As signatures of scores name it. */
  readonly name: string;
  /** Answers of which people and the judge both say something. */
  readonly n: number;
  /** Empty where `n` is 0: the judge is not checked against people. */
  readonly agreement: Scores;
  /** A row for each thing that people say, a column for each that the judge says. */
  readonly confusion?: Table;
}

/** Sums over all asks of a system, and times over its samples. */
export interface ResourceSummary {
  /** Asks that were put to the system or found in the cache. */
  readonly asks: number;
  /** Of these, found in the cache. */
  readonly cached: number;
  /** Further requests that failures made necessary. */
  readonly retries: number;
  readonly tokens: { readonly input: number; readonly output: number; readonly cachedInput: number; readonly reasoning: number };
  /** US dollars; `null` where no price is known for any ask. */
  readonly cost: number | null;
  /** Asks whose price is not known. */
  readonly unpriced: number;
  readonly times: Readonly<Partial<Record<TimePart, TimeSummary>>>;
}

/** `decode`: to have the frames; `queue`: waiting for a place, for limits and between attempts; `generation`: from first token to last. */
export const timeParts = ["decode", "queue", "firstToken", "generation", "total"] as const;
export type TimePart = (typeof timeParts)[number];

/** Milliseconds over samples. */
export interface TimeSummary {
  readonly n: number;
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
}

export interface RepeatSummary {
  readonly count: number;
  /** By metric id. */
  readonly metrics: Readonly<Record<string, RepeatedScore>>;
  /** Scores of the answer that most repeats gave, where the family says what that is. */
  readonly vote?: Scores;
}

export interface RepeatedScore {
  /** Over repeats; `null` where the score is defined for none of them. */
  readonly mean: number | null;
  /** Sample standard deviation over repeats; `null` for fewer than two. */
  readonly deviation: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  /** Of proportions: the share of samples that at least one repeat gets right (pass@k), and that all do. */
  readonly any?: number | null;
  readonly all?: number | null;
}

export interface ReasonCount {
  readonly outcome: NoAnswer["kind"];
  /** With ", and alike" where it stands for others that differ only in what they quote, such as a reply or the path of a video. */
  readonly reason: string;
  readonly count: number;
}

/** What was noticed about media that a system was shown: frames that repeat, complaints of decoders, headers that lie. */
export interface WarningSummary {
  /** Samples with at least one warning. */
  readonly samples: number;
  /** The most frequent first; a sample may have several. */
  readonly kinds: readonly WarningKind[];
}

export interface WarningKind {
  /** With ", and alike" where it stands for others that differ only in their figures. */
  readonly warning: string;
  readonly samples: number;
  /** The first few files by name, each with one sample that is about it. */
  readonly examples: readonly WarnedSample[];
}

export interface WarnedSample {
  readonly path: string;
  readonly sample: string;
}

export type UnansweredPolicy = "empty" | "exclude";
export type Scores = Readonly<Record<string, ScoreSummary>>;

export interface ScoreSummary {
  readonly title: string;
  /** `proportion`: the share of samples that are right, so that `value * n` counts them; `mean`: a mean over samples; `corpus`: a number about the set as a whole. */
  readonly kind: "proportion" | "mean" | "corpus";
  /** Only for sums of counts over the samples. */
  readonly isTotal?: true;
  /** The best value that the metric can take on any samples; `ceiling` is about these ones. Where it is below `worst`, less is better. */
  readonly best: number;
  /** `null` where there is no worst value. */
  readonly worst: number | null;
  /** `null` where the score is not defined. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** How the interval was made, or why there is none. */
  readonly interval: string;
  readonly n: number;
  /** Samples that would count but for their hidden truth; only where there are some. */
  readonly hidden?: number;
  /**
   * Equal ones mean comparable numbers: the metric's own signature, then how samples without an answer count (where that matters to the
   * metric) and which extractor read the replies (where there were any).
   */
  readonly signature: string;
  /** What a perfect system would reach on these samples; reports call it the oracle. */
  readonly ceiling: number | null;
  readonly references: readonly ReferenceLine[];
  /** Where the score would lie if all samples that could not be scored were wrong, or right, the lower first; only where some could not. */
  readonly bounds?: readonly [number, number];
}

/** A score beside what it is held to. */
export interface TargetVerdict {
  /** The id of the metric, or `coverage`. */
  readonly metric: string;
  readonly title: string;
  /** The samples that it is about; all if absent. */
  readonly slice?: { readonly name: string; readonly value: string };
  /** Such as `>= 0.8`. */
  readonly target: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
  /** `not certain`: the interval holds values on both sides of the target, or there is none. */
  readonly verdict: "met" | "not met" | "not certain" | "not measured";
  readonly reason?: string;
}

export interface SliceSummary {
  readonly n: number;
  readonly metrics: Scores;
}

export interface AnalysisSummary {
  readonly id: string;
  readonly title: string;
  readonly data: Table | Curve;
}

export interface ExtractorSummary {
  readonly id: string;
  readonly isPrimary: boolean;
  readonly metrics: Scores;
  /** Samples on which it reads something else than the primary extractor. */
  readonly disagreements: number;
}

export interface Failure {
  readonly sample: string;
  readonly errorClass: string;
  readonly outcome: OutcomeKind;
  readonly reason?: string;
  /** The last reply as the system wrote it, cut where it is very long. */
  readonly reply?: string;
  readonly view: View;
}
