type Mark = (text: string) => string;

/**
 * How a terminal marks text. Handed in, so that this folder knows no escape codes and plain output
 * has none.
 */
export interface TextStyle {
  readonly bold: Mark;
  readonly dim: Mark;
  readonly red: Mark;
  readonly green: Mark;
  readonly yellow: Mark;
}

/** How a table is drawn for a terminal. */
export interface TextColumnsOptions {
  readonly style: TextStyle;
  /** Most columns of the terminal that a line may take. */
  readonly width: number;
  /** Marks a cell after it was padded. */
  readonly paint?: (cell: string, at: { readonly row: number; readonly column: number }) => string;
}

/**
 * Marks each line by itself, with nothing but the line: some marks join all arguments that they
 * get.
 */
export function markLines(lines: readonly string[], mark: Mark): string[] {
  return lines.map((line) => mark(line));
}
