import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { families as allFamilies } from "../../src/families/index.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/systems.md", import.meta.url)), "utf8");
const folder = temporaryFolder();

/** The row, the request and the reply that the page shows for a family. */
function documented(family: string): readonly [row: unknown, request: unknown, reply: unknown] {
  const block = new RegExp(`^\`${family}\`:[\\s\\S]*?\`\`\`json\\n([\\s\\S]*?)\`\`\``, "m").exec(
    page,
  )![1]!;
  const [row, request, reply] = block.trim().split("\n");
  return [JSON.parse(row!), JSON.parse(request!), JSON.parse(reply!)];
}

const families = allFamilies.map(({ id }) => id);

/** Scores of the answers that the page shows; of families that are not here, the headline says something. */
const expectedScores: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "multiple-choice": { accuracy: 1 },
  dialogue: { F1: 1 },
  retrieval: { "hit@1": 1, "answer-exact": 1, "citation-accuracy": 1 },
  // The spill is too unsure for an alarm.
  "event-detection": { "map@0.5": 1, "event-f1-macro": 0.5, "false-alarms-per-hour": 0 },
};

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
        .end(JSON.stringify(documented(family)[2]));
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    for (const family of families)
      folder.file(`${family}.jsonl`, JSON.stringify(documented(family)[0]));
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

  it.each(families)("of %s is what is sent, and is read", (family) => {
    expect(bodies.get(family)).toEqual(documented(family)[1]);
    const [system] = summary.tasks.find(({ id }) => id === family)!.systems;
    expect(system!.outcomes).toMatchObject({ answered: 1 });
    expect(
      Object.fromEntries(Object.entries(system!.metrics).map(([id, { value }]) => [id, value])),
    ).toMatchObject(expectedScores[family] ?? { [system!.headline]: expect.any(Number) });
  });
});
