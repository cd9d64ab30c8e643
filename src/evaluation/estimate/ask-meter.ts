import type { ChatAsk } from "../../core/asking/chat.ts";
import { costOf, type Prices, priceOf } from "../../core/asking/price.ts";
import { pricedOf } from "../../core/asking/priced-system.ts";
import { seenNothing } from "../../core/asking/replay.ts";
import type { Seen, Steps, Want } from "../../core/asking/steps.ts";
import type { System } from "../../core/asking/system.ts";
import { isRecord } from "../../core/json.ts";
import { answered, type Outcome } from "../../core/run/outcome.ts";

/** From … to. */
type Range = readonly [low: number, high: number];

/** What asking would take, by rule of thumb. */
export interface Estimate {
  readonly asks: number;
  readonly images: number;
  /**
   * Sent whole; what they come to in tokens depends on their length, and is not part of
   * `inputTokens`.
   */
  readonly videos: number;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** US dollars; `null` where no price is known. */
  readonly cost: Range | null;
  /**
   * The day of the list prices that `cost` rests on; absent where the prices are the user's own.
   */
  readonly pricesAsOf?: string;
  /**
   * Set where frames could not be counted and stand for one: there are so many images, tokens and
   * dollars at least.
   */
  readonly isLeast?: true;
}

/** Characters per token: dense text and long words. */
export const charactersPerToken: Range = [3, 5];
/** A picture costs at least what OpenAI documents for low detail. */
const leastImageTokens = 85;
/** Of one reply, where the system has no limit: a letter, or an explanation. */
const replyTokens: Range = [5, 500];
/**
 * More asks of one conversation than this are not followed up: a stream of more than an hour, asked
 * every second.
 */
const mostSteps = 5_000;
/**
 * So many conversations are looked at, or as many as come to so many asks; the rest is taken to be
 * like them.
 */
const mostLooked = 1_000;
const mostAsks = 20_000;

interface AskMeterOptions {
  readonly system: System;
  readonly prices: Prices;
  /** Of one picture, at most. */
  readonly imageTokens: number;
}

/**
 * Counts asks, characters and pictures of conversations with a system without asking it: replies
 * are taken to be empty.
 */
export class AskMeter {
  readonly #options: AskMeterOptions;
  #conversations = 0;
  #looked = 0;
  #asks = 0;
  /**
   * Of these, answered by likelihoods: nothing is written but the one token whose alternatives are
   * asked for.
   */
  #scored = 0;
  #images = 0;
  #videos = 0;
  #characters = 0;
  #isLeast = false;

  constructor(options: AskMeterOptions) {
    this.#options = options;
  }

  /** `steps` are made where the conversation is looked at; `see` says what would be seen. */
  add(
    begin: () => Steps<unknown, unknown, unknown> | undefined,
    see: (wants: readonly Want[]) => readonly Outcome<Seen>[] = seenNothing,
  ): void {
    this.#conversations++;
    if (this.#looked >= mostLooked || this.#asks >= mostAsks) return;
    this.#looked++;
    const steps = begin();
    for (let step = steps?.next(), count = 0; step && !step.done && count < mostSteps; count++) {
      const move = step.value;
      if ("look" in move) step = steps!.next(see(move.look));
      else {
        for (const ask of move.ask) this.#count(ask as ChatAsk);
        step = steps!.next(move.ask.map((ask) => emptyReply(ask as ChatAsk)));
      }
    }
  }

  /** Tells that a conversation holds more frames than it was made with. */
  missFrames(): void {
    this.#isLeast = true;
  }

  /** `undefined` where nothing would be asked. */
  finish(): Estimate | undefined {
    if (this.#asks === 0) return undefined;
    const { system, prices, imageTokens } = this.#options;
    const factor = this.#conversations / this.#looked;
    const asks = Math.round(this.#asks * factor);
    const images = Math.round(this.#images * factor);
    const characters = this.#characters * factor;
    const longest =
      isRecord(system.identity) && typeof system.identity.maxTokens === "number"
        ? system.identity.maxTokens
        : replyTokens[1];
    const inputTokens: Range = [
      Math.round(
        characters / charactersPerToken[1] + images * Math.min(leastImageTokens, imageTokens),
      ),
      Math.round(characters / charactersPerToken[0] + images * imageTokens),
    ];
    const scored = Math.round(this.#scored * factor);
    const written = asks - scored;
    const outputTokens: Range = [
      written * Math.min(replyTokens[0], longest) + scored,
      written * longest + scored,
    ];
    const price = priceOf(prices, pricedOf(system));
    // One by one: what long requests cost is decided by their own length.
    const cost = (end: 0 | 1) =>
      asks * costOf({ input: inputTokens[end] / asks, output: outputTokens[end] / asks }, price!)!;
    const videos = Math.round(this.#videos * factor);
    const listed = price?.asOf === undefined ? {} : { pricesAsOf: price.asOf };
    const figures = {
      asks,
      images,
      videos,
      inputTokens,
      outputTokens,
      cost: price ? ([cost(0), cost(1)] as const) : null,
      ...listed,
    };
    return this.#isLeast ? { ...figures, isLeast: true } : figures;
  }

  #count({ messages, choices }: ChatAsk): void {
    this.#asks++;
    if (choices) this.#scored++;
    for (const { parts } of messages)
      for (const part of parts) {
        if ("text" in part) this.#characters += part.text.length;
        else if ("frames" in part)
          for (const { mediaType } of part.frames)
            mediaType.startsWith("video/") ? this.#videos++ : this.#images++;
      }
  }
}

/**
 * Nothing said; of choices, each as likely as the next, so that a reader that goes on where one is
 * likely does.
 */
function emptyReply({ choices }: ChatAsk) {
  const likely = choices ? { logLikelihoods: choices.map(() => -Math.log(choices.length)) } : {};
  return answered({ text: "", finish: "stop" as const, ...likely });
}
