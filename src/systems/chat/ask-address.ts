import type { HttpFailure } from "../http/classify-failure.ts";
import { httpClient } from "../http/http-client.ts";
import type { JsonPost } from "../http/post-json.ts";
import { baseUrlOf } from "./base-url.ts";
import type { ChatSettings } from "./chat-settings.ts";
import { openModel } from "./open-model.ts";

/** What came back from the address that a run asks. */
export interface AddressReply extends HttpFailure {
  readonly url: string;
  /** As they were sent. */
  readonly sent: Readonly<Record<string, string>>;
}

/**
 * No model and no question: whatever serves the address refuses it without work and without a bill.
 */
const emptyBody = "{}";

/**
 * Sends an empty object where a run would send its questions: the same client, provider's package,
 * path and headers.
 */
export async function askAddress(
  settings: ChatSettings,
  key: string,
  signal: AbortSignal,
): Promise<AddressReply> {
  await using client = httpClient(1);
  let found: AddressReply | undefined;
  const keep = async (
    url: string,
    sent: AddressReply["sent"],
    send: () => Promise<HttpFailure>,
  ): Promise<never> => {
    found = { url, sent, ...(await send().catch((error: unknown) => ({ error }))) };
    throw new Error("nothing more is asked");
  };
  const fetch = (input: unknown, init: RequestInit = {}) =>
    keep(String(input), Object.fromEntries(new Headers(init.headers)), async () => {
      const reply = await (settings.stream ? client.fetch : client.fetchWhole)(String(input), {
        ...init,
        body: emptyBody,
      });
      return {
        status: reply.status,
        headers: Object.fromEntries(reply.headers),
        body: await reply.text(),
      };
    });
  const post = (request: JsonPost, until: AbortSignal) =>
    keep(`${request.origin}${request.path}`, request.headers, () =>
      client.post({ ...request, body: emptyBody }, until),
    );
  const { headers = {}, extraBody = {} } = settings;
  const connection = {
    baseURL: baseUrlOf(settings),
    apiKey: key,
    headers,
    fetch: fetch as typeof globalThis.fetch,
    extraBody,
  };
  const model = await openModel(settings, connection, post);
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "?" }] }];
  await model.configured({ prompt, abortSignal: signal }).catch((error: unknown) => {
    if (!found) throw error;
  });
  return found!;
}
