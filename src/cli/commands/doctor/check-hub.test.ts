import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HubServer, hubServer } from "../../../../test/support/hub-server.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { checkHub } from "./check-hub.ts";

const folder = temporaryFolder();
const files = { "data/test.jsonl": "{}\n" };
const commit = "c".repeat(40);
let server: HubServer;
beforeAll(async () => {
  server = await hubServer({
    "lab/open": { commit, files },
    "lab/gated": { commit, files, token: "let-me-in", isGated: true, listsOpenly: true },
    "lab/private": { commit, files, token: "let-me-in" },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

type Tasks = Parameters<typeof checkHub>[0][number]["tasks"];

function look(environment: Readonly<Record<string, string>>, ...names: readonly string[]) {
  const tasks = names.map((huggingface, at) => ({
    id: `t${at}`,
    data: { format: "jsonl", huggingface },
  })) as unknown as Tasks;
  return checkHub([{ tasks, graders: [] }], {
    HF_ENDPOINT: server.endpoint,
    HF_HOME: folder.path,
    ...environment,
  });
}

describe("repositories of the hub", () => {
  it.each([
    ["lab/open", {}, "fine", /can be read without a token \(needed by the task "t0"\)/],
    [
      "lab/gated",
      {},
      "problem",
      /gated \(403\).*HF_TOKEN or HUGGING_FACE_HUB_TOKEN.*hf auth login.*the task "t0"/,
    ],
    ["lab/gated", { HF_TOKEN: "wrong-one" }, "problem", /gated.*token of HF_TOKEN may not read it/],
    [
      "lab/gated",
      { HUGGING_FACE_HUB_TOKEN: "let-me-in" },
      "fine",
      /with the token of HUGGING_FACE_HUB_TOKEN/,
    ],
    ["lab/private", {}, "problem", /or it is private \(401\).*HF_TOKEN/],
    ["lab/none", { HF_TOKEN: "let-me-in" }, "problem", /there is no dataset lab\/none \(404\)/],
    ["lab/gated", { HF_HUB_OFFLINE: "1" }, "fine", /offline/],
  ])("%s with %j", async (name, environment, state, detail) => {
    const findings = await look(environment, name);
    expect(findings).toEqual([
      { what: `dataset ${name}`, state, detail: expect.stringMatching(detail) },
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/wrong-one|let-me-in/);
  });

  it("are looked at once for all that need them, models of graders among them", async () => {
    const before = server.requests.length;
    const graders = [
      {
        id: "meaning",
        kind: "sentence-encoder",
        settings: { huggingface: "lab/private", revision: "main" },
      },
    ];
    const tasks = ["a", "b"].map((id) => ({
      id,
      data: { format: "jsonl", huggingface: "lab/open" },
    })) as unknown as Tasks;
    const row = { tasks, graders };
    const findings = await checkHub([row, row], {
      HF_ENDPOINT: server.endpoint,
      HF_HOME: folder.path,
    });
    expect(findings.map(({ what, state }) => [what, state])).toEqual([
      ["dataset lab/open", "fine"],
      ["model lab/private", "problem"],
    ]);
    expect(findings[0]!.detail).toContain('the task "a", the task "b"');
    expect(findings[1]!.detail).toContain('the grader "meaning"');
    expect(server.requests.slice(before)).toHaveLength(2);
  });

  it("that nobody can reach are a problem", async () => {
    const [finding] = await look({ HF_ENDPOINT: "http://127.0.0.1:1" }, "lab/open");
    expect(finding).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("cannot be reached"),
    });
  });

  it("of a mirror that has no such question are asked for their commit", async () => {
    server.troubles.set("/api/datasets/lab/open/auth-check", { kind: "unknown", times: 1 });
    expect((await look({}, "lab/open"))[0]).toMatchObject({ state: "fine" });
    expect(server.requests.at(-1)).toBe("/api/datasets/lab/open/revision/main");
  });
});
