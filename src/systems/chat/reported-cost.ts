import type { ReplyFacts, TokenUsage } from "../../core/asking/asked.ts";
import { memberAt } from "./member-at.ts";

/** What a reply that is of no use says about what it cost all the same. */
export type ToldCost = Pick<ReplyFacts, "usage" | "model">;

/**
 * Where the parts of a reply, or of one event of a stream, tell their tokens: OpenAI's interfaces,
 * Anthropic's, Groq's, Google's.
 */
const usagePlaces = [
  ["usage"],
  ["response", "usage"],
  ["message", "usage"],
  ["x_groq", "usage"],
  ["usageMetadata"],
];
const modelPlaces = [["model"], ["response", "model"], ["message", "model"], ["modelVersion"]];

/**
 * What a reply tells of its cost, whatever else is wrong with it; the same for an event of a
 * stream.
 */
export function reportedCost(reply: unknown): ToldCost {
  let usage: TokenUsage | undefined;
  for (const place of usagePlaces) usage ??= usageIn(memberAt(reply, place));
  const model = modelPlaces
    .map((place) => memberAt(reply, place))
    .find((name) => typeof name === "string" && name !== "");
  return { ...(usage ? { usage } : {}), ...(typeof model === "string" ? { model } : {}) };
}

/** Counts of a stream grow as it goes on, and not every event repeats all of them. */
export function laterCost(before: ToldCost, event: ToldCost): ToldCost {
  if (!before.usage || !event.usage) return { ...before, ...event };
  const usage: { -readonly [Name in keyof TokenUsage]: number } = { ...before.usage };
  for (const name of Object.keys(event.usage) as (keyof TokenUsage)[])
    usage[name] = Math.max(usage[name] ?? 0, event.usage[name] ?? 0);
  return { ...before, ...event, usage };
}

/**
 * The same for the text of a reply, which may be no JSON: a document that was delivered twice, or
 * broke off behind its counts.
 */
export function toldCostInText(text: string): ToldCost {
  const whole = parsed(text);
  if (whole !== undefined) return reportedCost(whole);
  const counted = [
    ...text.matchAll(/(?<!\\)"(usage|usageMetadata)"\s*:\s*(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})/g),
  ].at(-1);
  return counted ? reportedCost({ [counted[1]!]: parsed(counted[2]!) }) : {};
}

function usageIn(told: unknown): TokenUsage | undefined {
  const count = (...path: string[]) => {
    const value = memberAt(told, path);
    return typeof value === "number" && value >= 0 ? value : undefined;
  };
  const cached = {
    anthropic: count("cache_read_input_tokens"),
    other:
      count("prompt_tokens_details", "cached_tokens") ??
      count("input_tokens_details", "cached_tokens"),
    google: count("cachedContentTokenCount"),
  };
  // Anthropic alone counts what it read from its cache, or wrote into it, beside the input.
  const besideInput = [cached.anthropic, count("cache_creation_input_tokens")];
  const cacheWrite = besideInput[1] ?? count("prompt_tokens_details", "cache_write_tokens");
  const input = sum(
    count("prompt_tokens") ?? count("promptTokenCount") ?? count("input_tokens"),
    ...besideInput,
  );
  const output =
    count("completion_tokens") ??
    count("output_tokens") ??
    sum(count("candidatesTokenCount"), count("thoughtsTokenCount"));
  const reasoning =
    count("completion_tokens_details", "reasoning_tokens") ??
    count("output_tokens_details", "reasoning_tokens") ??
    count("thoughtsTokenCount");
  const cachedInput = cached.anthropic ?? cached.other ?? cached.google;
  if (input === undefined && output === undefined) return undefined;
  return knownCounts({ input, output, cachedInput, cacheWrite, reasoning });
}

/** Counts without those that nobody told. */
export function knownCounts({
  input,
  output,
  cachedInput,
  cacheWrite,
  reasoning,
}: MaybeCounts): TokenUsage {
  return {
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(cachedInput === undefined ? {} : { cachedInput }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

type MaybeCounts = { readonly [Name in keyof TokenUsage]: number | undefined };

function sum(...counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? undefined : known.reduce((total, count) => total + count, 0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
