import { expect, it } from "vitest";
import type { DirectSystem } from "../core/asking/system.ts";
import type { PlannedSample } from "../core/data/dataset.ts";
import { answered } from "../core/run/outcome.ts";
import { multipleChoice } from "../families/multiple-choice/index.ts";
import type { Cell } from "./cell.ts";
import { takeAnswers } from "./take-answers.ts";

it("takes answers in the order of samples, and loses what its data has lost", async () => {
  const sample = (id: string) => ({ id, question: "Which?", choices: ["red", "green"], answer: 0 });
  const planned = ["a", "b"].map((id) => ({
    sample: sample(id),
    digest: id,
  })) as unknown as PlannedSample[];
  const system = {
    ask: async (samples: readonly unknown[]) => samples.map(() => answered({ choice: 1 })),
  } as unknown as DirectSystem;
  const cell = {
    family: multipleChoice,
    system,
    repeat: 0,
    extractor: "standard",
  } as unknown as Cell;
  const batch = [planned[0]!, { ...planned[1]!, lost: "the file is damaged" }];
  const settled = await takeAnswers(cell, system, batch);
  expect(settled.map(({ planned: own, outcome }) => [own.digest, outcome])).toEqual([
    ["a", { kind: "answered", value: { choice: 1 } }],
    ["b", { kind: "media-error", reason: "the file is damaged" }],
  ]);
});
