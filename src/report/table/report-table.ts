/** A table as text cells, drawn alike for terminals, Markdown and HTML. */
export interface ReportTable {
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly string[])[];
  /** The first column names groups of rows: where they can, renderers tell it once per group. */
  readonly isGrouped?: boolean;
  /**
   * Where it is too wide, cells go on in the next line instead of being cut: names at their spaces,
   * figures before their brackets.
   */
  readonly isWrapped?: boolean;
  /** What stands under it, such as why cells are empty. */
  readonly notes?: readonly string[];
}

export interface ReportColumn {
  readonly title: string;
  readonly align: "left" | "right";
}

export function leftColumn(title: string): ReportColumn {
  return { title, align: "left" };
}

export function rightColumn(title: string): ReportColumn {
  return { title, align: "right" };
}
