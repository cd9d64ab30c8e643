import type { Pace } from "../../core/asked.ts";

/** Header names in lower case. */
export type ReplyHeaders = Readonly<Record<string, string | undefined>>;

/** What a provider's headers say about its limits; `undefined` where they say nothing. */
export function readPace(headers: ReplyHeaders, nowMs: number): Pace | undefined {
  const retryAfterMs = retryAfter(headers, nowMs);
  const requests = windowOf(headers, "requests", nowMs);
  const tokens = windowOf(headers, "tokens", nowMs);
  // Without tokens no request goes through, however many requests are left.
  const tightest = tokens?.remainingRequests === 0 ? tokens : requests;
  const pace: Pace = { ...(retryAfterMs === undefined ? {} : { retryAfterMs }), ...tightest };
  return Object.keys(pace).length === 0 ? undefined : pace;
}

function retryAfter(headers: ReplyHeaders, nowMs: number): number | undefined {
  const exact = numberIn(headers["retry-after-ms"]);
  if (exact !== undefined) return exact;
  const text = headers["retry-after"]?.trim();
  if (text === undefined) return undefined;
  const seconds = numberIn(text);
  return seconds === undefined ? untilDate(text, nowMs) : seconds * 1_000;
}

/** OpenAI, Groq and compatible servers say `x-ratelimit-remaining-requests`, Anthropic says `anthropic-ratelimit-requests-remaining`. */
function windowOf(headers: ReplyHeaders, unit: "requests" | "tokens", nowMs: number): Pace | undefined {
  const remaining = numberIn(headers[`x-ratelimit-remaining-${unit}`] ?? headers[`anthropic-ratelimit-${unit}-remaining`]);
  if (remaining === undefined) return undefined;
  const reset = headers[`x-ratelimit-reset-${unit}`] ?? headers[`anthropic-ratelimit-${unit}-reset`];
  const renewedInMs = reset === undefined ? undefined : durationMs(reset, nowMs);
  return { remainingRequests: remaining, ...(renewedInMs === undefined ? {} : { renewedInMs }) };
}

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `6m0s`, `1.5s`, `120ms`, plain seconds, or a date. */
export function durationMs(text: string, nowMs: number): number | undefined {
  const plain = numberIn(text);
  if (plain !== undefined) return plain * 1_000;
  if (/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(text))
    return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)].reduce((sum, [, amount, unit]) => sum + Number(amount) * unitsMs[unit!]!, 0);
  return untilDate(text, nowMs);
}

function untilDate(text: string, nowMs: number): number | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
