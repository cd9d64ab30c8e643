import { ActionIcon } from "@mantine/core";
import type { ReactNode, PointerEvent as ReactPointerEvent } from "react";
import {
  type Edge,
  type FrameTimes,
  frameAt,
  type NamedInterval,
} from "../../../src/summary/annotate/edit-intervals.ts";
import { clock } from "../app/clock.ts";
import classes from "./annotate.module.css";
import { type TimeView, zoomed } from "./time-view.ts";
import { type Lane, rowHeight, ruler } from "./timeline-lane.ts";

/** How wide the edges are that can be dragged, in pixels. */
const handle = 7;

/** One interval with edges to drag. */
export function Bar(props: {
  readonly interval: NamedInterval;
  readonly lane: Lane;
  readonly y: number;
  readonly isSelected: boolean;
  x(time: number): number;
  onEdge(event: ReactPointerEvent, edge: Edge): void;
  onBody(event: ReactPointerEvent): void;
}): ReactNode {
  const { interval, lane, y, x, isSelected } = props;
  const [left, right] = [x(interval.start), x(interval.end)];
  const width = Math.max(2, right - left);
  const grip = Math.min(handle, width / 3);
  return (
    <g pointerEvents={lane.isFixed ? "none" : undefined} data-interval={interval.id}>
      <rect
        x={left}
        y={y + 2}
        width={width}
        height={rowHeight - 4}
        rx={2}
        fill={lane.colour}
        fillOpacity={lane.isFixed ? 0.35 : isSelected ? 0.9 : 0.6}
        stroke={isSelected ? "var(--ink)" : lane.colour}
        strokeWidth={isSelected ? 2 : 1}
        strokeDasharray={interval.ambiguous ? "4 3" : undefined}
        style={{ cursor: "grab" }}
        onPointerDown={props.onBody}
      />
      {!lane.isFixed &&
        (["start", "end"] as const).map((edge) => (
          <rect
            key={edge}
            data-edge={edge}
            x={edge === "start" ? left - grip / 2 : left + width - grip / 2}
            y={y}
            width={grip}
            height={rowHeight}
            fill="transparent"
            style={{ cursor: "ew-resize" }}
            onPointerDown={(event) => props.onEdge(event, edge)}
          />
        ))}
    </g>
  );
}

/** An interval that is not there yet. */
export function Ghost(props: {
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly colour: string;
  x(time: number): number;
}): ReactNode {
  const [left, right] = [
    props.x(Math.min(props.from, props.to)),
    props.x(Math.max(props.from, props.to)),
  ];
  return (
    <rect
      x={left}
      y={props.y + 2}
      width={Math.max(2, right - left)}
      height={rowHeight - 4}
      fill={props.colour}
      fillOpacity={0.3}
      stroke={props.colour}
      strokeDasharray="3 2"
      pointerEvents="none"
    />
  );
}

const steps = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200,
];

/** Room that the time beside a tick takes, in pixels: one at the end would be cut off. */
const tickText = 32;

/** Marks of time, and of frames where there is room for them. */
export function Ticks(props: {
  readonly view: TimeView;
  readonly scale: number;
  readonly frames: FrameTimes;
  readonly height: number;
  x(time: number): number;
}): ReactNode {
  const { view, scale, frames, x, height } = props;
  const step = steps.find((one) => one * scale >= 70) ?? 7200;
  const first = Math.ceil(view.from / step);
  const count = Math.max(0, Math.floor(view.to / step) - first + 1);
  const marks = Array.from({ length: count }, (_, at) => (first + at) * step);
  const [from, to] = [frameAt(frames, view.from), frameAt(frames, view.to)];
  const hasFrames = to > from && scale * ((view.to - view.from) / (to - from)) >= 5;
  const visible = hasFrames ? frames.times.slice(from, to + 1) : [];
  return (
    <g pointerEvents="none">
      {visible.map((time) => (
        <line
          key={time}
          {...{ x1: x(time), x2: x(time), y1: ruler - 5, y2: height }}
          stroke="var(--rule)"
          strokeWidth={0.5}
        />
      ))}
      {marks.map((time) => (
        <g key={time}>
          <line
            {...{ x1: x(time), x2: x(time), y1: ruler - 8, y2: ruler }}
            stroke="var(--muted)"
            strokeWidth={1}
          />
          {x(time) + tickText <= x(view.to) && (
            <text className={classes.tick} x={x(time) + 3} y={13}>
              {clock(time, step < 1 ? 2 : 0)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

/** Zooms and scrolls a timeline. */
export function ZoomBar({
  view,
  frames,
  onView,
  seconds,
}: {
  readonly view: TimeView;
  readonly frames: FrameTimes;
  readonly seconds: number;
  onView(view: TimeView): void;
}): ReactNode {
  const span = view.to - view.from;
  const hidden = frames.seconds - span;
  return (
    <div className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Zoom out"
        onClick={() => onView(zoomed(view, 2, seconds, frames.seconds))}
      >
        −
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Zoom in"
        onClick={() => onView(zoomed(view, 0.5, seconds, frames.seconds))}
      >
        +
      </ActionIcon>
      <input
        className={classes.scroll}
        type="range"
        aria-label="Scroll the timeline"
        min={0}
        max={1000}
        value={hidden <= 0 ? 0 : Math.round((1000 * view.from) / hidden)}
        disabled={hidden <= 1e-9}
        onChange={(event) => {
          const from = (hidden * event.currentTarget.valueAsNumber) / 1000;
          onView({ from, to: from + span });
        }}
      />
    </div>
  );
}
