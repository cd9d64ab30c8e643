import { UserError } from "../../core/user-error.ts";
import { type ChatSettings, keyVariables } from "./chat-settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The key of a system: what the configuration names, else the provider's usual variable. Servers of
 * one's own, and any on this machine, need none.
 * @throws {UserError} in one line, before anything is asked, where a provider needs a key and there
 * is none.
 */
export function apiKey(
  { provider, apiKey: given, baseUrl }: Pick<ChatSettings, "provider" | "apiKey" | "baseUrl">,
  environment: Environment,
  id: string,
): string {
  if (given) return given;
  const variables = keyVariables[provider];
  const found = variables.map((name) => environment[name]).find((value) => value);
  if (found) return found;
  if (variables.length === 0 || (baseUrl !== undefined && isOnThisMachine(baseUrl))) return "";
  throw new UserError(
    `the system "${id}" has no key for ${provider}`,
    `set ${variables[0]}, or write apiKey: "\${NAME}" with a variable of your own`,
  );
}

function isOnThisMachine(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}
