import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli } from "../../../../test/support/cli.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";

const key = "sk-doctor-0815";
const folder = temporaryFolder();
const worker = fileURLToPath(
  new URL("../../../../test/providers/bridge-worker.ts", import.meta.url),
);
const server = createServer((request, response) => {
  const isAllowed = request.headers.authorization === `Bearer ${key}`;
  const body = isAllowed
    ? { object: "list", data: [{ id: "there", object: "model" }] }
    : { error: { message: `no such key: ${request.headers.authorization}` } };
  response
    .writeHead(isAllowed ? 200 : 401, { "content-type": "application/json" })
    .end(JSON.stringify(body));
});
let url = "";
let closedPort = 0;
beforeAll(async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  closedPort = (gone.address() as AddressInfo).port;
  await new Promise((resolve) => gone.close(resolve));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function project(name: string, systems: string): string {
  folder.file(`${name}/q.jsonl`, '{"id":"a","question":"?","choices":["x","y"],"answer":0}\n');
  return folder.file(
    `${name}/vidimus.yaml`,
    `name: d\ntasks: [{ id: qa, family: multiple-choice, data: { path: q.jsonl } }]\nsystems:\n${systems}`,
  );
}

async function doctor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = await cli(["doctor", ...args, "--json"], {
    cwd: folder.path,
    env,
  });
  expect(stdout + stderr).not.toContain(key);
  const { findings } = JSON.parse(stdout) as {
    findings: { what: string; state: string; detail: string }[];
  };
  return { status, stateOf: (what: string) => findings.find((one) => one.what === what), findings };
}

