import { z } from "zod";
import type { FrameRef } from "../core/asking/chat.ts";
import type { EmbedAsk, EmbedReply } from "../core/asking/embed.ts";
import type { EncoderSystem } from "../core/asking/system.ts";
import { defineSystemKind } from "../core/asking/system-kind.ts";
import { answered, type Outcome } from "../core/run/outcome.ts";
import { colourDimensions, pictureColours, textColours } from "./colour-words.ts";

/**
 * An encoder that knows colours and nothing else: frames are how much of them has each colour,
 * texts which colours they name. It shows that retrieval works from end to end without a model; an
 * encoder under evaluation should beat it.
 */
export const pixelEncoder = defineSystemKind({
  id: "pixel-encoder",
  summary: "a baseline encoder that knows the colours of frames and the names of colours",
  configSchema: z.strictObject({
    concurrency: z.int().min(1).default(4).describe("asks under way at once"),
  }),
  looks: () => true,
  speaks: "encoder",
  create: async ({ concurrency }, context): Promise<EncoderSystem> => {
    const { decodeImage } = await import("../media/image/decode-image.ts");
    const known = new Map<string, Promise<Float32Array>>();
    const coloursOf = (frame: FrameRef) => {
      const found =
        known.get(frame.digest) ??
        context.frame(frame).then(async (bytes) => pictureColours((await decodeImage(bytes)).rgb));
      known.set(frame.digest, found);
      if (known.size > keptFrames) known.delete(known.keys().next().value!);
      return found;
    };
    const embed = async (ask: EmbedAsk): Promise<Outcome<EmbedReply>> =>
      answered(
        "text" in ask
          ? textColours(ask.text)
          : meanOf(await Promise.all(ask.frames.map(coloursOf))),
      );
    return {
      id: context.id,
      kind: "pixel-encoder",
      speaks: "encoder",
      sees: true,
      identity: { version: 1 },
      concurrency,
      ask: (asks) => Promise.all(asks.map(embed)),
    };
  },
});

const keptFrames = 65_536;

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(colourDimensions);
  for (const vector of vectors)
    for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]! / vectors.length;
  return mean;
}
