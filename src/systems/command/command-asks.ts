import type { Asked } from "../../core/asking/asked.ts";
import type { ChatAsk, ChatReply, Part } from "../../core/asking/chat.ts";
import type { EmbedAsk, EmbedReply } from "../../core/asking/embed.ts";
import type { SimilarityAsk, SimilarityReply } from "../../core/asking/similarity.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import type { Sample } from "../../core/data/sample.ts";
import { answered, failed, type NoAnswer } from "../../core/run/outcome.ts";
import { carried } from "../carried-frames.ts";
import { predictionReader } from "../prediction-reader.ts";
import { sampleFields } from "../sample-fields.ts";
import type { CommandPool } from "./command-pool.ts";
import type { CommandAnswer } from "./command-protocol.ts";
import type { CommandSettings } from "./command-settings.ts";
import { outcomeOf } from "./outcome-of.ts";
import { readEmbedding } from "./read-embedding.ts";
import type { SentFrames } from "./sent-frames.ts";

type Body = Readonly<Record<string, unknown>>;

/** How asks of one kind are written as messages, and how their answers are read. */
interface CommandAsks<Ask, Reply> {
  body(ask: Ask, signal: AbortSignal): Promise<Body | NoAnswer>;
  read(answer: CommandAnswer, ask: Ask): Asked<Reply>;
}

/**
 * Puts asks to a pool. Those that come together travel together: the frames of all are read before
 * the first is sent.
 */
export function poolAsker<Ask, Reply>(
  pool: CommandPool,
  { body, read }: CommandAsks<Ask, Reply>,
): (asks: readonly Ask[], signal: AbortSignal) => Promise<readonly Asked<Reply>[]> {
  return async (asks, signal) => {
    const bodies = await Promise.all(asks.map((ask) => carried(body(ask, signal))));
    signal.throwIfAborted();
    return Promise.all(
      bodies.map(async (sent, i) =>
        isOutcome(sent)
          ? sent
          : outcomeOf(await pool.ask(sent, signal), (answer) => read(answer, asks[i]!)),
      ),
    );
  };
}

export function predictionAsks(
  { fields, format }: CommandSettings,
  context: SystemContext,
): CommandAsks<Sample, unknown> {
  const told = sampleFields(fields, context);
  const read = predictionReader(format, context);
  return {
    body: async (sample) => ({ sample: told(sample) }),
    read: ({ prediction }, sample) => read(prediction, sample),
  };
}

export function chatAsks(frames: SentFrames): CommandAsks<ChatAsk, ChatReply> {
  return {
    async body({ messages, choices }, signal) {
      const sent = await Promise.all(
        messages.map(async ({ role, parts }) => ({
          role,
          parts: await Promise.all(parts.map((part) => withFrames(part, frames, signal))),
        })),
      );
      const missing = sent.flatMap(({ parts }) => parts).find(isOutcome);
      return missing ?? { messages: sent, ...(choices ? { choices } : {}) };
    },
    read: ({ reply }) =>
      reply ? answered(reply as ChatReply) : failed("deterministic", "the answer holds no reply"),
  };
}

export function encoderAsks(frames: SentFrames): CommandAsks<EmbedAsk, EmbedReply> {
  return {
    body: (ask, signal) => withFrames(ask, frames, signal),
    read: ({ embedding }) => readEmbedding(embedding),
  };
}

export const similarityAsks: CommandAsks<SimilarityAsk, SimilarityReply> = {
  body: async ({ pairs }) => ({ pairs }),
  read: ({ cosines }, { pairs }) =>
    cosines?.length === pairs.length
      ? answered({ cosines: cosines.map(Math.fround) })
      : failed(
          "deterministic",
          `the answer holds ${cosines?.length ?? "no"} cosines for ${pairs.length} pairs`,
        ),
};

async function withFrames(
  part: Part | EmbedAsk,
  frames: SentFrames,
  signal: AbortSignal,
): Promise<Body | NoAnswer> {
  if (!("frames" in part)) return part;
  const sent = await frames(part.frames, signal);
  return isOutcome(sent) ? sent : { frames: sent };
}

/** Neither asks nor frames have a member `kind`. */
function isOutcome(sent: object): sent is NoAnswer {
  return "kind" in sent;
}
