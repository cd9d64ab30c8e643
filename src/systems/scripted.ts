import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ChatAsk, ChatReply } from "../core/asking/chat.ts";
import type { ChatSystem } from "../core/asking/system.ts";
import { defineSystemKind } from "../core/asking/system-kind.ts";
import { canonicalJson } from "../core/json.ts";
import { answered, noAnswer, type Outcome } from "../core/run/outcome.ts";
import { contentDigest } from "../files/content-digest.ts";

const actions = ["reply", "refuse", "truncate", "fail", "hang"] as const;

const ruleSchema = z
  .strictObject({
    match: z
      .string()
      .refine(isPattern, "not a regular expression")
      .default("")
      .describe("regular expression searched in the text of the ask; empty matches all"),
    reply: z
      .union([z.string(), z.array(z.string()).min(1)])
      .optional()
      .describe(
        "what to answer ($1 … stand for groups of the match); of several, one is chosen by the ask's digest",
      ),
    refuse: z.string().optional().describe("refuse, with this reason"),
    truncate: z.string().optional().describe("answer with this text, cut off by the token limit"),
    fail: z.string().optional().describe("fail with this error"),
    hang: z.boolean().optional().describe("never answer"),
    times: z.int().min(1).optional().describe("the rule applies so many times, then no more"),
  })
  .refine(
    (rule) => actions.filter((action) => rule[action] !== undefined).length === 1,
    `a rule needs exactly one of ${actions.join(", ")}`,
  );
type Rule = z.infer<typeof ruleSchema>;

const scriptSchema = z.strictObject({
  rules: z.array(ruleSchema).min(1).describe("tried in order; the first that matches answers"),
  delayMs: z.number().min(0).default(0).describe("how long an answer takes"),
  concurrency: z.int().min(1).default(8).describe("asks under way at once"),
  timeoutMs: z.int().min(1).default(60_000).describe("time limit of one ask"),
});

/**
 * A chat system that answers by rule instead of by model: for tests, examples and the demo. It can
 * also refuse, be cut off, fail and hang.
 */
export const scripted = defineSystemKind({
  id: "scripted",
  summary: "a chat system that answers by rules, for tests and examples",
  configSchema: scriptSchema,
  create: async ({ rules, delayMs, concurrency, timeoutMs }, context): Promise<ChatSystem> => {
    const patterns = rules.map(({ match }) => new RegExp(match, patternFlags));
    const uses = rules.map(() => 0);
    const answer = async (ask: ChatAsk, signal: AbortSignal): Promise<Outcome<ChatReply>> => {
      if (delayMs > 0) await sleep(delayMs, undefined, { signal });
      const text = textOf(ask);
      for (const [i, rule] of rules.entries()) {
        const found = patterns[i]!.exec(text);
        if (!found || uses[i]! >= (rule.times ?? Number.POSITIVE_INFINITY)) continue;
        uses[i]!++;
        return act(rule, found, { ask, signal });
      }
      return noAnswer("failed", "no rule of the script matches");
    };
    return {
      id: context.id,
      kind: "scripted",
      speaks: "chat",
      identity: { rules: canonicalJson(rules) },
      concurrency,
      timeoutMs,
      ask: (asks, signal) => Promise.all(asks.map((ask) => answer(ask, signal))),
    };
  },
});

async function act(
  rule: Rule,
  found: RegExpExecArray,
  { ask, signal }: { ask: ChatAsk; signal: AbortSignal },
): Promise<Outcome<ChatReply>> {
  if (rule.hang) await aborted(signal);
  if (rule.fail !== undefined) return noAnswer("failed", rule.fail);
  if (rule.refuse !== undefined) return noAnswer("refused", rule.refuse);
  if (rule.truncate !== undefined) return answered({ text: rule.truncate, finish: "length" });
  const replies = [rule.reply ?? ""].flat();
  const chosen =
    replies[Number.parseInt(contentDigest(canonicalJson(ask)).slice(0, 8), 16) % replies.length]!;
  return answered({ text: withGroups(chosen, found), finish: "stop" });
}

/** Never resolves. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

/** `$1` for a group that the rule has; any other `$5` is a price. */
function withGroups(reply: string, found: RegExpExecArray): string {
  return reply.replace(/\$(\d)/g, (written, group: string) =>
    Number(group) < found.length ? (found[Number(group)] ?? "") : written,
  );
}

function textOf({ messages }: ChatAsk): string {
  const user = messages.filter(({ role }) => role === "user");
  return user
    .flatMap(({ parts }) => parts.flatMap((part) => ("text" in part ? [part.text] : [])))
    .join("\n");
}

const patternFlags = "ims";

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, patternFlags) instanceof RegExp;
  } catch {
    return false;
  }
}
