import { describe, expect, it } from "vitest";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";
import { textColumns } from "./text-columns.ts";
import { plainStyle } from "./text-style.ts";

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
    expect(bodyAt(30)).toEqual(["Mean average       79.30 %  18", "precision at   (66.1–89.0)", "tIoU", "F1                  0.00 %  18"]);
  });

  it("is cut otherwise", () => {
    expect(bodyAt(40, { ...table, isWrapped: false })[0]).toContain("…");
  });
});
