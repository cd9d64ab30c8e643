import { memo, type ReactNode } from "react";
import type { TimelineLane, TimelineMark, ViewTimeline } from "../../../src/core/scores/view.ts";
import { markPaint, markWords } from "../../../src/report/chart/mark-paint.ts";
import { type StackedMarks, stackedMarks } from "../../../src/report/chart/stacked-marks.ts";
import { textPixels } from "../../../src/report/chart/svg-text.ts";
import { type TimeScale, timeScale } from "../../../src/report/chart/time-scale.ts";
import {
  laneHeight,
  type SignalRow,
  signalLine,
  timelineGuides,
} from "../../../src/report/chart/timeline-signal.ts";
import {
  pixelsAt,
  type TimeWindow,
  type VisibleMark,
  visibleMarks,
} from "../../../src/report/chart/visible-marks.ts";
import classes from "./timeline.module.css";

const markHeight = 17;
const rowHeight = 20;
/** Above the first row of a lane and below the last. */
const laneMargin = 4;
const axisHeight = 26;
const tickPixels = 84;
/** More lines between marks are a thicket. */
const mostLinks = 400;

/** Where the lanes of a timeline are, from above. */
export interface LanePlaces {
  readonly lanes: readonly LanePlace[];
  readonly height: number;
}

interface LanePlace extends StackedMarks {
  readonly top: number;
  readonly height: number;
}

export function lanePlaces({ lanes }: ViewTimeline): LanePlaces {
  let top = 0;
  const places = lanes.map(({ marks, signal }): LanePlace => {
    const stacked = stackedMarks(marks);
    const height = signal ? laneHeight : stacked.rows * rowHeight + 2 * laneMargin;
    top += height;
    return { ...stacked, top: top - height, height };
  });
  return { lanes: places, height: top + axisHeight };
}

/** The middle of a mark. */
function middleOf({ top, rowOf }: LanePlace, mark: number): number {
  return top + laneMargin + (rowOf(mark) + 0.5) * rowHeight;
}

interface LanesProps {
  readonly timeline: ViewTimeline;
  readonly places: LanePlaces;
  readonly from: number;
  readonly to: number;
  readonly pixels: number;
}

/** Everything of a timeline that does not move while a video plays. */
export const TimelineLanes = memo(function TimelineLanes(props: LanesProps): ReactNode {
  const { timeline, places, ...window } = props;
  const scale = timeScale(timeline);
  const axisTop = places.height - axisHeight;
  return (
    <>
      {ticksOf(timeline, scale, window).map((tick) => {
        const x = pixelsAt(window, tick);
        return (
          <g key={tick}>
            <line x1={x} x2={x} y1={0} y2={axisTop + 5} className={classes.tick} />
            <text x={x} y={axisTop + 18} textAnchor={anchor(x, window.pixels)}>
              {scale.text(tick)}
            </text>
          </g>
        );
      })}
      <Signals timeline={timeline} places={places} window={window} />
      <Links timeline={timeline} places={places} window={window} />
      {timeline.lanes.map((lane, at) => (
        <Lane
          // biome-ignore lint/suspicious/noArrayIndexKey: lanes of equal labels differ by their place
          key={at}
          lane={lane}
          place={places.lanes[at]!}
          window={window}
          scale={scale}
        />
      ))}
    </>
  );
});

/** What sensors measured, as reports draw it. */
function Signals(props: {
  readonly timeline: ViewTimeline;
  readonly places: LanePlaces;
  readonly window: TimeWindow;
}): ReactNode {
  const { timeline, places, window } = props;
  const first = timeline.lanes.findIndex(({ signal }) => signal);
  if (first < 0) return null;
  // A line that leaves the window goes on to its next number, which is outside.
  const step = Math.max(...timeline.lanes.map(({ signal }) => signal?.stepSeconds ?? 0));
  const row: SignalRow = {
    startSeconds: window.from - step,
    endSeconds: window.to + step,
    top: places.lanes[first]!.top - first * laneHeight,
    x: (seconds) => pixelsAt(window, seconds),
  };
  const drawn = [
    ...timelineGuides(timeline, row),
    ...timeline.lanes.flatMap((lane, at) => signalLine(lane, places.lanes[at]!.top, row)),
  ];
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by the code of reports, which escapes texts
  return <g dangerouslySetInnerHTML={{ __html: drawn.map(({ source }) => source).join("") }} />;
}

