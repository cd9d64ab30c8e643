import type { Config } from "../../config/config.ts";
import type { FrameRef } from "../../core/asking/chat.ts";
import type { Steps } from "../../core/asking/protocol.ts";
import type { Sample } from "../../core/data/sample.ts";
import { protocolFor } from "../../core/family.ts";
import type { Cell } from "../../engine/cell.ts";
import { AskMeter, type Estimate } from "./ask-meter.ts";
import type { FrameCounter } from "./frame-counter.ts";

/** What asking one grader about the answers of a system would take. */
interface GraderEstimate {
  readonly role: string;
  /** Of the grader, in the configuration. */
  readonly id: string;
  readonly estimate: Estimate;
}

export interface Estimates {
  /** What asking the rest would take; only of systems that are asked by messages. */
  readonly estimate?: Estimate;
  /** What asking graders about the rest would take; only of those that are asked by messages. */
  readonly graders?: readonly GraderEstimate[];
}

/** At most a token per so many pixels of a picture, which Anthropic documents. */
export const pixelsPerToken = 750;

/**
 * Counts asks, characters and pictures of a cell's samples without asking: frames are taken to be
 * as many as configured, or as many as their videos have where that decides.
 */
export class Estimator {
  readonly #cell: Cell;
  readonly #frames: readonly FrameRef[];
  readonly #counter: FrameCounter | undefined;
  /**
   * Whether every frame is asked for, so that a video that nobody looked into has more than are
   * counted.
   */
  readonly #countsAll: boolean;
  readonly #meter: AskMeter;
  readonly #graders: ReadonlyMap<string, AskMeter>;

  constructor(
    cell: Cell,
    { tasks, prices }: Pick<Config, "tasks" | "prices">,
    counter?: FrameCounter,
  ) {
    this.#cell = cell;
    const { system } = cell;
    const frames = tasks.find(({ id }) => id === cell.task)?.frames;
    const takesVideos = system.speaks === "chat" && system.takesVideos === true;
    this.#countsAll = frames?.strategy === "all";
    this.#counter = cell.media && system.speaks === "chat" && !takesVideos ? counter : undefined;
    const shown = takesVideos ? [someVideo] : frames ? likelyFrames(frames) : [];
    this.#frames = cell.media ? shown : [];
    const side = frames?.longestSide ?? 1_568;
    const imageTokens = Math.ceil((side * side) / pixelsPerToken);
    this.#meter = new AskMeter({ system, prices, imageTokens });
    const meters = Object.entries(cell.helpers).map(([role, helper]) => {
      return [role, new AskMeter({ system: helper, prices, imageTokens })] as const;
    });
    this.#graders = new Map(meters);
  }

  /**
   * Looks into the videos of a sample, where what is counted depends on them and not enough are
   * known.
   */
  async meet(sample: Sample): Promise<void> {
    await this.#counter?.meet(this.#cell.family.data.refs(sample));
  }

  /** A sample that is still to be asked. */
  add(sample: Sample): void {
    if (this.#cell.system.speaks === "chat") this.#meter.add(() => this.#ask(sample));
    for (const role of this.#graders.keys()) this.addGrade(role, sample);
  }

  /**
   * An answer that is still to be graded; nobody knows what it will be of a sample that is still to
   * be asked, and the truth stands for it.
   */
  addGrade(role: string, sample: Sample, prediction?: unknown): void {
    const { family, settings } = this.#cell;
    const grader = family.people.graders.find((one) => one.role === role);
    this.#graders.get(role)?.add(() => {
      const given = prediction ?? family.proof.baselines.oracle(sample);
      return grader?.steps(given, sample, settings.options) as
        | Steps<unknown, unknown, unknown>
        | undefined;
    });
  }

  finish(): Estimates {
    const estimate = this.#meter.finish();
    const graders = [...this.#graders].flatMap(([role, meter]) => {
      const own = meter.finish();
      return own ? [{ role, id: this.#cell.helpers[role]!.id, estimate: own }] : [];
    });
    return { ...(estimate ? { estimate } : {}), ...(graders.length > 0 ? { graders } : {}) };
  }

  #framesOf(path: string): readonly FrameRef[] {
    if (!this.#counter) return this.#frames;
    const known = this.#counter.of(path);
    if (!known && this.#countsAll) this.#meter.missFrames();
    return known ? framesAt(known) : this.#frames;
  }

  #ask(sample: Sample): Steps<unknown, unknown, unknown> | undefined {
    const { family, settings, showing, extractor } = this.#cell;
    const refs = this.#frames.length === 0 ? [] : family.data.refs(sample);
    const frames = refs.flatMap(({ kind, path }) => {
      const all = kind === "image" ? [someFrame] : this.#framesOf(path);
      return showing?.frames(all, sample) ?? all;
    });
    return protocolFor(family, "chat")?.steps(sample, { ...settings, frames, extractor }) as
      | Steps<unknown, unknown, unknown>
      | undefined;
  }
}

interface Spread {
  readonly count: number;
  readonly perSecond: number;
}

function framesAt({ count, perSecond }: Spread): readonly FrameRef[] {
  return Array.from({ length: count }, (_, at) => ({
    ...someFrame,
    atSeconds: at / perSecond,
    digest: String(at),
  }));
}

const someFrame: FrameRef = {
  atSeconds: 0,
  digest: "0".repeat(64),
  mediaType: "image/jpeg",
  width: 768,
  height: 432,
};

const someVideo: FrameRef = { ...someFrame, mediaType: "video/mp4" };

/**
 * As many as there can be, at the times that they would have: what is shown as time passes is asked
 * about step by step.
 */
function likelyFrames(frames: Config["tasks"][number]["frames"]): readonly FrameRef[] {
  return framesAt({
    count: frameCount(frames),
    perSecond: "rate" in frames ? frames.rate : Number.POSITIVE_INFINITY,
  });
}

/**
 * How many frames of a video are asked for, at most; of `all`, nobody knows before it is opened:
 * one at least.
 */
function frameCount(frames: Config["tasks"][number]["frames"]): number {
  if ("count" in frames) return frames.count;
  if ("times" in frames) return frames.times.length;
  return "max" in frames ? frames.max : 1;
}
