import { type Markup, markup, nothing, when } from "../chart/markup.ts";
import type { ReportColumn, ReportTable } from "../table/report-table.ts";
import { bracketParts } from "../text/bracket-parts.ts";

/** Tables with more columns are set closer. */
const mostColumns = 8;
/** Tables with more may be broader than the text around them, where the screen is. */
const mostWithinText = 10;

/**
 * A table that scrolls sideways within itself where the screen is too narrow. Its caption is for
 * screen readers: those who see have the title above it, which does not scroll away, or a heading
 * that says the same.
 */
export function htmlTable(
  { title, columns, rows, isGrouped = false, isWrapped = false, notes = [] }: ReportTable,
  { isTitleSeen = true } = {},
): Markup {
  const heads = columns.map(
    (column) => markup`<th scope="col" class="${column.align}">${column.title}</th>`,
  );
  const groups = isGrouped
    ? Object.values(Object.groupBy(rows, (row) => `group ${row[0]}`))
    : [rows];
  const bodies = groups.map((group = []) => htmlGroup(group, { columns, isGrouped, isWrapped }));
  const seen = isTitleSeen ? markup`<p class="caption" aria-hidden="true">${title}</p>` : nothing;
  return markup`${seen}<div class="scroll${widthClass(columns.length)}" role="region" aria-label="${title}" tabindex="0"><table${isWrapped ? markup` class="wrapped"` : nothing}><caption>${title}</caption><thead><tr>${heads}</tr></thead>${bodies}</table></div>${when(notes.length > 0, () => markup`<ul class="notes">${notes.map((note) => markup`<li class="plain">${note}</li>`)}</ul>`)}`;
}

function widthClass(columns: number): string {
  if (columns > mostWithinText) return " dense broad";
  return columns > mostColumns ? " dense" : "";
}

interface GroupOptions {
  readonly columns: readonly ReportColumn[];
  readonly isGrouped: boolean;
  readonly isWrapped: boolean;
}

function htmlGroup(
  rows: readonly (readonly string[])[],
  { columns, isGrouped, isWrapped }: GroupOptions,
): Markup {
  const lines = rows.map((row, rowAt) => {
    const cells = row.map((cell, at) => {
      const align = columns[at]?.align ?? "left";
      if (isGrouped && at === 0)
        return rowAt > 0
          ? nothing
          : markup`<th scope="rowgroup" rowspan="${rows.length}" class="group">${cell}</th>`;
      if (at === (isGrouped ? 1 : 0)) return markup`<th scope="row" class="${align}">${cell}</th>`;
      return markup`<td class="${align}">${isWrapped ? bracketParts(cell).map(unbroken) : cell}</td>`;
    });
    return markup`<tr>${cells}</tr>`;
  });
  return markup`<tbody>${lines}</tbody>`;
}

function unbroken(part: string, at: number): Markup {
  return markup`${at === 0 ? "" : " "}<span>${part}</span>`;
}
