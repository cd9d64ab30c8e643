import type { TimelineLane, TimelineMark, ViewTimeline } from "../../core/scores/view.ts";
import { markPaint, markWords } from "../chart/mark-paint.ts";
import { type Markup, markup } from "../chart/markup.ts";
import { color } from "../chart/palette.ts";
import { round, svgChart, svgText, textPixels } from "../chart/svg-text.ts";
import { type TimeScale, timeScale } from "../chart/time-scale.ts";
import { type TimelineRow, timelineRows } from "../chart/timeline-rows.ts";

const width = 760;
const laneHeight = 34;
const markHeight = 16;
const axisHeight = 28;
const unitHeight = 14;
/** Room for half of the last time on the axis. */
const right = 28;

/**
 * Lanes over a common axis of time, in several rows where there is much to show; every mark tells
 * its text and times on hover, and a list below tells them to those who cannot.
 */
export function htmlTimeline(timeline: ViewTimeline): Markup {
  const left = Math.min(
    180,
    Math.max(...timeline.lanes.map(({ label }) => textPixels(label))) + 12,
  );
  const rows = timelineRows(timeline);
  const scale = timeScale(timeline);
  const rowHeight = timeline.lanes.length * laneHeight + axisHeight;
  const height = rows.length * rowHeight + unitHeight;
  const content = [
    ...rows.flatMap((row, at) =>
      drawnRow(
        timeline,
        placed(row, {
          scale,
          first: rows[0]!,
          last: timeline.endSeconds,
          top: at * rowHeight,
          left,
        }),
      ),
    ),
    unit(scale, rows, height),
  ];
  return markup`<div class="block"><p class="label">${timeline.label}</p><div class="scroll chart timeline">${svgChart({ width, height, label: timeline.label }, content)}</div>
${legendOf(timeline)}<details class="fold"><summary>As a list</summary><ul class="plain">${listItems(timeline, scale)}</ul></details></div>`;
}

interface PlacedRow extends TimelineRow {
  readonly scale: TimeScale;
  readonly top: number;
  readonly left: number;
  /** Where a time is; of times outside, the nearer edge. */
  x(seconds: number): number;
  holds(mark: TimelineMark): boolean;
}

interface RowPlace {
  readonly scale: TimeScale;
  readonly first: TimelineRow;
  /** Where the timeline ends. */
  readonly last: number;
  readonly top: number;
  readonly left: number;
}

/** All rows have the scale of the first: the last may be shorter. */
function placed(row: TimelineRow, { scale, first, last, top, left }: RowPlace): PlacedRow {
  const { startSeconds, endSeconds } = row;
  const span = Math.max(first.endSeconds - first.startSeconds, 1e-9);
  const within = (seconds: number) => Math.min(endSeconds, Math.max(startSeconds, seconds));
  return {
    ...row,
    scale,
    top,
    left,
    x: (seconds) => left + ((within(seconds) - startSeconds) / span) * (width - left - right),
    // What begins where two rows meet is in the later one.
    holds: (mark) =>
      (mark.endSeconds > startSeconds || mark.startSeconds === startSeconds) &&
      (mark.startSeconds < endSeconds || endSeconds === last),
  };
}

function drawnRow(timeline: ViewTimeline, row: PlacedRow): Markup[] {
  return [
    ...links(timeline, row),
    ...timeline.lanes.flatMap((lane, at) => laneMarks(lane, row.top + at * laneHeight, row)),
    ...axis(row.top + timeline.lanes.length * laneHeight, row),
  ];
}

function laneMarks({ label, marks }: TimelineLane, top: number, row: PlacedRow): Markup[] {
  const middle = top + laneHeight / 2;
  return [
    svgText(label, { x: 0, y: middle + 4, tone: "muted", width: row.left - 8 }),
    markup`<line x1="${round(row.left)}" x2="${round(row.x(row.endSeconds))}" y1="${middle}" y2="${middle}" stroke="${color("rule")}"/>`,
    ...marks.filter(row.holds).map((mark) => {
      const from = row.x(mark.startSeconds);
      const length = Math.max(4, row.x(mark.endSeconds) - from);
      const start = mark.endSeconds === mark.startSeconds ? from - 2 : from;
      return markup`<rect x="${round(start)}" y="${middle - markHeight / 2}" width="${round(length)}" height="${markHeight}" rx="2" ${paint(mark.tone)}><title>${markWords(mark, row.scale)}</title></rect>`;
    }),
  ];
}

/**
 * Lines to what calls for caution are broken. Where the other end is in another row, the line ends
 * at the edge.
 */
function links({ lanes, links: pairs = [] }: ViewTimeline, row: PlacedRow): Markup[] {
  const middle = ({ startSeconds, endSeconds }: TimelineMark) =>
    row.x((startSeconds + endSeconds) / 2);
  return pairs.flatMap(([lane, upper, lower]) => {
    const [above, below] = [lanes[lane]?.marks[upper], lanes[lane + 1]?.marks[lower]];
    if (!above || !below || !(row.holds(above) || row.holds(below))) return [];
    const y = row.top + lane * laneHeight + laneHeight / 2;
    const broken = below.tone === "caution" ? markup` stroke-dasharray="3 3"` : markup``;
    return [
      markup`<line x1="${round(middle(above))}" y1="${y}" x2="${round(middle(below))}" y2="${y + laneHeight}" stroke="${color("muted")}" stroke-width="1.5"${broken}/>`,
    ];
  });
}

function axis(top: number, row: PlacedRow): Markup[] {
  const { ticks, text } = row.scale;
  return ticks(row.startSeconds, row.endSeconds, 6).map(
    (tick) =>
      markup`<line x1="${round(row.x(tick))}" x2="${round(row.x(tick))}" y1="${top}" y2="${top + 5}" stroke="${color("muted")}"/>${svgText(text(tick), { x: row.x(tick), y: top + 18, anchor: "middle", tone: "muted" })}`,
  );
}

function unit(scale: TimeScale, rows: readonly TimelineRow[], height: number): Markup {
  const [{ startSeconds: from, endSeconds: to }] = rows as readonly [TimelineRow];
  const length = rows.length === 1 ? "" : `; ${scale.length(to - from)} a row`;
  return svgText(`${scale.name}${length}`, {
    x: width - right,
    y: height - 4,
    anchor: "end",
    tone: "muted",
  });
}

function paint(tone: TimelineMark["tone"]): Markup {
  const { color: own, isHollow } = markPaint(tone);
  return isHollow
    ? markup`fill="${color("page")}" stroke="${own}" stroke-width="1.5"`
    : markup`fill="${own}" fill-opacity="0.85"`;
}

function legendOf({ legend = [] }: ViewTimeline): Markup {
  if (legend.length === 0) return markup``;
  const items = legend.map(
    ([tone, meaning]) =>
      markup`<li><svg width="8" height="16" aria-hidden="true"><rect x="1" y="1" width="5" height="14" rx="2" ${paint(tone)}/></svg>${meaning}</li>`,
  );
  return markup`<ul class="legend">${items}</ul>`;
}

/** All lanes together in the order of time, so that it reads as what happened. */
function listItems({ lanes }: ViewTimeline, scale: TimeScale): Markup[] {
  return lanes
    .flatMap(({ label, marks }) => marks.map((mark) => ({ label, mark })))
    .sort((a, b) => a.mark.startSeconds - b.mark.startSeconds)
    .map(({ label, mark }) => markup`<li>${label}: ${markWords(mark, scale)}</li>`);
}
