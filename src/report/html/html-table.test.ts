import { expect, it } from "vitest";
import { leftColumn, rightColumn } from "../table/report-table.ts";
import { htmlTable } from "./html-table.ts";

const table = {
  title: "T",
  columns: [leftColumn("metric"), rightColumn("a")],
  rows: [["F1 (macro)", "79.30 % (66.1–89.0)"]],
};

it("sets the interval apart from its score where cells may be wrapped, and nowhere else", () => {
  expect(String(htmlTable({ ...table, isWrapped: true }))).toContain(
    '<th scope="row" class="left">F1 (macro)</th><td class="right"><span>79.30 %</span> <span>(66.1–89.0)</span></td>',
  );
  expect(String(htmlTable(table))).toContain('<td class="right">79.30 % (66.1–89.0)</td>');
});
