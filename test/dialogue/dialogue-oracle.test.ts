import { beforeAll, describe, expect, it } from "vitest";
import { nothingLent } from "../../src/core/family/lent.ts";
import { dialogue } from "../../src/families/dialogue/index.ts";
import { dialogueOptionsSchema } from "../../src/families/dialogue/schema.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const steps = [
  "Fill the kettle with water.",
  "Fill the kettle with cold water.",
  "Switch it on.",
  "Pour the tea into the cup now.",
];
const stream = (id: number) => ({
  id: `s${id}`,
  duration: 60,
  userType: id % 2 === 0 ? "talk_some" : "no_talk",
  turns: steps.map((text, at) => ({
    role: "assistant",
    seconds: 5 + at * (2 + id),
    text: `${text} Then ${"rest ".repeat(id % 3)}.`,
  })),
});

describe("the oracle column of dialogue where a perfect pair cannot be matched", () => {
  let summary: Summary;
  beforeAll(async () => {
    folder.file(
      "streams.jsonl",
      [0, 1, 2, 3, 4, 5].map((id) => JSON.stringify(stream(id))).join("\n"),
    );
    folder.file(
      "vidimus.yaml",
      `name: drop
tasks: [{ id: talk, family: dialogue, data: { path: streams.jsonl }, options: { zeroEdge: drop } }]
systems: [{ kind: oracle }, { id: late, kind: degraded, degradation: late, amount: 2 }, { kind: empty }]
`,
    );
    const { stdout, stderr } = await cli(["run", "--json"], { cwd: folder.path });
    expect(stdout, stderr).not.toBe("");
    summary = JSON.parse(stdout) as Summary;
  }, 60_000);

  it.each(["late", "oracle"])(
    "is what the oracle reaches under these rules, of every metric and slice (%s)",
    (id) => {
      const [oracle, late] = ["oracle", id].map(
        (one) => summary.tasks[0]!.systems.find((system) => system.id === one)!,
      );
      expect(oracle!.metrics.F1!.value).toBeLessThan(0.9);
      expect(oracle!.metrics.F1!.value).toBeGreaterThan(0);
      for (const [metric, { value }] of Object.entries(oracle!.metrics))
        expect(late!.metrics[metric]!.ceiling, metric).toBe(value);
      for (const userType of ["talk_some", "no_talk"])
        expect(late!.slices.userType![userType]!.metrics.F1!.ceiling).toBe(
          oracle!.slices.userType![userType]!.metrics.F1!.value,
        );
    },
  );

  it("is no less where nobody answers", () => {
    const [oracle, , empty] = summary.tasks[0]!.systems;
    expect(empty!.metrics.F1!.ceiling).toBe(oracle!.metrics.F1!.value);
  });

  it.each([
    [{}, {}, undefined],
    [{ zeroEdge: "drop" }, {}, "measured"],
    [{ window: "2,9" }, {}, "measured"],
    [{ window: "-9s,-2s" }, {}, "measured"],
    [{ window: "-9,0" }, {}, undefined],
    // Only the encoder could say which of its own cosines are exactly 1.
    [{ zeroEdge: "drop" }, { similarity: "encoder" }, "unknown"],
  ] as const)(
    "knows when that is not the ceiling: %j with graders %j",
    (options, graders, expected) =>
      expect(
        dialogue.scoring(dialogueOptionsSchema.parse(options), { ...nothingLent, graders })
          .oracleShortfall,
      ).toBe(expected),
  );
});
