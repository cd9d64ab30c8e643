import { describe, expect, it } from "vitest";
import { fakeContext } from "../../../test/fakes/fake-context.ts";
import { anthropicWire } from "../../../test/providers/anthropic-wire.ts";
import { googleWire } from "../../../test/providers/google-wire.ts";
import {
  compatibleWire,
  groqWire,
  openaiChatWire,
} from "../../../test/providers/openai-chat-wire.ts";
import { openaiResponsesWire } from "../../../test/providers/openai-responses-wire.ts";
import { providerServer } from "../../../test/providers/provider-server.ts";
import type { Wire } from "../../../test/providers/wire.ts";
import type { ChatSystem } from "../../core/asking/system.ts";
import { families } from "../../families/index.ts";
import { chat } from "./chat.ts";
import { chatSettingsSchema } from "./chat-settings.ts";

/**
 * Everything that can be configured, put to a model: what it is sent, and what is said to be left
 * out before and after.
 */
async function sent(wire: Wire, settings: Readonly<Record<string, unknown>>) {
  await using server = await providerServer({ wire, answer: () => ({ text: "B" }) });
  const all = { temperature: 0, topP: 0.9, seed: 7, stop: ["END"], maxTokens: 50, ...settings };
  const parsed = chatSettingsSchema.parse({
    provider: wire.id,
    baseUrl: `${server.url}/v1`,
    apiKey: "k",
    ...all,
  });
  const system = (await chat.create(parsed, fakeContext({ family: families[0] }))) as ChatSystem;
  const [asked] = await system.ask(
    [{ messages: [{ role: "user", parts: [{ text: "Which?" }] }] }],
    AbortSignal.timeout(5_000),
  );
  await system[Symbol.asyncDispose]?.();
  expect(server.refused).toEqual([]);
  return {
    body: server.questions[0]!.body,
    before: system.dropped ?? [],
    after: asked!.facts?.dropped ?? [],
  };
}

const all = ["temperature", "topP", "stop", "seed"];
/** How requests of any provider would name a parameter. */
const spellings: Readonly<Record<string, RegExp>> = {
  temperature: /"temperature"/,
  topP: /"top_?p"/i,
  stop: /"stop/,
  seed: /"seed"/,
};

describe("how closely pictures are looked at", () => {
  const frame = { atSeconds: 0, digest: "d", mediaType: "image/jpeg", width: 2, height: 2 };
  const context = fakeContext({ family: families[0], frame: async () => Uint8Array.of(1) });
  const settingsOf = (given: Readonly<Record<string, unknown>>) =>
    chatSettingsSchema.parse({ apiKey: "k", imageDetail: "low", ...given });

  it.each([
    [openaiChatWire, "gpt-4.1", false],
    [openaiChatWire, "gpt-5-mini", false],
    [openaiResponsesWire, "gpt-5-mini", false],
    [compatibleWire, "qwen", false],
    [compatibleWire, "qwen", true],
  ] as const)("is sent: %j %s, streamed: %s", async (wire, model, stream) => {
    await using server = await providerServer({ wire, answer: () => ({ text: "B" }) });
    const given = { provider: wire.id, baseUrl: `${server.url}/v1`, model, stream };
    const system = (await chat.create(settingsOf(given), context)) as ChatSystem;
    const parts = [{ text: "Which?" }, { frames: [frame] }];
    await system.ask([{ messages: [{ role: "user", parts }] }], AbortSignal.timeout(5_000));
    await system[Symbol.asyncDispose]?.();
    expect(server.refused).toEqual([]);
    expect(JSON.stringify(server.questions[0]!.body)).toContain('"detail":"low"');
    expect(system.identity).toMatchObject({ imageDetail: "low" });
  });

  it("is refused where the provider has no such thing", () => {
    expect(() => settingsOf({ provider: "google", model: "m" })).toThrow(/is only for openai/);
  });
});

it("a model that is told not to think says how likely choices are", async () => {
  await using server = await providerServer({
    wire: openaiChatWire,
    answer: () => ({ text: "B", likely: { A: -2, B: -0.2 } }),
  });
  const connection = {
    provider: "openai",
    baseUrl: `${server.url}/v1`,
    apiKey: "k",
    model: "gpt-6-luna",
    reasoningEffort: "none",
  };
  const system = (await chat.create(
    chatSettingsSchema.parse(connection),
    fakeContext({ family: families[0] }),
  )) as ChatSystem;
  const ask = {
    messages: [{ role: "user" as const, parts: [{ text: "Which?" }] }],
    choices: ["A", "B"],
  };
  const [asked] = await system.ask([ask], AbortSignal.timeout(5_000));
  await system[Symbol.asyncDispose]?.();
  expect([system.scoresChoices, server.refused]).toEqual([true, []]);
  expect(asked).toMatchObject({ kind: "answered", value: { logLikelihoods: [-2, -0.2] } });
  expect(server.questions[0]!.body).toMatchObject({
    logprobs: true,
    top_logprobs: 20,
    max_completion_tokens: 1,
    reasoning_effort: "none",
  });
});

