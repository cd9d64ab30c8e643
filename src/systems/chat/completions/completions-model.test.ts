import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import type { JsonPost } from "../../http/post-json.ts";
import { baseUrlOf } from "../base-url.ts";
import { type ChatSettings, chatSettingsSchema, serversOf } from "../chat-settings.ts";
import { completionsModel, speaksCompletions } from "./completions-model.ts";

const settingsOf = (settings: Readonly<Record<string, unknown>>): ChatSettings =>
  serversOf(
    chatSettingsSchema.parse({
      provider: "openai-compatible",
      model: "m",
      baseUrl: "http://host:1/v1",
      ...settings,
    }),
  )[0]!;
const prompt: LanguageModelV4CallOptions["prompt"] = [
  { role: "user", content: [{ type: "text", text: "Which?" }] },
];
const image = {
  type: "file" as const,
  mediaType: "image/jpeg",
  data: { type: "data" as const, data: "AAAA" },
};
const video = { ...image, mediaType: "video/mp4" };

async function sent(
  settings: Readonly<Record<string, unknown>>,
  options: Partial<LanguageModelV4CallOptions> = {},
  { apiKey = "" } = {},
): Promise<JsonPost & { readonly json: Record<string, unknown> }> {
  const posts: JsonPost[] = [];
  const parsed = settingsOf(settings);
  const connection = {
    baseURL: baseUrlOf(parsed),
    apiKey,
    headers: parsed.headers ?? {},
    extraBody: parsed.extraBody ?? {},
    fetch: globalThis.fetch,
  };
  const generate = completionsModel(parsed, connection, async (request) => {
    posts.push(request);
    return { status: 200, headers: {}, body: '{"choices":[{"message":{"content":"B"}}]}' };
  });
  await generate({ prompt, ...options });
  return { ...posts[0]!, json: JSON.parse(String(posts[0]!.body)) as Record<string, unknown> };
}

describe("speaksCompletions", () => {
  it.each([
    [{}, true],
    [{ reasoningEffort: "low" }, true],
    [{ provider: "groq" }, true],
    [{ provider: "groq", reasoningEffort: "low" }, false],
    [{ provider: "openai", model: "gpt-4.1-mini" }, true],
    [{ provider: "openai", model: "gpt-4o-search-preview" }, false],
    [{ provider: "openai", model: "qwen3-vl", baseUrl: "http://127.0.0.1:8000/v1" }, true],
    [{ provider: "openai", model: "qwen3-vl", baseUrl: "https://api.openai.com/v1" }, false],
    [{ provider: "openai", model: "o3", baseUrl: "http://127.0.0.1:8000/v1" }, false],
    [{ provider: "openai", model: "gpt-5-mini" }, false],
    [{ provider: "openai", model: "o3" }, false],
    [{ provider: "openai-responses", model: "gpt-4.1" }, false],
    [{ provider: "anthropic" }, false],
  ])("%j: %s", (settings, expected) => {
    expect(speaksCompletions(settingsOf(settings))).toBe(expected);
  });
});

describe("completionsModel", () => {
  const shown: LanguageModelV4CallOptions["prompt"] = [
    { role: "user", content: [{ type: "text", text: 'Vorher: "ä" 🎬' }, image] },
    { role: "user", content: [video, { ...image, data: { type: "data", data: "BB==" } }] },
  ];

  it("sends the bytes that JSON.stringify makes of a body with files", async () => {
    const { body, json } = await sent({ temperature: 0 }, { prompt: shown });
    expect(String(body)).toBe(JSON.stringify(json));
    expect(json.messages).toMatchObject([
      { content: [{}, { image_url: { url: "data:image/jpeg;base64,AAAA" } }] },
      {
        content: [
          { video_url: { url: "data:video/mp4;base64,AAAA" } },
          { image_url: { url: "data:image/jpeg;base64,BB==" } },
        ],
      },
    ]);
  });

  it("sends configured messages instead of those with files", async () => {
    const { json } = await sent({ extraBody: { messages: [] } }, { prompt: shown });
    expect(json.messages).toEqual([]);
  });

  it.each([
    ["http://host:1/v1", "http://host:1", "/v1/chat/completions"],
    ["http://host:1/v1/", "http://host:1", "/v1/chat/completions"],
    ["https://host", "https://host", "/chat/completions"],
  ])("finds the interface below %s", async (baseUrl, origin, path) => {
    expect(await sent({ baseUrl })).toMatchObject({ origin, path });
  });

  it("sends a key where there is one, and lets configured headers replace its own", async () => {
    expect((await sent({})).headers).not.toHaveProperty("authorization");
    expect((await sent({}, {}, { apiKey: "k" })).headers).toMatchObject({
      authorization: "Bearer k",
    });
    const { headers } = await sent(
      { headers: { Authorization: "Basic x", "X-Team": "a" } },
      {},
      { apiKey: "k" },
    );
    expect(headers).toEqual({
      "content-type": "application/json",
      "user-agent": "vidimus",
      authorization: "Basic x",
      "x-team": "a",
    });
  });

  it("leaves out what is not set, and lets extraBody have the last word", async () => {
    expect((await sent({})).json).toEqual({
      model: "m",
      messages: [{ role: "user", content: "Which?" }],
    });
    const options = { temperature: 0, maxOutputTokens: 5, reasoning: "high" as const };
    expect((await sent({ extraBody: { temperature: 1, top_k: 1 } }, options)).json).toMatchObject({
      temperature: 1,
      top_k: 1,
      max_tokens: 5,
      reasoning_effort: "high",
    });
  });

  it("keeps the order of texts, pictures and videos", async () => {
    const { json } = await sent(
      {},
      {
        prompt: [
          { role: "system", content: "Be brief." },
          {
            role: "user",
            content: [{ type: "text", text: "a" }, image, { type: "text", text: "b" }, video],
          },
          { role: "assistant", content: [{ type: "text", text: "c" }] },
          { role: "user", content: [image] },
        ],
      },
    );
    const picture = { type: "image_url", image_url: { url: "data:image/jpeg;base64,AAAA" } };
    expect(json.messages).toEqual([
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          picture,
          { type: "text", text: "b" },
          { type: "video_url", video_url: { url: "data:video/mp4;base64,AAAA" } },
        ],
      },
      { role: "assistant", content: "c" },
      { role: "user", content: [picture] },
    ]);
  });
});
