import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ChatSettings, ProviderName } from "./chat-settings.ts";

export interface ProviderConnection {
  /** Never left to a package, which would read variables of its own. */
  readonly baseURL: string;
  readonly apiKey: string;
  readonly headers: Record<string, string>;
  readonly fetch: typeof globalThis.fetch;
  /** Members that every request gets in addition. */
  readonly extraBody: Readonly<Record<string, unknown>>;
}

/** The name under which options for compatible servers are passed. */
export const compatibleName = "compatible";

type Open = (model: string, connection: ProviderConnection) => Promise<LanguageModelV4>;

/** One provider's package each, loaded when it is needed: together they are large. */
const openers: Readonly<Record<ProviderName, Open>> = {
  async openai(model, connection) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI(givenOf(connection)).chat(model);
  },
  async "openai-responses"(model, connection) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI(givenOf(connection)).responses(model);
  },
  async anthropic(model, connection) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic(givenOf(connection)).languageModel(model);
  },
  async google(model, connection) {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle(givenOf(connection)).languageModel(model);
  },
  async groq(model, connection) {
    const { createGroq } = await import("@ai-sdk/groq");
    return createGroq(givenOf(connection)).languageModel(model);
  },
  async "openai-compatible"(model, { extraBody, ...connection }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const transformRequestBody = (body: Record<string, unknown>) => ({ ...body, ...extraBody });
    return createOpenAICompatible({
      name: compatibleName,
      includeUsage: true,
      ...connection,
      transformRequestBody,
    }).languageModel(model);
  },
};

export function providerModel(
  { provider, model, imageDetail }: Pick<ChatSettings, "provider" | "model" | "imageDetail">,
  connection: ProviderConnection,
): Promise<LanguageModelV4> {
  // Packages read these when they are loaded, and throw where one is set to nothing.
  for (const name of ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"])
    if (process.env[name] === "") delete process.env[name];
  // The package for compatible servers has no place for it; that of OpenAI finds it in the prompt.
  return provider === "openai-compatible" && imageDetail !== undefined
    ? openers[provider](model, {
        ...connection,
        fetch: withBody(connection.fetch, (body) => detailed(body, imageDetail)),
      })
    : openers[provider](model, connection);
}

interface SentBody {
  readonly messages?: readonly { readonly content?: unknown }[];
}

function detailed(body: SentBody, detail: string): SentBody {
  const ofPart = (part: { readonly image_url?: object }) =>
    part.image_url ? { ...part, image_url: { ...part.image_url, detail } } : part;
  const messages = body.messages?.map((message) =>
    Array.isArray(message.content) ? { ...message, content: message.content.map(ofPart) } : message,
  );
  return { ...body, ...(messages ? { messages } : {}) };
}

function givenOf({ extraBody, fetch, ...connection }: ProviderConnection) {
  return { ...connection, fetch: withExtraBody(fetch, extraBody) };
}

/** These packages write the body themselves, so that it is added to on its way out. */
function withExtraBody(
  fetch: typeof globalThis.fetch,
  extraBody: Readonly<Record<string, unknown>>,
): typeof globalThis.fetch {
  if (Object.keys(extraBody).length === 0) return fetch;
  return withBody(fetch, (body) => ({ ...body, ...extraBody }));
}

function withBody(
  fetch: typeof globalThis.fetch,
  change: (body: SentBody) => SentBody,
): typeof globalThis.fetch {
  return (input, init) => {
    const body =
      typeof init?.body === "string"
        ? JSON.stringify(change(JSON.parse(init.body) as SentBody))
        : init?.body;
    return fetch(input, { ...init, ...(body === undefined ? {} : { body }) });
  };
}
