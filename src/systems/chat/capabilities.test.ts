import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseUrlOf } from "./base-url.ts";
import { callParameters, droppedByPackage } from "./call-parameters.ts";
import { type Capabilities, capabilitiesOf, checkCapabilities } from "./capabilities.ts";
import {
  type ChatSettings,
  chatSettingsSchema,
  type ProviderName,
  serversOf,
} from "./chat-settings.ts";
import { wholeReply } from "./model-reply.ts";
import { providerModel } from "./provider-model.ts";

type Row = readonly [ProviderName, string, Partial<Capabilities>];

const rows: readonly Row[] = [
  [
    "openai",
    "gpt-4.1",
    { sampling: true, seed: true, stop: true, likelyTokens: 20, maxFrames: 1_500, video: "none" },
  ],
  ["openai", "gpt-4o-mini-2024-07-18", { sampling: true, likelyTokens: 20 }],
  ["openai", "gpt-3.5-turbo", { sampling: true, maxFrames: 0 }],
  ["openai", "gpt-4", { maxFrames: 0 }],
  ["openai", "o3", { sampling: false, stop: false, likelyTokens: 0, canNotThink: false }],
  ["openai", "gpt-5", { sampling: false, canNotThink: false }],
  ["openai", "gpt-5-chat-latest", { sampling: true, stop: true, canNotThink: true }],
  ["openai", "gpt-5.2-chat-latest", { sampling: false }],
  ["openai", "gpt-5.6-terra", { sampling: false, stop: false, canNotThink: true }],
  ["openai", "gpt-6-luna", { sampling: false, canNotThink: true }],
  ["openai", "gpt-6.1-sol", { sampling: false, canNotThink: false, maxFrames: 1_500 }],
  ["openai", "gpt-7-nova", { sampling: false, stop: false, likelyTokens: 0 }],
  ["openai", "gpt-35-turbo", { sampling: true }],
  [
    "openai-responses",
    "gpt-6.1-sol",
    { sampling: false, seed: false, stop: false, batch: "openai" },
  ],
  ["openai", "our-own-name", { sampling: true, stop: true, likelyTokens: 20 }],
  ["anthropic", "claude-3-haiku-20240307", { sampling: true, seed: false, maxFrames: 100 }],
  ["anthropic", "claude-opus-4-20250514", { sampling: true, maxFrames: 100 }],
  ["anthropic", "claude-sonnet-4-5-20250929", { sampling: true, maxFrames: 100 }],
  ["anthropic", "claude-haiku-4-5", { sampling: true, maxFrames: 100 }],
  ["anthropic", "claude-opus-4-6", { sampling: true, maxFrames: 600 }],
  ["anthropic", "claude-opus-4-7", { sampling: false, maxFrames: 600 }],
  ["anthropic", "claude-haiku-5-5", { sampling: false, maxFrames: 600 }],
  ["anthropic", "claude-fable-5-2", { sampling: false, stop: true, maxFrames: 600, video: "none" }],
  ["anthropic", "claude-newcomer-9", { sampling: false, maxFrames: 600 }],
  ["anthropic", "our-own-name", { sampling: true, maxFrames: 100 }],
  [
    "google",
    "gemini-2.5-flash",
    { sampling: true, seed: true, video: "inline-or-upload", maxFrames: 3_000 },
  ],
  ["google", "gemini-3.1-pro-preview", { sampling: true }],
  ["google", "gemini-3.5-flash", { sampling: true }],
  ["google", "gemini-3.5-flash-lite", { sampling: false }],
  ["google", "gemini-3.8-flash", { sampling: false, stop: true, video: "inline-or-upload" }],
  ["google", "gemini-4-carbon", { sampling: false, video: "inline-or-upload" }],
  ["google", "gemini-flash-latest", { sampling: false }],
  ["google", "gemini-3-pro-preview", { maxFrames: 900 }],
  ["google", "gemini-3.1-flash-image-preview", { maxFrames: 14 }],
  ["google", "gemini-2.5-flash-image", { maxFrames: 3 }],
  ["google", "gemma-3-27b-it", { sampling: true, video: "none" }],
  ["groq", "qwen/qwen3.6-27b", { sampling: true, maxFrames: 5, likelyTokens: 0 }],
  ["groq", "meta-llama/llama-4-scout-17b-16e-instruct", { maxFrames: 5 }],
  ["groq", "openai/gpt-oss-120b", { maxFrames: 0 }],
  ["groq", "llama-3.3-70b-versatile", { maxFrames: 0 }],
  [
    "openai-compatible",
    "claude-opus-5-5",
    { sampling: true, seed: true, stop: true, video: "inline", maxFrames: null, echo: true },
  ],
];

