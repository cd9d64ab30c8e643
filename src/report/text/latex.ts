import { absent, formatInterval, formatScore } from "../../summary/format-number.ts";
import type { Overview, OverviewCell, OverviewColumn } from "../../summary/overview.ts";
import { overviewNotes, rowName } from "../table/overview-table.ts";

/**
 * A table for the package booktabs; the best score is bold. What marks mean, and further notes,
 * stand in small print below it.
 */
export function overviewLatex({ columns, rows }: Overview, more: readonly string[] = []): string {
  const heads = columns.map(({ task, title, unit }) => {
    const sign = unit === "percent" ? ", %" : "";
    return `\\shortstack{${escaped(task)}\\\\${escaped(title + sign)}}`;
  });
  const lines = rows.flatMap((row, at) => {
    const isNew = at > 0 && rows[at - 1]!.role !== row.role;
    const cells = row.cells.map((cell, place) => cellLatex(cell, columns[place]!));
    return [
      ...(isNew ? ["\\midrule"] : []),
      `${[escaped(rowName(row)), ...cells].join(" & ")} \\\\`,
    ];
  });
  const notes = [...overviewNotes({ columns, rows }).slice(1), ...more].map((note) =>
    escaped(note.replace("★ best score", "bold: best score")),
  );
  return [
    `\\begin{tabular}{l${"r".repeat(columns.length)}}`,
    "\\toprule",
    `${["System", ...heads].join(" & ")} \\\\`,
    "\\midrule",
    ...lines,
    "\\bottomrule",
    "\\end{tabular}",
    ...(notes.length === 0 ? [] : ["", `{\\footnotesize ${notes.join(".\n")}.\\par}`]),
    "",
  ].join("\n");
}

const marks: Readonly<Partial<Record<NonNullable<OverviewCell["mark"]>, string>>> = {
  unclear: "$^{\\approx}$",
  untested: "$^{?}$",
  apart: "$^{\\ddagger}$",
};

function cellLatex(cell: OverviewCell | null, { unit }: OverviewColumn): string {
  if (!cell) return "--";
  const plain = (text: string) => latexNumber(text.replace(/ %$/, ""));
  const value = plain(formatScore(cell.value, unit));
  const limits = formatInterval(cell.low, cell.high, unit);
  const shown = cell.mark === "best" ? `\\textbf{${value}}` : value;
  const mark = (cell.mark && marks[cell.mark]) ?? "";
  const between = limits === absent ? "" : ` {\\scriptsize [${latexNumber(limits)}]}`;
  return `${shown}${mark}${between}`;
}

/** Signs that LaTeX writes its own way. */
function latexNumber(text: string): string {
  return text
    .replaceAll("–", "--")
    .replaceAll("−", "$-$")
    .replaceAll("\u202f", "\\,")
    .replaceAll(/[<>]/g, (sign) => `$${sign}$`);
}

const signs: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "†": "$^{\\dagger}$",
  "‡": "$^{\\ddagger}$",
  "≈": "$\\approx$",
  "−": "$-$",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
};

function escaped(text: string): string {
  return text.replaceAll(/[\\~^†‡≈−<>|&%$#_{}]/g, (sign) => signs[sign] ?? `\\${sign}`);
}
