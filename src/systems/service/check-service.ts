import type { CheckContext, Finding } from "../../core/asking/system-kind.ts";
import { classifyFailure } from "../http/classify-failure.ts";
import { httpClient } from "../http/http-client.ts";
import { hasPlaces, madeUpUrl } from "./fill-url.ts";
import { type ServiceConfig, type ServiceSettings, serversOf } from "./service-settings.ts";

/**
 * Whether anything answers at every address that samples are sent to, with the headers of a run.
 * It is asked for its options only, which is no work for it: any reply will do but one that says
 * that nothing is there, or that we may not ask.
 */
export function checkService(
  config: ServiceConfig,
  context: CheckContext,
): Promise<readonly Finding[]> {
  return Promise.all(serversOf(config).map((settings) => checkServer(settings, context)));
}

async function checkServer(
  { url, headers }: ServiceSettings,
  { id, signal }: CheckContext,
): Promise<Finding> {
  const what = `service ${id}`;
  await using client = httpClient();
  try {
    const { status, headers: said } = await client.fetchWhole(madeUpUrl(url), {
      method: "OPTIONS",
      headers,
      signal,
    });
    const problem = problemOf(status, Object.fromEntries(said), hasPlaces(url));
    if (problem !== undefined) return { what, state: "problem", detail: `${url}: ${problem}` };
    return { what, state: "fine", detail: `${url} can be reached (it says ${status})` };
  } catch (error) {
    const asked = classifyFailure({ error }, Date.now());
    return {
      what,
      state: "problem",
      detail: `${url}: ${asked.kind === "answered" ? "" : asked.reason}`,
    };
  }
}

const notThere = new Set([404, 410]);
const notNow = new Set([401, 403, 407, 502, 503, 504]);

/** Of a sample that is made up, 404 is what a service should say. */
function problemOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  isMadeUp: boolean,
): string | undefined {
  if (notThere.has(status) && !isMadeUp) return `${status}: nothing answers there`;
  if (notNow.has(status) || (status >= 300 && status < 400)) {
    const asked = classifyFailure({ status, headers }, Date.now());
    return asked.kind === "answered" ? undefined : asked.reason;
  }
  return undefined;
}
