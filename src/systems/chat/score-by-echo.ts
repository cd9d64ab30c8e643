import type { Asked, ReplyFacts } from "../../core/asking/asked.ts";
import type { ChatAsk, ChatReply } from "../../core/asking/chat.ts";
import { sumUsage } from "../../core/asking/sum-usage.ts";
import { isRecord, type Json } from "../../core/json.ts";
import { answered, failed } from "../../core/run/outcome.ts";
import { classifyFailure } from "../http/classify-failure.ts";
import { memberAt } from "./member-at.ts";
import { type ToldCost, toldCostInText } from "./reported-cost.ts";

export interface EchoServer {
  readonly baseUrl: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extraBody: Readonly<Record<string, Json>>;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * How likely each choice is to follow the text of the ask: the server echoes the text with the
 * choice behind it and says how likely every token was; those of the choice add up. Messages are
 * joined by empty lines, without a chat template, and pictures cannot be sent.
 */
export async function scoreByEcho(
  ask: ChatAsk,
  server: EchoServer,
  signal: AbortSignal,
): Promise<Asked<ChatReply>> {
  const parts = ask.messages.flatMap((message) => message.parts);
  if (parts.some((part) => !("text" in part)))
    return failed("deterministic", "scoring by echo takes text only, no pictures or videos");
  const prompt = `${parts.map((part) => ("text" in part ? part.text : "")).join("\n\n")}\n`;
  const start = performance.now();
  const scored = await Promise.all(
    (ask.choices ?? []).map((choice) => echo({ prompt, choice }, server, signal)),
  );
  const usage = scored.reduce<ReplyFacts["usage"]>(
    (sum, { told }) => sumUsage(sum, told.usage),
    undefined,
  );
  const model = scored.find(({ told }) => told.model !== undefined)?.told.model;
  const paid = usage ? { usage, ...(model === undefined ? {} : { model }) } : {};
  const wrong = scored.find(({ likelihood }) => typeof likelihood !== "number")?.likelihood;
  if (wrong !== undefined && typeof wrong !== "number")
    return usage ? { ...wrong, facts: paid } : wrong;
  const logLikelihoods = scored.map(({ likelihood }) => likelihood as number);
  const best = logLikelihoods.indexOf(Math.max(...logLikelihoods));
  const facts: ReplyFacts = { ...paid, totalMs: Math.round(performance.now() - start) };
  return {
    ...answered({ text: ask.choices?.[best] ?? "", finish: "stop", logLikelihoods }),
    facts,
  };
}

interface Echoed {
  readonly likelihood: number | Asked<never>;
  readonly told: ToldCost;
}

async function echo(
  { prompt, choice }: { readonly prompt: string; readonly choice: string },
  { baseUrl, model, headers, extraBody, fetch }: EchoServer,
  signal: AbortSignal,
): Promise<Echoed> {
  const body = {
    model,
    prompt: prompt + choice,
    max_tokens: 1,
    temperature: 0,
    echo: true,
    logprobs: 1,
    ...extraBody,
  };
  let text = "";
  let reply: Response | undefined;
  try {
    reply = await fetch(`${baseUrl.replace(/\/$/, "")}/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal,
    });
    text = await reply.text();
    const told = toldCostInText(text);
    if (!reply.ok) return { likelihood: classifyFailure(failureOf(reply, text), Date.now()), told };
    const sum = sumOf(JSON.parse(text), prompt.length, prompt.length + choice.length);
    return {
      likelihood:
        sum ??
        failed("deterministic", "the server gives no likelihoods (choices[0].logprobs is missing)"),
      told,
    };
  } catch (error) {
    if (signal.aborted) throw error;
    const likelihood = classifyFailure(
      { ...(reply ? failureOf(reply, text) : {}), error },
      Date.now(),
    );
    return { likelihood, told: toldCostInText(text) };
  }
}

function failureOf(reply: Response, body: string) {
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body };
}

/**
 * Adds up the tokens that start within the choice; a token that reaches over its start belongs to
 * it.
 */
function sumOf(body: unknown, from: number, to: number): number | undefined {
  const logprobs = memberAt(body, ["choices", 0, "logprobs"]);
  if (
    !isRecord(logprobs) ||
    !Array.isArray(logprobs.text_offset) ||
    !Array.isArray(logprobs.token_logprobs)
  )
    return undefined;
  const { text_offset: offsets, token_logprobs: values } = logprobs;
  let sum = 0;
  for (const [i, offset] of offsets.entries()) {
    const end = (offsets[i + 1] as number | undefined) ?? to;
    if (end > from && offset < to && typeof values[i] === "number") sum += values[i];
  }
  return sum;
}
