import { defineSystemKind } from "../../core/asking/system-kind.ts";
import { canonicalJson } from "../../core/json.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { passedOverAddress } from "./base-url.ts";
import { chatIdentity } from "./chat-identity.ts";
import { type ChatConfig, chatSettingsSchema } from "./chat-settings.ts";

/** Room for a few dozen words and the thoughts before them. */
const trialTokens = 4_096;

/**
 * A chat model behind a provider's interface. Providers' packages are loaded when one is made: they
 * are large.
 */
export const chat = defineSystemKind<ChatConfig>({
  id: "chat",
  summary:
    "a vision-language model behind OpenAI, Anthropic, Google, Groq or any OpenAI-compatible server",
  configSchema: chatSettingsSchema,
  // Neither the key nor how it is asked: the same judge of another account gives the same
  // signature.
  label: (settings) =>
    `${settings.model}@${contentDigest(canonicalJson(chatIdentity(settings))).slice(0, 8)}`,
  // Batches are told apart by who asked for them.
  isShared: ({ mode }) => mode === "each",
  trial: ({ stop: _, maxTokens, ...settings }) => ({
    ...settings,
    mode: "each",
    ...(maxTokens === undefined ? {} : { maxTokens: Math.max(maxTokens, trialTokens) }),
  }),
  looks: () => true,
  speaks: "chat",
  warning: (settings) => passedOverAddress(settings, process.env),
  create: async (settings, context) =>
    (await import("./chat-servers.ts")).chatServers(settings, context),
  check: async (settings, context) =>
    (await import("./check-chat.ts")).checkChat(settings, context),
});
