import type { Asked, Pace } from "../../core/asking/asked.ts";
import { isRecord } from "../../core/json.ts";
import { type FailureCause, failed, noAnswer } from "../../core/run/outcome.ts";
import { TooManyBytes } from "../../files/limited-bytes.ts";
import { durationMs, type ReplyHeaders, readPace } from "./read-pace.ts";

/** A request that brought no reply that can be read. */
export interface HttpFailure {
  /** `undefined` where no reply came at all. */
  readonly status?: number | undefined;
  readonly headers?: ReplyHeaders | undefined;
  /** The body as it came, or what is known of it. */
  readonly body?: string | undefined;
  /**
   * What went wrong on our side of the line: a connection, a limit of time, JSON that ends early.
   */
  readonly error?: unknown;
}

const longestReason = 300;

/**
 * What kind of failure a request met, and what the other side says about trying again. 429 is
 * `rate` unless the account has nothing left; what concerns every request of the system (a wrong
 * key, no such model, a used-up account) is `auth`, so that it is not asked 10,000 times. A request
 * that the provider's own policy stops is no failure: nobody answered it, and nobody will. The
 * provider's name for the request is kept: it is what its support asks for.
 */
export function classifyFailure(
  { status, headers = {}, body = "", error }: HttpFailure,
  nowMs: number,
): Asked<never> {
  const endless = tooManyBytes(error);
  // Asked again, the other side would send as much again.
  if (endless) return failed("deterministic", `the reply has no end: ${endless.message}`);
  const said = messageIn(body);
  const words = `${said} ${codesIn(body)}`;
  const id = headers["x-request-id"] ?? headers["request-id"];
  const known = id === undefined ? {} : { facts: { requestId: id } };
  if (policy.test(words)) return { ...noAnswer("refused", cut(said)), ...known };
  const cause = causeOf(status, words);
  const wrong =
    status === undefined || status < 300
      ? brokenReply(status, headers, { body, error })
      : `${status}${redirected(headers)}${said ? `: ${said}` : ""}`;
  const overload =
    cause === "transient" && isOverloaded(status, words) ? { isOverloaded: true as const } : {};
  const pace = { ...readPace(headers, nowMs), ...retryDelayIn(body, nowMs), ...overload };
  return {
    ...failed(cause, cut(wrong)),
    ...known,
    ...(Object.keys(pace).length === 0 ? {} : { pace }),
  };
}

const policy =
  /content_policy_violation|\bcontent_filter\b|ResponsibleAIPolicyViolation|data_inspection_failed|flagged as potentially violating|input was flagged|blocked by content filtering|limited access to this content for safety/i;
const usedUp =
  /insufficient_quota|exceeded your current quota|billing|credit balance|payment required/i;
const tooLarge =
  /context.?(?:length|window)|maximum (?:context|model)|context the overflows|too many (?:images|tokens|input)|prompt is too long|request_too_large|too large|larger than|exceeds? (?:the )?(?:maximum|limit|max)|at most \d+ (?:images?|videos?)|input is too long|string_above_max_length/i;
const wrongKey =
  /api[ _]?key (?:not valid|expired|invalid)|invalid[ _]api[ _]?key|invalid_api_key|API_KEY_INVALID|incorrect api key/i;
const noModel =
  /model_not_found|not_found_error|model .*(?:not found|does not exist)|models\/\S+ is not found/i;
/** Google's words for a file that has been deleted; the key is fine. */
const noFile = /permission to access the File/;
const badMedia =
  /could not process image|invalid[ _]image|image_parse_error|unsupported image|unable to (?:process|decode|download) (?:input )?(?:image|video|file)|cannot identify image|invalid_base64/i;

/** The table behind `classifyFailure`, by status and by what the body says. */
function causeOf(status: number | undefined, said: string): FailureCause {
  if (status !== undefined && status >= 300 && status < 400) return "deterministic";
  if (status === undefined || status < 400) return causeByWords(said) ?? "transient";
  if (status === 429) return usedUp.test(said) ? "auth" : "rate";
  if (status === 403 && noFile.test(said)) return "media";
  if (status === 401 || status === 402 || status === 403) return "auth";
  if (status === 413) return "too-large";
  if (status === 404) return noModel.test(said) ? "auth" : "deterministic";
  if (status === 501 || status === 505) return "deterministic";
  if (status === 408 || status === 409 || status === 425 || status >= 500)
    return tooLarge.test(said) ? "too-large" : "transient";
  if (wrongKey.test(said) || usedUp.test(said)) return "auth";
  if (tooLarge.test(said)) return "too-large";
  return badMedia.test(said) ? "media" : "deterministic";
}

