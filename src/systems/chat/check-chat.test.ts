import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { fakeContext } from "../../../test/fakes/fake-context.ts";
import { listening } from "../../../test/providers/provider-server.ts";
import type { ChatSystem } from "../../core/asking/system.ts";
import { families } from "../../families/index.ts";
import { baseUrlOf } from "./base-url.ts";
import { chat } from "./chat.ts";
import { chatSettingsSchema, type ProviderName, usualBaseUrls } from "./chat-settings.ts";
import { checkChat } from "./check-chat.ts";
import { providerModel } from "./provider-model.ts";

const openaiList = (...ids: readonly string[]) => ({
  object: "list",
  data: ids.map((id) => ({ id, object: "model", created: 1, owned_by: "o" })),
});
const anthropicList = (...ids: readonly string[]) => ({
  data: ids.map((id) => ({ type: "model", id, display_name: id })),
  has_more: false,
});
const googleList = (...names: readonly string[]) => ({
  models: names.map((name) => ({ name: `models/${name}`, version: "1" })),
});

it.each<readonly [ProviderName, string, unknown, string, string]>([
  ["openai", "gpt-6-luna", openaiList("gpt-4.1", "gpt-6-luna"), "fine", "/v1/models"],
  ["openai", "gpt-6-luna", openaiList("gpt-6-lunatic"), "warning", "/v1/models"],
  [
    "anthropic",
    "claude-haiku-4-5",
    anthropicList("claude-haiku-4-5-20251001"),
    "fine",
    "/v1/models?limit=1000",
  ],
  [
    "anthropic",
    "claude-haiku-4",
    anthropicList("claude-haiku-4-5-20251001"),
    "warning",
    "/v1/models?limit=1000",
  ],
  [
    "google",
    "gemini-4-carbon",
    googleList("gemini-2.5-pro", "gemini-4-carbon"),
    "fine",
    "/v1/models?pageSize=1000",
  ],
  ["groq", "qwen/qwen3.6-27b", openaiList("qwen/qwen3.6-27b"), "fine", "/v1/models"],
  ["openai-compatible", "qwen3-vl:8b", openaiList(), "warning", "/v1/models"],
])("%s: whether %s is in the whole list", async (provider, model, body, state, path) => {
  await using server = await recordingServer(() => ({ body }));
  const findings = await look({ provider, model, baseUrl: `${server.url}/v1` });
  expect(findings.at(-1)).toMatchObject({
    what: "server of s",
    state,
    detail: expect.stringContaining(model),
  });
  expect(server.asked.filter(({ method }) => method === "GET").map(({ path: one }) => one)).toEqual(
    [path],
  );
});

