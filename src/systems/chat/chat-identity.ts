import type { Json } from "../../core/json.ts";
import type { ChatSettings } from "./chat-settings.ts";

/**
 * Everything that can change an answer. The base address too: behind it another build of the same
 * model may answer.
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
  ...rest
}: ChatSettings): Json {
  return JSON.parse(JSON.stringify(rest)) as Json;
}
