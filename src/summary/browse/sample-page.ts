import type { FrameRef } from "../../core/asking/chat.ts";
import type { Json } from "../../core/json.ts";
import type { BriefView, View } from "../../core/scores/view.ts";
import type { Unit } from "../format-number.ts";
import type { ExplainedAnswer, ExplainedLook } from "../sample-explanation.ts";
import type { PlayableMedia } from "./playable-media.ts";

/** One sample of a run: what it is, and what every system of its task made of it. */
export interface SamplePage {
  /** Id of the run. */
  readonly run: string;
  readonly task: string;
  readonly family: string;
  readonly sample: string;
  /** The sample as the data has it now; `null` where it is not known. */
  readonly content: Json;
  /** Why less is known than there could be: the data is gone, or may not be handed on. */
  readonly problem?: string;
  readonly media: readonly PlayableMedia[];
  /** What single samples have values of; the one to read first comes first. */
  readonly metrics: readonly SampleMetric[];
  /** Those that the task is about, then what they are read against. */
  readonly systems: readonly SampleSystem[];
}

export interface SampleMetric {
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
  readonly best: number;
}

export interface SampleSystem {
  readonly id: string;
  readonly kind: string;
  /** Whether it is a baseline, which answers by the truth or by a rule. */
  readonly isReference: boolean;
  /** One for each repeat, in their order. */
  readonly answers: readonly SampleAnswer[];
}

export interface SampleAnswer extends Omit<ExplainedAnswer, "task" | "system" | "looks"> {
  /** How the family shows it; `null` where the data is gone. */
  readonly view: View | null;
  readonly brief: BriefView | null;
  readonly looks: readonly SampleLook[];
}

export interface SampleLook extends Omit<ExplainedLook, "frames"> {
  readonly frames: readonly SentFrame[];
}

/** A frame as a system was shown it. */
export interface SentFrame extends FrameRef {
  /** Whether the very bytes that were sent are still there, see `sentFrameAddress`. */
  readonly isKept: boolean;
}
