import type { ChatSettings } from "./chat-settings.ts";

/** The headers that let a request of our own in, beside those that the settings add. */
export function providerHeaders(
  { provider, headers = {} }: Pick<ChatSettings, "provider" | "headers">,
  key: string,
): Record<string, string> {
  if (provider === "anthropic")
    return { "x-api-key": key, "anthropic-version": "2023-06-01", ...headers };
  if (provider === "google") return { "x-goog-api-key": key, ...headers };
  return { ...(key === "" ? {} : { authorization: `Bearer ${key}` }), ...headers };
}
