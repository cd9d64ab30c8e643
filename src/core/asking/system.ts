import type { ArraySource } from "../data/array-ref.ts";
import type { PixelShape } from "../data/pixel-shape.ts";
import type { Sample } from "../data/sample.ts";
import type { Json } from "../json.ts";
import type { UserError } from "../user-error.ts";
import type { Asked, AskTurn } from "./asked.ts";
import type { ChatAsk, ChatReply } from "./chat.ts";
import type { EmbedAsk, EmbedReply } from "./embed.ts";
import type { Price } from "./price.ts";
import type { SimilarityAsk, SimilarityReply } from "./similarity.ts";
import type { StreamAsk, StreamReply } from "./stream.ts";

/** One of several servers that answer alike. */
export interface SystemServer {
  /** Its address; in the log, in messages and in figures. */
  readonly name: string;
  /** As that of a system. */
  readonly scope: string;
  /** How many asks may be under way there at once, at most. */
  readonly concurrency: number;
}

interface SystemCommon {
  readonly id: string;
  readonly kind: string;
  /** Every parameter that can change an answer, and no secret: part of the work key. */
  readonly identity: Json;
  /** Whether it is shown frames of a sample's pictures and videos. */
  readonly sees?: boolean;
  /** How many asks may be under way at once, at most. */
  readonly concurrency: number;
  /**
   * `adaptive`: the scheduler finds out how many asks the other side bears, up to `concurrency`;
   * `fixed` (the default): always so many.
   */
  readonly pacing?: "adaptive" | "fixed";
  /**
   * Names provider, account and model without any secret: systems with an equal scope share one
   * limit. Without it a system has its own.
   */
  readonly scope?: string;
  /**
   * Where more than one server can answer: the scheduler chooses one for each ask, as the `server`
   * of its turn, and each has a limit of its own. In no work key.
   */
  readonly servers?: readonly SystemServer[];
  /** After how long one ask counts as failed. */
  readonly timeoutMs?: number;
  /**
   * Whether replies may take hours, as those of batches do: then only `timeoutMs` limits an ask,
   * and nothing the time of a sample.
   */
  readonly repliesLate?: boolean;
  /** Parameters that are configured and not sent, because the model is known to refuse them. */
  readonly dropped?: readonly string[];
  /** What its provider asks for it, where that is known; prices of the configuration count more. */
  readonly listPrice?: Price;
  /**
   * Whether a reply may be kept on disk and given again to the very same ask: for systems that cost
   * time or money and are asked without sampling.
   */
  readonly cacheable?: boolean;
  [Symbol.asyncDispose]?(): Promise<void>;
  /**
   * What it could not tidy up, said after it was disposed of, such as files that lie with a
   * provider.
   */
  leftovers?(): readonly string[];
}

/** What was learnt from training samples. The digest of the artefact is part of the work key. */
export interface Fitted {
  /** All that is needed to answer without learning again. The store keeps it. */
  readonly artefact: Uint8Array;
  /** What a reader should know of the training, such as its accuracy; shown beside the scores. */
  readonly report?: FitReport | undefined;
}

/** How far a training was after an epoch, counted from 1. */
export interface FitEpoch {
  readonly epoch: number;
  readonly loss: number;
  readonly validationLoss?: number | undefined;
}

export interface FitReport {
  readonly figures: Readonly<Record<string, number | string>>;
  /** The loss along the training, at a few of its epochs; in the log alone. */
  readonly history?: readonly FitEpoch[];
  /** Such as a training that did not converge. */
  readonly warnings: readonly string[];
}

/** What a system that learns is given besides the samples. */
export interface FitContext {
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly arrays: ArraySource;
  onProgress(done: number, of: number): void;
  /** Told of the loss at a few of the epochs, as they end. */
  onEpoch?(epoch: FitEpoch): void;
}

/**
 * Answers a sample with a prediction in the family's own schema: baselines, files, services, child
 * processes. One with a `scope` or a `timeoutMs` talks to somebody: its samples are asked one by
 * one, `concurrency` side by side, with retries. Others answer from memory in batches.
 */
export interface DirectSystem<S extends Sample = Sample> extends SystemCommon {
  readonly speaks: "prediction";
  ask(
    samples: readonly S[],
    signal: AbortSignal,
    turn?: AskTurn,
  ): Promise<readonly Asked<unknown>[]>;
  /**
   * The reply behind an answer, where the system has one: it is journalled, and read by the task's
   * extractor instead of what `ask` gave.
   */
  replyOf?(sample: S): ChatReply | undefined;
  /** What is sent about a sample: part of its work key. */
  sends?(sample: S): Readonly<Record<string, unknown>>;
  /** Learns from training samples; the same samples and seed give the same artefact. */
  fit?(train: AsyncIterable<readonly S[]>, context: FitContext): Promise<Fitted>;
  /** Takes up what was learnt before, in place of `fit`. */
  restore?(artefact: Uint8Array): Promise<void>;
  /**
   * Why it can answer none of these samples, such as a file of answers to others; reads no further
   * than it must.
   */
  match?(samples: AsyncIterable<readonly S[]>): Promise<UserError | undefined>;
  /** Told of every sample of the task, also of those that the log already settles. */
  meet?(samples: readonly S[]): void;
  /** Said once after all samples were met, for example which ids of a file belong to no sample. */
  remarks?(): readonly string[];
}

export interface ChatSystem extends SystemCommon {
  readonly speaks: "chat";
  /** Whether it answers asks with `choices`. */
  readonly scoresChoices?: boolean;
  /** Whether it is shown whole videos in place of their frames. */
  readonly takesVideos?: boolean;
  /** How many frames one ask may hold, where the other side has a limit. */
  readonly maxFrames?: number;
  ask(
    asks: readonly ChatAsk[],
    signal: AbortSignal,
    turn?: AskTurn,
  ): Promise<readonly Asked<ChatReply>[]>;
}

export interface EncoderSystem extends SystemCommon {
  readonly speaks: "encoder";
  /** How many asks are put to it at once; 1 where vectors depend on their neighbours. */
  readonly maxBatch?: number;
  /** Frames reach it as pixels of this shape; as encoded pictures if absent. */
  readonly pixels?: PixelShape;
  /** How many frames of one look it wants, where the task's sampler counts them. */
  readonly frames?: number;
  ask(
    asks: readonly EmbedAsk[],
    signal: AbortSignal,
    turn?: AskTurn,
  ): Promise<readonly Asked<EmbedReply>[]>;
}

/**
 * Watches streams and keeps its own state between their steps, so that at most `concurrency`
 * streams are under way at once. Steps of one stream share the `session` of their turn and come one
 * after the other; the first opens it. A system that lost a session says so by the cause `session`.
 */
export interface StreamSystem extends SystemCommon {
  readonly speaks: "stream";
  ask(
    asks: readonly StreamAsk[],
    signal: AbortSignal,
    turn?: AskTurn,
  ): Promise<readonly Asked<StreamReply>[]>;
}

/** Compares texts: a grader, never under evaluation itself. */
export interface SimilaritySystem extends SystemCommon {
  readonly speaks: "similarity";
  /** Whether it can compare these two; absent where it can compare any. */
  knows?(generated: string, reference: string): boolean;
  ask(
    asks: readonly SimilarityAsk[],
    signal: AbortSignal,
  ): Promise<readonly Asked<SimilarityReply>[]>;
}

/**
 * What is under evaluation. Adapters translate and nothing more: retries, limits, caching and
 * logging belong to the engine.
 */
export type System = DirectSystem | ChatSystem | EncoderSystem | StreamSystem | SimilaritySystem;
