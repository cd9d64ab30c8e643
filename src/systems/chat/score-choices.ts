import type { Asked } from "../../core/asking/asked.ts";
import type { ChatAsk, ChatReply } from "../../core/asking/chat.ts";
import { isRecord } from "../../core/json.ts";
import { answered, failed } from "../../core/run/outcome.ts";
import type { CallParameters } from "./call-parameters.ts";
import { chatPrompt, type PromptSources } from "./chat-prompt.ts";
import { memberAt } from "./member-at.ts";
import type { Generate } from "./model-reply.ts";
import { compatibleName } from "./provider-model.ts";
import { readReply } from "./read-reply.ts";

export interface Scoring {
  /** Gives whole replies. */
  readonly generate: Generate;
  readonly parameters: CallParameters;
  readonly sources: PromptSources;
  /** How many likely tokens to ask for. */
  readonly likelyTokens: number;
}

/**
 * How likely each choice is as the first token of a chat reply: for choices that are letters,
 * digits or single words. A choice that is not among the tokens that the server names has no
 * likelihood; several spellings of one choice (`A`, ` A`) add up.
 */
export async function scoreByFirstToken(
  ask: ChatAsk,
  { generate, parameters, sources, likelyTokens }: Scoring,
  signal: AbortSignal,
): Promise<Asked<ChatReply>> {
  const { choices = [] } = ask;
  const reply = await generate({
    ...parameters.options,
    maxOutputTokens: 1,
    prompt: await chatPrompt(ask, sources),
    abortSignal: signal,
    providerOptions: {
      openai: { logprobs: likelyTokens },
      [compatibleName]: { logprobs: true, top_logprobs: likelyTokens },
    },
  });
  const tokens = firstTokens(reply.body);
  const { facts, pace } = readReply(reply, parameters.dropped, Date.now());
  const told = { ...(facts ? { facts } : {}), ...(pace ? { pace } : {}) };
  if (!tokens)
    return {
      ...failed(
        "deterministic",
        "the server gives no likelihoods (choices[0].logprobs is missing)",
      ),
      ...told,
    };
  return {
    ...answered({
      text: reply.text,
      finish: "stop",
      logLikelihoods: choices.map((choice) => likelihoodOf(choice, tokens)),
    }),
    ...told,
  };
}

interface LikelyToken {
  readonly token: string;
  readonly logprob: number;
}

function firstTokens(body: unknown): readonly LikelyToken[] | undefined {
  const content = memberAt(body, ["choices", 0, "logprobs", "content", 0, "top_logprobs"]);
  return Array.isArray(content) ? content.filter(isLikelyToken) : undefined;
}

function isLikelyToken(value: unknown): value is LikelyToken {
  return isRecord(value) && typeof value.token === "string" && typeof value.logprob === "number";
}

function likelihoodOf(choice: string, tokens: readonly LikelyToken[]): number | null {
  const wanted = choice.trim();
  const found = tokens
    .filter(({ token }) => token.trim() === wanted && token !== "")
    .map(({ logprob }) => logprob);
  if (found.length === 0) return null;
  const largest = Math.max(...found);
  return largest + Math.log(found.reduce((sum, one) => sum + Math.exp(one - largest), 0));
}
