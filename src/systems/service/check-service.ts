import type { CheckContext, Finding } from "../../core/system-kind.ts";
import { classifyFailure } from "../http/classify-failure.ts";
import { httpClient } from "../http/http-client.ts";
import type { ServiceSettings } from "./service-settings.ts";

/** Whether anybody answers at the address. Any reply will do: what it means only a sample can show. */
export async function checkService({ url, headers }: ServiceSettings, { id, signal }: CheckContext): Promise<readonly Finding[]> {
  const what = `service ${id}`;
  const { origin } = new URL(url.replaceAll(/[{}]/g, ""));
  await using client = httpClient();
  try {
    const { status } = await client.fetch(origin, { headers, signal });
    return [{ what, state: "fine", detail: `${origin} can be reached (it says ${status})` }];
  } catch (error) {
    const asked = classifyFailure({ error }, Date.now());
    return [{ what, state: "problem", detail: `${origin}: ${asked.kind === "answered" ? "" : asked.reason}` }];
  }
}
