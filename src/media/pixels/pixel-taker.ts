import { allAborted } from "../../core/all-aborted.ts";
import type { FrameRef } from "../../core/asking/chat.ts";
import type { PixelShape } from "../../core/data/pixel-shape.ts";
import { answered, type Outcome } from "../../core/run/outcome.ts";
import type { DecodePool, PooledJob } from "../decode-pool.ts";
import type { LookedFile } from "../looks/plan-looks.ts";
import type { PixelFrame, PixelsJob, TakenPixels } from "./pixels-job.ts";

/** A file of which frames were named, and the shape that they are wanted in. */
export interface PixelFile extends Omit<LookedFile, "request"> {
  readonly shape: PixelShape;
  readonly counted: PixelsJob["counted"];
}

/** What an address means. */
export interface NamedFrame extends PixelFrame {
  readonly file: PixelFile;
  /** Equal for the same file and shape. */
  readonly fileId: string;
}

interface Waiting {
  readonly named: NamedFrame;
  readonly signal: AbortSignal;
  resolve(pixels: Outcome<Uint8Array>): void;
}

/** The oldest are forgotten: those of a sample are named shortly before they are computed on. */
const rememberedFrames = 1_000_000;

/**
 * Takes the pixels of frames that looks have named by address. What is never computed on, because
 * its embedding is known, is never decoded. All frames of a file that are waited for are taken in
 * one pass over it.
 */
export class PixelTaker {
  readonly #pool: DecodePool;
  readonly #named = new Map<string, NamedFrame>();
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #onWarning: (name: string, warnings: readonly string[]) => void;

  constructor(
    pool: DecodePool,
    onWarning: (name: string, warnings: readonly string[]) => void = () => undefined,
  ) {
    this.#pool = pool;
    this.#onWarning = onWarning;
  }

  /** Says which frame an address means. */
  name(address: string, named: NamedFrame): void {
    this.#named.set(address, named);
    if (this.#named.size > rememberedFrames)
      this.#named.delete(this.#named.keys().next().value as string);
  }

  /** RGB of each frame, in their order; the first problem where one cannot be had. */
  async take(
    frames: readonly FrameRef[],
    signal: AbortSignal,
  ): Promise<Outcome<readonly Uint8Array[]>> {
    const taken = await Promise.all(frames.map((frame) => this.#takeOne(frame, signal)));
    const pixels: Uint8Array[] = [];
    for (const one of taken) {
      if (one.kind !== "answered") return one;
      pixels.push(one.value);
    }
    return answered(pixels);
  }

  #takeOne({ digest, atSeconds }: FrameRef, signal: AbortSignal): Promise<Outcome<Uint8Array>> {
    const named = this.#named.get(digest);
    if (!named) throw new RangeError(`no look has named the frame ${digest} at ${atSeconds} s`);
    const { file, fileId } = named;
    return new Promise((resolve) => {
      const others = this.#waiting.get(fileId);
      if (others) return others.push({ named, signal, resolve });
      this.#waiting.set(fileId, [{ named, signal, resolve }]);
      // After all that is asked for now. A conversation waits for it: looks that only read ahead
      // come later.
      queueMicrotask(() => this.#pool.offer(() => this.#jobFor(file, fileId), { isUrgent: true }));
    });
  }

  #jobFor(file: PixelFile, fileId: string): PooledJob | undefined {
    const waiting = this.#waiting.get(fileId);
    this.#waiting.delete(fileId);
    if (!waiting) return undefined;
    const frames = [...new Map(waiting.map(({ named }) => [named.index, named])).values()]
      .map(({ index, atSeconds }) => ({ index, atSeconds }))
      .sort((a, b) => a.index - b.index);
    const leaving = allAborted(waiting.map(({ signal }) => signal));
    return {
      job: { ...file, work: "pixels", frames },
      signal: leaving.signal,
      resolve: (outcome) => {
        leaving[Symbol.dispose]();
        const taken =
          outcome.kind === "answered" ? (outcome.value as Outcome<TakenPixels>) : outcome;
        if (taken.kind !== "answered") for (const { resolve } of waiting) resolve(taken);
        else this.#share(file, frames, taken.value, waiting);
      },
    };
  }

  #share(
    { name, shape }: PixelFile,
    frames: readonly PixelFrame[],
    { rgb, warnings }: TakenPixels,
    waiting: readonly Waiting[],
  ): void {
    if (warnings.length > 0) this.#onWarning(name, warnings);
    const size = shape.width * shape.height * 3;
    const places = new Map(frames.map(({ index }, at) => [index, at * size]));
    for (const { named, resolve } of waiting) {
      const from = places.get(named.index)!;
      resolve(answered(rgb.subarray(from, from + size)));
    }
  }
}
