import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { listening } from "../../../test/providers/provider-server.ts";
import { chatSettingsSchema, type ProviderName } from "./chat-settings.ts";
import { checkChat } from "./check-chat.ts";

const openaiList = (...ids: readonly string[]) => ({
  object: "list",
  data: ids.map((id) => ({ id, object: "model", created: 1, owned_by: "o" })),
});
const anthropicList = (...ids: readonly string[]) => ({
  data: ids.map((id) => ({ type: "model", id, display_name: id })),
  has_more: false,
});
const googleList = (...names: readonly string[]) => ({ models: names.map((name) => ({ name: `models/${name}`, version: "1" })) });

it.each<readonly [ProviderName, string, unknown, string, string]>([
  ["openai", "gpt-6-luna", openaiList("gpt-4.1", "gpt-6-luna"), "fine", "/v1/models"],
  ["openai", "gpt-6-luna", openaiList("gpt-6-lunatic"), "warning", "/v1/models"],
  ["anthropic", "claude-haiku-4-5", anthropicList("claude-haiku-4-5-20251001"), "fine", "/v1/models?limit=1000"],
  ["anthropic", "claude-haiku-4", anthropicList("claude-haiku-4-5-20251001"), "warning", "/v1/models?limit=1000"],
  ["google", "gemini-4-carbon", googleList("gemini-2.5-pro", "gemini-4-carbon"), "fine", "/v1/models?pageSize=1000"],
  ["groq", "qwen/qwen3.6-27b", openaiList("qwen/qwen3.6-27b"), "fine", "/v1/models"],
  ["openai-compatible", "qwen3-vl:8b", openaiList(), "warning", "/v1/models"],
])("%s: whether %s is in the whole list", async (provider, model, body, state, path) => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await listening(server);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const settings = chatSettingsSchema.parse({ provider, model, baseUrl, apiKey: "k" });
  const findings = await checkChat(settings, { id: "s", directory: ".", signal: AbortSignal.timeout(5_000) });
  server.closeAllConnections();
  server.close();
  expect(findings.at(-1)).toMatchObject({ what: "server of s", state, detail: expect.stringContaining(model) });
  expect(asked).toEqual([path]);
});
