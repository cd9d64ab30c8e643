import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/evaluation/evaluate.ts";
import { rescore } from "../../src/evaluation/rescore.ts";
import { verifyRun } from "../../src/evaluation/verify/verify-run.ts";
import type { ListedSamples } from "../../src/summary/sample-listing.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
const numbers = Array.from({ length: 30 }, (_, at) => at);

function listIn(directory: string): readonly ListedSamples[] {
  const page = readFileSync(join(directory, "report.html"), "utf8");
  const [, packed = ""] = /id="listing">([^<]*)</.exec(page) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString()) as ListedSamples[];
}

async function runOf(tasks: string, systems: string): Promise<string> {
  folder.file(
    "vidimus.yaml",
    `name: listed\ntasks: [${tasks}]\nsystems: [${systems}, { id: chance, kind: chance }]\n`,
  );
  return (await evaluate(join(cwd, "vidimus.yaml"), { isNew: true })).directory;
}

async function questions(data: string): Promise<string> {
  const rows = numbers.map((at) => ({
    ...{ id: `q${at}`, group: `clip ${at % 6}`, question: `Which valve, ${at}?` },
    ...{ choices: ["left", "right"], answer: "left", type: at % 2 ? "odd" : "even" },
  }));
  const answers = numbers.map((at) => ({ id: `q${at}`, reply: at < 27 ? "left" : "right" }));
  folder.file("qa.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
  folder.file("answers.jsonl", answers.map((row) => JSON.stringify(row)).join("\n"));
  return runOf(
    `{ id: qa, family: multiple-choice, data: { path: qa.jsonl${data} } }`,
    "{ id: model, kind: predictions, path: answers.jsonl }",
  );
}

describe("the list of samples in a report", () => {
  it("has every answer of the systems, mistakes first, also after scoring again", async () => {
    const directory = await questions("");
    const [task] = listIn(directory);
    const { samples, systems, errors, slices } = task!;
    expect(systems.map(({ id, sample }) => [id, sample.length])).toEqual([["model", 30]]);
    const [model] = systems;
    const mistakes = model!.sample.filter((_, at) => model!.error[at]! >= 0);
    expect(mistakes.map((at) => samples.id[at]).sort()).toEqual(["q27", "q28", "q29"]);
    expect(model!.sample.slice(0, 3)).toEqual(mistakes);
    expect(errors).toEqual(["wrong-choice"]);
    expect(slices).toEqual([{ name: "type", values: ["even", "odd"] }]);
    const q28 = samples.id.indexOf("q28");
    expect([samples.asked[q28], samples.truth[q28]]).toEqual(["Which valve, 28?", "left"]);
    expect(model!.answer[model!.sample.indexOf(q28)]).toBe("right");
    await rescore(directory);
    expect(listIn(directory)).toEqual([task]);
    const { state } = await verifyRun(directory, { checksMedia: true, onEvent: () => undefined });
    expect(state).toBe("unchanged");
  });

  it("has no texts of data that may not be handed on", async () => {
    const [task] = listIn(await questions(", redistribute: false"));
    expect(JSON.stringify(task)).not.toMatch(/valve|left|right|clip/);
    expect(task!.samples.id).toContain("q28");
    expect(task!.systems[0]!.score.filter((score) => score === 0)).toHaveLength(3);
  });

  it("names mistakes that are only known once all samples are", async () => {
    const scenes = numbers.map((at) => ({
      ...{ id: `v${at}`, duration: 60, split: at % 2 ? "val" : "test" },
      events: [{ type: "alarm", start: 10, end: 20 }],
    }));
    const found = numbers.map((at) => ({
      id: `v${at}`,
      events: at < 25 ? [{ type: "alarm", start: 10, end: 20, score: 0.9 }] : [],
    }));
    folder.file("ev.jsonl", scenes.map((row) => JSON.stringify(row)).join("\n"));
    folder.file("found.jsonl", found.map((row) => JSON.stringify(row)).join("\n"));
    const directory = await runOf(
      "{ id: ev, family: event-detection, data: { path: ev.jsonl }, options: { minConfidence: calibrated, validationSplit: val } }",
      "{ id: model, kind: predictions, path: found.jsonl }",
    );
    const [task] = listIn(directory);
    const [model] = task!.systems;
    const missed = model!.sample.filter((_, at) => task!.errors[model!.error[at]!] === "missed");
    // The others without a detection are of the split that the threshold is chosen on.
    expect(missed.map((at) => task!.samples.id[at]).sort()).toEqual(["v26", "v28"]);
    expect(model!.answer.filter((text) => text === "nothing")).toHaveLength(5);
  });
});
