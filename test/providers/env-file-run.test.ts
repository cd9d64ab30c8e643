import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openaiChatWire } from "./openai-chat-wire.ts";
import { providerServer } from "./provider-server.ts";

const folder = temporaryFolder();
const key = "sk-from-a-file-0123456789";
const question = { id: "q", question: "So?", choices: ["yes", "no"], answer: 0 };

/** Every file below a folder, as text. */
function texts(path: string): readonly string[] {
  return readdirSync(path).flatMap((name) => {
    const inner = join(path, name);
    return statSync(inner).isDirectory() ? texts(inner) : [readFileSync(inner, "latin1")];
  });
}

it("keys come from env files, and go nowhere else", async () => {
  await using server = await providerServer({
    wire: openaiChatWire,
    answer: () => ({ text: "A" }),
  });
  const config = (name: string) => `name: ${name}
tasks: [{ id: qa, family: multiple-choice, data: { path: q.jsonl, media: none } }]
systems: [{ id: gpt, kind: chat, provider: openai, model: m, baseUrl: "${server.url}/v1" }]
`;
  folder.file("project/q.jsonl", `${JSON.stringify(question)}\n`);
  folder.file("project/vidimus.yaml", config("one"));
  folder.file("project/other.yaml", config("two"));
  const cwd = join(folder.path, "project");
  const env = { OPENAI_API_KEY: undefined };
  folder.file("project/remote.yaml", config("remote").replace(/, baseUrl: "[^"]*"/, ""));
  expect(await cli(["run", "remote.yaml"], { cwd, env })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("has no key for openai"),
  });
  folder.file("project/keys.env", `export OPENAI_API_KEY="${key}" # of the team\n`);
  expect(await cli(["run", "other.yaml", "--env-file", "keys.env"], { cwd, env })).toMatchObject({
    status: 0,
  });
  folder.file("project/.env", `OPENAI_API_KEY=${key}\n`);
  expect(await cli(["run"], { cwd, env })).toMatchObject({ status: 0 });
  expect(await cli(["doctor"], { cwd, env })).toMatchObject({
    stdout: expect.stringContaining("OPENAI_API_KEY"),
  });
  expect(server.questions[0]).toMatchObject({ model: "m" });
  for (const text of [...texts(join(cwd, "runs")), ...texts(join(cwd, ".cache"))])
    expect(text).not.toContain(key);
  folder.file("project/.env", `\nOPENAI_API_KEY ${key}\n`);
  const wrong = await cli(["run", "--new"], { cwd, env });
  expect(wrong).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(".env:2: no variable"),
  });
  expect(wrong.stderr).not.toContain(key);
});

it("an address in the environment that is not read is said before anything is asked", async () => {
  folder.file("address/q.jsonl", `${JSON.stringify(question)}\n`);
  const config = `name: address
tasks: [{ id: qa, family: multiple-choice, data: { path: q.jsonl, media: none } }]
systems: [{ id: gpt, kind: chat, provider: openai, model: m }]
`;
  folder.file("address/vidimus.yaml", config);
  const env = { OPENAI_API_KEY: key, OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
  const planned = await cli(["run", "--dry-run"], { cwd: join(folder.path, "address"), env });
  expect(planned).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("warning: gpt: OPENAI_BASE_URL is set and not read"),
  });
});
