import type { ChatAsk } from "../../core/asking/chat.ts";
import { isWholeVideo } from "../../core/asking/chat.ts";
import { costOf, type Prices, priceOf } from "../../core/asking/price.ts";
import { pricedOf } from "../../core/asking/priced-system.ts";
import type { System } from "../../core/asking/system.ts";
import { isRecord } from "../../core/json.ts";
import { charactersPerToken } from "./ask-meter.ts";
import { pixelsPerToken } from "./estimate.ts";

/** Of one reply, where the system has no limit: a long one, or some thoughts. */
const longReplyTokens = 4_096;

/**
 * What one ask may cost, in US dollars, by rule of thumb: dense text, pictures in full detail, and
 * a reply as long as it may be. `undefined` where nobody can tell: without a price, of what is no
 * chat, and of whole videos, whose length is not known here.
 */
export function expectedCost(system: System, ask: unknown, prices: Prices): number | undefined {
  const price = priceOf(prices, pricedOf(system));
  if (!price || system.speaks !== "chat") return undefined;
  const { messages, choices } = ask as ChatAsk;
  let tokens = 0;
  for (const { parts } of messages)
    for (const part of parts) {
      if ("text" in part) tokens += part.text.length / charactersPerToken[0];
      else if (part.frames.some(isWholeVideo)) return undefined;
      else for (const { width, height } of part.frames) tokens += (width * height) / pixelsPerToken;
    }
  return costOf({ input: Math.ceil(tokens), output: choices ? 1 : longestReply(system) }, price);
}

function longestReply({ identity }: System): number {
  return isRecord(identity) && typeof identity.maxTokens === "number"
    ? identity.maxTokens
    : longReplyTokens;
}
