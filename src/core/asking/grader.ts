import type { Sample } from "../data/sample.ts";
import type { Json } from "../json.ts";
import type { ChatAsk, ChatReply } from "./chat.ts";
import type { EmbedAsk, EmbedReply } from "./embed.ts";
import type { SimilarityAsk, SimilarityReply } from "./similarity.ts";
import type { Steps } from "./steps.ts";

/**
 * What names each grader of a task in signatures, by its role; roles that nobody fills are absent.
 */
export type GraderNames = Readonly<Record<string, string>>;

/**
 * A grade by a grader that is asked several things about one answer, and was not understood in
 * some: what it lacks, and why.
 */
export interface PartialGrade {
  readonly unread?: readonly string[];
}

interface GraderCommon<Options> {
  /** The role a helper system is named for in the configuration: `judge`, `similarity`. */
  readonly role: string;
  /**
   * Whether a prediction cannot be scored at all without its grade; otherwise only what reads the
   * grade is not defined.
   */
  readonly isRequired?: boolean;
  /** Everything that decides what is asked; part of the grade's key. */
  identity(options: Options): Json;
}

/**
 * A second journalled step after the prediction, for any kind of system; its grades reach
 * `measure`.
 */
export interface ChatGrader<S extends Sample, Prediction, Options> extends GraderCommon<Options> {
  readonly asks: "chat";
  /**
   * Of how many looks at parts of what the sample refers to one ask holds the frames, at most. One
   * that looks is filled by a system that sees; it sees nothing where this is 0 or left out.
   */
  looks?(options: Options): number;
  steps(prediction: Prediction, sample: S, options: Options): Steps<ChatAsk, ChatReply, unknown>;
}

export interface EncoderGrader<S extends Sample, Prediction, Options>
  extends GraderCommon<Options> {
  readonly asks: "encoder";
  steps(prediction: Prediction, sample: S, options: Options): Steps<EmbedAsk, EmbedReply, unknown>;
}

export interface SimilarityGrader<S extends Sample, Prediction, Options>
  extends GraderCommon<Options> {
  readonly asks: "similarity";
  steps(
    prediction: Prediction,
    sample: S,
    options: Options,
  ): Steps<SimilarityAsk, SimilarityReply, unknown>;
}

export type Grader<S extends Sample, Prediction, Options> =
  | ChatGrader<S, Prediction, Options>
  | EncoderGrader<S, Prediction, Options>
  | SimilarityGrader<S, Prediction, Options>;
