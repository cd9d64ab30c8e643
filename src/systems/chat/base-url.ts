import type { ChatConfig, ChatSettings, ProviderName } from "./chat-settings.ts";
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
const addressVariables: Readonly<Partial<Record<ProviderName, string>>> = {
  openai: "OPENAI_BASE_URL",
  "openai-responses": "OPENAI_BASE_URL",
  anthropic: "ANTHROPIC_BASE_URL",
};

/** An address in the environment that other programs would follow. */
export function passedOverAddress(
  { provider, baseUrl }: Pick<ChatConfig, "provider" | "baseUrl">,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const name = addressVariables[provider];
  if (baseUrl !== undefined || name === undefined || !environment[name]) return undefined;
  return `${name} is set and not read: requests go to ${baseUrlOf({ provider })}; write baseUrl: "\${${name}}" to be asked there`;
}
