import type { Json } from "../json.ts";
import type { FrameRef } from "./chat.ts";

/** Something that was said at a moment of a stream, by somebody else than the system. */
interface StreamTurn {
  readonly role: "user" | "system";
  readonly text: string;
  /** On the clock of the stream. */
  readonly atSeconds: number;
}

/** One moment of a stream: what has come since the moment before, and nothing later. */
export interface StreamStep {
  /** Counted from 0. */
  readonly step: number;
  /** What is known beforehand; with the first step alone. */
  readonly about?: Readonly<Record<string, Json>>;
  /** Seconds of the stream that have passed. */
  readonly nowSeconds: number;
  readonly frames: readonly FrameRef[];
  readonly turns: readonly StreamTurn[];
}

/** A step, or that nothing more will come. To the latter a system says nothing; alerts count. */
export type StreamAsk = StreamStep | { readonly close: true };

/** What a system does at a step: it says something, or nothing where the text is empty. */
export interface StreamReply {
  readonly text: string;
  /** How sure it is that this is a moment to speak, from 0 to 1. */
  readonly confidence?: number;
  /** What it has noticed and reports now, where that is what it watches for. */
  readonly alerts?: readonly StreamAlert[];
}

/** Something that a system noticed in a stream. */
export interface StreamAlert {
  /** Further alerts with the same id are about the same event. */
  readonly id?: string;
  readonly type: string;
  readonly startSeconds?: number;
  readonly endSeconds?: number;
  readonly confidence?: number;
  /** The time of the frame that caused it. */
  readonly atSeconds: number;
  /** When it was heard, on the clock of the stream: that frame's time and how long it took since. */
  readonly alertSeconds: number;
}

/** The first step of a stream begins it. */
export function isClose(ask: StreamAsk): ask is { readonly close: true } {
  return "close" in ask;
}
