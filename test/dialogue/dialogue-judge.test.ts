import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { compatibleWire } from "../providers/openai-chat-wire.ts";
import { providerServer } from "../providers/provider-server.ts";
import type { ModelAnswer, Question } from "../providers/wire.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");
folder.file(
  "streams.jsonl",
  lines(
    ["kettle", "teapot", "saucer"].map((id) => ({
      id,
      duration: 60,
      goal: `Use the ${id}`,
      turns: [
        { role: "user", seconds: 3, text: "What now?" },
        { role: "assistant", seconds: 10, text: `Take the ${id} now.` },
      ],
    })),
  ),
);

const marks = (overall: number) =>
  `It does well.\n---\n${JSON.stringify({ correctness: 5, promptness: overall, efficiency: overall, overall })}`;

/**
 * The three ratings of a stream are 5, 3 and 1; of the teapot one cannot be read, and of the saucer
 * none.
 */
function judgement({ text }: Question): ModelAnswer {
  const rating = Number(/This is rating (\d) of 3/.exec(text)![1]);
  if (text.includes("saucer")) return { text: "It was fine." };
  if (text.includes("teapot") && rating === 2) return { text: "I would say 3 of 5." };
  return { text: marks([5, 3, 1][rating - 1]!) };
}

describe("a judge of streams behind a provider's server", () => {
  it("is asked three times about each, truth included; what cannot be read is left out, what failed is asked again", async () => {
    // Every first try of a third rating fails on the way.
    const behave = ({ text }: Question, count: number) =>
      text.includes("rating 3 of 3") && count === 0 ? "error" : "ok";
    await using server = await providerServer({ wire: compatibleWire, answer: judgement, behave });
    folder.file(
      "vidimus.yaml",
      `name: judged
tasks:
  - { id: talk, family: dialogue, data: { path: streams.jsonl }, graders: { judge: referee } }
systems:
  - { id: oracle, kind: oracle }
  - { id: silence, kind: empty }
graders:
  - { id: referee, kind: chat, provider: openai-compatible, baseUrl: "${server.url}/v1", model: judge-1, temperature: 0.5, topP: 0.95 }
retries: { waitMs: 10 }
targets: { judge_overall: ">= 2" }
`,
    );
    const run = async () => {
      const { stdout, stderr } = await cli(["run", "--json"], { cwd: folder.path });
      expect(stdout, stderr).not.toBe("");
      return (JSON.parse(stdout) as Summary).tasks[0]!.systems;
    };
    const [oracle, silence] = await run();
    expect(server.refused).toEqual([]);
    expect(oracle!.metrics.judge_correctness).toMatchObject({ value: 5, n: 2 });
    // The kettle has 5, 3 and 1; the teapot 5 and 1.
    expect(oracle!.metrics.judge_overall).toMatchObject({
      value: 3,
      signature: expect.stringMatching(/judge:.*judge-1.*judgements:3/),
    });
    expect(oracle!.graders).toEqual([
      expect.objectContaining({ role: "judge", due: 3, graded: 2 }),
    ]);
    expect(silence!.metrics.judge_overall!.value).toBe(3);
    const settled = server.questions.length;
    // Two systems, three streams, three ratings; and a second try of each third one.
    expect(settled).toBe(18 + 6);
    for (const { body, model } of server.questions)
      expect({ ...body, model }).toMatchObject({ model: "judge-1", temperature: 0.5, top_p: 0.95 });
    const [first] = server.questions.filter(
      ({ text }) => text.includes("kettle") && text.includes("rating 1 of 3"),
    );
    expect(first!.text).toContain("Use the kettle");
    expect(first!.text).toMatch(
      /\[3\.5s\] User: What now\?\n\[10\.0s\] Assistant: Take the kettle now\./,
    );
    const again = await run();
    expect(again[0]!.metrics.judge_overall).toEqual(oracle!.metrics.judge_overall);
    const [runDirectory] = readdirSync(join(folder.path, "runs"));
    const scored = await cli(
      [
        "score",
        join("runs", runDirectory!),
        "--json",
        "--set",
        "tasks.talk.metrics=[judge_overall]",
      ],
      { cwd: folder.path },
    );
    const { tasks } = JSON.parse(scored.stdout) as Summary;
    expect(tasks[0]!.systems[0]!.metrics).toEqual({
      judge_overall: oracle!.metrics.judge_overall,
    });
    expect(server.questions.length).toBe(settled);
  });
});
