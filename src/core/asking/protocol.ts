import type { MediaRef, Sample } from "../data/sample.ts";
import type { Json } from "../json.ts";
import type { Outcome } from "../run/outcome.ts";
import type { Steps } from "./steps.ts";

/** What is the same for all samples of a task. */
export interface ProtocolSettings<Options> {
  readonly options: Options;
  /** Texts of the user's own prompt files by role; roles left out keep the family's wording. */
  readonly prompts: Readonly<Record<string, string>>;
}

export interface ProtocolContext<Options> extends ProtocolSettings<Options> {
  /** What there is to look at. */
  readonly refs: readonly MediaRef[];
  /** Whether the system is shown what is looked at; one that is not sees no frames anywhere. */
  readonly sees: boolean;
  /** Which of the family's extractors reads the replies. */
  readonly extractor: string;
}

/** Decides options by the data. */
export interface Survey<S extends Sample, Options> {
  /** Reads all samples, of every split and whether selected or not. */
  read(samples: AsyncIterable<readonly S[]>): Promise<Surveyed<Options>>;
}

interface Surveyed<Options> {
  readonly options: Options;
  /** Tells readers of the scores what was decided, where they would not expect it. */
  readonly remark?: string;
}

/** How a family puts its question to one kind of system. */
export interface Protocol<Ask, Reply, S extends Sample, Prediction, Options> {
  /**
   * Everything that decides what is asked (wording included): part of the work key. How replies are
   * read is not.
   */
  identity(settings: ProtocolSettings<Options>): Json;
  /**
   * Of how many looks one ask holds the frames, at most: then a system that takes fewer than the
   * task chooses for so many is refused before the run.
   */
  looksPerAsk?(settings: ProtocolSettings<Options>): number;
  /**
   * Whether it looks at parts of a sample's videos. Systems that take whole videos are refused
   * before the run then, and so are samplers that name times of the whole video.
   */
  cuts?(sample: S, settings: ProtocolSettings<Options>): boolean;
  /**
   * How many frames one ask holds at most, where they are shown as time passes. Systems that take
   * fewer are refused before the run; so are those that take whole videos, which show the future.
   */
  framesAtOnce?(settings: ProtocolSettings<Options>): number;
  /**
   * Whether asks name choices whose likelihoods are wanted: then systems that cannot tell them are
   * refused before the run.
   */
  wantsLikelihoods?(settings: ProtocolSettings<Options>): boolean;
  /** Options under which replies are wanted instead, for people. */
  readonly repliesInstead?: string;
  /**
   * Where options leave open what the data decides, such as which types of events there are. What
   * follows is part of the work key.
   */
  survey?(options: Options): Survey<S, Options> | undefined;
  steps(sample: S, context: ProtocolContext<Options>): Steps<Ask, Reply, Prediction>;
  /**
   * Reads a reply that was made elsewhere; set where the first ask is not the one that is answered
   * by it.
   */
  readGiven?(reply: Reply, sample: S, context: ProtocolContext<Options>): Outcome<Prediction>;
}
