import type { FrameRef } from "../../core/asking/chat.ts";
import type { EmbedReply } from "../../core/asking/embed.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import { answered, type NoAnswer, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { KnownVectors } from "./known-vectors.ts";
import type { FrameEncoder } from "./open-encoder.ts";

export type EmbedFrames = (
  clips: readonly (readonly FrameRef[])[],
) => Promise<readonly Outcome<EmbedReply>[]>;

/**
 * Embeds what is shown of videos, one vector for each. A frame that occurs in several of them is
 * put through once; pixels of the next batch are read while one is computed.
 */
export function frameEmbedder(
  frames: FrameEncoder,
  { context, batch }: { readonly context: SystemContext; readonly batch: number },
): EmbedFrames {
  const known = new KnownVectors<string>();
  return async (clips) => {
    const unitsOf = clips.map((clip) =>
      frames.units(clip).map((unit) => [keyOf(unit), unit] as const),
    );
    const units = new Map(unitsOf.flat());
    const problems = new Map<string, NoAnswer>();
    const vectors = await known.all([...units.keys()], async (fresh, learn) => {
      const portions = portionsOf(
        fresh.map((key) => [key, units.get(key)!] as const),
        batch,
      );
      let next = portions[0] && pixelsOf(portions[0], frames, context);
      for (const [i, portion] of portions.entries()) {
        const pixels = await next!;
        next = portions[i + 1] && pixelsOf(portions[i + 1]!, frames, context);
        const readable = pixels.flatMap((one, at) =>
          one.kind === "answered" ? [{ key: portion[at]![0], pixels: one.value }] : [],
        );
        for (const [at, one] of pixels.entries())
          if (one.kind !== "answered") problems.set(portion[at]![0], one);
        const made = await frames.encode(readable.map((one) => one.pixels));
        for (const [at, { key }] of readable.entries()) learn(key, made[at]!);
      }
    });
    const found = new Map([...units.keys()].map((key, i) => [key, vectors[i]]));
    return unitsOf.map((own, i): Outcome<EmbedReply> => {
      if (clips[i]!.length === 0) return noAnswer("media-error", "no frame is shown");
      const problem = own.map(([key]) => problems.get(key)).find((one) => one !== undefined);
      return problem ?? answered(frames.joined(own.map(([key]) => found.get(key)!)));
    });
  };
}

type Unit = readonly [key: string, frames: readonly FrameRef[]];

function keyOf(frames: readonly FrameRef[]): string {
  return frames.map(({ digest }) => digest).join();
}

/** Units of about `batch` frames together. */
function portionsOf(units: readonly Unit[], batch: number): readonly (readonly Unit[])[] {
  const size = Math.max(1, Math.floor(batch / (units[0]?.[1].length || 1)));
  return Array.from({ length: Math.ceil(units.length / size) }, (_, i) =>
    units.slice(i * size, (i + 1) * size),
  );
}

function pixelsOf(
  units: readonly Unit[],
  { shape }: FrameEncoder,
  { pixels }: SystemContext,
): Promise<readonly Outcome<readonly Uint8Array[]>[]> {
  if (!pixels) throw new Error("pixels of frames are asked for where there are none");
  return Promise.all(units.map(([, frames]) => pixels(frames, shape)));
}
