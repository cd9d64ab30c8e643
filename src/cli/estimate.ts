import type { Config } from "../config/config.ts";
import type { ChatAsk, FrameRef } from "../core/chat.ts";
import { protocolFor } from "../core/family.ts";
import { isRecord } from "../core/json.ts";
import { answered } from "../core/outcome.ts";
import { costOf, type Price, priceOf } from "../core/price.ts";
import type { Sample } from "../core/sample.ts";
import type { Cell } from "../engine/cell.ts";
import { modelOf } from "../engine/spending.ts";

/** From … to. */
type Range = readonly [low: number, high: number];

/** What asking would take, by rule of thumb. */
export interface Estimate {
  readonly asks: number;
  readonly images: number;
  /** Sent whole; what they come to in tokens depends on their length, and is not part of `inputTokens`. */
  readonly videos: number;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** US dollars; `null` where no price is known. */
  readonly cost: Range | null;
}

/** Characters per token: dense text and long words. */
const charactersPerToken: Range = [3, 5];
/** A picture costs at least what OpenAI documents for low detail, at most a token per 750 pixels, which Anthropic documents. */
const leastImageTokens = 85;
const pixelsPerToken = 750;
/** Of one reply, where the system has no limit: a letter, or an explanation. */
const replyTokens: Range = [5, 500];
/** More asks of one sample than this are not followed up. */
const mostSteps = 100;
/** So many samples are looked at; the rest is taken to be like them. */
const looked = 1_000;

/** Counts asks, characters and pictures of a cell's samples without asking: replies are taken to be empty, frames to be as many as configured. */
export class Estimator {
  readonly #cell: Cell;
  readonly #frames: readonly FrameRef[];
  readonly #imageTokens: number;
  readonly #price: Price | undefined;
  #samples = 0;
  #asks = 0;
  #images = 0;
  #videos = 0;
  #characters = 0;

  constructor(cell: Cell, { tasks, prices }: Pick<Config, "tasks" | "prices">) {
    this.#cell = cell;
    const frames = tasks.find(({ id }) => id === cell.task)?.frames;
    const takesVideos = cell.system.speaks === "chat" && cell.system.takesVideos === true;
    const shown = takesVideos ? [someVideo] : Array.from({ length: frames ? frameCount(frames) : 0 }, () => someFrame);
    this.#frames = cell.media ? shown : [];
    const side = frames?.longestSide ?? 1_568;
    this.#imageTokens = Math.ceil((side * side) / pixelsPerToken);
    this.#price = priceOf(prices, [cell.system.id, modelOf(cell.system)]);
  }

  add(sample: Sample): void {
    this.#samples++;
    if (this.#samples > looked || this.#cell.system.speaks !== "chat") return;
    const { family, settings, extractor } = this.#cell;
    const refs = this.#frames.length === 0 ? [] : family.media(sample);
    const frames = refs.flatMap(({ kind }) => {
      const all = kind === "image" ? [someFrame] : this.#frames;
      return family.showing?.frames(all, sample) ?? all;
    });
    const steps = protocolFor(family, "chat")?.steps(sample, { ...settings, frames, extractor });
    for (let step = steps?.next(), count = 0; step && !step.done && count < mostSteps; count++) {
      for (const ask of step.value) this.#count(ask as ChatAsk);
      step = steps!.next(step.value.map(() => answered({ text: "", finish: "stop" })));
    }
  }

  finish(): { readonly estimate?: Estimate } {
    if (this.#asks === 0) return {};
    const factor = Math.max(1, this.#samples / looked);
    const asks = Math.round(this.#asks * factor);
    const images = Math.round(this.#images * factor);
    const characters = this.#characters * factor;
    const { identity } = this.#cell.system;
    const longest = isRecord(identity) && typeof identity.maxTokens === "number" ? identity.maxTokens : replyTokens[1];
    const inputTokens: Range = [
      Math.round(characters / charactersPerToken[1] + images * Math.min(leastImageTokens, this.#imageTokens)),
      Math.round(characters / charactersPerToken[0] + images * this.#imageTokens),
    ];
    const outputTokens: Range = [asks * Math.min(replyTokens[0], longest), asks * longest];
    const price = this.#price;
    const cost = (end: 0 | 1) => costOf({ input: inputTokens[end], output: outputTokens[end] }, price!)!;
    const videos = Math.round(this.#videos * factor);
    return { estimate: { asks, images, videos, inputTokens, outputTokens, cost: price ? [cost(0), cost(1)] : null } };
  }

  #count({ messages }: ChatAsk): void {
    this.#asks++;
    for (const { parts } of messages)
      for (const part of parts) {
        if ("text" in part) this.#characters += part.text.length;
        else if ("frames" in part)
          for (const { mediaType } of part.frames) mediaType.startsWith("video/") ? this.#videos++ : this.#images++;
      }
  }
}

const someFrame: FrameRef = { atSeconds: 0, digest: "0".repeat(64), mediaType: "image/jpeg", width: 768, height: 432 };

const someVideo: FrameRef = { ...someFrame, mediaType: "video/mp4" };

/** How many frames of a video are asked for, at most; of `all`, nobody knows before it is opened. */
function frameCount(frames: Config["tasks"][number]["frames"]): number {
  if ("count" in frames) return frames.count;
  if ("times" in frames) return frames.times.length;
  return "max" in frames ? frames.max : 1;
}
