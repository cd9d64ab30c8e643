import type { Analysis, Table } from "../../../core/scores/analysis.ts";

/** What is read of one window. */
interface HasTimeline {
  readonly episode: string;
  /** First and last frame of the window. */
  readonly frames: readonly [first: number, last: number];
  readonly truth: string | null;
  readonly predicted: string | null;
}

/** More stretches than this are counted, not listed. */
const mostRows = 60;

/**
 * The episode from its first tested window to its last: stretches of windows with one true and one
 * answered label, side by side. Neighbouring windows share frames, and so may stretches.
 */
export function timelineTable(measure: string): Analysis<HasTimeline> {
  return { id: "timeline", title: "Timeline of labels and answers", measure, analyse: tabulate };
}

function tabulate(evidence: Iterable<HasTimeline>): Table {
  const windows = [...evidence].sort((a, b) =>
    a.episode === b.episode ? a.frames[0] - b.frames[0] : a.episode < b.episode ? -1 : 1,
  );
  const rows: (string | number | null)[][] = [];
  let stretches = 0;
  for (let from = 0, to = 0; from < windows.length; from = to) {
    const { episode, truth, predicted } = windows[from]!;
    while (
      to < windows.length &&
      windows[to]!.episode === episode &&
      windows[to]!.truth === truth &&
      windows[to]!.predicted === predicted
    )
      to++;
    if (stretches++ < mostRows) {
      const [first, last] = [windows[from]!.frames[0], windows[to - 1]!.frames[1]];
      rows.push([episode, first, last, to - from, truth ?? "hidden", predicted ?? "no answer"]);
    }
  }
  return {
    kind: "table",
    columns: ["episode", "from frame", "to frame", "windows", "truth", "answer"],
    rows,
    ...(stretches > mostRows ? { notes: [`the first ${mostRows} of ${stretches} stretches`] } : {}),
  };
}
