import { describe, expect, it } from "vitest";
import { metricRunner } from "./metric-runner.ts";

const { write, metric, scores, refusal } = metricRunner();

describe("classification", () => {
  // 20 items: both yes 8, both no 6, yes/no 4, no/yes 2.
  const pairs: readonly string[] = [
    ...Array(8).fill("yes,yes"),
    ...Array(6).fill("no,no"),
    ...Array(4).fill("yes,no"),
    ...Array(2).fill("no,yes"),
  ];
  write(
    "labels.csv",
    `truth,prediction,group\n${pairs.map((pair, i) => `${pair},g${i % 10}`).join("\n")}\n`,
  );

  it("scores labels, resampling groups", async () => {
    const result = await scores("classification", "--table", "labels.csv");
    expect(result.accuracy).toMatchObject({
      value: 0.7,
      n: 20,
      interval: expect.stringContaining("only 10 groups"),
    });
    expect(result["balanced-accuracy"]!.value).toBeCloseTo((8 / 12 + 6 / 8) / 2, 12);
    expect(result["macro-f1"]!.value).toBeCloseTo((16 / 22 + 12 / 18) / 2, 12);
    expect(result["confusion-matrix"]!.rows).toEqual([
      ["no", 6, 2, 0],
      ["yes", 4, 8, 0],
    ]);
    const one = await scores("class-f1", "--table", "labels.csv", "--option", "positive=yes");
    expect(one["class-f1"]!.value).toBeCloseTo(16 / 22, 12);
    expect(await refusal("class-f1", "--table", "labels.csv")).toContain(
      "class-f1 needs the class",
    );
    expect(
      await refusal("macro-f1", "--table", "labels.csv", "--option", "classes=options"),
    ).toContain('labels.csv: has no column "options"');
    write("numbers.csv", "ann,bob\n1,2\n");
    expect(await refusal("macro-f1", "--table", "numbers.csv")).toContain(
      'numbers.csv: has no column "truth" and "prediction"',
    );
  });

  it("reads what a row of JSON leaves out as blank, and groups that come later", async () => {
    write("gaps.jsonl", '{"truth": "a"}\n{"truth": "a", "prediction": "a", "group": "g"}\n');
    expect(await refusal("accuracy", "--table", "gaps.jsonl")).toContain(
      "gaps.jsonl:1: the column group is blank",
    );
    write("gaps.jsonl", '{"truth": "a"}\n{"truth": "a", "prediction": "a"}\n');
    expect((await scores("accuracy", "--table", "gaps.jsonl")).accuracy).toMatchObject({
      value: 0.5,
      n: 2,
    });
  });

  it("refuses a label that no row has", async () => {
    write("few.csv", "truth,prediction,score:a,score:b\na,a,1,0\nb,a,0,1\n");
    const wrong = 'few.csv: no row has the label "c"\nlabels here: a, b';
    expect(await refusal("class-f1", "--table", "few.csv", "--positive", "c")).toBe(wrong);
    expect(await refusal("label-ap", "--table", "few.csv", "--average", "c")).toBe(wrong);
    expect(
      (await scores("label-ap", "--table", "few.csv", "--average", "b"))["label-ap"]!.value,
    ).toBe(1);
  });

  it("resamples none but the rows that count", async () => {
    const rows = Array.from(
      { length: 20 },
      (_, i) => `${i < 9 ? ["a", "b"][i % 2] : ""},${["a", "b"][i % 3 ? 0 : 1]}`,
    );
    write("hidden.csv", `truth,prediction\n${rows.join("\n")}\n`);
    const hidden = await scores("accuracy,macro-f1", "--table", "hidden.csv");
    expect(hidden["macro-f1"]).toMatchObject({ n: 9, interval: "none: fewer than 10 groups (9)" });
    expect(hidden.accuracy).toMatchObject({ n: 9, interval: "none: fewer than 10 groups (9)" });
  });

  it("scores sets of labels and scored labels", async () => {
    write("sets.csv", "truth,prediction\na;b,b;a\na,a;b\n,a\n");
    expect((await scores("exact-match", "--table", "sets.csv"))["exact-match"]).toMatchObject({
      value: 0.5,
      n: 2,
    });
    expect((await metric("exact-match", "--table", "sets.csv")).stderr).toBe(
      "1 of 3 rows have no truth: left out\n",
    );
    write("lists.csv", 'truth,prediction\n"[""a"", ""b""]",b;a\n[],\n[],a\n');
    expect((await scores("exact-match", "--table", "lists.csv"))["exact-match"]).toMatchObject({
      value: 2 / 3,
      n: 3,
    });
    write("scored.csv", "truth,score:a,score:b\na,.9,.1\nb,.2,.8\nb,.7,.3\n");
    expect((await scores("label-ap", "--table", "scored.csv"))["label-ap"]!.value).toBeCloseTo(
      1,
      12,
    );
    write("unscored.csv", "truth,score:a\na,high\n");
    expect(await refusal("label-ap", "--table", "unscored.csv")).toContain(
      "unscored.csv:2: the score of a must be a number",
    );
  });
});