describe("vidimus doctor", () => {
  it("finds decoders, folders and keys without a configuration", async () => {
    const { status, stateOf } = await doctor([], { GROQ_API_KEY: key });
    expect(status).toBe(0);
    expect(stateOf("decoders")).toMatchObject({ state: "fine" });
    expect(stateOf("cache")).toMatchObject({
      state: "fine",
      detail: expect.stringContaining("GB free"),
    });
    expect(stateOf("keys")!.detail).toContain("GROQ_API_KEY");
  });

  it("looks at every system of a configuration", async () => {
    const path = project(
      "systems",
      `  - { id: good, kind: chat, provider: openai-compatible, model: there, baseUrl: "${url}", apiKey: "\${MY_KEY}" }
  - { id: unlisted, kind: chat, provider: openai-compatible, model: gone, baseUrl: "${url}", apiKey: "\${MY_KEY}" }
  - { id: keyless, kind: chat, provider: groq, model: m }
  - { id: wrong, kind: chat, provider: openai, model: m, baseUrl: "${url}", apiKey: "\${OTHER_KEY}" }
  - { id: nobody, kind: chat, provider: openai-compatible, model: m, baseUrl: "http://127.0.0.1:${closedPort}/v1" }
  - { id: rag, kind: service, url: "${url}/answer/{id}", headers: { authorization: "Bearer \${MY_KEY}" } }
  - { id: shut, kind: service, url: "${url}/answer/{id}" }
  - { id: bridge, kind: command, command: ["${process.execPath}", "${worker}"] }
  - { id: broken, kind: command, command: ["${process.execPath}", "${worker}"], environment: { BRIDGE_FAILS: start } }
`,
    );
    const { status, stateOf } = await doctor([path], { MY_KEY: key, OTHER_KEY: "sk-other-0816" });
    expect(status).toBe(3);
    expect(stateOf("key of good")).toMatchObject({ state: "fine" });
    expect(stateOf("server of good")).toMatchObject({ state: "fine" });
    expect(stateOf("server of unlisted")).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("does not list gone"),
    });
    expect(stateOf("settings of keyless")).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("no key for groq"),
    });
    expect(stateOf("server of wrong")).toMatchObject({
      state: "problem",
      detail: expect.stringMatching(/401.*\[secret\]/),
    });
    expect(stateOf("server of nobody")).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("ECONNREFUSED"),
    });
    expect(stateOf("service rag")).toMatchObject({ state: "fine" });
    expect(stateOf("service shut")).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("401"),
    });
    expect(stateOf("command of bridge")).toMatchObject({
      state: "fine",
      detail: "starts, and speaks prediction",
    });
    expect(stateOf("command of broken")).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("torch"),
    });
    expect(stateOf("runs")).toMatchObject({ state: "fine" });
  });

  it("tells what is wrong with a configuration, and goes on", async () => {
    const { status, stateOf } = await doctor([project("wrong", "  - { kind: nonsense }\n")]);
    expect(status).toBe(3);
    expect(stateOf("configuration")).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("nonsense"),
    });
    expect(stateOf("decoders")).toMatchObject({ state: "fine" });
  });

  it("looks at every row of a matrix, and once at what rows share", async () => {
    const path = project(
      "matrix",
      `  - { id: good, kind: chat, provider: openai-compatible, model: there, baseUrl: "${url}", apiKey: "\${MY_KEY}" }
  - { id: other, kind: chat, provider: openai-compatible, model: there, baseUrl: "${url}", apiKey: "\${MY_KEY}" }
matrix:
  - name: first
  - name: gone
    set: { systems.other.baseUrl: "http://127.0.0.1:${closedPort}/v1" }
  - name: unlisted
    set: { systems.other.model: nowhere, systems.other.apiKey: "\${ROW_KEY}" }
`,
    );
    const { status, stateOf, findings } = await doctor([path], { MY_KEY: key, ROW_KEY: key });
    expect(status).toBe(3);
    expect(stateOf("configuration")!.detail).toContain("a matrix of 3 rows");
    expect(findings.filter(({ what }) => what.startsWith("server of good"))).toMatchObject([
      { what: "server of good", state: "fine" },
    ]);
    expect(stateOf('server of other (row "first")')).toMatchObject({ state: "fine" });
    expect(stateOf('server of other (row "gone")')).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("ECONNREFUSED"),
    });
    expect(stateOf('server of other (row "unlisted")')).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("nowhere"),
    });
  });

  function lending(name: string, meteor: string, more = ""): string {
    folder.file(
      `${name}/s.jsonl`,
      '{"id":"a","turns":[{"role":"assistant","seconds":1,"text":"Boil it."}]}\n',
    );
    return folder.file(
      `${name}/vidimus.yaml`,
      `name: t
tasks: [{ id: talk, family: dialogue, data: { path: s.jsonl }, tables: { meteor: ${meteor} } }]
systems: [{ kind: oracle }]
${more}`,
    );
  }

  function meteorTables(name: string, files: Record<string, string | Buffer> = {}): void {
    const all = {
      "function/english.words": "the\n",
      "nonbreaking/english.prefixes": "Mr\n",
      "synonym/english.synsets": "big\n1\nlarge\n1\n",
      "synonym/english.exceptions": "mouse\nmice\n",
      ...files,
    };
    for (const [path, content] of Object.entries(all)) folder.file(`${name}/${path}`, content);
  }

  it("reads the tables that a task names, and says what they hold", async () => {
    meteorTables("lent/tables", { "paraphrase-en.gz": gzipSync("0.5\nnow\nat once\n") });
    const { status, stateOf } = await doctor([lending("lent", "tables")]);
    expect(status).toBe(0);
    expect(stateOf("tables.meteor of talk")).toEqual({
      what: "tables.meteor of talk",
      state: "fine",
      detail: `${join(folder.path, "lent/tables")}: 1 function word, 2 words with synonyms, 1 paraphrase`,
    });
  });

  it.each([
    ["nowhere", {}, "gone", /gone: there is no such file or folder; name meteor-1\.5\.jar/],
    [
      "no-table",
      { "synonym/english.synsets": "big\nfirst\n" },
      "tables",
      /synsets, line 2: "first" should be numbers of synsets/,
    ],
    [
      "half-packed",
      { "paraphrase-en.gz": "not packed" },
      "tables",
      /paraphrase-en\.gz: it cannot be read as a compressed table/,
    ],
    ["no-jar", { "meteor.jar": "no archive" }, "tables/meteor.jar", /meteor\.jar/],
  ])("names what is wrong with the tables of a task: %s", async (name, files, place, problem) => {
    meteorTables(`${name}/tables`, files);
    const { status, stateOf } = await doctor([lending(name, place)]);
    expect(status).toBe(3);
    expect(stateOf("tables.meteor of talk")).toMatchObject({
      state: "problem",
      detail: expect.stringMatching(problem),
    });
  });

  it("warns of tables that hold nothing, and looks at those of every row", async () => {
    meteorTables("rows/tables");
    meteorTables("rows/empty", { "synonym/english.synsets": "" });
    const rows =
      "matrix:\n  - name: full\n  - name: empty\n    set: { tasks.talk.tables.meteor: empty }\n";
    const { status, stateOf } = await doctor([lending("rows", "tables", rows)]);
    expect(status).toBe(0);
    expect(stateOf('tables.meteor of talk (row "full")')).toMatchObject({ state: "fine" });
    expect(stateOf('tables.meteor of talk (row "empty")')).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("no words with synonyms, no paraphrases"),
    });
  });

  it("looks at graders too", async () => {
    folder.file("graded/q.jsonl", '{"id":"a","question":"?","choices":["x","y"],"answer":0}\n');
    const path = folder.file(
      "graded/vidimus.yaml",
      `name: g
tasks: [{ id: qa, family: multiple-choice, data: { path: q.jsonl } }]
systems: [{ kind: oracle }]
graders: [{ id: judge, kind: chat, provider: openai-compatible, model: m, baseUrl: "http://127.0.0.1:${closedPort}/v1" }]
`,
    );
    expect((await doctor([path])).stateOf("server of judge")).toMatchObject({ state: "problem" });
  });
});
