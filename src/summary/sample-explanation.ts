import type { FrameRef } from "../core/asking/chat.ts";
import type { Json } from "../core/json.ts";

/** One picture or video, or a part of it, as a system was shown it. */
export interface ExplainedLook {
  readonly path: string;
  /** Second of the file that times of its frames count from, where it is a part of the file. */
  readonly from?: number;
  /** SHA-256 of the file. */
  readonly source: string;
  readonly decoder: string;
  readonly seconds: number | null;
  readonly warnings: readonly string[];
  readonly frames: readonly FrameRef[];
}

/** One request, and what came back. */
export interface ExplainedAsk {
  readonly step: number;
  /** What was asked, message by message; `null` where it cannot be worded again. */
  readonly messages: readonly ExplainedMessage[] | null;
  /** As it came: the text of a chat model, or JSON. */
  readonly reply: string;
  /** How it ended, where it was not answered. */
  readonly failure?: string;
  readonly facts: Readonly<Record<string, Json>>;
}

export interface ExplainedMessage {
  readonly role: string;
  /** Frames stand in it as `[frame 1.5 s]`. */
  readonly text: string;
}

/** What one system made of the sample. */
export interface ExplainedAnswer {
  readonly task: string;
  readonly system: string;
  /** Counted from 1; only where samples are asked more than once. */
  readonly repeat?: number;
  readonly outcome: string;
  readonly answer: Json;
  /** The answer in words, where it picks among choices. */
  readonly said?: string;
  readonly reason?: string;
  /** What read the replies, with its version. */
  readonly extractor?: string;
  readonly errorClass?: string;
  /** The kind of probe that changed what is shown, where the system is one. */
  readonly condition?: string;
  readonly looks: readonly ExplainedLook[];
  readonly asks: readonly ExplainedAsk[];
  readonly grades: Readonly<Record<string, Json>>;
  /** What the sample contributes to metrics that are means over samples. */
  readonly values: Readonly<Record<string, number | null>>;
  /** What metrics read of it, by the names of their measures. */
  readonly evidence: Readonly<Record<string, Json>>;
  readonly requests?: number;
  /** Of all requests together, where the system counts them. */
  readonly tokens?: { readonly input: number; readonly output: number };
  readonly costUsd?: number;
  readonly milliseconds: Readonly<Record<string, number>>;
}

/** `vidimus explain <run> <sample>` as data. */
export interface SampleExplanation {
  readonly schema: "vidimus-sample/1";
  readonly run: string;
  readonly sample: string;
  /** The sample as the data has it now, for each task that has one of this id. */
  readonly samples: readonly { readonly task: string; readonly sample: Json }[];
  readonly answers: readonly ExplainedAnswer[];
  /** Tasks whose data may not be handed on, and is left out. */
  readonly withheld?: readonly string[];
}
