import { APICallError, InvalidResponseDataError, TypeValidationError } from "@ai-sdk/provider";
import type { z } from "zod";
import type { Asked } from "../../core/asking/asked.ts";
import { firstIssue } from "../../core/first-issue.ts";
import { isRecord } from "../../core/json.ts";
import { failed } from "../../core/run/outcome.ts";
import { classifyFailure, type HttpFailure } from "../http/classify-failure.ts";
import { UnreadableReply } from "../http/unreadable-reply.ts";
import { BatchError } from "./batch/batch-interface.ts";
import { SharedFailure } from "./batch/batched-reply.ts";
import { UnreadableMedia } from "./chat-prompt.ts";
import { memberAt } from "./member-at.ts";
import { StreamError } from "./model-reply.ts";
import { reportedCost, type ToldCost, toldCostInText } from "./reported-cost.ts";
import { UploadError } from "./video-uploads.ts";

/** What a thrown error of a provider's package comes to. */
export function explainFailure(error: unknown, nowMs: number): Asked<never> {
  if (error instanceof SharedFailure)
    return { ...explainFailure(error.cause, nowMs), facts: { cached: true } };
  if (error instanceof UnreadableMedia) return failed("media", error.message);
  const asked = outcomeOf(error, nowMs);
  const told = costTold(error);
  return told.usage ? { ...asked, facts: { ...asked.facts, ...told } } : asked;
}

function outcomeOf(error: unknown, nowMs: number): Asked<never> {
  const failure = httpFailure(error);
  if (failure) return classifyFailure(failure, nowMs);
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  // Replies that are JSON and yet not what the provider documents, such as a list of choices
  // without any.
  if (
    /InvalidResponseData|NoContentGenerated|TypeValidation|JSONParse|EmptyResponseBody/.test(name)
  )
    return failed("transient", `the reply cannot be read: ${message.slice(0, 200)}`);
  if (/UnsupportedFunctionality|InvalidPrompt|InvalidArgument/.test(name))
    return failed("deterministic", message);
  return classifyFailure({ error }, nowMs);
}

function httpFailure(error: unknown): HttpFailure | undefined {
  if (APICallError.isInstance(error)) {
    const { statusCode, responseHeaders: headers, responseBody, cause = error } = error;
    const unfit = unfitReply(cause);
    // Behind a failure inside a reply of status 200 one package makes up a status, and hands the
    // reply over as an object.
    const isInside = typeof responseBody === "object";
    return {
      status: isInside ? 200 : statusCode,
      headers,
      body: isInside ? JSON.stringify(responseBody) : responseBody,
      error: unfit === undefined ? cause : new Error(unfit),
    };
  }
  if (error instanceof UnreadableReply) return { ...error, error: error.cause };
  if (error instanceof UploadError || error instanceof BatchError) return error;
  if (!(error instanceof StreamError)) return undefined;
  const { data, headers } = error;
  if (APICallError.isInstance(data)) return httpFailure(data);
  if (data instanceof Error) return { status: 200, headers, error: data };
  return {
    status: 200,
    headers,
    body: isRecord(data) ? JSON.stringify("error" in data ? data : { error: data }) : String(data),
    error,
  };
}

/** A reply that is JSON and not what the provider documents: which member, instead of a dump of it. */
function unfitReply(error: unknown): string | undefined {
  if (!TypeValidationError.isInstance(error)) return undefined;
  const issues = memberAt(error.cause, ["issues"]);
  return Array.isArray(issues) && issues.length > 0
    ? `the reply is not what the provider documents: ${firstIssue({ issues } as z.ZodError, "reply")}`
    : undefined;
}

/** What the other side says a reply cost that became an error. */
function costTold(error: unknown): ToldCost {
  if (error instanceof StreamError) return error.told;
  if (error instanceof UnreadableReply) return toldCostInText(error.body);
  if (APICallError.isInstance(error)) {
    const { responseBody } = error as { readonly responseBody?: unknown };
    return typeof responseBody === "string"
      ? toldCostInText(responseBody)
      : reportedCost(responseBody);
  }
  return InvalidResponseDataError.isInstance(error) ? reportedCost(error.data) : {};
}
