import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { multipleChoice } from "../families/multiple-choice/index.ts";
import { openDataset } from "./open-dataset.ts";

const folder = temporaryFolder();
const row = (id: string) =>
  JSON.stringify({ id, question: "Which?", choices: ["a", "b"], answer: 0 });

async function idsOf(options: Parameters<typeof openDataset>[1]): Promise<readonly string[]> {
  const ids: string[] = [];
  await using dataset = openDataset(multipleChoice, { directory: folder.path, ...options });
  for await (const { id } of dataset) ids.push(id);
  return ids;
}

it("reads a table by its name, as the commands do", async () => {
  folder.file("a.csv", "id,question,A,B,answer\nq1,Which?,red,blue,A\n");
  expect(await idsOf({ path: "a.csv" })).toEqual(["q1"]);
});

it("skips bad rows where it is asked to", async () => {
  folder.file("a.jsonl", `${row("q1")}\n{"id": "q2"}\n${row("q3")}\n`);
  await expect(idsOf({ path: "a.jsonl" })).rejects.toThrow(/a\.jsonl:2: /);
  expect(await idsOf({ path: "a.jsonl", badRows: "skip" })).toEqual(["q1", "q3"]);
});
