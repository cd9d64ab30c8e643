/** A small set in one layout, with its videos called as those who distribute the set call them. */
export interface FormatExample {
  /** Files of the set by their paths; texts as they are, everything else as JSON. */
  readonly files: Readonly<Record<string, unknown>>;
  /** What `data.path` names. */
  readonly path: string;
  /** Paths of the videos below the media folder. */
  readonly videos: readonly string[];
  /** How many samples it has. */
  readonly samples: number;
  /** Where the layout names no video by itself: what `data.media` says beyond the folder. */
  readonly template?: string;
}

/** Rows as lines of JSON. */
export function jsonLines(...rows: readonly unknown[]): string {
  return `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
}