describe("capabilities", () => {
  it.each(rows)("of %s %s", (provider, model, expected) => {
    expect(capabilitiesOf({ provider, model })).toMatchObject(expected);
  });

  it.each([
    ["gpt-5.4-mini", "none", true],
    ["gpt-5.6-terra", "none", true],
    ["gpt-6-sol", "none", true],
    ["gpt-6.1-terra", "none", true],
    ["gpt-6.1-terra", "low", false],
    ["gpt-6-astra", "none", false],
    ["gpt-5.4-pro", "none", false],
  ] as const)("of %s under effort %s: sampling %s", (model, reasoningEffort, sampling) => {
    expect(capabilitiesOf({ provider: "openai", model, reasoningEffort })).toMatchObject({
      sampling,
      likelyTokens: sampling ? 20 : 0,
    });
    expect(
      capabilitiesOf({ provider: "openai", model, reasoningEffort, mode: "batch" }),
    ).toMatchObject({ sampling, likelyTokens: 0 });
    expect(capabilitiesOf({ provider: "openai-responses", model, reasoningEffort }).sampling).toBe(
      sampling,
    );
  });

  it("are whole for any name", () => {
    const providers = [
      "openai",
      "openai-responses",
      "anthropic",
      "google",
      "groq",
      "openai-compatible",
    ] as const;
    const word = fc.constantFrom(
      "gpt",
      "claude",
      "gemini",
      "opus",
      "4",
      "5",
      "5.6",
      "7",
      "flash",
      "chat",
      "image",
      "qwen",
      "/",
      "é",
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...providers),
        fc.array(word, { maxLength: 6 }),
        (provider, words) => {
          const can = capabilitiesOf({ provider, model: words.join("-") });
          expect(Object.values(can)).not.toContain(undefined);
          expect(can.maxFrames ?? 0).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

/**
 * Models that the providers' packages know, so that what they leave out can be set against the
 * table.
 */
const known: Readonly<Record<"openai" | "openai-responses" | "anthropic", readonly string[]>> = {
  openai: [
    ...[
      "o1",
      "o3",
      "o4-mini",
      "gpt-4.1",
      "gpt-4.1-mini",
      "gpt-4o",
      "gpt-4o-mini",
      "gpt-5",
      "gpt-5-mini",
      "gpt-5-chat-latest",
      "gpt-5.1",
    ],
    ...[
      "gpt-5.1-chat-latest",
      "gpt-5.2",
      "gpt-5.3-chat-latest",
      "gpt-5.4",
      "gpt-5.4-mini",
      "gpt-5.4-nano",
      "gpt-5.5",
      "gpt-5.6",
    ],
    ...[
      "gpt-5.6-luna",
      "gpt-5.6-sol",
      "gpt-5.6-terra",
      "gpt-6-astra",
      "gpt-6.1-sol",
      "gpt-6.1-terra",
      "gpt-6-luna",
      "gpt-6-sol",
    ],
  ],
  "openai-responses": [
    "gpt-4.1",
    "gpt-5-chat-latest",
    "gpt-5.4-pro",
    "gpt-5.5",
    "gpt-6-astra",
    "gpt-6.1-sol",
    "gpt-6-luna",
    "o3",
  ],
  anthropic: [
    ...[
      "claude-3-haiku-20240307",
      "claude-haiku-4-5",
      "claude-haiku-4-5-20251001",
      "claude-haiku-5-5",
      "claude-opus-4-0",
      "claude-opus-4-1",
    ],
    ...[
      "claude-opus-4-20250514",
      "claude-opus-4-1-20250805",
      "claude-opus-4-5",
      "claude-opus-4-5-20251101",
      "claude-sonnet-4-0",
    ],
    ...[
      "claude-sonnet-4-5",
      "claude-sonnet-4-6",
      "claude-opus-4-6",
      "claude-opus-4-7",
      "claude-opus-4-8",
      "claude-opus-5",
      "claude-opus-5-5",
    ],
    ...[
      "claude-fable-5",
      "claude-fable-5-1",
      "claude-fable-5-2",
      "claude-sonnet-5",
      "claude-sonnet-5-5",
      "claude-of-tomorrow",
    ],
  ],
};

const replies: Readonly<Record<string, unknown>> = {
  openai: {
    id: "1",
    model: "m",
    created: 1,
    choices: [{ index: 0, message: { role: "assistant", content: "B" }, finish_reason: "stop" }],
  },
  "openai-responses": {
    ...{ id: "1", model: "m", created_at: 1 },
    output: [
      {
        type: "message",
        id: "m",
        role: "assistant",
        content: [{ type: "output_text", text: "B", annotations: [] }],
      },
    ],
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  anthropic: {
    ...{ type: "message", id: "1", model: "m", role: "assistant", stop_reason: "end_turn" },
    ...{ content: [{ type: "text", text: "B" }], usage: { input_tokens: 1, output_tokens: 1 } },
  },
};

/**
 * What a package leaves out of its own accord where temperature 0 is asked for, and what of that
 * request it sends.
 */
async function leftOut(
  settings: ChatSettings,
): Promise<{ readonly dropped: readonly string[]; readonly body: Record<string, unknown> }> {
  let body: Record<string, unknown> = {};
  const fetch: typeof globalThis.fetch = async (_, init) => {
    body = JSON.parse(String(init?.body));
    return Response.json(replies[settings.provider]);
  };
  const model = await providerModel(settings, {
    baseURL: baseUrlOf(settings),
    apiKey: "k",
    headers: {},
    fetch,
    extraBody: {},
  });
  const { options } = callParameters(
    settings,
    { ...capabilitiesOf(settings), sampling: true },
    undefined,
  );
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "?" }] }];
  const { warnings } = await wholeReply(model, { ...options, prompt });
  return { dropped: droppedByPackage(warnings), body };
}

describe.each(Object.keys(known) as (keyof typeof known)[])(
  "what the package of %s leaves out",
  (provider) => {
    it.each(known[provider])("is what the table says of %s", async (model) => {
      for (const reasoningEffort of [undefined, "none"] as const) {
        const parsed = chatSettingsSchema.parse({ provider, model, reasoningEffort });
        const settings = serversOf(parsed)[0]!;
        const can = capabilitiesOf(settings);
        if (
          reasoningEffort === "none" &&
          (provider === "anthropic" || !can.canNotThink || /pro|chat/.test(model))
        )
          continue;
        const { dropped, body } = await leftOut(settings);
        expect(
          [dropped.includes("temperature"), body.temperature],
          `${model} ${reasoningEffort}`,
        ).toEqual([!can.sampling, can.sampling ? 0 : undefined]);
      }
    });
  },
);

describe("before anything is asked", () => {
  const check = (settings: Readonly<Record<string, unknown>>) => () =>
    checkCapabilities(serversOf(chatSettingsSchema.parse(settings))[0]!, "s");

  it.each([
    ["openai", "gpt-6.1-sol"],
    ["openai-responses", "gpt-5-mini"],
    ["anthropic", "claude-sonnet-5-5"],
    ["anthropic", "claude-fable-5-2"],
    ["google", "gemini-3.8-flash"],
    ["google", "gemini-2.5-pro"],
    ["google", "gemini-flash-latest"],
  ])("%s %s cannot be told not to think", (provider, model) => {
    expect(check({ provider, model, reasoningEffort: "none" })).toThrow(
      /"s" cannot be told not to think: .* always does/,
    );
    expect(check({ provider, model, reasoningEffort: "low" })).not.toThrow();
  });

  it.each([
    ["openai", "gpt-6-luna"],
    ["anthropic", "claude-sonnet-5"],
    ["anthropic", "claude-haiku-5-5"],
    ["anthropic", "claude-opus-4-5"],
    ["google", "gemini-2.5-flash"],
    ["openai-compatible", "gemini-3-clone"],
  ])("%s %s can", (provider, model) =>
    expect(
      check({ provider, model, reasoningEffort: "none", baseUrl: "http://localhost/v1" }),
    ).not.toThrow(),
  );

  it.each([
    ["claude-haiku-4-5", "low", 1_024, true],
    ["claude-haiku-4-5", "low", 1_025, false],
    ["claude-haiku-4-5", "none", 50, false],
    ["claude-haiku-4-5", undefined, 50, false],
    ["claude-haiku-4-5", "low", undefined, false],
    ["claude-opus-4-6", "low", 50, false],
  ])(
    "%s by effort %s has no room to think in %s tokens: %s",
    (model, reasoningEffort, maxTokens, isRefused) => {
      const told = expect(check({ provider: "anthropic", model, reasoningEffort, maxTokens }));
      if (isRefused) told.toThrow(/"s" has no room to think: .* maxTokens: 1024/);
      else told.not.toThrow();
    },
  );
});
