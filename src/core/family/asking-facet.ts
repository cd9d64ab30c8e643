import type { ChatAsk, ChatReply } from "../asking/chat.ts";
import type { EmbedAsk, EmbedReply, EmbedTexts } from "../asking/embed.ts";
import type { Learning } from "../asking/learning.ts";
import type { ProbeHooks } from "../asking/probe-hooks.ts";
import type { Protocol, ProtocolSettings } from "../asking/protocol.ts";
import type { StreamAsk, StreamReply } from "../asking/stream.ts";
import type { Sampler } from "../data/media.ts";
import type { Sample } from "../data/sample.ts";

/** How the question is put to systems, and how their replies are read. */
export interface AskingFacet<S extends Sample, Prediction, Options> {
  readonly protocols: {
    readonly chat?: Protocol<ChatAsk, ChatReply, S, Prediction, Options>;
    readonly encoder?: Protocol<EmbedAsk | EmbedTexts, EmbedReply, S, Prediction, Options>;
    readonly stream?: Protocol<StreamAsk, StreamReply, S, Prediction, Options>;
  };
  promptNote?(settings: ProtocolSettings<Options>): PromptNote;
  /** Names of the ways in which stored replies can be read; the first is the default. */
  readonly extractors: readonly string[];
  /**
   * Versions of extractors that read some reply differently than they once did, by their names; 1
   * if absent.
   */
  readonly extractorVersions?: Readonly<Record<string, number>>;
  readonly probes?: ProbeHooks<S, Prediction>;
  /** How heads learn samples of this family; families without it are not learnt. */
  readonly learning?: Learning<S, Prediction, Options>;
  /**
   * The answer that several answers to the same sample amount to; only where a vote makes sense. At
   * least one is given.
   */
  vote?(predictions: readonly Prediction[], sample: S): Prediction;
  /**
   * Which frames of a video systems are shown where the task does not say; 8 of the whole video if
   * left out.
   */
  readonly usualFrames?: Sampler;
  /**
   * Options that a system of a configuration may set for itself, in place of the task's: only those
   * that protocols read and that decide neither what samples hold nor how answers are scored.
   */
  readonly systemOptions?: readonly string[];
  /**
   * What of a sample decides what protocols ask about it, and how replies are read: never the
   * ground truth but where the options show it, and no group, split or metadata. Answers are found
   * again by it, so that a corrected truth asks nobody. By the whole sample if left out.
   */
  asked?(sample: S, options: Options): Readonly<Record<string, unknown>>;
  /**
   * What of a sample a system under evaluation receives: all but the ground truth and what gives it
   * away. Services and commands are sent this.
   */
  withoutTruth?(sample: S): Readonly<Record<string, unknown>>;
}

/** Wording of a family's prompts, as reports show it. */
export interface PromptNote {
  readonly name: string;
  readonly version: number;
  readonly isOwnWording: boolean;
}
