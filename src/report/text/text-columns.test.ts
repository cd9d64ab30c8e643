import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainStyle } from "../../../test/support/plain-style.ts";
import { leftColumn, type ReportTable, rightColumn } from "../table/report-table.ts";
import { displayWidth } from "./display-width.ts";
import { textColumns } from "./text-columns.ts";

const table: ReportTable = {
  title: "",
  columns: [leftColumn("metric"), rightColumn("a"), rightColumn("n")],
  rows: [
    ["Mean average precision at tIoU", "79.30 % (66.1–89.0)", "18"],
    ["F1", "0.00 %", "18"],
  ],
  isWrapped: true,
};

const bodyAt = (width: number, shown = table) =>
  textColumns(shown, { style: plainStyle, width })
    .slice(3, -1)
    .map((line) => line.trimEnd());

describe("a table that may be wrapped", () => {
  it("is left as it is where it fits", () => {
    expect(bodyAt(60)).toEqual([
      "Mean average precision at tIoU  79.30 % (66.1–89.0)  18",
      "F1                                           0.00 %  18",
    ]);
  });

  it("breaks figures before their intervals, then names at their spaces, and cuts neither", () => {
    expect(bodyAt(50)).toEqual([
      "Mean average precision at tIoU      79.30 %  18",
      "                                (66.1–89.0)",
      "F1                                   0.00 %  18",
    ]);
    expect(bodyAt(30)).toEqual([
      "Mean average       79.30 %  18",
      "precision at   (66.1–89.0)",
      "tIoU",
      "F1                  0.00 %  18",
    ]);
  });

  it("is cut otherwise", () => {
    expect(bodyAt(40, { ...table, isWrapped: false })[0]).toContain("…");
  });
});

describe("a table that is too wide", () => {
  const figures: ReportTable = {
    title: "",
    columns: [leftColumn("system"), rightColumn("95 % interval"), rightColumn("coverage")],
    rows: [
      ["majority", "18.5–32.4", "100.00 %"],
      ["", "–", "99.10 %"],
    ],
  };
  const linesAt = (width: number, shown = figures) =>
    textColumns(shown, { style: plainStyle, width }).map((line) => line.trimEnd());

  it("closes gaps before names look alike, which they do only at last", () => {
    const names = ["clip-2_cosine", "clip-16_cosine"];
    const alike = { ...figures, rows: names.map((name) => [name, "18.5–32.4", "100.00 %"]) };
    const shown = (width: number) =>
      linesAt(width, alike)
        .filter((line) => line.startsWith("clip"))
        .map((line) => line.split(" ")[0]);
    expect(shown(40)).toEqual(names);
    expect(shown(31)).toEqual(["clip-2…osine", "clip-1…osine"]);
    expect(new Set(shown(28)).size).toBe(1);
  });

  it.each([
    [33, ["system    95 % interval  coverage"]],
    [32, ["                  95 %", "system        interval  coverage"]],
    [29, ["               95 %", "system     interval  coverage"]],
    [27, ["              95 %", "system    interval coverage"]],
  ])("breaks titles, then closes gaps: %i columns", (width, titles) => {
    expect(linesAt(width).slice(1, 1 + titles.length)).toEqual(titles);
  });

  it("is told row by row where columns would cut a figure", () => {
    const rule = "─".repeat(26);
    expect(linesAt(26)).toEqual([
      rule,
      "system       majority",
      "95 % …erval  18.5–32.4",
      "coverage     100.00 %",
      rule,
      "95 % …erval  –",
      "coverage     99.10 %",
      rule,
    ]);
  });
});

it("fits any width from forty columns on and cuts no figure, whatever the table", () => {
  const name = fc.string({ unit: "grapheme", maxLength: 40 });
  const figure = fc.stringMatching(/^\d{1,6}(\.\d\d)?( %)?( \(\d\d\.\d–\d\d\.\d\))?$/);
  const tables = fc.record({
    names: fc.array(name, { minLength: 1, maxLength: 3 }),
    figures: fc.array(name, { minLength: 1, maxLength: 6 }),
    rows: fc.array(
      fc.tuple(
        fc.array(name, { minLength: 3, maxLength: 3 }),
        fc.array(figure, { minLength: 6, maxLength: 6 }),
      ),
      {
        maxLength: 4,
      },
    ),
    isWrapped: fc.boolean(),
    isGrouped: fc.boolean(),
  });
  fc.assert(
    fc.property(
      tables,
      fc.integer({ min: 40, max: 130 }),
      ({ names, figures, rows, ...kind }, width) => {
        const cells = rows.map(([own, numbers]) => [
          ...own.slice(0, names.length),
          ...numbers.slice(0, figures.length),
        ]);
        const columns = [...names.map(leftColumn), ...figures.map(rightColumn)];
        const lines = textColumns(
          { title: "", columns, rows: cells, ...kind },
          { style: plainStyle, width },
        );
        for (const line of lines)
          expect(displayWidth(line.trimEnd()), line).toBeLessThanOrEqual(width);
        const text = lines.join("\n").replace(/\s+/g, "");
        for (const [, numbers] of rows)
          for (const cell of numbers.slice(0, figures.length))
            for (const part of cell.split(/ (?=\()/))
              expect(text).toContain(part.replaceAll(" ", ""));
      },
    ),
  );
});
