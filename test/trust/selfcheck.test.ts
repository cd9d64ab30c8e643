import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareSources } from "../../src/evaluation/compare/compare-sources.ts";
import { gatherRun } from "../../src/evaluation/compare/gather-run.ts";
import { evaluate } from "../../src/evaluation/evaluate.ts";
import { selfcheck } from "../../src/evaluation/selfcheck/selfcheck.ts";
import { comparisonMarkdown } from "../../src/report/markdown/comparison-markdown.ts";
import { comparisonText } from "../../src/report/text/comparison-text.ts";
import { plainStyle } from "../support/plain-style.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
let busy = 0;
/** From now on, an answer that is given beside others is another one. */
let isWavering = false;
let isMumbling = false;
const prompts: string[] = [];

/** A server of the protocol of OpenAI, whose answers depend on its batches as those of real ones do. */
const server = createServer(async (request, response) => {
  busy++;
  let body = "";
  for await (const chunk of request) body += String(chunk);
  prompts.push(body);
  await setTimeout(60);
  const text = isMumbling ? "Hard to say." : isWavering && busy > 1 ? "B" : "A";
  busy--;
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify({
      choices: [{ message: { role: "assistant", content: text }, finish_reason: "stop" }],
    }),
  );
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

describe("selfcheck", () => {
  it("counts answers that move as configured and one at a time, in the very same words", async () => {
    const rows = Array.from({ length: 12 }, (_, at) =>
      JSON.stringify({ id: `q${at}`, question: `${at}?`, choices: ["yes", "no"], answer: 0 }),
    );
    folder.file("qa.jsonl", rows.join("\n"));
    folder.file(
      "other.jsonl",
      rows
        .slice(0, 3)
        .join("\n")
        .replaceAll(/"q(?=\d)/g, '"r'),
    );
    const { port } = server.address() as AddressInfo;
    folder.file(
      "vidimus.yaml",
      `name: noise
tasks:
  - { id: qa, family: multiple-choice, data: { path: qa.jsonl, media: none } }
  - { id: other, family: multiple-choice, data: { path: other.jsonl, media: none } }
systems:
  - { id: model, kind: chat, provider: openai-compatible, baseUrl: "http://127.0.0.1:${port}/v1", model: m }
  - { kind: oracle }
`,
    );
    const { directory } = await evaluate(join(cwd, "vidimus.yaml"));
    const before = new Set(prompts.splice(0));
    isWavering = true;
    const request = { directory, name: "run", samples: 8, onEvent: () => undefined };
    const { cells, notes } = await selfcheck(request);
    expect(prompts).toHaveLength(2 * (8 + 3));
    expect(prompts.every((prompt) => before.has(prompt))).toBe(true);
    const [first] = cells;
    expect(first).toMatchObject({ task: "qa", system: "model", alone: { asked: 8, moved: 0 } });
    expect(first!.together.asked).toBe(8);
    expect(first!.together.moved).toBeGreaterThan(0);
    expect(first!.together.samples[0]).toMatch(/^q\d/);
    expect(notes.join()).toContain("oracle");
    expect(JSON.parse(readFileSync(join(directory, "selfcheck.json"), "utf8")).cells).toEqual(
      cells,
    );
    // All were right, and those that moved are wrong: half of their share is the noise of one asking.
    const { noise, together } = first!;
    expect(noise!.accuracy).toEqual({
      variance: together.moved / together.asked / 2,
      samples: 8,
      groups: 8,
    });
    const gathered = await gatherRun(
      { directory },
      { onEvent: () => undefined, set: [], isOffline: true, select: () => undefined },
    );
    const document = await compareSources(
      [
        { source: "a", systems: gathered.filter(({ task }) => task === "qa") },
        { source: "b", systems: gathered.filter(({ task }) => task === "qa") },
      ],
      { allowsDifferent: false, mostFlips: 0, seed: 1, notes: [] },
    );
    const { metrics } = document.tasks[0]!.comparisons[0]!;
    const { low, noise: added } = metrics.accuracy!;
    const error = Math.sqrt((2 * noise!.accuracy!.variance) / 12);
    expect(added).toMatchObject({
      standardError: expect.closeTo(error, 12),
      floor: expect.closeTo(1.959964 * error, 6),
      low: expect.closeTo(-Math.hypot(low!, 1.959964 * error), 5),
      isWithin: true,
      known: ["a", "b"],
      samples: 8,
    });
    const text = comparisonText(
      document,
      { all: false, flips: false },
      { style: plainStyle, width: 100 },
    );
    expect(text).toContain("with the noise of asking again");
    expect(comparisonMarkdown(document)).toContain("95 % with noise");
    await expect(selfcheck({ ...request, system: "oracle" })).rejects.toThrow("asked again");
    isMumbling = true;
    const mumbled = await evaluate(join(cwd, "vidimus.yaml"), {
      isNew: true,
      set: ["cache.replies=false"],
    });
    await expect(selfcheck({ ...request, directory: mumbled.directory })).rejects.toThrow(
      "no sample was answered",
    );
  });
});
