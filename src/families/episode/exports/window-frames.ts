/** The first frame of a window, and how many it has. */
interface Frames {
  readonly start: number;
  readonly length: number;
}

/** Of the windows that a table with the columns `start_frame` and `end_frame` lists. */
export function framesIn(text: string): readonly Frames[] {
  const [header = "", ...lines] = text.split(/\r?\n/);
  const columns = header.split(",");
  const [start, end] = [columns.indexOf("start_frame"), columns.indexOf("end_frame")];
  if (start < 0 || end < 0) return [];
  return lines.flatMap((line) => {
    const fields = line.split(",");
    const [first, last] = [Number(fields[start] || Number.NaN), Number(fields[end] || Number.NaN)];
    // Labels may hold line ends; what follows them is no row.
    return Number.isInteger(first) && Number.isInteger(last)
      ? [{ start: first, length: last - first + 1 }]
      : [];
  });
}

export function strideOf([first, second]: readonly Frames[]): number | null {
  return first && second ? second.start - first.start : null;
}
