import { z } from "zod";
import { baseAddressSchema, serversSchema } from "../http/address-schema.ts";

const providerNames = [
  "openai",
  "openai-responses",
  "anthropic",
  "google",
  "groq",
  "openai-compatible",
] as const;
export type ProviderName = (typeof providerNames)[number];

const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** The settings of a chat system. */
export const chatSettingsSchema = z
  .strictObject({
    provider: z
      .enum(providerNames)
      .describe(
        "who serves the model; openai-compatible: vLLM, SGLang, Ollama, LM Studio and the like",
      ),
    model: z.string().min(1).describe("the model, by the provider's name"),
    baseUrl: serversSchema(baseAddressSchema)
      .optional()
      .describe(
        "where the interface is, such as http://localhost:8000/v1 (required for openai-compatible); a list: several servers of the same model",
      ),
    apiKey: z
      .string()
      .optional()
      .describe(
        "the key, from a variable of your own (default: the provider's usual one, such as OPENAI_API_KEY)",
      ),
    temperature: z.number().min(0).max(2).default(0).describe("0 (default): no sampling"),
    topP: z.number().min(0).max(1).optional().describe("nucleus sampling"),
    maxTokens: z
      .int()
      .min(1)
      .optional()
      .describe("longest reply, thoughts included (default: the provider's)"),
    stop: z.array(z.string().min(1)).max(16).optional().describe("texts that end a reply"),
    seed: z.int().min(0).optional().describe("seed of the sampling, where the provider has one"),
    reasoningEffort: z.enum(efforts).optional().describe("how long a reasoning model may think"),
    extraBody: z
      .record(z.string(), z.json())
      .optional()
      .describe("further members of the request, such as { top_k: 1 }"),
    headers: z.record(z.string(), z.string()).optional().describe("further headers"),
    video: z
      .enum(["frames", "native"])
      .default("frames")
      .describe(
        "frames (default): the task's frames; native: the whole file, where the model takes videos",
      ),
    scoring: z
      .enum(["first-token", "echo"])
      .default("first-token")
      .describe(
        "how choices are scored by likelihood: by the first token of a chat reply, or by echoed completions (text only)",
      ),
    imageDetail: z
      .enum(["low", "high", "auto"])
      .optional()
      .describe(
        "how closely OpenAI's models look at pictures (default: the provider's); low costs the fewest tokens",
      ),
    maxFrames: z
      .int()
      .min(1)
      .optional()
      .describe("frames that one request may hold (default: what is known of the provider)"),
    mode: z
      .enum(["each", "batch"])
      .default("each")
      .describe(
        "each (default): every request by itself; batch: by the provider's batch interface, at about half the price and within a day",
      ),
    batch: z
      .strictObject({
        most: z.int().min(1).default(1_000).describe("requests in one batch, at most"),
        waitSeconds: z
          .number()
          .positive()
          .default(5)
          .describe("a batch is closed when no request came for so long"),
        pollSeconds: z
          .number()
          .positive()
          .default(30)
          .describe("how often to look whether a batch has ended"),
      })
      .prefault({})
      .describe("how requests are put into batches, where mode is batch"),
    stream: z
      .boolean()
      .default(false)
      .describe("stream replies, to measure the time to the first token"),
    pacing: z
      .enum(["adaptive", "fixed"])
      .default("adaptive")
      .describe("adaptive (default): find out how many requests the server bears"),
    concurrency: z
      .int()
      .min(1)
      .default(32)
      .describe("requests under way at once, at most; of a list of servers, at each"),
    timeoutMs: z.int().min(1).default(300_000).describe("time limit of one request"),
  })
  .refine(
    ({ provider, imageDetail }) => imageDetail === undefined || provider.startsWith("openai"),
    {
      path: ["imageDetail"],
      message: "is only for openai, openai-responses and openai-compatible",
    },
  );
export type ChatConfig = z.infer<typeof chatSettingsSchema>;

/** The settings of one server. */
export type ChatSettings = Omit<ChatConfig, "baseUrl"> & { readonly baseUrl?: string | undefined };

/** The same settings for each server that they name. */
export function serversOf({ baseUrl, ...settings }: ChatConfig): readonly ChatSettings[] {
  return [baseUrl]
    .flat()
    .map((one) => ({ ...settings, ...(one === undefined ? {} : { baseUrl: one }) }));
}

/** Where each provider's key usually is; the first that is set counts. */
export const keyVariables: Readonly<Record<ProviderName, readonly string[]>> = {
  openai: ["OPENAI_API_KEY"],
  "openai-responses": ["OPENAI_API_KEY"],
  anthropic: ["ANTHROPIC_API_KEY"],
  google: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  groq: ["GROQ_API_KEY"],
  "openai-compatible": [],
};

/** Where each provider's interface is by default. */
export const usualBaseUrls: Readonly<Record<ProviderName, string | undefined>> = {
  openai: "https://api.openai.com/v1",
  "openai-responses": "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  groq: "https://api.groq.com/openai/v1",
  "openai-compatible": undefined,
};
