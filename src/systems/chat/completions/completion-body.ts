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

/** The body of a request for a chat completion, not yet text. What is `undefined` is not sent. */
export function completionBody({
  model,
  options,
  extraBody,
  limit = "max_tokens",
}: CompletionRequest): Readonly<Record<string, unknown>> {
  return {
    model,
    [limit]: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    stop: options.stopSequences,
    seed: options.seed,
    reasoning_effort: options.reasoning,
    messages: completionMessages(options.prompt),
    ...extraBody,
  };
}
