import { memo, type ReactNode } from "react";
import type { TimelineLane, TimelineMark, ViewTimeline } from "../../../src/core/scores/view.ts";
import { markPaint, markWords } from "../../../src/report/chart/mark-paint.ts";
import { textPixels } from "../../../src/report/chart/svg-text.ts";
import { type TimeScale, timeScale } from "../../../src/report/chart/time-scale.ts";
import {
  pixelsAt,
  type TimeWindow,
  type VisibleMark,
  visibleMarks,
} from "../../../src/report/chart/visible-marks.ts";
import classes from "./timeline.module.css";

export const laneHeight = 28;
const markHeight = 18;
export const axisHeight = 26;
const tickPixels = 84;
/** More lines between marks are a thicket. */
const mostLinks = 400;

interface LanesProps {
  readonly timeline: ViewTimeline;
  readonly from: number;
  readonly to: number;
  readonly pixels: number;
}

/** Everything of a timeline that does not move while a video plays. */
export const TimelineLanes = memo(function TimelineLanes(props: LanesProps): ReactNode {
  const { timeline, ...window } = props;
  const scale = timeScale(timeline);
  const axisTop = timeline.lanes.length * laneHeight;
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
      <Links timeline={timeline} window={window} />
      {timeline.lanes.map((lane, at) => (
        <Lane
          // biome-ignore lint/suspicious/noArrayIndexKey: lanes of equal labels differ by their place
          key={at}
          lane={lane}
          middle={(at + 0.5) * laneHeight}
          window={window}
          scale={scale}
        />
      ))}
    </>
  );
});

function Lane(props: {
  readonly lane: TimelineLane;
  readonly middle: number;
  readonly window: TimeWindow;
  readonly scale: TimeScale;
}): ReactNode {
  const { lane, middle, window, scale } = props;
  return (
    <g>
      <line x1={0} x2={window.pixels} y1={middle} y2={middle} className={classes.rail} />
      {visibleMarks(lane.marks, window).map((seen) => (
        <Mark key={seen.index} seen={seen} middle={middle} scale={scale} />
      ))}
    </g>
  );
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
function Links(props: { readonly timeline: ViewTimeline; readonly window: TimeWindow }): ReactNode {
  const { timeline, window } = props;
  const { lanes, links = [] } = timeline;
  const isSeen = ({ startSeconds, endSeconds }: TimelineMark) =>
    endSeconds >= window.from && startSeconds <= window.to;
  const middle = ({ startSeconds, endSeconds }: TimelineMark) =>
    pixelsAt(window, (startSeconds + endSeconds) / 2);
  const seen = links.flatMap(([lane, upper, lower]) => {
    const [above, below] = [lanes[lane]?.marks[upper], lanes[lane + 1]?.marks[lower]];
    if (!above || !below || !(isSeen(above) || isSeen(below))) return [];
    return [{ key: `${lane} ${upper} ${lower}`, lane, above, below }];
  });
  if (seen.length > mostLinks) return null;
  return seen.map(({ key, lane, above, below }) => (
    <line
      key={key}
      x1={middle(above)}
      x2={middle(below)}
      y1={(lane + 0.5) * laneHeight}
      y2={(lane + 1.5) * laneHeight}
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
