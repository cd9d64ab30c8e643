import { afterEach, describe, expect, it, vi } from "vitest";
import { run } from "../../src/cli/commands/score/score.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
afterEach(() => vi.restoreAllMocks());

const columns = "video,frame_count,width,height,question,answer,qid,type,a0,a1,a2,a3,a4";
const nextqa = folder.file(
  "nq.csv",
  [columns, ...[7, 8].map((qid) => `v1,90,640,480,why,0,${qid},CW,a,b,c,d,e`)].join("\n"),
);

/** The accuracy and the number of samples that `vidimus score` gives. */
async function scored(format: string, data: string, predictions: string): Promise<unknown> {
  const printed: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => printed.push(String(text)) > 0);
  await run(undefined, { family: "multiple-choice", format, data, predictions, json: true }, []);
  const [system] = JSON.parse(printed.join("")).tasks[0].systems;
  return [system.metrics.accuracy.value, system.outcomes.answered];
}

describe("score recognises predictions by their content, whatever the format of the data is", () => {
  it.each([
    ["plain rows", "rows.jsonl", '{"id":"v1_7","reply":"A"}\n{"id":"v1_8","reply":"B"}\n'],
    ["an answer map", "map.json", '{"v1_7": 0, "v1_8": 1}'],
    [
      "NExT-QA's own",
      "own.json",
      '{"v1_7": {"prediction": 0, "answer": 0}, "v1_8": {"prediction": 1, "answer": 0}}',
    ],
  ])("%s beside NExT-QA's questions", async (_, name, text) => {
    expect(await scored("nextqa", nextqa, folder.file(name, text))).toEqual([0.5, 2]);
  });
});
