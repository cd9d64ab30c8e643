import type { Pace } from "../../core/asking/asked.ts";

/** Header names in lower case. */
export type ReplyHeaders = Readonly<Record<string, string | undefined>>;

/** What a provider's headers say about its limits; `undefined` where they say nothing. */
export function readPace(headers: ReplyHeaders, nowMs: number): Pace | undefined {
  const retryAfterMs = retryAfter(headers, nowMs);
  const requests = windowOf(headers, requestHeaders, nowMs);
  const tokens = windowOf(headers, tokenHeaders, nowMs);
  // Without tokens no request goes through, however many requests are left.
  const tightest = tokens?.remainingRequests === 0 ? tokens : requests;
  if (retryAfterMs === undefined) return tightest;
  return { retryAfterMs, ...tightest };
}

function retryAfter(headers: ReplyHeaders, nowMs: number): number | undefined {
  const exact = numberIn(headers["retry-after-ms"]);
  if (exact !== undefined) return exact;
  const text = headers["retry-after"]?.trim();
  if (text === undefined) return undefined;
  const seconds = numberIn(text);
  return seconds === undefined ? untilDate(text, nowMs) : seconds * 1_000;
}

/** Names of one limit's headers, in the spellings that are known. */
interface LimitHeaders {
  readonly remaining: readonly [string, string];
  readonly reset: readonly [string, string];
}

const requestHeaders = limitHeaders("requests");
const tokenHeaders = limitHeaders("tokens");

/**
 * OpenAI, Groq and compatible servers say `x-ratelimit-remaining-requests`, Anthropic says
 * `anthropic-ratelimit-requests-remaining`.
 */
function limitHeaders(unit: string): LimitHeaders {
  return {
    remaining: [`x-ratelimit-remaining-${unit}`, `anthropic-ratelimit-${unit}-remaining`],
    reset: [`x-ratelimit-reset-${unit}`, `anthropic-ratelimit-${unit}-reset`],
  };
}

function windowOf(
  headers: ReplyHeaders,
  { remaining, reset }: LimitHeaders,
  nowMs: number,
): Pace | undefined {
  const left = numberIn(headers[remaining[0]] ?? headers[remaining[1]]);
  if (left === undefined) return undefined;
  const renewed = headers[reset[0]] ?? headers[reset[1]];
  const renewedInMs = renewed === undefined ? undefined : durationMs(renewed, nowMs);
  return { remainingRequests: left, ...(renewedInMs === undefined ? {} : { renewedInMs }) };
}

const unitsMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `6m0s`, `1.5s`, `120ms`, plain seconds, or a date. */
export function durationMs(text: string, nowMs: number): number | undefined {
  const plain = numberIn(text);
  if (plain !== undefined) return plain * 1_000;
  if (/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(text))
    return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)].reduce(
      (sum, [, amount, unit]) => sum + Number(amount) * unitsMs[unit!]!,
      0,
    );
  return untilDate(text, nowMs);
}

function untilDate(text: string, nowMs: number): number | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
