import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import { summaryMarkdown } from "./markdown.ts";

const text = summaryMarkdown(exampleSummary());

describe("summaryMarkdown", () => {
  it("has a heading per task and a table that GitHub draws", () => {
    expect(text).toContain(
      "### openseesime-fluid-video\n\nmultiple-choice · Accuracy · 4\u202f996 samples in 1\u202f249 groups\n\n| system |",
    );
    expect(text).toContain(
      "| system | score | 95 % interval | n | coverage | answered | chance | oracle |",
    );
    expect(text).toContain("\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    expect(text).toContain(
      "| Qwen3-VL-8B-Instruct | 46.25 % | 44.2–48.4 | 4\u202f992 | 99.92 % | 98.94 % | 31.25 % | 100.00 % |",
    );
  });

  it("gives all rows of a table as many cells as its head", () => {
    for (const table of text.split("\n\n").filter((block) => block.startsWith("|"))) {
      const cells = table.split("\n").map((row) => row.split(/(?<!\\)\|/).length);
      expect(new Set(cells).size).toBe(1);
    }
  });

  it("has the notes of each system under its name", () => {
    expect(text).toContain(
      "- **Qwen3-VL-8B-Instruct**: 2\u202f309 of 4\u202f992 correct\n  - 49 of 4\u202f996 without an answer (0.98 %)",
    );
    expect(text).toContain("- No interval: fewer than 10 groups (8).");
  });

  it("says in bold that not all samples were taken", () => {
    expect(summaryMarkdown({ ...exampleSummary(), selection: "2 samples_by_id" })).toContain(
      "could not be scored.\n\n**Only 2 samples\\_by\\_id: these are not the scores of the whole data.**\n\n### ",
    );
    expect(text).not.toContain("**Only");
  });

  it("shows names as they are", () => {
    const summary = exampleSummary();
    const [task] = summary.tasks;
    const odd = "a|b <img src=x> *c* [d](e) `f` @octocat ~g~ \\ &lt;\nnew";
    const named = {
      ...summary,
      name: odd,
      tasks: [{ ...task!, systems: [{ ...task!.systems[0]!, id: odd }] }],
    };
    const escaped =
      "a\\|b \\<img src=x\\> \\*c\\* \\[d\\](e) \\`f\\` &#64;octocat \\~g\\~ \\\\ &amp;lt; new";
    expect(summaryMarkdown(named)).toContain(`## ${escaped}\n`);
    expect(summaryMarkdown(named)).toContain(`| ${escaped} | 100.00 % |`);
  });

  it("never prints what is not a number", () =>
    expect(text).not.toMatch(/NaN|undefined|null|Infinity/));
});
