import type { FrameRef } from "../../core/asking/chat.ts";
import type { LookOptions } from "../../core/data/media.ts";
import type { PixelShape } from "../../core/data/pixel-shape.ts";
import { answered, type Outcome } from "../../core/run/outcome.ts";
import type { DecodePool } from "../decode-pool.ts";
import type { LookedFile } from "../looks/plan-looks.ts";
import type { PixelFrame, PixelsJob } from "./pixels-job.ts";

/** The frames of a file that were named, and in which shape they are wanted. */
export interface PixelFile extends Omit<LookedFile, "request"> {
  readonly shape: PixelShape;
  readonly counted: PixelsJob["counted"];
}

interface Named extends PixelFrame {
  readonly file: PixelFile;
}

/** The oldest are forgotten: those of a sample are named shortly before they are computed on. */
const rememberedFrames = 1_000_000;

/**
 * Takes the pixels of frames that looks have named by address. What is never computed on, because
 * its embedding is known, is never decoded.
 */
export class PixelTaker {
  readonly #pool: DecodePool;
  readonly #named = new Map<string, Named>();
  readonly #onWarning: (name: string, warnings: readonly string[]) => void;

  constructor(
    pool: DecodePool,
    onWarning: (name: string, warnings: readonly string[]) => void = () => undefined,
  ) {
    this.#pool = pool;
    this.#onWarning = onWarning;
  }

  /** Says which frame an address means. */
  name(address: string, named: Named): void {
    this.#named.set(address, named);
    if (this.#named.size > rememberedFrames)
      this.#named.delete(this.#named.keys().next().value as string);
  }

  /** RGB of each frame, in their order; one pass over each file. */
  async take(
    frames: readonly FrameRef[],
    { signal }: Pick<LookOptions, "signal">,
  ): Promise<Outcome<readonly Uint8Array[]>> {
    const named = frames.map((frame) => this.#lookUp(frame));
    const byFile = Map.groupBy(named, ({ file }) => file);
    const pixels = new Map<Named, Uint8Array>();
    for (const outcome of await Promise.all(
      [...byFile].map(([file, list]) => this.#ofFile(file, list, signal)),
    )) {
      if (outcome.kind !== "answered") return outcome;
      for (const [one, rgb] of outcome.value) pixels.set(one, rgb);
    }
    return answered(named.map((one) => pixels.get(one)!));
  }

  #lookUp({ digest, atSeconds }: FrameRef): Named {
    const found = this.#named.get(digest);
    if (found) return found;
    throw new RangeError(`no look has named the frame ${digest} at ${atSeconds} s`);
  }

  async #ofFile(
    file: PixelFile,
    named: readonly Named[],
    signal: AbortSignal,
  ): Promise<Outcome<ReadonlyMap<Named, Uint8Array>>> {
    const frames = [...new Map(named.map(({ index, atSeconds }) => [index, { index, atSeconds }]))]
      .map(([, frame]) => frame)
      .sort((a, b) => a.index - b.index);
    const job: PixelsJob = { ...file, work: "pixels", frames };
    // A conversation waits for it; looks that only read ahead come later.
    const outcome = await this.#pool.run(job, signal, { isUrgent: true });
    const taken = outcome.kind === "answered" ? outcome.value : outcome;
    if (taken.kind !== "answered") return taken;
    const { rgb, warnings } = taken.value;
    if (warnings.length > 0) this.#onWarning(file.name, warnings);
    const size = file.shape.width * file.shape.height * 3;
    const places = new Map(frames.map(({ index }, at) => [index, at]));
    return answered(
      new Map(
        named.map((one) => {
          const from = places.get(one.index)! * size;
          return [one, rgb.subarray(from, from + size)];
        }),
      ),
    );
  }
}
