import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { loadLabels } from "./load-labels.ts";
import { openDataFile } from "./open-data-file.ts";

const folder = temporaryFolder();
const reading = { task: "qa", aspects: [{ id: "faithfulness", values: ["Faithful", "Unknown"] }] };
const load = (name: string, content: string) =>
  loadLabels(openDataFile(folder.file(name, content)), reading);
const head = "sample,system,aspect,rater,value,adjudicated";

describe("a file of labels", () => {
  it("is a table or JSON lines, with the rows of this task alone", async () => {
    const label = {
      sample: "q1",
      system: "m",
      aspect: "faithfulness",
      rater: "ann",
      value: "Faithful",
      isAdjudicated: false,
      repeat: 1,
    };
    expect(
      await load(
        "a.csv",
        `${head}\nq1,m,faithfulness,ann,faithful,\nq1,m,faithfulness,,unknown,true\n`,
      ),
    ).toEqual([label, { ...label, rater: "", value: "Unknown", isAdjudicated: true }]);
    const row = {
      sample: "q1",
      system: "m",
      aspect: "faithfulness",
      rater: "ann",
      value: "Faithful",
    };
    expect(
      await load(
        "a.jsonl",
        [row, { ...row, task: "else", value: "?" }].map((one) => JSON.stringify(one)).join("\n"),
      ),
    ).toEqual([label]);
    expect(await load("empty.csv", `${head}\n`)).toEqual([]);
  });

  it("is refused with file, line, column and what would be right", async () => {
    await expect(
      load("b.csv", `${head}\nq1,m,faithfulness,ann,Faithful,\nq2,m,faithfulness,ann,true,\n`),
    ).rejects.toThrow(
      /b\.csv:3: value: faithfulness must be one of Faithful, Unknown, got "true"$/,
    );
  });
});
