import type { TimelineLane, TimelineMark, ViewTimeline } from "../core/view.ts";
import { axisTicks } from "./axis-ticks.ts";
import { type Markup, markup } from "./markup.ts";
import { type ColorName, color } from "./palette.ts";
import { round, svgChart, svgText, textPixels } from "./svg-text.ts";

const width = 760;
const laneHeight = 34;
const markHeight = 16;
const axisHeight = 40;
/** Room for half of the last time on the axis. */
const right = 28;

const tones: Readonly<Record<TimelineMark["tone"], ColorName>> = {
  reference: "accent",
  good: "good",
  caution: "own",
  bad: "bad",
  neutral: "baseline",
};

/** Lanes over a common axis of seconds; every mark tells its text and times on hover, and a list below tells them to those who cannot. */
export function htmlTimeline(timeline: ViewTimeline): Markup {
  const left = Math.min(180, Math.max(...timeline.lanes.map(({ label }) => textPixels(label))) + 12);
  const span = Math.max(timeline.endSeconds - timeline.startSeconds, 1e-9);
  const x = (seconds: number) => left + ((seconds - timeline.startSeconds) / span) * (width - left - right);
  const height = timeline.lanes.length * laneHeight + axisHeight;
  const content = [
    ...links(timeline, x),
    ...timeline.lanes.flatMap((lane, at) => laneMarks(lane, at * laneHeight, { x, left })),
    ...axis(timeline, timeline.lanes.length * laneHeight, x),
  ];
  return markup`<div class="block"><p class="label">${timeline.label}</p><div class="scroll chart timeline">${svgChart({ width, height, label: timeline.label }, content)}</div>
${legendOf(timeline)}<details class="fold"><summary>As a list</summary><ul class="plain">${listItems(timeline)}</ul></details></div>`;
}

type Place = (seconds: number) => number;

function laneMarks({ label, marks }: TimelineLane, top: number, { x, left }: { readonly x: Place; readonly left: number }): Markup[] {
  const middle = top + laneHeight / 2;
  return [
    svgText(label, { x: 0, y: middle + 4, tone: "muted", width: left - 8 }),
    markup`<line x1="${round(left)}" x2="${width - right}" y1="${middle}" y2="${middle}" stroke="${color("rule")}"/>`,
    ...marks.map((mark) => {
      const from = x(mark.startSeconds);
      const length = Math.max(4, x(mark.endSeconds) - from);
      const start = mark.endSeconds === mark.startSeconds ? from - 2 : from;
      return markup`<rect x="${round(start)}" y="${middle - markHeight / 2}" width="${round(length)}" height="${markHeight}" rx="2" ${paint(mark.tone)}><title>${describe(mark)}</title></rect>`;
    }),
  ];
}

function links({ lanes, links: pairs = [] }: ViewTimeline, x: Place): Markup[] {
  const middle = ({ startSeconds, endSeconds }: TimelineMark) => x((startSeconds + endSeconds) / 2);
  return pairs.flatMap(([lane, upper, lower]) => {
    const [above, below] = [lanes[lane]?.marks[upper], lanes[lane + 1]?.marks[lower]];
    if (!above || !below) return [];
    const y = lane * laneHeight + laneHeight / 2;
    return [
      markup`<line x1="${round(middle(above))}" y1="${y}" x2="${round(middle(below))}" y2="${y + laneHeight}" stroke="${color("muted")}" stroke-width="1.5"/>`,
    ];
  });
}

function axis({ startSeconds, endSeconds }: ViewTimeline, top: number, x: Place): Markup[] {
  const ticks = axisTicks(startSeconds, endSeconds, 6).filter((tick) => tick >= startSeconds && tick <= endSeconds);
  return [
    ...ticks.map(
      (tick) =>
        markup`<line x1="${round(x(tick))}" x2="${round(x(tick))}" y1="${top}" y2="${top + 5}" stroke="${color("muted")}"/>${svgText(clock(tick), { x: x(tick), y: top + 18, anchor: "middle", tone: "muted" })}`,
    ),
    svgText("time (s; min:s from one minute on)", { x: width - right, y: top + 34, anchor: "end", tone: "muted" }),
  ];
}

/** What calls for caution is hollow, so that it is told apart without colours too. */
function paint(tone: TimelineMark["tone"]): Markup {
  const own = color(tones[tone]);
  return tone === "caution"
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
function listItems({ lanes }: ViewTimeline): Markup[] {
  return lanes
    .flatMap(({ label, marks }) => marks.map((mark) => ({ label, mark })))
    .sort((a, b) => a.mark.startSeconds - b.mark.startSeconds)
    .map(({ label, mark }) => markup`<li>${label}: ${describe(mark)}</li>`);
}

function describe({ startSeconds, endSeconds, text, note }: TimelineMark): string {
  const times = startSeconds === endSeconds ? clock(startSeconds) : `${clock(startSeconds)}–${clock(endSeconds)}`;
  return `${times} ${text}`.trim() + (note === undefined ? "" : ` (${note})`);
}

/** Seconds as people write times: 7.5, 1:07.5, 1:02:03. */
function clock(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const rest = (tenths % 600) / 10;
  const minutes = Math.floor(tenths / 600);
  if (minutes === 0) return String(rest);
  const padded = rest < 10 ? `0${rest}` : String(rest);
  if (minutes < 60) return `${minutes}:${padded}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${padded}`;
}
