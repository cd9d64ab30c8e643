import type { ChatSystem } from "../../core/asking/system.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import { UserError } from "../../core/user-error.ts";
import { pooledSystem } from "../pooled-system.ts";
import { baseUrlOf } from "./base-url.ts";
import { chatIdentity } from "./chat-identity.ts";
import { type ChatConfig, serversOf } from "./chat-settings.ts";
import { chatSystem } from "./chat-system.ts";

/** A chat model at one server, or at each of a list. */
export async function chatServers(config: ChatConfig, context: SystemContext): Promise<ChatSystem> {
  const servers = serversOf(config);
  if (!Array.isArray(config.baseUrl)) return chatSystem(servers[0]!, context);
  if (config.mode === "batch")
    throw new UserError(
      `the system "${context.id}" cannot be asked in batches at a list of servers`,
      "leave out mode, or name one baseUrl",
    );
  const members = servers.map(async (settings) => ({
    name: baseUrlOf(settings),
    system: await chatSystem(settings, context),
  }));
  return pooledSystem(await Promise.all(members), chatIdentity(config));
}