describe("the address that is asked", () => {
  const providers = [
    "openai",
    "openai-responses",
    "anthropic",
    "google",
    "groq",
    "openai-compatible",
  ] as const;
  it.each(providers.flatMap((provider) => [false, true].map((stream) => ({ provider, stream }))))(
    "is that of the run, with its headers: $provider, streamed: $stream",
    async ({ provider, stream }) => {
      await using server = await recordingServer(() => ({
        status: 400,
        body: { error: { message: "no" } },
      }));
      const headers = { AUTHORIZATION: "Basic b3du", "x-tenant": "lab" };
      const settings = chatSettingsSchema.parse({
        provider,
        model: "gpt-4o",
        baseUrl: `${server.url}/gate/v1/`,
        apiKey: "k",
        headers,
        stream,
      });
      await checkChat(settings, { id: "s", directory: ".", signal: AbortSignal.timeout(20_000) });
      const system = (await chat.create(
        settings,
        fakeContext({ family: families[0] }),
      )) as ChatSystem;
      await system.ask(
        [{ messages: [{ role: "user", parts: [{ text: "?" }] }] }],
        AbortSignal.timeout(20_000),
      );
      await system[Symbol.asyncDispose]!();
      const [looked, run] = server.asked.filter(({ method }) => method === "POST");
      expect(run!.body).not.toBe("{}");
      expect(looked).toEqual({ ...run!, body: "{}" });
      const [listed] = server.asked.filter(({ method }) => method === "GET");
      expect([listed!.headers.authorization, listed!.headers["x-tenant"]]).toEqual([
        run!.headers.authorization,
        "lab",
      ]);
    },
  );

  const compatible = { provider: "openai-compatible", model: "m" };
  const models = openaiList("m");
  it.each<readonly [string, Answer, string, RegExp]>([
    [
      "has no such path",
      (method) => (method === "GET" ? { body: models } : { status: 404, body: "nope" }),
      "problem",
      /chat\/completions: 404.*baseUrl/,
    ],
    [
      "takes no such method",
      (method) => (method === "GET" ? { body: models } : { status: 405, body: {} }),
      "problem",
      /405/,
    ],
    [
      "leads elsewhere",
      (method) =>
        method === "GET" ? { body: models } : { status: 307, body: "", location: "/v2" },
      "problem",
      /307 redirects to \/v2/,
    ],
    [
      "rejects the key there alone",
      (method) => (method === "GET" ? { body: models } : { status: 401, body: {} }),
      "problem",
      /401/,
    ],
    [
      "has nothing behind it",
      (method) => (method === "GET" ? { body: models } : { status: 502, body: {} }),
      "problem",
      /502/,
    ],
    [
      "lists no models",
      (method) => (method === "GET" ? { status: 404, body: {} } : { status: 422, body: {} }),
      "warning",
      /answers, and nobody knows whether it has m: .*404/,
    ],
    [
      "misses the model that nobody named",
      (method) =>
        method === "GET"
          ? { body: models }
          : {
              status: 404,
              body: { error: { message: "model None not found", code: "model_not_found" } },
            },
      "fine",
      /has m/,
    ],
    [
      "fails on an empty request",
      (method) => (method === "GET" ? { body: models } : { status: 500, body: {} }),
      "fine",
      /has m/,
    ],
  ])("of a server that %s", async (_, answer, state, detail) => {
    await using server = await recordingServer(answer);
    const findings = await look({ ...compatible, baseUrl: `${server.url}/v1` });
    expect(findings.at(-1)).toMatchObject({ state, detail: expect.stringMatching(detail) });
  });

  it.each([
    ["openai", "OPENAI_BASE_URL"],
    ["anthropic", "ANTHROPIC_BASE_URL"],
  ] as const)("of %s is never that of %s, which is said", async (provider, name) => {
    vi.stubEnv(name, "http://127.0.0.1:1/elsewhere");
    const settings = chatSettingsSchema.parse({ provider, model: "gpt-5.1", apiKey: "k" });
    let url = "";
    const fetch: typeof globalThis.fetch = async (input) => {
      url = String(input);
      throw new Error("far enough");
    };
    const model = await providerModel(settings, {
      baseURL: baseUrlOf({ provider }),
      apiKey: "k",
      headers: {},
      fetch,
      extraBody: {},
    });
    const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "?" }] }];
    await Promise.resolve(model.doGenerate({ prompt })).catch(() => undefined);
    expect(new URL(url).host).toBe(new URL(usualBaseUrls[provider]!).host);
    const findings = await checkChat(settings, {
      id: "s",
      directory: ".",
      signal: AbortSignal.abort(),
    });
    expect(findings.find(({ what }) => what === "address of s")).toMatchObject({
      state: "warning",
      detail: expect.stringContaining(`\${${name}}`),
    });
    expect(chat.warning!(settings)).toContain(`write baseUrl: "\${${name}}"`);
    expect(chat.warning!({ ...settings, baseUrl: "http://127.0.0.1:1" })).toBeUndefined();
    vi.unstubAllEnvs();
    expect(chat.warning!(settings)).toBeUndefined();
  });
});

interface Recorded {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}
type Answer = (method: string | undefined) => {
  readonly status?: number;
  readonly body: unknown;
  readonly location?: string;
};

async function recordingServer(answer: Answer) {
  const asked: Recorded[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { "content-length": _, ...headers } = request.headers;
    asked.push({
      method: request.method,
      path: request.url,
      headers,
      body: Buffer.concat(chunks).toString(),
    });
    const { status = 200, body, location } = answer(request.method);
    response
      .writeHead(status, { "content-type": "application/json", ...(location ? { location } : {}) })
      .end(JSON.stringify(body));
  });
  await listening(server);
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function look(settings: Readonly<Record<string, unknown>>) {
  return checkChat(chatSettingsSchema.parse({ apiKey: "k", ...settings }), {
    id: "s",
    directory: ".",
    signal: AbortSignal.timeout(20_000),
  });
}

it("looks at every server of a list", async () => {
  await using good = await recordingServer(() => ({ body: openaiList("m") }));
  await using bad = await recordingServer(() => ({ status: 503, body: {} }));
  const baseUrl = [`${good.url}/v1`, `${bad.url}/v1`];
  const findings = await look({ provider: "openai-compatible", model: "m", baseUrl });
  expect(findings).toMatchObject([
    { what: "key of s", state: "fine" },
    { what: "server of s", state: "fine", detail: expect.stringContaining(good.url) },
    { what: "server of s", state: "problem", detail: expect.stringContaining(bad.url) },
  ]);
});
