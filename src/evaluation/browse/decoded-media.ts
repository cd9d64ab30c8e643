import { isFrameStore, mediaKind } from "../../core/data/media-endings.ts";
import type { Outcome } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { DecodePool } from "../../media/decode-pool.ts";
import type { JobValue, MediaJob } from "../../media/media-job.ts";
import type { FileTimes } from "../../media/stills-job.ts";
import type { MediaTimes } from "../../summary/browse/playable-media.ts";

/** A file to be looked at. */
export interface OpenedMedia {
  /** Where it really is. */
  readonly path: string;
  /** As people know it. */
  readonly name: string;
  /** Another one as soon as the file is another. */
  readonly tag: string;
  /** Of frames that are stored without times. */
  readonly framesPerSecond?: number | undefined;
}

/** What stepping asks for next is decoded along: so many frames before and after. */
const neighbours = { before: 4, after: 12 } as const;
const keptBytes = 96 * 2 ** 20;
const keptTimes = 64;
/** Decoding goes on beside a run, and one file after the other is looked at. */
const processes = 2;
const timeLimitMs = 60_000;

/** Codecs and containers that browsers play almost everywhere. */
const playableCodecs = /^(?:h264|vp8|vp9|av1)$/;
const playableContainers = /mp4|webm|matroska/;

/** Times and frames of videos and pictures as our decoder has them; the newest are kept. */
export class DecodedMedia implements AsyncDisposable {
  readonly #pool = new DecodePool({ processes, timeLimitMs });
  readonly #times = new Map<string, Promise<MediaTimes>>();
  readonly #frames = new Map<string, Uint8Array>();
  readonly #awaited = new Map<string, Promise<Uint8Array>>();
  readonly #closed = new AbortController();
  #bytes = 0;

  /** @throws {UserError} where the file cannot be shown. */
  times(media: OpenedMedia): Promise<MediaTimes> {
    const known = this.#times.get(media.tag);
    if (known) return known;
    const times = this.#run({ work: "times", ...fileOf(media) }, true).then(mediaTimes);
    this.#times.set(media.tag, times);
    times.catch(() => this.#times.delete(media.tag));
    for (const oldest of this.#times.keys()) {
      if (this.#times.size <= keptTimes) break;
      this.#times.delete(oldest);
    }
    return times;
  }

  /**
   * JPEG of one frame; `undefined` where the file has no such frame. @throws {UserError} where it
   * cannot be decoded.
   */
  async frame(media: OpenedMedia, index: number): Promise<Uint8Array | undefined> {
    const { times } = await this.times(media);
    if (!Number.isInteger(index) || index < 0 || index >= times.length) return undefined;
    const found = this.#frames.get(key(media, index)) ?? this.#awaited.get(key(media, index));
    const frame = found ?? this.#take(media, [index], true)[0]!;
    this.#takeAround(media, index, times.length);
    return frame;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort();
    await this.#pool[Symbol.asyncDispose]();
  }

  /** Not before half of what was decoded ahead is used up, so that jobs stay few. */
  #takeAround(media: OpenedMedia, index: number, count: number): void {
    const { before, after } = neighbours;
    const isThere = (at: number) =>
      at < 0 ||
      at >= count ||
      this.#frames.has(key(media, at)) ||
      this.#awaited.has(key(media, at));
    if (isThere(index - before / 2) && isThere(index + after / 2)) return;
    const from = Math.max(0, index - before);
    const around = Array.from({ length: before + after + 1 }, (_, at) => from + at);
    const missing = around.filter((at) => !isThere(at));
    if (missing.length === 0) return;
    for (const frame of this.#take(media, missing, false)) frame.catch(() => undefined);
  }

  #take(
    media: OpenedMedia,
    frames: readonly number[],
    isUrgent: boolean,
  ): readonly Promise<Uint8Array>[] {
    const stills = this.#run({ work: "stills", ...fileOf(media), frames }, isUrgent);
    return frames.map((frame, at) => {
      const name = key(media, frame);
      const still = stills.then((all) => this.#keep(name, all[at]));
      this.#awaited.set(name, still);
      still.catch(() => undefined).finally(() => this.#awaited.delete(name));
      return still;
    });
  }

  #keep(name: string, bytes: Uint8Array | undefined): Uint8Array {
    if (!bytes) throw new UserError("the frame was not decoded");
    this.#frames.set(name, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#frames) {
      if (this.#bytes <= keptBytes) break;
      this.#frames.delete(oldest);
      this.#bytes -= length;
    }
    return bytes;
  }

  async #run<W extends "times" | "stills">(
    job: Extract<MediaJob, { readonly work: W }>,
    isUrgent: boolean,
  ): Promise<JobValue[W]> {
    const outcome = await new Promise<Outcome<unknown>>((resolve) =>
      this.#pool.offer(() => ({ job, signal: this.#closed.signal, resolve }), { isUrgent }),
    );
    if (outcome.kind !== "answered") throw new UserError(outcome.reason);
    return outcome.value as JobValue[W];
  }
}

function key({ tag }: OpenedMedia, frame: number): string {
  return `${tag} ${frame}`;
}

function fileOf({ path, name, framesPerSecond }: OpenedMedia) {
  const kind = mediaKind(name) ?? (isFrameStore(name) ? "video" : (mediaKind(path) ?? "video"));
  return { kind, path, name, framesPerSecond } as const;
}

function mediaTimes(file: FileTimes): MediaTimes {
  const { times, seconds, width, height, codec, container, bitDepth } = file;
  return {
    ...{ width, height, codec, times: [...times] },
    seconds: seconds ?? times.at(-1)!,
    isUsuallyPlayable:
      playableCodecs.test(codec) && playableContainers.test(container) && bitDepth === 8,
  };
}
