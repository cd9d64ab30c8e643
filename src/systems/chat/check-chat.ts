import type { CheckContext, Finding } from "../../core/system-kind.ts";
import { classifyFailure } from "../http/classify-failure.ts";
import { hideSecrets } from "../http/hide-secrets.ts";
import { httpClient } from "../http/http-client.ts";
import { apiKey } from "./api-key.ts";
import { checkCapabilities } from "./capabilities.ts";
import { type ChatSettings, keyVariables, type ProviderName, usualBaseUrls } from "./chat-settings.ts";
import { undated } from "./list-price.ts";
import { memberAt } from "./member-at.ts";
import { providerHeaders } from "./provider-headers.ts";

/** Whether there is a key, whether the server can be reached with it, and whether it knows the model. Costs nothing: models are listed, none is asked. */
export async function checkChat(settings: ChatSettings, { id, signal }: CheckContext): Promise<readonly Finding[]> {
  const key = findKey(settings, id);
  if (typeof key !== "string") return [key];
  const source = settings.apiKey ? "the configuration names it" : keyVariables[settings.provider].find((name) => process.env[name]);
  const present: Finding = { what: `key of ${id}`, state: "fine", detail: key === "" ? "none, and none is needed" : `found (${source})` };
  return [present, await checkServer(settings, { id, signal, key })];
}

function findKey(settings: ChatSettings, id: string): string | Finding {
  try {
    checkCapabilities(settings, id);
    return apiKey(settings, process.env, id);
  } catch (error) {
    return { what: `settings of ${id}`, state: "problem", detail: error instanceof Error ? error.message : String(error) };
  }
}

interface ServerCheck {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly key: string;
}

async function checkServer(settings: ChatSettings, { id, signal, key }: ServerCheck): Promise<Finding> {
  const what = `server of ${id}`;
  const base = (settings.baseUrl ?? usualBaseUrls[settings.provider] ?? "").replace(/\/$/, "");
  await using client = httpClient();
  try {
    const reply = await client.fetch(`${base}/models${wholeList[settings.provider] ?? ""}`, {
      headers: providerHeaders(settings, key),
      signal,
    });
    const body = await reply.text();
    if (!reply.ok) return { what, state: "problem", detail: hideSecrets(reasonOf({ status: reply.status, body }), [key]) };
    return knowsModel(JSON.parse(body), settings.model)
      ? { what, state: "fine", detail: `${base} has ${settings.model}` }
      : { what, state: "warning", detail: `${base} does not list ${settings.model}` };
  } catch (error) {
    return { what, state: "problem", detail: hideSecrets(`${base}: ${reasonOf({ error })}`, [key]) };
  }
}

/** These give a page of a few models unless they are asked for more. */
const wholeList: Readonly<Partial<Record<ProviderName, string>>> = { anthropic: "?limit=1000", google: "?pageSize=1000" };

function reasonOf(failure: Parameters<typeof classifyFailure>[0]): string {
  const asked = classifyFailure(failure, Date.now());
  return asked.kind === "answered" ? "" : asked.reason;
}

/** OpenAI's way and Anthropic's is `{data: [{id}]}`, Google's `{models: [{name: "models/…"}]}`. A name without a date stands for a version with one. */
function knowsModel(body: unknown, model: string): boolean {
  const listed = memberAt(body, ["data"]) ?? memberAt(body, ["models"]);
  const names = Array.isArray(listed) ? listed.flatMap((one) => [memberAt(one, ["id"]), memberAt(one, ["name"])]) : [];
  return names.some((name) => typeof name === "string" && [name, undated(name)].some((one) => one === model || one === `models/${model}`));
}
