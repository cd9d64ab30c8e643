import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import { plainStyle } from "../../../test/support/plain-style.ts";
import type { Summary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { displayWidth } from "./display-width.ts";
import type { TextStyle } from "./text-style.ts";
import { summaryTable } from "./text-table.ts";

const text = summaryTable(exampleSummary(), plainStyle);
const lines = text.split("\n");

function lineWith(...parts: readonly string[]): string {
  return lines.find((line) => parts.every((part) => line.includes(part))) ?? "";
}

/** The example with every system changed. */
function changed(change: (system: SystemSummary) => SystemSummary): Summary {
  const summary = exampleSummary();
  return {
    ...summary,
    tasks: summary.tasks.map((task) => ({ ...task, systems: task.systems.map(change) })),
  };
}

describe("summaryTable", () => {
  it("heads each task with its id, family, metric and size", () => {
    expect(text).toContain(
      "openseesime-fluid-video · multiple-choice · Accuracy\n4\u202f996 samples in 1\u202f249 groups\n",
    );
    expect(text).toContain("gate-cameras · multiple-choice · Accuracy\n24 samples in 8 groups\n");
  });

  it("has all figures of a system in its row, and breaks a title before it cuts a name", () => {
    const lines = summaryTable(exampleSummary(), plainStyle, 90).split("\n");
    const head = lines.findIndex((line) => line.startsWith("system"));
    expect(lines[head]?.split(/\s{2,}/)).toEqual([
      "system",
      "score",
      "interval",
      "n",
      "coverage",
      "answered",
      "chance",
      "oracle",
    ]);
    expect(lines[head - 1]?.trim()).toBe("95 %");
    expect(lines.find((line) => line.includes("99.92 %"))?.replace(/\s{2,}/g, "|")).toBe(
      "Qwen3-VL-8B-Instruct|46.25 %|44.2–48.4|4\u202f992|99.92 %|98.94 %|31.25 %|100.00 %",
    );
  });

  it.each([40, 60])("cuts no figure in %i columns", (width) => {
    const narrow = summaryTable(exampleSummary(), plainStyle, width);
    const figures = text.match(/\d[\d.,]* %|\d[\d.]*–[\d.]+/g)!;
    for (const figure of new Set(figures)) expect(narrow.replace(/\s+/g, " ")).toContain(figure);
  });

  it("has no column of chance where the metric cannot say what guessing would reach", () => {
    const unguessed = changed((system) => ({
      ...system,
      metrics: Object.fromEntries(
        Object.entries(system.metrics).map(([id, score]) => [id, { ...score, references: [] }]),
      ),
    }));
    const head = summaryTable(unguessed, plainStyle).match(/^system .*coverage.*$/m)?.[0];
    expect(head?.trim().split(/\s{2,}/)).toEqual([
      "system",
      "score",
      "interval",
      "n",
      "coverage",
      "answered",
      "oracle",
    ]);
  });

  it("aligns numbers to the right: all rows of a table end in one column", () => {
    const start = lines.findIndex((line) => line.startsWith("system"));
    const rows = [lines[start] ?? "", ...lines.slice(start + 2, start + 6)];
    expect(new Set(rows.map(displayWidth))).toEqual(new Set([80]));
    expect(
      new Set(rows.map((row, at) => (at === 0 ? row.indexOf("score") + 3 : row.indexOf(" %"))))
        .size,
    ).toBe(1);
  });

  it("tells what OpenSeeSimE's summary tells: correct of total, failures with their rate, lines per type", () => {
    expect(text).toContain("2\u202f309 of 4\u202f992 correct");
    expect(text).toContain("49 of 4\u202f996 without an answer (0.98 %): 43 unparsed");
    const types = lines
      .filter((line) => /^(Binary|Multiple Choice|Spatial) /.test(line))
      .map((line) => line.split(/\s{2,}/)[0]);
    expect(types).toEqual(["Binary", "Multiple Choice", "Spatial"]);
    expect(
      lineWith("Qwen", "57.02 %")
        .trim()
        .replace(/\s{2,}/g, "|"),
    ).toBe("Qwen3-VL-8B-Instruct|57.02 %|53.7–60.3|1\u202f068|1\u202f873");
  });

  it("says what must be known to read the scores", () => {
    const flowing = text.replace(/\s+/g, " ");
    for (const note of [
      "majority line 38.21 %: per question type, fitted on test",
      "scored as empty answers (left out: 46.71 %, n = 4 943)",
      "4 of 4 996 are not scored: 3 media-error, 1 failed",
      "bounds 46.18–46.34 %, if all samples that are not scored were wrong or all were right",
      "extractor lenient reads 46.69 %, 39 replies are read differently",
      "2 replies ended at the limit of 64 tokens: raise maxTokens",
      "no interval: fewer than 10 groups (8)",
      "no score: no sample is scored 24 of 24 not reached yet",
      "own wording: not comparable with figures published under other wordings",
      "1 failed: no answer within 300 ms (1)",
      "incomplete, 24 of 20 080 left to do",
    ])
      expect(flowing).toContain(note);
  });

  it("says under the verdict that not all samples were taken", () => {
    const part = summaryTable(
      { ...exampleSummary(), complete: true, selection: "the first 40 samples of each task" },
      plainStyle,
      100,
    );
    expect(part).toMatch(
      /^plant-baseline\ncomplete for the selected samples; lowest coverage [^\n]*\n/,
    );
    expect(part).toContain(
      "\nonly the first 40 samples of each task: these are not the scores of the whole data\n\n",
    );
  });

  it("has the other metrics in a second table, each named once", () => {
    expect(text.match(/Chance-corrected accuracy/g)).toHaveLength(1);
    expect(text).toMatch(/Chance-corrected accuracy +oracle +100\.00 %/);
    expect(text).toMatch(/Qwen3-VL-8B-Instruct +21\.82 % +19\.4–24\.2 +4\u202f992/);
  });

  it("says why a slice has no interval", () => {
    const bare = changed((system) => ({
      ...system,
      slices: {
        place: {
          constructor: {
            n: 3,
            metrics: {
              accuracy: {
                ...system.metrics.accuracy!,
                value: 1 / 3,
                n: 3,
                low: null,
                high: null,
                interval: "3 groups",
              },
            },
          },
        },
      },
    }));
    expect(summaryTable(bare, plainStyle)).toContain("– no interval: 3 groups\n");
  });

  it("says once that there is no interval", () => {
    const bare = changed((system) => ({
      ...system,
      metrics: Object.fromEntries(
        Object.entries(system.metrics).map(([id, score]) => [
          id,
          { ...score, low: null, high: null, interval: "none: fewer than 10 groups (8)" },
        ]),
      ),
    }));
    const told = summaryTable(bare, plainStyle);
    expect(told).toContain("no interval: fewer than 10 groups (8)");
    expect(told).not.toMatch(/none: fewer/);
  });

  it.each([40, 60, 80, 100, 120])(
    "fits %i columns whatever the names, without trailing blanks",
    (width) => {
      const names = [
        "a-very-long-system-name/with-a-path-and-a-version@2026-11-12",
        "视频理解模型评测系统视频理解模型评测系统",
        "x\u001b[31m\ny",
      ];
      let at = 0;
      const long = changed((system) => ({
        ...system,
        id: names[at++ % 3] ?? "",
        remarks: ["w".repeat(200), "视频".repeat(80)],
        slices: { [names[0] ?? ""]: Object.values(system.slices)[0] ?? {} },
      }));
      for (const line of summaryTable({ ...long, name: "n".repeat(300) }, plainStyle, width).split(
        "\n",
      )) {
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(line).toBe(line.trimEnd());
      }
    },
  );

  it("prints no escape code of its own or of a name", () => {
    const table = summaryTable({ ...exampleSummary(), name: "\u001b]0;owned\u0007" }, plainStyle);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(table).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  it("marks with the style it is handed, and changes nothing else", () => {
    const mark =
      (name: string) =>
      (line: string, ...rest: readonly unknown[]) =>
        `<${name}>${line}${rest.join("")}</${name}>`;
    const style: TextStyle = {
      bold: mark("b"),
      dim: mark("d"),
      red: mark("r"),
      green: mark("g"),
      yellow: mark("y"),
    };
    const marked = summaryTable(exampleSummary(), style);
    expect(marked).toContain("<y> 99.92 %</y>");
    expect(marked).toContain("<r>4 of 4\u202f996 are not scored: 3 media-error, 1 failed</r>");
    expect(marked).toContain("<b>plant-baseline</b>\n<y>incomplete");
    expect(summaryTable({ ...exampleSummary(), complete: true }, style)).toContain("<g>complete");
    expect(marked.replace(/<\/?[bdrgy]>/g, "")).toBe(text);
  });

  it("never prints what is not a number", () => {
    const nothing = changed((system) => ({
      ...system,
      n: 0,
      total: 0,
      coverage: null,
      answered: null,
      groups: 0,
      metrics: {},
      otherPolicy: { unanswered: "exclude", metrics: {} },
      slices: { type: { a: { n: 0, metrics: {} } } },
    }));
    const empty: Summary = {
      ...nothing,
      tasks: [...nothing.tasks, { id: "none", family: "f", systems: [] }],
    };
    for (const summary of [exampleSummary(), nothing, empty, { ...empty, tasks: [] }])
      expect(summaryTable(summary, plainStyle)).not.toMatch(/NaN|undefined|null|Infinity|\[object/);
    expect(summaryTable(empty, plainStyle)).toContain("no systems");
  });

  it("ends with one line end", () => expect(text).toMatch(/[^\n]\n$/));
});
