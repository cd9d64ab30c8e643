import { type Markup, markup, nothing, when } from "./markup.ts";
import type { ReportColumn, ReportTable } from "./report-table.ts";

/**
 * A table that scrolls sideways within itself where the screen is too narrow. Its caption is for screen readers: those who see have the title
 * above it, which does not scroll away, or a heading that says the same.
 */
export function htmlTable({ title, columns, rows, isGrouped = false, notes = [] }: ReportTable, { isTitleSeen = true } = {}): Markup {
  const heads = columns.map((column) => markup`<th scope="col" class="${column.align}">${column.title}</th>`);
  const groups = isGrouped ? Object.values(Object.groupBy(rows, (row) => `group ${row[0]}`)) : [rows];
  const bodies = groups.map((group = []) => htmlGroup(group, { columns, isGrouped }));
  const seen = isTitleSeen ? markup`<p class="caption" aria-hidden="true">${title}</p>` : nothing;
  return markup`${seen}<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table><caption>${title}</caption><thead><tr>${heads}</tr></thead>${bodies}</table></div>${when(notes.length > 0, () => markup`<ul class="notes">${notes.map((note) => markup`<li class="plain">${note}</li>`)}</ul>`)}`;
}

interface GroupOptions {
  readonly columns: readonly ReportColumn[];
  readonly isGrouped: boolean;
}

function htmlGroup(rows: readonly (readonly string[])[], { columns, isGrouped }: GroupOptions): Markup {
  const lines = rows.map((row, rowAt) => {
    const cells = row.map((cell, at) => {
      const align = columns[at]?.align ?? "left";
      if (isGrouped && at === 0)
        return rowAt > 0 ? nothing : markup`<th scope="rowgroup" rowspan="${rows.length}" class="group">${cell}</th>`;
      return at === (isGrouped ? 1 : 0) ? markup`<th scope="row" class="${align}">${cell}</th>` : markup`<td class="${align}">${cell}</td>`;
    });
    return markup`<tr>${cells}</tr>`;
  });
  return markup`<tbody>${lines}</tbody>`;
}
