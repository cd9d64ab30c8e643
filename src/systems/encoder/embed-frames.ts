import type { FrameRef } from "../../core/asking/chat.ts";
import type { EmbedReply } from "../../core/asking/embed.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import { answered, type NoAnswer, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { KnownVectors } from "./known-vectors.ts";
import type { FrameEncoder } from "./open-encoder.ts";

export type EmbedFrames = (
  clips: readonly (readonly FrameRef[])[],
  signal: AbortSignal,
) => Promise<readonly Outcome<EmbedReply>[]>;

/** Frames that are embedded together, by the digests of all of them. */
type Unit = readonly [key: string, frames: readonly FrameRef[]];

/**
 * Embeds what is shown of videos, one vector for each. A frame that occurs in several of them is
 * put through once; the next videos are decoded while frames of some are computed on.
 */
export function frameEmbedder(
  frames: FrameEncoder,
  { context, batch }: { readonly context: Pick<SystemContext, "pixels">; readonly batch: number },
): EmbedFrames {
  const known = new KnownVectors<string>();
  return async (clips, signal) => {
    const units = clips.map((clip) =>
      frames.units(clip).map((unit) => [keyOf(unit), unit] as const),
    );
    const keys = [...new Set(units.flat().map(([key]) => key))];
    const problems = new Map<string, NoAnswer>();
    const vectors = await known.all(keys, async (fresh, learn) => {
      const portions = portionsOf(unknownUnits(units, fresh), batch);
      const read = (at: number) => {
        const clips = portions[at] ?? [];
        const pixels = Promise.all(clips.map((clip) => pixelsOf(clip, context, signal)));
        // What went wrong is thrown where it is awaited.
        pixels.catch(() => undefined);
        return pixels;
      };
      let next = read(0);
      for (const [i, portion] of portions.entries()) {
        signal.throwIfAborted();
        const pixels = await next;
        next = read(i + 1);
        const readable = portion.flatMap((clip, at) => {
          const outcome = pixels[at]!;
          if (outcome.kind === "answered")
            return clip.map(([key], unit) => ({ key, pixels: outcome.value[unit]! }));
          for (const [key] of clip) problems.set(key, outcome);
          return [];
        });
        const made = await frames.encode(readable.map((one) => one.pixels));
        for (const [at, { key }] of readable.entries()) learn(key, made[at]!);
      }
    });
    const found = new Map(keys.map((key, i) => [key, vectors[i]]));
    return units.map((own, i): Outcome<EmbedReply> => {
      if (clips[i]!.length === 0) return noAnswer("media-error", "no frame is shown");
      const problem = own.map(([key]) => problems.get(key)).find((one) => one !== undefined);
      return problem ?? answered(frames.joined(own.map(([key]) => found.get(key)!)));
    });
  };
}

function keyOf(frames: readonly FrameRef[]): string {
  return frames.map(({ digest }) => digest).join();
}

/** Of each clip, the units that are not known and in no earlier clip; clips without any left out. */
function unknownUnits(
  units: readonly (readonly Unit[])[],
  fresh: readonly string[],
): readonly (readonly Unit[])[] {
  const open = new Set(fresh);
  return units
    .map((own) => own.filter(([key]) => open.delete(key)))
    .filter((own) => own.length > 0);
}

/** As many clips as have `batch` frames together. */
function portionsOf(
  clips: readonly (readonly Unit[])[],
  batch: number,
): readonly (readonly (readonly Unit[])[])[] {
  const portions: (readonly Unit[])[][] = [];
  let left = 0;
  for (const clip of clips) {
    if (left <= 0) {
      portions.push([]);
      left = batch;
    }
    portions.at(-1)!.push(clip);
    left -= clip.reduce((sum, [, frames]) => sum + frames.length, 0);
  }
  return portions;
}

/** The pixels of all units of a clip, decoded in one pass. */
async function pixelsOf(
  clip: readonly Unit[],
  { pixels }: Pick<SystemContext, "pixels">,
  signal: AbortSignal,
): Promise<Outcome<readonly (readonly Uint8Array[])[]>> {
  if (!pixels) throw new Error("pixels of frames are asked for where there are none");
  const outcome = await pixels(
    clip.flatMap(([, frames]) => frames),
    signal,
  );
  if (outcome.kind !== "answered") return outcome;
  let from = 0;
  return answered(
    clip.map(([, frames]) => {
      from += frames.length;
      return outcome.value.slice(from - frames.length, from);
    }),
  );
}
