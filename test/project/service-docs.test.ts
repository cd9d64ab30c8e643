import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/systems.md", import.meta.url)), "utf8");
const folder = temporaryFolder();

/** The request and the reply that the page shows for a family. */
function documented(family: string): readonly [request: unknown, reply: unknown] {
  const block = new RegExp(`^\`${family}\`:[\\s\\S]*?\`\`\`json\\n([\\s\\S]*?)\`\`\``, "m").exec(
    page,
  )![1]!;
  const [request, reply] = block.trim().split("\n");
  return [JSON.parse(request!), JSON.parse(reply!)];
}

const rows = {
  "multiple-choice": {
    id: "q1",
    question: "What stops the press?",
    choices: ["the guard door", "the operator", "a sensor"],
    answer: 1,
    video: "press.mp4",
  },
  dialogue: {
    id: "tea",
    goal: "Make tea",
    duration: 30,
    video: "tea.mp4",
    turns: [
      { role: "user", seconds: 1, text: "How do I start?" },
      { role: "assistant", seconds: 2, text: "Fill the kettle." },
      { role: "assistant", seconds: 12.5, text: "Switch it on." },
    ],
  },
  retrieval: {
    id: "q7",
    question: "Who stops the press?",
    evidence: [{ start: 40, end: 52 }],
    answer: "the operator",
    duration: 600,
    video: "press.mp4",
    domain: "factory",
  },
  "event-detection": {
    id: "cam1",
    duration: 3600,
    video: "cam1.mp4",
    domain: "factory",
    events: [
      { type: "intrusion", start: 245, end: 258 },
      { type: "spill", start: 1205, end: 1230 },
    ],
  },
};

const families = Object.keys(rows) as (keyof typeof rows)[];

describe("what the page about systems shows of services", () => {
  const bodies = new Map<string, unknown>();
  let summary: Summary;
  beforeAll(async () => {
    const server = createServer(async (request, response) => {
      const family = request.url!.slice(1);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      bodies.set(family, JSON.parse(Buffer.concat(chunks).toString()));
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify(documented(family)[1]));
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    for (const family of families) folder.file(`${family}.jsonl`, JSON.stringify(rows[family]));
    const config = {
      name: "docs",
      tasks: families.map((family) => ({
        id: family,
        family,
        data: { path: `${family}.jsonl` },
        systems: [`${family}-service`],
      })),
      systems: families.map((family) => ({
        id: `${family}-service`,
        kind: "service",
        url: `http://127.0.0.1:${port}/${family}`,
      })),
    };
    folder.file("vidimus.yaml", JSON.stringify(config));
    const { stdout, stderr } = await cli(["run", "--json"], { cwd: folder.path });
    server.close();
    expect(stdout, stderr).not.toBe("");
    summary = JSON.parse(stdout) as Summary;
  }, 60_000);

  it.each([
    ["multiple-choice", { accuracy: 1 }],
    ["dialogue", { F1: 1 }],
    ["retrieval", { "hit@1": 1, "answer-exact": 1, "citation-accuracy": 1 }],
    // The spill is too unsure for an alarm.
    ["event-detection", { "map@0.5": 1, "event-f1-macro": 0.5, "false-alarms-per-hour": 0 }],
  ])("of %s is what is sent, and is read", (family, expected) => {
    expect(bodies.get(family)).toEqual(documented(family)[0]);
    const [system] = summary.tasks.find(({ id }) => id === family)!.systems;
    expect(system!.outcomes).toMatchObject({ answered: 1 });
    expect(
      Object.fromEntries(Object.entries(system!.metrics).map(([id, { value }]) => [id, value])),
    ).toMatchObject(expected);
  });
});
