import { describe, expect, it } from "vitest";
import { metricRunner } from "./metric-runner.ts";

const { write, metric, scores, refusal } = metricRunner();

describe("agreement", () => {
  // 20 items: both yes 8, both no 6, yes/no 4, no/yes 2.
  const pairs: readonly string[] = [
    ...Array(8).fill("yes,yes"),
    ...Array(6).fill("no,no"),
    ...Array(4).fill("yes,no"),
    ...Array(2).fill("no,yes"),
  ];
  write("ratings.csv", `item,ann,bob\n${pairs.map((pair, i) => `i${i},${pair}`).join("\n")}\n`);
  write(
    "long.csv",
    `item,rater,rating\n${pairs.flatMap((pair, i) => pair.split(",").map((rating, at) => `i${i},${["ann", "bob"][at]},${rating}`)).join("\n")}\n`,
  );

  it("scores agreement, in wide and long tables alike", async () => {
    const result = await scores("kappa,pabak", "--ratings", "ratings.csv");
    const chance = (12 * 10 + 8 * 10) / 400;
    expect(result.kappa!.value).toBeCloseTo((14 / 20 - chance) / (1 - chance), 12);
    expect(result.kappa).toMatchObject({ n: 20, interval: expect.stringContaining("bootstrap") });
    expect(result.pabak!.value).toBeCloseTo(0.4, 12);
    const long = await scores("kappa,pabak", "--ratings", "long.csv");
    expect(long).toEqual(result);
  });

  it("chooses raters, and refuses what a measure is not defined for", async () => {
    write("three.csv", "item,ann,bob,cy\n1,a,a,b\n2,b,b,b\n3,a,b,\n");
    expect(await refusal("kappa", "--ratings", "three.csv")).toMatch(
      /three.csv: kappa compares two raters.*\n.*raters=ann,bob/,
    );
    expect(
      (await scores("kappa", "--ratings", "three.csv", "--option", "raters=ann,bob")).kappa!.n,
    ).toBe(3);
    expect(
      await refusal("kappa", "--ratings", "three.csv", "--option", "raters=ann,dan"),
    ).toContain('three.csv: has no rater "dan"');
    expect(
      (await metric("kappa", "--ratings", "three.csv", "--option", "raters=ann,cy")).stderr,
    ).toBe("kappa: 1 of 3 items lack ratings and are left out\n");
    expect(await refusal("weighted-kappa", "--ratings", "ratings.csv")).toContain(
      "categories=low,middle,high",
    );
    expect(await refusal("fleiss", "--ratings", "three.csv")).toContain("alpha");
    expect(
      await refusal("kappa", "--ratings", "three.csv", "--option", "raters=ann,ann"),
    ).toContain('the rater "ann" is named twice');
    write("one.csv", "item,ann\n1,a\n");
    expect(await refusal("alpha", "--ratings", "one.csv")).toContain("agreement needs two");
  });

  it("refuses an item or a category that stands twice, and reads raters that come later", async () => {
    write("again.csv", "item,ann,bob\n1,a,a\n2,b,b\n1,a,b\n");
    expect(await refusal("kappa", "--ratings", "again.csv")).toBe(
      "again.csv:4: the item 1 stands at again.csv:2 already\none row per item",
    );
    for (const id of ["kappa", "weighted-kappa", "pabak", "ac1"])
      expect(await refusal(id, "--ratings", "ratings.csv", "--categories", "no,yes,no")).toContain(
        'the category "no" is named twice',
      );
    write("later.jsonl", '{"ann":"a","bob":"a"}\n{"ann":"a","bob":"b","cy":"a"}\n');
    expect(await refusal("kappa", "--ratings", "later.jsonl")).toContain(
      "the table has 3: ann, bob, cy",
    );
  });

  it("gives all measures of agreement that fit", async () => {
    const { status, stdout, stderr } = await metric(
      "agreement",
      "--ratings",
      "ratings.csv",
      "--json",
    );
    expect(status).toBe(0);
    expect(Object.keys(JSON.parse(stdout) as object)).toContain("alpha");
    expect(stderr).toContain("icc is left out: ");
  });
});
