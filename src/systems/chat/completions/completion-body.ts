import { randomUUID } from "node:crypto";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { completionMessages } from "./completion-messages.ts";

export interface CompletionRequest {
  readonly model: string;
  readonly options: LanguageModelV4CallOptions;
  /**
   * Members of the request that have no option, the configured ones among them; they count more
   * than options.
   */
  readonly extraBody: Readonly<Record<string, unknown>>;
  /** The member that limits the reply; `max_tokens`, which every server knows, if left out. */
  readonly limit?: "max_tokens" | "max_completion_tokens";
}

/**
 * The JSON body of a request for a chat completion. What is `undefined` is not sent. Base64 needs
 * no escaping, so `JSON.stringify` sees only a placeholder for each file: it would search and copy
 * megabytes (benchmark `chat`).
 */
export function completionBody({
  model,
  options,
  extraBody,
  limit = "max_tokens",
}: CompletionRequest): string | Buffer {
  let placeholder = "";
  const files: string[] = [];
  const body = JSON.stringify({
    model,
    [limit]: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    stop: options.stopSequences,
    seed: options.seed,
    reasoning_effort: options.reasoning,
    messages: completionMessages(options.prompt, (base64) => {
      files.push(base64);
      placeholder ||= randomUUID();
      return placeholder;
    }),
    ...extraBody,
  });
  if (files.length === 0) return body;
  return joined(
    body.split(placeholder).flatMap((text, i) => (i === 0 ? [text] : [files[i - 1]!, text])),
  );
}

function joined(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at);
  return bytes;
}
