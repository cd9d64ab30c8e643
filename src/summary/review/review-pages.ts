import type { QuoteRule } from "../../core/scores/aspect.ts";
import type { View } from "../../core/scores/view.ts";
import type { AspectSummary } from "../aspect-summary.ts";
import type { PlayableMedia } from "../browse/playable-media.ts";
import type { FeedbackRate } from "./feedback-rate.ts";

/** Which answers of a run a queue is drawn from. */
export type DrawnFrom = "all" | "judged" | "mistakes";

/** What a new queue is made of. */
export interface QueueRequest {
  readonly run: string;
  readonly task: string;
  readonly aspect: string;
  /** Ids; all that are no baselines if left out. */
  readonly systems?: readonly string[];
  readonly from: DrawnFrom;
  /** Answers in the queue, evenly over systems. */
  readonly n: number;
  readonly seed: number;
  /** People who rate every answer. */
  readonly raters: number;
  /** Names its folder; made of task and aspect if left out. */
  readonly name?: string;
}

/** What queues of a run can be about. */
export interface QueueChoices {
  readonly run: string;
  readonly tasks: readonly {
    readonly id: string;
    readonly family: string;
    /** None where people cannot be asked anything. */
    readonly aspects: readonly {
      readonly id: string;
      readonly title: string;
      /** Whether a judge of the task speaks about it. */
      readonly isJudged: boolean;
    }[];
    readonly systems: readonly { readonly id: string; readonly isReference: boolean }[];
  }[];
}

/** A queue as lists show it: nothing that would tell a rater whose answers are in it. */
export interface QueueCard {
  readonly name: string;
  /** `answers` of a run, or `feedback` from production. */
  readonly kind: "answers" | "feedback";
  /** The id of its run; absent of feedback that is about no run. */
  readonly run?: string;
  readonly task: string;
  readonly family: string;
  readonly aspect: { readonly id: string; readonly title: string };
  readonly from: DrawnFrom;
  readonly seed: number;
  readonly createdAt: string;
  readonly items: number;
  /** How many people are to rate every item. */
  readonly wanted: number;
  readonly raters: readonly RaterProgress[];
  /** Whether all have rated everything, so that labels may be seen. */
  readonly isDone: boolean;
  readonly feedback?: FeedbackRate;
}

export interface RaterProgress {
  readonly rater: string;
  readonly rated: number;
}

export interface QueueList {
  readonly queues: readonly QueueCard[];
}

/** A queue, and once everything is rated what came of it. */
export interface QueuePage {
  readonly card: QueueCard;
  readonly values: readonly string[];
  readonly result: QueueResult | null;
}

/** What a rater is given: the items in an order of their own, with what they said so far. */
export interface RaterItems {
  readonly rater: string;
  readonly card: QueueCard;
  readonly values: readonly string[];
  readonly hidesTruth: boolean;
  readonly items: readonly RatedItem[];
}

/** One answer without its system. */
export interface RatedItem {
  readonly id: string;
  readonly asked: string;
  readonly answer: string;
  /** Absent where raters must not know it. */
  readonly truth?: string;
  /** What else the family shows of it; absent where the truth is hidden. */
  readonly view?: View;
  readonly clips: readonly PlayableClip[];
  /** Of feedback: what a user of the system reported. */
  readonly reported?: ReportedItem;
  /** What this rater said of it last. */
  readonly value?: string;
  readonly note?: string;
}

/** What came back from production about one answer. */
interface ReportedItem {
  readonly kind: string;
  readonly by?: string;
  readonly note?: string;
  /** Distance of the system's confidence from its threshold, or its margin; `null` if unknown. */
  readonly distance: number | null;
  /** Members of the sample as they would be. */
  readonly proposal: string;
}

export interface PlayableClip {
  readonly label: string;
  readonly media: PlayableMedia;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly spoken?: string;
}

/** What people came to. */
export interface QueueResult {
  readonly raters: readonly string[];
  readonly rule: QuoteRule;
  /** All answers of the queue together, whoever gave them. */
  readonly overall: AspectSummary;
  /** As `vidimus score <run> --labels …` says. */
  readonly systems: readonly { readonly system: string; readonly summary: AspectSummary }[];
  /** Every item with what was said of it, those on which raters differ first. */
  readonly items: readonly DecidedItem[];
  /** What scores the run with these labels; absent where there is no run, and of feedback. */
  readonly command?: string;
  /** Of feedback: the file with what was accepted, once written, as the configuration names it. */
  readonly corrections?: string;
}

export interface DecidedItem extends Omit<RatedItem, "value" | "note"> {
  readonly system: string;
  readonly sample: string;
  /** In the order of `QueueResult.raters`. */
  readonly ratings: readonly (string | null)[];
  readonly notes: readonly (string | null)[];
  readonly adjudicated: string | null;
  readonly final: string | null;
  /** What the judge says; `null` where it says nothing. */
  readonly judged: string | null;
  /** The error class that rules give; `null` where they find no mistake. */
  readonly automatic: string | null;
}

/** What a rater says. */
export interface LabelRequest {
  readonly item: string;
  readonly rater: string;
  readonly value: string;
  readonly note?: string;
}
