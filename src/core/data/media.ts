import type { FrameRef } from "../asking/chat.ts";
import type { Json } from "../json.ts";
import type { Outcome } from "../run/outcome.ts";
import type { MediaRef } from "./sample.ts";

/**
 * How frames of a video are chosen; see `media/samplers` for the exact rules and `samplerSchema`
 * for the limits. Pictures give their one frame whatever is asked.
 */
export type Sampler =
  | { readonly strategy: "uniform"; readonly count: number }
  | { readonly strategy: "middle"; readonly count: number; readonly strict?: boolean }
  | { readonly strategy: "vista"; readonly count: number; readonly strict?: boolean }
  | { readonly strategy: "fps"; readonly rate: number; readonly max: number }
  | { readonly strategy: "explicit"; readonly times: readonly number[] }
  | {
      readonly strategy: "window";
      readonly from: number;
      readonly to: number;
      readonly count: number;
    }
  | { readonly strategy: "all" };

/** How frames are handed to systems. */
export interface FrameEncoding {
  readonly format: "jpeg" | "png" | "webp";
  /** 1 to 100; of no matter for PNG. */
  readonly quality: number;
  /** Frames whose longer side is larger are scaled down to it; none are scaled up. */
  readonly longestSide: number | null;
}

export interface FrameRequest {
  readonly sampler: Sampler;
  readonly encoding: FrameEncoding;
}

/**
 * What is wanted of one picture or video. How many frames is the task's business (`frames`).
 * Seconds count from the start of the video (of the part, where the ref is a part of a file).
 * Pictures give their one frame whatever is asked.
 */
export type MediaWant =
  /** The frames that start within [from, to), or else the one on screen at `from`; no span: all. */
  | { readonly span?: readonly [fromSeconds: number, toSeconds: number] }
  /** The frames on screen at these moments, in this order. */
  | { readonly atSeconds: readonly number[] }
  | { readonly factsOnly: true };

/** What was taken from one file, and how. */
export interface MediaFrames {
  /**
   * In the order of the sampler; a frame may occur more than once. None where only facts were
   * wanted, or nothing of the video is within what was wanted.
   */
  readonly frames: readonly FrameRef[];
  /** How many different frames that is. */
  readonly distinct: number;
  /**
   * Where the file was found, where that is not where the data has it; relative to the media
   * folder.
   */
  readonly file?: string;
  /** SHA-256 of the file. */
  readonly source: string;
  /** Name and version of what decoded it. */
  readonly decoder: string;
  /** What a reader of the scores should know, such as frames that the codec complained about. */
  readonly warnings: readonly string[];
  /** End of the last frame, from the start; `null` for a picture, or where nobody knows. */
  readonly seconds: number | null;
  readonly framesPerSecond: number | null;
}

/** Something that was noticed about a file that was shown all the same. */
export interface MediaWarning {
  readonly path: string;
  readonly warning: string;
}

/** A whole file, for systems that take videos as they are. */
export interface MediaFile {
  /** Where it lies on this machine. */
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /**
   * By its first bytes, whatever its name says; `application/octet-stream` where they tell nothing.
   */
  readonly mediaType: string;
}

export interface LookOptions {
  readonly signal: AbortSignal;
  /** An open conversation waits for it: it overtakes what is only read ahead. */
  readonly isUrgent?: boolean;
  /** Called where frames are read or decoded, and not only named. */
  onRead?(): void;
}

/** Where frames come from; handed to the engine, which knows no file and no codec. */
export interface MediaSource extends AsyncDisposable {
  /** Sampler, encoding and decoder: part of the work key of systems that see frames. */
  readonly identity: Json;
  /**
   * One outcome per want, in their order; one pass over the file gives all of them. Spans and
   * moments are clipped to the video.
   * @throws {RangeError} for a span where the task's sampler names times itself.
   */
  look(
    media: MediaRef,
    wants: readonly MediaWant[],
    how: LookOptions,
  ): Promise<readonly Outcome<MediaFrames>[]>;
  /**
   * SHA-256 of the file as it is now; `undefined` where it cannot be read. A remote file that is not
   * known to have changed is fetched for it only where that is asked for.
   */
  digest(media: MediaRef, how?: { readonly fetches: boolean }): Promise<string | undefined>;
  /** The file itself, unopened and unjudged: a broken one is found when it is decoded. */
  file(media: MediaRef): Promise<Outcome<MediaFile>>;
  /** The bytes of a frame that was delivered before. */
  bytes(frame: FrameRef): Promise<Uint8Array>;
}
