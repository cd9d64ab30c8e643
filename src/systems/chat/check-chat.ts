import type { CheckContext, Finding } from "../../core/asking/system-kind.ts";
import { classifyFailure } from "../http/classify-failure.ts";
import { hideSecrets } from "../http/hide-secrets.ts";
import { httpClient } from "../http/http-client.ts";
import { apiKey } from "./api-key.ts";
import { type AddressReply, askAddress } from "./ask-address.ts";
import { baseUrlOf, passedOverAddress } from "./base-url.ts";
import { checkCapabilities } from "./capabilities.ts";
import {
  type ChatConfig,
  type ChatSettings,
  keyVariables,
  type ProviderName,
  serversOf,
} from "./chat-settings.ts";
import { undated } from "./list-price.ts";
import { memberAt } from "./member-at.ts";

/**
 * Whether there is a key, whether every address that a run asks can be reached with it, and whether
 * the server knows the model. Costs nothing: an empty request is refused, models are listed, and
 * none is asked.
 */
export async function checkChat(
  config: ChatConfig,
  { id, signal }: CheckContext,
): Promise<readonly Finding[]> {
  const servers = serversOf(config);
  const settings = servers[0]!;
  const key = findKey(settings, id);
  if (typeof key !== "string") return [key];
  const source = settings.apiKey
    ? "the configuration names it"
    : keyVariables[settings.provider].find((name) => process.env[name]);
  const present: Finding = {
    what: `key of ${id}`,
    state: "fine",
    detail: key === "" ? "none, and none is needed" : `found (${source})`,
  };
  const found = await Promise.all(servers.map((one) => checkServer(one, { id, signal, key })));
  return [present, ...passedOver(settings, id), ...found];
}

function passedOver(settings: ChatSettings, id: string): readonly Finding[] {
  const detail = passedOverAddress(settings, process.env);
  return detail === undefined ? [] : [{ what: `address of ${id}`, state: "warning", detail }];
}

function findKey(settings: ChatSettings, id: string): string | Finding {
  try {
    checkCapabilities(settings, id);
    return apiKey(settings, process.env, id);
  } catch (error) {
    return {
      what: `settings of ${id}`,
      state: "problem",
      detail: error instanceof Error ? error.message : String(error),
    };
  }
}

interface ServerCheck {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly key: string;
}

async function checkServer(
  settings: ChatSettings,
  { id, signal, key }: ServerCheck,
): Promise<Finding> {
  const what = `server of ${id}`;
  try {
    const reply = await askAddress(settings, key, signal);
    const problem = problemAt(reply, settings.provider);
    if (problem !== undefined)
      return { what, state: "problem", detail: hideSecrets(`${reply.url}: ${problem}`, [key]) };
    const { state, detail } = await checkList(settings, reply, signal);
    return { what, state, detail: hideSecrets(`${reply.url} answers, and ${detail}`, [key]) };
  } catch (error) {
    return {
      what,
      state: "problem",
      detail: hideSecrets(`${baseUrlOf(settings)}: ${reasonOf({ error })}`, [key]),
    };
  }
}

const notThere = new Set([404, 405, 410, 501]);
const notNow = new Set([402, 502, 503, 504]);

/**
 * What is wrong with an address that was sent an empty request; `undefined` where it was refused
 * for nothing but being empty.
 */
function problemAt(reply: AddressReply, provider: ProviderName): string | undefined {
  const { status } = reply;
  const asked = classifyFailure(reply, Date.now());
  const reason = asked.kind === "answered" ? "" : asked.reason;
  const isOfModel = asked.kind === "failed" && asked.cause === "auth" && status === 404;
  if (status === undefined) return reason;
  if (status >= 200 && status < 300) return undefined;
  if (status < 400) return reason;
  // Only Google's addresses name the model; others miss the one that the empty request does not
  // name.
  if (isOfModel) return provider === "google" ? reason : undefined;
  if (notThere.has(status))
    return `${reason}; nothing answers there: is the path of baseUrl right? Most servers want it to end in /v1`;
  return notNow.has(status) || (asked.kind === "failed" && asked.cause === "auth")
    ? reason
    : undefined;
}

/** A run needs no list of models: a server without one may well be asked. */
async function checkList(
  settings: ChatSettings,
  { sent }: AddressReply,
  signal: AbortSignal,
): Promise<Pick<Finding, "state" | "detail">> {
  const { provider, model } = settings;
  const base = baseUrlOf(settings);
  await using client = httpClient();
  try {
    const { "content-type": _, ...headers } = sent;
    const reply = await client.fetch(`${base}/models${wholeList[provider] ?? ""}`, {
      headers,
      signal,
    });
    const body = await reply.text();
    if (!reply.ok) throw new Error(reasonOf({ status: reply.status, body }));
    const isKnown = knowsModel(JSON.parse(body), model);
    return isKnown
      ? { state: "fine", detail: `${base} has ${model}` }
      : { state: "warning", detail: `${base} does not list ${model}` };
  } catch (error) {
    return {
      state: "warning",
      detail: `nobody knows whether it has ${model}: ${base}/models: ${error instanceof Error ? error.message : error}`,
    };
  }
}

/** These give a page of a few models unless they are asked for more. */
const wholeList: Readonly<Partial<Record<ProviderName, string>>> = {
  anthropic: "?limit=1000",
  google: "?pageSize=1000",
};

function reasonOf(failure: Parameters<typeof classifyFailure>[0]): string {
  const asked = classifyFailure(failure, Date.now());
  return asked.kind === "answered" ? "" : asked.reason;
}

/**
 * OpenAI's way and Anthropic's is `{data: [{id}]}`, Google's `{models: [{name: "models/…"}]}`. A
 * name without a date stands for a version with one.
 */
function knowsModel(body: unknown, model: string): boolean {
  const listed = memberAt(body, ["data"]) ?? memberAt(body, ["models"]);
  const names = Array.isArray(listed)
    ? listed.flatMap((one) => [memberAt(one, ["id"]), memberAt(one, ["name"])])
    : [];
  return names.some(
    (name) =>
      typeof name === "string" &&
      [name, undated(name)].some((one) => one === model || one === `models/${model}`),
  );
}