describe("what is sent to", () => {
  it.each<readonly [string, Wire, object, object, readonly string[]]>([
    [
      "gpt-4.1",
      openaiChatWire,
      {},
      { temperature: 0, top_p: 0.9, seed: 7, stop: ["END"], max_tokens: 50 },
      [],
    ],
    [
      "gpt-6.1-sol",
      openaiChatWire,
      {},
      { seed: 7, max_completion_tokens: 50 },
      ["temperature", "topP", "stop"],
    ],
    [
      "gpt-6-luna",
      openaiChatWire,
      { reasoningEffort: "none" },
      { temperature: 0, top_p: 0.9, reasoning_effort: "none", max_completion_tokens: 50 },
      ["stop"],
    ],
    [
      "gpt-6.1-terra",
      openaiResponsesWire,
      { reasoningEffort: "low" },
      { max_output_tokens: 50, reasoning: { effort: "low" } },
      all,
    ],
    [
      "gpt-6.1-terra",
      openaiResponsesWire,
      { reasoningEffort: "none" },
      { temperature: 0, top_p: 0.9 },
      ["stop", "seed"],
    ],
    [
      "claude-haiku-4-5",
      anthropicWire,
      {},
      { temperature: 0, stop_sequences: ["END"], max_tokens: 50 },
      ["topP", "seed"],
    ],
    [
      "claude-sonnet-5-5",
      anthropicWire,
      {},
      { stop_sequences: ["END"], max_tokens: 50 },
      ["temperature", "topP", "seed"],
    ],
    ["claude-of-tomorrow", anthropicWire, {}, { max_tokens: 50 }, ["temperature", "topP", "seed"]],
    [
      "gemini-2.5-flash",
      googleWire,
      {},
      {
        generationConfig: {
          temperature: 0,
          topP: 0.9,
          seed: 7,
          stopSequences: ["END"],
          maxOutputTokens: 50,
        },
      },
      [],
    ],
    [
      "gemini-4-carbon",
      googleWire,
      {},
      { generationConfig: { seed: 7, stopSequences: ["END"], maxOutputTokens: 50 } },
      ["temperature", "topP"],
    ],
    [
      "qwen/qwen3.6-27b",
      groqWire,
      {},
      { temperature: 0, top_p: 0.9, seed: 7, stop: ["END"], max_tokens: 50 },
      [],
    ],
  ])("%s", async (model, wire, settings, expected, dropped) => {
    const { body, before, after } = await sent(wire, { model, ...settings });
    expect(body).toMatchObject(expected);
    expect([before, after]).toEqual([dropped, dropped]);
    const members = JSON.stringify(body);
    for (const name of dropped) expect(members).not.toMatch(spellings[name]!);
  });
});

describe("thoughts", () => {
  it.each([
    ["claude-haiku-4-5", "low", 4_000, 1_024],
    ["claude-haiku-4-5", "high", 4_000, 2_400],
    ["claude-sonnet-4-5-20250929", "max", 1_025, 1_024],
    ["claude-opus-4-1", "xhigh", 20_000, 18_000],
  ])(
    "of %s by effort %s are part of maxTokens %i",
    async (model, reasoningEffort, maxTokens, budget) => {
      const { body } = await sent(anthropicWire, { model, reasoningEffort, maxTokens });
      expect(body).toMatchObject({
        max_tokens: maxTokens,
        thinking: { type: "enabled", budget_tokens: budget },
      });
    },
  );

  it.each([
    ["claude-opus-4-6", "low"],
    ["claude-haiku-4-5", "none"],
  ])("of %s by effort %s have no budget of their own", async (model, reasoningEffort) => {
    const { body } = await sent(anthropicWire, { model, reasoningEffort, maxTokens: 300 });
    expect(body).toMatchObject({
      max_tokens: 300,
      thinking: expect.not.objectContaining({ type: "enabled" }),
    });
  });

  it.each([
    ["claude-sonnet-5-5", "minimal", anthropicWire, true],
    ["claude-sonnet-5-5", "low", anthropicWire, false],
    ["gemini-3.8-flash", "max", googleWire, true],
    ["gemini-3.8-flash", "high", googleWire, false],
  ] as const)(
    "of %s by another effort than %s are told",
    async (model, reasoningEffort, wire, isAnother) => {
      const { after } = await sent(wire, { model, reasoningEffort });
      expect(after.includes("reasoningEffort")).toBe(isAnother);
    },
  );
});
