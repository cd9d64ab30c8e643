import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { evaluate } from "../evaluate.ts";
import { rescore } from "../rescore.ts";
import { type KnownFigures, runCards } from "./run-cards.ts";

const folder = temporaryFolder();
let directory = "";

beforeAll(async () => {
  const rows = [0, 1, 1].map((answer, at) => ({
    ...{ id: `q${at}`, question: "Which?", choices: ["a", "b"], answer },
  }));
  folder.file("q.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
  const config = folder.file(
    "vidimus.yaml",
    [
      "name: listed",
      "tags: [nightly]",
      "tasks: [{ id: quiz, family: multiple-choice, data: { path: q.jsonl } }]",
      "systems: [{ kind: majority }]",
    ].join("\n"),
  );
  ({ directory } = await evaluate(config));
});

const listed = async (known: KnownFigures = new Map()) =>
  (await runCards(join(folder.path, "runs"), known))[0]!;
const metrics = () => join(directory, "metrics.json");

it("reads figures once, and again as soon as they are others", async () => {
  const first = await listed();
  expect(first).toMatchObject({
    ...{ name: "listed", state: "complete", tags: ["nightly"] },
    headlines: [{ task: "quiz", system: "majority", value: 2 / 3 }],
  });
  // What was kept with the run is enough: no file with figures is read.
  const text = readFileSync(metrics(), "utf8");
  writeFileSync(metrics(), text.replaceAll("[", "{"));
  const before = JSON.parse(readFileSync(join(directory, "index/card.json"), "utf8")) as {
    stamp: string;
  };
  const [[, changedMs]] = JSON.parse(before.stamp) as [[number, number]];
  utimesSync(metrics(), changedMs / 1000, changedMs / 1000);
  const known: KnownFigures = new Map();
  expect(await listed(known)).toEqual(first);
  // A file of another time is read, and these are no figures.
  utimesSync(metrics(), 1, 1);
  expect(await listed(known)).toMatchObject({ state: "stopped", headlines: [] });
  expect(await listed()).toMatchObject({ state: "stopped", headlines: [] });
  await rescore(directory);
  expect(await listed(known)).toEqual(first);
});

it("finds runs in folders of folders, and passes over what is no run", async () => {
  mkdirSync(join(folder.path, "runs/a/b"), { recursive: true });
  expect(await runCards(folder.path, new Map())).toMatchObject([{ name: "listed" }]);
});