function Lane(props: {
  readonly lane: TimelineLane;
  readonly place: LanePlace;
  readonly window: TimeWindow;
  readonly scale: TimeScale;
}): ReactNode {
  const { lane, place, window, scale } = props;
  const rail = place.top + place.height / 2;
  return (
    <g>
      {!lane.signal && (
        <line x1={0} x2={window.pixels} y1={rail} y2={rail} className={classes.rail} />
      )}
      {shortLast(visibleMarks(lane.marks, window)).map((seen) => (
        <Mark key={seen.index} seen={seen} middle={middleOf(place, seen.index)} scale={scale} />
      ))}
    </g>
  );
}

/** What is short lies on what is long; of equals, the first on the others. */
function shortLast(marks: readonly VisibleMark[]): readonly VisibleMark[] {
  return marks.toSorted((a, b) => b.width - a.width || b.index - a.index);
}

function Mark(props: {
  readonly seen: VisibleMark;
  readonly middle: number;
  readonly scale: TimeScale;
}): ReactNode {
  const { seen, middle, scale } = props;
  const { mark, left, width, count } = seen;
  const { color, isHollow } = markPaint(mark.tone);
  const room = width - 8;
  const text = room >= 24 ? shortened(mark.text, room) : "";
  return (
    <g data-mark={mark.tone}>
      <rect
        x={left}
        y={middle - markHeight / 2}
        width={width}
        height={markHeight}
        rx={2}
        fill={isHollow ? "var(--page)" : color}
        stroke={isHollow ? color : "var(--page)"}
        strokeWidth={isHollow ? 1.5 : 0.5}
      >
        <title>
          {markWords(mark, scale)}
          {count > 1 && ` and ${count - 1} more`}
        </title>
      </rect>
      {text !== "" && (
        <text
          x={Math.max(left, 0) + 4}
          y={middle + 4}
          className={classes.text}
          fill={isHollow ? "var(--ink)" : "var(--page)"}
        >
          {text}
        </text>
      )}
    </g>
  );
}

/** Lines to what calls for caution are broken. */
function Links(props: {
  readonly timeline: ViewTimeline;
  readonly places: LanePlaces;
  readonly window: TimeWindow;
}): ReactNode {
  const { timeline, places, window } = props;
  const { lanes, links = [] } = timeline;
  const isSeen = ({ startSeconds, endSeconds }: TimelineMark) =>
    endSeconds >= window.from && startSeconds <= window.to;
  const middle = ({ startSeconds, endSeconds }: TimelineMark) =>
    pixelsAt(window, (startSeconds + endSeconds) / 2);
  const seen = links.flatMap(([lane, upper, lower]) => {
    const [above, below] = [lanes[lane]?.marks[upper], lanes[lane + 1]?.marks[lower]];
    if (!above || !below || !(isSeen(above) || isSeen(below))) return [];
    const key = `${lane} ${upper} ${lower}`;
    const y1 = middleOf(places.lanes[lane]!, upper);
    const y2 = middleOf(places.lanes[lane + 1]!, lower);
    return [{ key, above, below, y1, y2 }];
  });
  if (seen.length > mostLinks) return null;
  return seen.map(({ key, above, below, y1, y2 }) => (
    <line
      key={key}
      x1={middle(above)}
      x2={middle(below)}
      y1={y1}
      y2={y2}
      className={classes.link}
      strokeDasharray={below.tone === "caution" ? "3 3" : undefined}
    />
  ));
}

function ticksOf(
  { unit }: ViewTimeline,
  scale: TimeScale,
  { from, to, pixels }: TimeWindow,
): readonly number[] {
  // Times are written with one decimal: closer ticks would read alike.
  const most = unit === "frames" ? Number.POSITIVE_INFINITY : Math.floor((to - from) / 0.1);
  return scale.ticks(from, to, Math.max(1, Math.min(most, Math.floor(pixels / tickPixels))));
}

function anchor(x: number, pixels: number): "start" | "middle" | "end" {
  if (x < 20) return "start";
  return x > pixels - 20 ? "end" : "middle";
}

function shortened(text: string, room: number): string {
  if (textPixels(text) <= room) return text;
  return `${text.slice(0, Math.max(1, Math.floor(room / 7) - 1)).trimEnd()}…`;
}
