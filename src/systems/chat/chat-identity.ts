import type { Json } from "../../core/json.ts";
import type { ChatConfig } from "./chat-settings.ts";

/**
 * Everything that can change an answer. The base address too: behind it another build of the same
 * model may answer. A list of servers is said to answer alike, and may change.
 */
export function chatIdentity({
  apiKey: _,
  stream,
  mode,
  batch,
  pacing,
  concurrency,
  timeoutMs,
  maxFrames: most,
  baseUrl,
  ...rest
}: ChatConfig): Json {
  const asked = { ...rest, baseUrl: Array.isArray(baseUrl) ? [] : baseUrl };
  return JSON.parse(JSON.stringify(asked)) as Json;
}
