import type { JsonPost, WholeReply } from "../../http/post-json.ts";
import { capabilitiesOf } from "../capabilities.ts";
import type { ChatSettings } from "../chat-settings.ts";
import type { Generate } from "../model-reply.ts";
import { compatibleName, type ProviderConnection } from "../provider-model.ts";
import { completionBody } from "./completion-body.ts";
import { readCompletion } from "./read-completion.ts";

export type Post = (request: JsonPost, signal: AbortSignal) => Promise<WholeReply>;

/**
 * Models of OpenAI that take chat completions as every other server does; reasoning models have
 * names and limits of their own.
 */
const plainOpenai = /^(?:ft:)?(?:gpt-3\.5|gpt-4)(?!.*search)/;

/**
 * Whether a model can be asked for whole replies without its provider's package, which takes
 * several times the processor time, and does not ask reasoning models for likelihoods, not even
 * while they do not reason.
 */
export function speaksCompletions(settings: ChatSettings): boolean {
  const { provider, model, reasoningEffort } = settings;
  if (provider === "openai-compatible" || isReasoningOff(settings)) return true;
  if (provider === "openai" && isElsewhere(settings) && !openaiNames.test(model)) return true;
  return (
    reasoningEffort === undefined &&
    (provider === "groq" || (provider === "openai" && plainOpenai.test(model)))
  );
}

/** Names that OpenAI gives its models. */
const openaiNames = /^(?:ft:)?(?:gpt-|chatgpt-|o\d|codex-|computer-use-)/;

/** Other servers leave out members that the package of OpenAI insists on. */
function isElsewhere({ baseUrl }: ChatSettings): boolean {
  return baseUrl !== undefined && new URL(baseUrl).hostname !== "api.openai.com";
}

/**
 * A reasoning model of OpenAI's that is told not to reason takes what others do, but for the name
 * of one limit.
 */
function isReasoningOff(settings: ChatSettings): boolean {
  const { provider, model, reasoningEffort } = settings;
  if (provider !== "openai" || reasoningEffort !== "none") return false;
  return capabilitiesOf(settings).sampling && !capabilitiesOf({ provider, model }).sampling;
}

/** Asks for OpenAI's chat completions, as nearly every server speaks them. */
export function completionsModel(
  settings: ChatSettings,
  { baseURL, apiKey, headers, extraBody }: ProviderConnection,
  post: Post,
): Generate {
  const { model } = settings;
  const { origin, pathname, search } = new URL(`${baseURL}/chat/completions`);
  const limit = isReasoningOff(settings) ? "max_completion_tokens" : "max_tokens";
  const request = {
    origin,
    path: pathname + search,
    headers: {
      "content-type": "application/json",
      "user-agent": "vidimus",
      ...(apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` }),
      ...inLowerCase(headers),
    },
  };
  return async (options) => {
    const further = { ...options.providerOptions?.[compatibleName], ...extraBody };
    const body = completionBody({ model, options, extraBody: further, limit });
    const start = performance.now();
    const reply = await post(
      { ...request, body },
      options.abortSignal ?? new AbortController().signal,
    );
    return readCompletion(reply, performance.now() - start);
  };
}

/** A header that is configured replaces ours, however it is spelt. */
function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
