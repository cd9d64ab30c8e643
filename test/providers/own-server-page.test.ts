import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { encodeVideo } from "../media/encode-video.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { compatibleWire } from "./openai-chat-wire.ts";
import { listening } from "./provider-server.ts";
import type { Question } from "./wire.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(join(root, "docs/own-server.md"), "utf8");
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    (match) => match[1]!,
  );
const [config, ollamaSystems] = blocks("yaml");
const [questions] = blocks("json");
const folder = temporaryFolder();

/**
 * A server of the shape of vLLM or Ollama: it lists its one model, knows no other, and always says
 * the first choice after a thought.
 */
async function ownServer(model: string, entry: object) {
  const asked: Question[] = [];
  const server = createServer(async (request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.method === "GET" && request.url === "/v1/models")
      return json(200, {
        object: "list",
        data: [{ id: model, object: "model", created: 1_794_000_000, ...entry }],
      });
    const text = await textOf(request);
    if (text === "{}") return json(400, { error: { message: "model: field required" } });
    const question = compatibleWire.read({
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(text),
    });
    if (question.model !== model)
      return json(404, {
        error: { message: `model '${question.model}' not found`, type: "not_found_error" },
      });
    asked.push(question);
    return json(200, compatibleWire.whole({ text: "A", reasoning: "It is red." }, question));
  });
  await listening(server);
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function project(name: string, text: string): string {
  const cwd = join(folder.path, name);
  folder.file(`${name}/vidimus.yaml`, text);
  folder.file(`${name}/questions.jsonl`, questions!);
  const ticks = Array.from({ length: 24 }, (_, i) => i);
  encodeVideo(join(cwd, "clip.mp4"), {
    encoder: "libx264",
    container: "mp4",
    width: 64,
    height: 64,
    ticks,
    ticksPerSecond: 4,
  });
  return cwd;
}

const tasks = config!.slice(0, config!.indexOf("systems:"));

describe("docs/own-server.md", () => {
  it.each([
    [
      "vllm",
      config!,
      {
        owned_by: "vllm",
        root: "Qwen/Qwen3-VL-8B-Instruct",
        parent: null,
        max_model_len: 32_768,
        permission: [],
      },
    ],
    ["ollama", tasks + ollamaSystems!, { owned_by: "library" }],
  ])("works as it is written with a server like %s", async (name, text, entry) => {
    const [{ baseUrl, model }] = (parse(text) as { systems: [{ baseUrl: string; model: string }] })
      .systems;
    await using server = await ownServer(model, entry);
    const cwd = project(name, text.replaceAll(baseUrl, server.url));
    const doctor = await cli(["doctor", "vidimus.yaml"], { cwd });
    expect(doctor.stdout, doctor.stderr).toContain(`has ${model}`);
    const first = await cli(["run", "--limit", "1", "--json"], { cwd });
    expect(first.status, first.stderr).toBe(0);
    const { status, stdout, stderr } = await cli(["run", "--json"], { cwd });
    expect(status, stderr).toBe(0);
    const [system] = JSON.parse(stdout).tasks[0].systems;
    expect(system).toMatchObject({
      id: "qwen",
      outcomes: { answered: 2 },
      metrics: { accuracy: { value: 1 } },
      resources: { cost: null },
    });
    const seen = server.asked.filter(({ pictures }) => pictures.length > 0);
    expect(seen.map(({ pictures }) => pictures.length)).toEqual([8, 8]);
    expect(seen[0]!.body).toMatchObject({ model, temperature: 0, max_tokens: expect.any(Number) });
  });

  it("says what a model that is not there looks like", async () => {
    await using server = await ownServer("another", {});
    const cwd = project("absent", config!.replaceAll("http://localhost:8000/v1", server.url));
    expect((await cli(["doctor", "vidimus.yaml"], { cwd })).stdout).toContain(
      "does not list Qwen/Qwen3-VL-8B-Instruct",
    );
    const { stderr, stdout } = await cli(["run"], { cwd });
    expect(stderr + stdout).toContain("model 'Qwen/Qwen3-VL-8B-Instruct' not found");
  });
});