/** 503 says so by its definition, 529 by Anthropic's; inside a stream only the words do. */
function isOverloaded(status: number | undefined, words: string): boolean {
  return status === 503 || status === 529 || /overloaded|UNAVAILABLE/.test(words);
}

/** Errors inside a stream come under status 200: only their words tell. */
function causeByWords(said: string): FailureCause | undefined {
  if (
    usedUp.test(said) ||
    wrongKey.test(said) ||
    /authentication_error|permission_error/.test(said)
  )
    return "auth";
  if (/rate_limit|RESOURCE_EXHAUSTED/i.test(said)) return "rate";
  if (/overloaded|server_error|api_error|UNAVAILABLE|INTERNAL/.test(said)) return "transient";
  if (tooLarge.test(said)) return "too-large";
  return /invalid_request_error|INVALID_ARGUMENT/.test(said) ? "deterministic" : undefined;
}

function brokenReply(
  status: number | undefined,
  headers: ReplyHeaders,
  { body, error }: Pick<HttpFailure, "body" | "error">,
): string {
  if (status === undefined) return `no reply: ${deepest(error)}`;
  const type = headers["content-type"];
  if (type !== undefined && !/json|event-stream/.test(type))
    return `${status} with content type ${type}, which is no JSON${quoted(body)}`;
  const said = messageIn(body ?? "");
  return said
    ? `${status}: ${said}`
    : `${status} with a body that cannot be read (${deepest(error)})${quoted(body)}`;
}

function tooManyBytes(error: unknown): TooManyBytes | undefined {
  if (error instanceof TooManyBytes) return error;
  return error instanceof Error && error.cause !== undefined
    ? tooManyBytes(error.cause)
    : undefined;
}

function redirected({ location }: ReplyHeaders): string {
  return location === undefined ? "" : ` redirects to ${location}, which is not followed`;
}

function quoted(body: string | undefined): string {
  return body ? `: ${JSON.stringify(cut(body).slice(0, 80))}` : "";
}

/** The innermost reason: `fetch failed` says nothing, `ECONNRESET` does. */
function deepest(error: unknown): string {
  if (!(error instanceof Error))
    return error === undefined ? "nothing more is known" : String(error);
  if (error.cause instanceof Error) return deepest(error.cause);
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" && !error.message.includes(code)
    ? `${error.message} (${code})`
    : error.message || error.name;
}

/**
 * The message of an error body in the shapes providers use: `{error: {message}}`, `{error: "…"}`,
 * `{response: {error: {message}}}`, `{message}`, `{detail}`, or plain text.
 */
function messageIn(body: string): string {
  const parsed = parsedJson(body);
  if (parsed === undefined) return /^\s*[<{[]/.test(body) ? "" : body.trim();
  const error = errorIn(parsed) ?? (isRecord(parsed) ? parsed : undefined);
  const text = isRecord(error) ? (error.message ?? error.detail) : error;
  return typeof text === "string" ? text : text === undefined ? "" : JSON.stringify(text);
}

/** Events of OpenAI's Responses interface hold the response that failed. */
function errorIn(parsed: unknown): unknown {
  if (!isRecord(parsed)) return undefined;
  return (
    parsed.error ?? (isRecord(parsed.response) ? (parsed.response.error ?? undefined) : undefined)
  );
}

function codesIn(body: string): string {
  const error = errorIn(parsedJson(body));
  return isRecord(error)
    ? [error.type, error.code, error.status].filter((code) => typeof code === "string").join(" ")
    : "";
}

/**
 * Google says in the body when to come back: `details: [{"@type": …RetryInfo, retryDelay: "34s"}]`.
 */
function retryDelayIn(body: string, nowMs: number): Pace {
  const delay = /"retryDelay"\s*:\s*"([^"]+)"/.exec(body)?.[1];
  const retryAfterMs = delay === undefined ? undefined : durationMs(delay, nowMs);
  return retryAfterMs === undefined ? {} : { retryAfterMs };
}

function parsedJson(body: string): unknown {
  if (!/^\s*[[{]/.test(body)) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return Array.isArray(parsed) ? parsed[0] : parsed;
  } catch {
    return undefined;
  }
}

/** Without what a terminal would obey, and without bytes that are no text. */
function cut(text: string): string {
  const printable = text.replaceAll(/[\p{Cc}\ufffd]+/gu, " ");
  return printable.length > longestReason ? `${printable.slice(0, longestReason - 1)}…` : printable;
}
