import type { TokenUsage } from "../../../core/asking/asked.ts";
import type { ChatAsk, ChatReply, FrameRef } from "../../../core/asking/chat.ts";
import { sumUsage } from "../../../core/asking/sum-usage.ts";
import type { ChatSystem } from "../../../core/asking/system.ts";
import { canonicalJson, type Json } from "../../../core/json.ts";
import { answered, failed, type Outcome } from "../../../core/run/outcome.ts";
import type { Dispatcher } from "../../../engine/dispatcher.ts";
import { LeftOpen } from "../../../engine/interrupted.ts";
import { contentDigest } from "../../../files/content-digest.ts";
import type { Glimpse } from "./judge-sight.ts";
import { namedSlides } from "./named-slides.ts";
import type { Slide } from "./sight-slides.ts";

/** The same words whatever is shown, so that tokens differ by pictures alone. */
const question = [
  "Pictures may be shown here. Each of them has one background colour, and on a black panel in its middle a code of four white digits.",
  "List all pictures in the order in which they are shown: for each one line with its code and the name of its background colour, and nothing else.",
  "If there is no picture, write only the word: none",
].join("\n");

/** What is shown to a system at once, and which slides that is. */
export interface Showing {
  readonly slides: readonly Slide[];
  readonly frames: readonly FrameRef[];
}

export interface AskedSight {
  readonly glimpses: readonly Glimpse[];
  readonly replies: readonly (string | undefined)[];
  readonly usage: TokenUsage | undefined;
}

/**
 * Puts the same question about one showing after the other. After the first that fails nothing more
 * is asked.
 */
export async function askSight(
  system: ChatSystem,
  showings: readonly Showing[],
  dispatcher: Dispatcher,
): Promise<AskedSight> {
  const glimpses: Glimpse[] = [];
  const replies: (string | undefined)[] = [];
  let usage: TokenUsage | undefined;
  for (const { slides, frames } of showings) {
    const { outcome, used } = await put(system, askAbout(frames), dispatcher);
    const reply =
      outcome.kind === "answered"
        ? outcome.value
        : outcome.kind === "failed"
          ? undefined
          : outcome.reason;
    usage = sumUsage(usage, used);
    replies.push(reply);
    glimpses.push({
      shown: slides.length,
      outcome,
      inputTokens: used?.input,
      named: namedSlides(reply ?? "", slides),
    });
    if (outcome.kind === "failed") break;
  }
  return { glimpses, replies, usage };
}

function askAbout(frames: readonly FrameRef[]): ChatAsk {
  const shown = frames.length === 0 ? [] : [{ frames }];
  return { messages: [{ role: "user", parts: [...shown, { text: question }] }] };
}

interface Put {
  readonly outcome: Outcome<string>;
  readonly used: TokenUsage | undefined;
}

async function put(system: ChatSystem, ask: ChatAsk, dispatcher: Dispatcher): Promise<Put> {
  const text = canonicalJson(ask as unknown as Json);
  try {
    const { outcome, facts } = await dispatcher.put(
      system,
      { ask, text, digest: contentDigest(text) },
      { repeat: 0, isAgain: true },
    );
    const said = outcome as Outcome<ChatReply>;
    return {
      outcome: said.kind === "answered" ? answered(said.value.text) : said,
      used: facts?.usage,
    };
  } catch (error) {
    if (!(error instanceof LeftOpen)) throw error;
    return { outcome: failed("auth", error.message), used: error.asked?.facts?.usage };
  }
}
