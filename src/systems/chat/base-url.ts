import type { ChatSettings, ProviderName } from "./chat-settings.ts";
import { usualBaseUrls } from "./chat-settings.ts";

/**
 * Where requests of these settings go, without a slash at the end: what the configuration says,
 * else the provider's own address, whatever the environment holds.
 */
export function baseUrlOf({
  provider,
  baseUrl,
}: Pick<ChatSettings, "provider" | "baseUrl">): string {
  return (baseUrl ?? usualBaseUrls[provider] ?? "").replace(/\/+$/, "");
}

/**
 * Variables by which providers' own tools are sent elsewhere. They are not read here, so that a run
 * asks the same address on every machine.
 */
export const addressVariables: Readonly<Partial<Record<ProviderName, string>>> = {
  openai: "OPENAI_BASE_URL",
  "openai-responses": "OPENAI_BASE_URL",
  anthropic: "ANTHROPIC_BASE_URL",
};
