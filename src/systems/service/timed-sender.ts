import type { SystemContext } from "../../core/asking/system-kind.ts";
import type { Sample } from "../../core/data/sample.ts";
import { UserError } from "../../core/user-error.ts";
import { agentFor } from "../http/http-client.ts";
import { sendWhole } from "../http/post-json.ts";
import { sampleFields } from "../sample-fields.ts";
import { fillUrl } from "./fill-url.ts";
import type { ServiceSettings } from "./service-settings.ts";

/** What a service made of one request, and when, by `performance.now()`. */
export type TimedReply =
  | { readonly firstByteMs: number; readonly endMs: number; readonly text: string }
  | { readonly error: string; readonly detail: string };

/** Sends single requests to a service and says when their replies began and ended. */
export interface TimedSender extends AsyncDisposable {
  send(sample: Sample, signal: AbortSignal): Promise<TimedReply>;
}

type Settings = Pick<ServiceSettings, "url" | "method" | "headers" | "fields">;

/** Requests as `kind: service` sends them; bodies are made before the clock runs. */
export async function timedSender(
  { url, method, headers, fields }: Settings,
  context: Pick<SystemContext, "family" | "id">,
): Promise<TimedSender> {
  const agent = await agentFor(process.env, undefined);
  const fieldsOf = sampleFields(fields, context);
  const requests = new WeakMap<Sample, ReturnType<typeof requestOf>>();
  const requestOf = (sample: Sample) => {
    const filled = fillUrl(url, sample);
    if (filled === undefined)
      throw new UserError(`the address ${url} needs what the sample ${sample.id} does not hold`);
    const { origin, pathname, search } = new URL(filled);
    const sent = { origin, path: `${pathname}${search}`, method };
    const said = { "content-type": "application/json", accept: "application/json", ...headers };
    const body = method === "GET" ? {} : { body: JSON.stringify(fieldsOf(sample)) };
    return { ...sent, headers: said, ...body };
  };
  return {
    async send(sample, signal) {
      const request = requests.get(sample) ?? requestOf(sample);
      requests.set(sample, request);
      try {
        const { status, bytes, beganMs } = await sendWhole(agent, request, signal);
        const endMs = performance.now();
        const text = bytes.toString("utf8");
        if (status < 200 || status > 299)
          return { error: `HTTP ${status}`, detail: text.slice(0, 200) };
        return { firstByteMs: beganMs, endMs, text };
      } catch (error) {
        return { error: causeOf(error, signal), detail: (error as Error).message };
      }
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

function causeOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "timeout";
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? code : "no reply";
}
