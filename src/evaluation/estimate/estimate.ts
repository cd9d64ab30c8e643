import type { FramesConfig } from "../../config/config.ts";
import type { FrameRef } from "../../core/asking/chat.ts";
import type { Prices } from "../../core/asking/price.ts";
import { nothingSeen, type Seen, type Steps, type Want } from "../../core/asking/steps.ts";
import type { MediaRef, Sample } from "../../core/data/sample.ts";
import { protocolFor } from "../../core/family.ts";
import { answered, type Outcome } from "../../core/run/outcome.ts";
import type { Cell } from "../../engine/cell.ts";
import { AskMeter, type Estimate } from "./ask-meter.ts";
import type { LikelyVideo, VideoSurvey } from "./video-survey.ts";

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
  readonly #frames: FramesConfig;
  readonly #videos: VideoSurvey | undefined;
  readonly #meter: AskMeter;
  readonly #graders: ReadonlyMap<string, AskMeter>;

  constructor(
    cell: Cell,
    { frames, prices }: { readonly frames: FramesConfig; readonly prices: Prices },
    videos?: VideoSurvey,
  ) {
    this.#cell = cell;
    const { system } = cell;
    this.#frames = frames;
    this.#videos = (cell.media || cell.facts) && system.speaks === "chat" ? videos : undefined;
    const side = frames.longestSide ?? 1_568;
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
    await this.#videos?.meet(this.#refsOf(sample));
  }

  /** A sample that is still to be asked. */
  add(sample: Sample): void {
    if (this.#cell.system.speaks === "chat") {
      const refs = this.#refsOf(sample);
      this.#meter.add(
        () => this.#ask(sample, refs),
        (wants) => wants.map((want) => this.#see(want, refs[want.ref]!, sample, this.#cell)),
      );
    }
    for (const role of this.#graders.keys()) this.addGrade(role, sample);
  }

  /**
   * An answer that is still to be graded; nobody knows what it will be of a sample that is still to
   * be asked, and the truth stands for it.
   */
  addGrade(role: string, sample: Sample, prediction?: unknown): void {
    const { family, settings } = this.#cell;
    const grader = family.people.graders.find((one) => one.role === role);
    const refs = family.data.refs(sample);
    const seeing = { system: this.#cell.helpers[role]!, media: this.#cell.helperMedia?.[role] };
    this.#graders.get(role)?.add(
      () => {
        const given = prediction ?? family.proof.baselines.oracle(sample);
        return grader?.steps(given, sample, settings.options) as
          | Steps<unknown, unknown, unknown>
          | undefined;
      },
      (wants) => wants.map((want) => this.#see(want, refs[want.ref]!, sample, seeing)),
    );
  }

  finish(): Estimates {
    const estimate = this.#meter.finish();
    const graders = [...this.#graders].flatMap(([role, meter]) => {
      const own = meter.finish();
      return own ? [{ role, id: this.#cell.helpers[role]!.id, estimate: own }] : [];
    });
    return { ...(estimate ? { estimate } : {}), ...(graders.length > 0 ? { graders } : {}) };
  }

  #refsOf(sample: Sample): readonly MediaRef[] {
    const { family, media, conditioned } = this.#cell;
    return (!media && conditioned?.ownRefs(sample)) || family.data.refs(sample);
  }

  #ask(sample: Sample, refs: readonly MediaRef[]): Steps<unknown, unknown, unknown> | undefined {
    const { family, settings, extractor, media } = this.#cell;
    const context = { ...settings, refs, sees: media !== undefined, extractor };
    return protocolFor(family, "chat")?.steps(sample, context) as
      | Steps<unknown, unknown, unknown>
      | undefined;
  }

  /** What would be seen. */
  #see(
    want: Want,
    { kind, path }: MediaRef,
    sample: Sample,
    { system, media, facts, conditioned }: Seeing,
  ): Outcome<Seen> {
    if (!media && !facts) return answered(nothingSeen);
    const video = kind === "video" ? this.#videos?.of(path) : undefined;
    const known = {
      seconds: video?.seconds ?? null,
      framesPerSecond: video?.framesPerSecond ?? null,
    };
    // How long it is decides how much is asked, and how many frames it has how much is shown.
    const isOpen = "factsOnly" in want || this.#frames.strategy === "all";
    if (kind === "video" && !video && isOpen) this.#meter.missFrames();
    if (!media || "factsOnly" in want) return answered({ ...known, frames: [] });
    const takesVideos = system.speaks === "chat" && system.takesVideos === true;
    const frames =
      kind === "image"
        ? [someFrame]
        : takesVideos
          ? [someVideo]
          : likelyFrames(want, this.#frames, video);
    return answered({ ...known, frames: conditioned?.frames?.(frames, sample) ?? frames });
  }
}

/** Whoever is shown something. */
type Seeing = Pick<Cell, "system" | "media" | "facts" | "conditioned">;

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
function likelyFrames(
  want: Want,
  frames: FramesConfig,
  video: LikelyVideo | undefined,
): readonly FrameRef[] {
  if ("atSeconds" in want) return want.atSeconds.map((at) => ({ ...someFrame, atSeconds: at }));
  if ("factsOnly" in want) return [];
  const end = video?.seconds ?? Number.POSITIVE_INFINITY;
  const [from, to] = want.span ?? [0, end];
  const seconds = Math.min(to, end) - Math.max(from, 0);
  if (!(seconds > 0)) return [];
  const perSecond =
    "rate" in frames
      ? frames.rate
      : frames.strategy === "all"
        ? (video?.framesPerSecond ?? 1)
        : Number.POSITIVE_INFINITY;
  return Array.from({ length: frameCount(frames, seconds * perSecond) }, (_, at) => ({
    ...someFrame,
    atSeconds: from + at / perSecond,
    digest: String(at),
  }));
}

/**
 * How many frames are asked for, at most; of `all`, nobody knows before the video is opened: one at
 * least.
 */
function frameCount(frames: FramesConfig, there: number): number {
  if ("count" in frames) return frames.count;
  if ("times" in frames) return frames.times.length;
  if ("max" in frames) return Math.min(frames.max, Math.max(1, Math.ceil(there)));
  return Number.isFinite(there) ? Math.max(1, Math.round(there)) : 1;
}
