import type { ChatSettings } from "./chat-settings.ts";
import { completionsModel, type Post, speaksCompletions } from "./completions/completions-model.ts";
import { type Generate, streamedReply, wholeReply } from "./model-reply.ts";
import { type ProviderConnection, providerModel } from "./provider-model.ts";

/** A model that can be asked. */
export interface OpenModel {
  /** Asks as the settings say, streamed or not. */
  readonly configured: Generate;
  /** Asks for a whole reply, with its body. */
  readonly whole: Generate;
}

/**
 * Chat completions are asked for directly where that is all there is to it; everything else goes
 * through the provider's package.
 */
export async function openModel(
  settings: ChatSettings,
  connection: ProviderConnection,
  post: Post,
): Promise<OpenModel> {
  const direct = speaksCompletions(settings)
    ? completionsModel(settings, connection, post)
    : undefined;
  if (direct && !settings.stream) return { configured: direct, whole: direct };
  const model = await providerModel(settings, connection);
  const whole = direct ?? ((options) => wholeReply(model, options));
  return {
    whole,
    configured: settings.stream ? (options) => streamedReply(model, options) : whole,
  };
}
