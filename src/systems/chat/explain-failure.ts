import { APICallError } from "@ai-sdk/provider";
import type { Asked } from "../../core/asked.ts";
import { isRecord } from "../../core/json.ts";
import { failed } from "../../core/outcome.ts";
import { classifyFailure, type HttpFailure } from "../http/classify-failure.ts";
import { UnreadableReply } from "../http/unreadable-reply.ts";
import { BatchError } from "./batch/batch-interface.ts";
import { UnreadableMedia } from "./chat-prompt.ts";
import { StreamError } from "./model-reply.ts";
import { UploadError } from "./video-uploads.ts";

/** What a thrown error of a provider's package comes to. */
export function explainFailure(error: unknown, nowMs: number): Asked<never> {
  if (error instanceof UnreadableMedia) return failed("media", error.message);
  const failure = httpFailure(error);
  const usage = error instanceof UnreadableReply ? error.usage : undefined;
  if (failure) return { ...classifyFailure(failure, nowMs), ...(usage ? { facts: { usage } } : {}) };
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  // Replies that are JSON and yet not what the provider documents, such as a list of choices without any.
  if (/InvalidResponseData|NoContentGenerated|TypeValidation|JSONParse|EmptyResponseBody/.test(name))
    return failed("transient", `the reply cannot be read: ${message.slice(0, 200)}`);
  if (/UnsupportedFunctionality|InvalidPrompt|InvalidArgument/.test(name)) return failed("deterministic", message);
  return classifyFailure({ error }, nowMs);
}

function httpFailure(error: unknown): HttpFailure | undefined {
  if (APICallError.isInstance(error)) {
    const { statusCode: status, responseHeaders: headers, responseBody: body } = error;
    return { status, headers, body, error: error.cause ?? error };
  }
  if (error instanceof UnreadableReply) return { ...error, error: error.cause };
  if (error instanceof UploadError || error instanceof BatchError) return error;
  if (!(error instanceof StreamError)) return undefined;
  const { data, headers } = error;
  if (APICallError.isInstance(data)) return httpFailure(data);
  if (data instanceof Error) return { status: 200, headers, error: data };
  return { status: 200, headers, body: isRecord(data) ? JSON.stringify("error" in data ? data : { error: data }) : String(data), error };
}
