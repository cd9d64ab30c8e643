import { defineSystemKind } from "../../core/system-kind.ts";
import { type ChatSettings, chatSettingsSchema } from "./chat-settings.ts";

/** A chat model behind a provider's interface. Providers' packages are loaded when one is made: they are large. */
export const chat = defineSystemKind<ChatSettings>({
  id: "chat",
  summary: "a vision-language model behind OpenAI, Anthropic, Google, Groq or any OpenAI-compatible server",
  configSchema: chatSettingsSchema,
  create: async (settings, context) => (await import("./chat-system.ts")).chatSystem(settings, context),
  check: async (settings, context) => (await import("./check-chat.ts")).checkChat(settings, context),
});
