import type { FrameRef } from "../../core/asking/chat.ts";
import type { MediaFrames } from "../../core/data/media.ts";
import { answered, type Outcome } from "../../core/run/outcome.ts";
import type { LookQueue } from "../looks/look-queue.ts";
import { type LookedFile, mediaError } from "../looks/plan-looks.ts";

/** What an address means. */
export interface NamedFrame {
  /** With the shape of the pixels; the same object for all frames of a look. */
  readonly file: LookedFile;
  /** From the start of the file. */
  readonly atSeconds: number;
  /** What opens the file. */
  readonly queue: Pick<LookQueue, "look">;
}

/** The oldest are forgotten: those of a sample are named shortly before they are computed on. */
const rememberedFrames = 1_000_000;
/**
 * Of pixels that were decoded with the first look at a file and not taken yet; then looks decode
 * nothing until some are.
 */
const mostHeldBytes = 256 * 1024 * 1024;

/**
 * Takes the pixels of frames that looks have named by address. What is never computed on, because
 * its embedding is known, is never decoded. A file that was never seen before is decoded with the
 * look that learns of its times, and its pixels wait here to be taken.
 */
export class PixelTaker {
  readonly #named = new Map<string, NamedFrame>();
  readonly #held = new Map<string, Uint8Array>();
  readonly #onWarning: (name: string, warnings: readonly string[]) => void;
  #heldBytes = 0;
  #expectedBytes = 0;

  constructor(onWarning: (name: string, warnings: readonly string[]) => void = () => undefined) {
    this.#onWarning = onWarning;
  }

  /** Says which frame an address means. */
  name(address: string, named: NamedFrame): void {
    this.#named.set(address, named);
    if (this.#named.size > rememberedFrames)
      this.#named.delete(this.#named.keys().next().value as string);
  }

  /** Room for pixels that are about to be decoded; `undefined` where too many are held already. */
  reserve(bytes: number): Disposable | undefined {
    if (this.#heldBytes + this.#expectedBytes + bytes > mostHeldBytes) return undefined;
    this.#expectedBytes += bytes;
    return {
      [Symbol.dispose]: () => {
        this.#expectedBytes -= bytes;
      },
    };
  }

  /** Keeps pixels, by the addresses of their frames in the same order, until they are taken. */
  hold(named: readonly FrameRef[], { name }: LookedFile, seen: MediaFrames): void {
    this.#warn(name, seen);
    for (const [at, rgb] of pixelsIn(seen).entries()) {
      const { digest } = named[at]!;
      this.#release(digest);
      this.#held.set(digest, rgb);
      this.#heldBytes += rgb.length;
    }
  }

  /** RGB of each frame, in their order; the first problem where one cannot be had. */
  async take(
    frames: readonly FrameRef[],
    signal: AbortSignal,
  ): Promise<Outcome<readonly Uint8Array[]>> {
    const distinct = new Map(frames.map((frame) => [frame.digest, frame]));
    const taken = new Map([...distinct.keys()].map((digest) => [digest, this.#release(digest)]));
    const missing = [...distinct.values()].filter(({ digest }) => !taken.get(digest));
    const byFile = Map.groupBy(missing, (frame) => this.#nameOf(frame).file);
    const outcomes = await Promise.all(
      [...byFile].map(([file, list]) => this.#decode(file, list, signal)),
    );
    for (const outcome of outcomes) {
      if (outcome.kind !== "answered") return outcome;
      for (const [digest, rgb] of outcome.value) taken.set(digest, rgb);
    }
    return answered(frames.map(({ digest }) => taken.get(digest)!));
  }

  /** A conversation waits for it: looks that only read ahead come later. */
  async #decode(
    file: LookedFile,
    frames: readonly FrameRef[],
    signal: AbortSignal,
  ): Promise<Outcome<readonly (readonly [string, Uint8Array])[]>> {
    const named = frames.map((frame) => this.#nameOf(frame));
    const want = { atSeconds: named.map(({ atSeconds }) => atSeconds) };
    const [seen] = await named[0]!.queue.look(file, [{ want }], { signal, isUrgent: true });
    if (seen?.kind !== "answered") return seen!;
    this.#warn(file.name, seen.value);
    const pixels = pixelsIn(seen.value);
    // Where the tables of a file prove wrong only now, it may end sooner.
    if (pixels.length !== frames.length)
      return mediaError(file, `only ${pixels.length} of ${frames.length} frames are there`);
    return answered(frames.map(({ digest }, at) => [digest, pixels[at]!] as const));
  }

  #nameOf({ digest, atSeconds }: FrameRef): NamedFrame {
    const named = this.#named.get(digest);
    if (!named) throw new RangeError(`no look has named the frame ${digest} at ${atSeconds} s`);
    return named;
  }

  #release(digest: string): Uint8Array | undefined {
    const rgb = this.#held.get(digest);
    if (rgb && this.#held.delete(digest)) this.#heldBytes -= rgb.length;
    return rgb;
  }

  #warn(name: string, { warnings }: MediaFrames): void {
    if (warnings.length > 0) this.#onWarning(name, warnings);
  }
}

/** Looks that are given a shape answer with the pixels of each frame. */
function pixelsIn({ frames }: MediaFrames): readonly Uint8Array[] {
  return (frames as readonly (FrameRef & { readonly rgb: Uint8Array })[]).map(({ rgb }) => rgb);
}
