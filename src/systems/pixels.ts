import { z } from "zod";
import type { ChatAsk, ChatReply, FrameRef } from "../core/asking/chat.ts";
import type { ChatSystem } from "../core/asking/system.ts";
import { defineSystemKind } from "../core/asking/system-kind.ts";
import { answered, type Outcome } from "../core/run/outcome.ts";
import { pixelAnswer } from "./pixel-answer.ts";
import { type PixelStatistics, pixelStatistics } from "./pixel-statistics.ts";

/**
 * A baseline that looks at the frames and understands nothing: it knows the colour, the number and
 * the movement of what stands out from the background, and says so where the choices are colours,
 * numbers or directions. A system that is asked about a video should beat it.
 */
export const pixels = defineSystemKind({
  id: "pixels",
  summary: "a baseline that answers from the colours, regions and movement of the frames",
  configSchema: z.strictObject({
    concurrency: z.int().min(1).default(4).describe("asks under way at once"),
  }),
  looks: () => true,
  create: async ({ concurrency }, context): Promise<ChatSystem> => {
    const { decodeImage } = await import("../media/image/decode-image.ts");
    const known = new Map<string, Promise<PixelStatistics>>();
    const statistics = (frame: FrameRef) => {
      const found =
        known.get(frame.digest) ??
        context.frame(frame).then(async (bytes) => pixelStatistics(await decodeImage(bytes)));
      known.set(frame.digest, found);
      if (known.size > keptFrames) known.delete(known.keys().next().value!);
      return found;
    };
    const answer = async (ask: ChatAsk): Promise<Outcome<ChatReply>> => {
      const parts = ask.messages
        .filter(({ role }) => role === "user")
        .flatMap((message) => message.parts);
      const frames = parts.flatMap((part) => ("frames" in part ? part.frames : []));
      const choices = choicesIn(parts.map((part) => ("text" in part ? part.text : "")).join("\n"));
      const choice =
        frames.length === 0
          ? undefined
          : pixelAnswer(choices, await Promise.all(frames.map(statistics)));
      return answered({
        text: choice === undefined ? "Pixels do not tell." : choices[choice]!,
        finish: "stop",
      });
    };
    return {
      id: context.id,
      kind: "pixels",
      speaks: "chat",
      sees: true,
      identity: { version: 1 },
      concurrency,
      ask: (asks) => Promise.all(asks.map(answer)),
    };
  },
});

const keptFrames = 4_096;

/** The choices as prompts list them: lines that start with a letter and a mark, or with a dash. */
function choicesIn(text: string): readonly string[] {
  const lettered = [...text.matchAll(/^\s*\(?[A-Z][.):]\s+(.+?)\s*$/gm)].map((match) => match[1]!);
  return lettered.length > 0
    ? lettered
    : [...text.matchAll(/^\s*-\s+(.+?)\s*$/gm)].map((match) => match[1]!);
}
