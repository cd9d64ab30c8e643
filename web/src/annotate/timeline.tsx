import { ActionIcon, useMantineTheme } from "@mantine/core";
import { useResizeObserver } from "@mantine/hooks";
import {
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import type { MarkedInterval } from "../../../src/core/family/annotating.ts";
import {
  type Edge,
  type FrameTimes,
  frameAt,
  lastFrame,
  type NamedInterval,
  rowsOf,
  snapped,
  startOf,
  withEdge,
} from "../../../src/summary/annotate/edit-intervals.ts";
import classes from "./annotate.module.css";
import { clock } from "./clock.ts";
import { type TimeView, zoomed } from "./time-view.ts";

/** Intervals of one type below each other. */
export interface Lane {
  readonly id: string;
  readonly title: string;
  readonly colour: string;
  readonly intervals: readonly NamedInterval[];
  /** Whether it only shows what somebody else marked. */
  readonly isFixed?: boolean;
}

export interface TimelineProps {
  readonly lanes: readonly Lane[];
  readonly frames: FrameTimes;
  readonly seconds: number;
  readonly view: TimeView;
  readonly selected: string | null;
  /** The start of an interval that has no end yet. */
  readonly draft: { readonly lane: string; readonly start: number } | undefined;
  readonly snap: { readonly frames: boolean; readonly edgePixels: number };
  onView(view: TimeView): void;
  onSeek(seconds: number): void;
  onSelect(id: string | null): void;
  onCreate(lane: string, start: number, end: number): void;
  onChange(id: string, interval: MarkedInterval): void;
}

type Drag =
  | { readonly kind: "seek" }
  | { readonly kind: "create"; readonly lane: string; readonly from: number; readonly to: number }
  | {
      readonly kind: "edge";
      readonly edge: Edge;
      readonly id: string;
      readonly interval: MarkedInterval;
    }
  | {
      readonly kind: "move";
      readonly id: string;
      readonly grip: number;
      readonly original: MarkedInterval;
      readonly interval: MarkedInterval;
    };

const [ruler, rowHeight, laneGap, handle] = [22, 20, 6, 7];

/** Lanes of intervals over time: drag to create and adjust, with Alt without snapping. */
export function Timeline(props: TimelineProps): ReactNode {
  const { lanes, frames, seconds, view, selected, draft, snap } = props;
  const [measure, { width: measured }] = useResizeObserver<HTMLDivElement>();
  const theme = useMantineTheme();
  const width = Math.max(200, measured);
  const gutter = width < 480 ? 64 : 108;
  const svg = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const span = view.to - view.from;
  const scale = (width - gutter) / span;
  const x = (time: number) => gutter + (time - view.from) * scale;
  const timeAt = (clientX: number) => {
    const left = svg.current!.getBoundingClientRect().left;
    const time = view.from + (clientX - left - gutter) / scale;
    return Math.min(Math.max(time, 0), frames.seconds);
  };
  const placed = placeLanes(lanes);
  const height = placed.height + ruler;

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const isZoom = event.ctrlKey || event.metaKey;
      if (!isZoom && !event.shiftKey && event.deltaX === 0) return;
      event.preventDefault();
      if (isZoom)
        props.onView(
          zoomed(view, event.deltaY > 0 ? 1.25 : 0.8, timeAt(event.clientX), frames.seconds),
        );
      else {
        const by = (event.deltaX || event.deltaY) / scale;
        const from = Math.min(Math.max(0, view.from + by), frames.seconds - span);
        props.onView({ from, to: from + span });
      }
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  });

  const snapAt = (time: number, event: ReactPointerEvent, without?: string) =>
    event.altKey
      ? time
      : snapped(time, {
          frames: snap.frames ? frames : undefined,
          edges: lanes.flatMap(({ intervals }) =>
            intervals.filter(({ id }) => id !== without).flatMap(({ start, end }) => [start, end]),
          ),
          reach: snap.edgePixels / scale,
        });

  const begin = (event: ReactPointerEvent, next: Drag) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    svg.current!.setPointerCapture(event.pointerId);
    setDrag(next);
    if (next.kind === "seek") props.onSeek(timeAt(event.clientX));
    if (next.kind === "edge" || next.kind === "move") props.onSelect(next.id);
  };

  const move = (event: ReactPointerEvent) => {
    if (!drag) return;
    const time = timeAt(event.clientX);
    if (drag.kind === "seek") props.onSeek(time);
    else if (drag.kind === "create") setDrag({ ...drag, to: snapAt(time, event) });
    else if (drag.kind === "edge") {
      const at = snapAt(time, event, drag.id);
      const interval = withEdge(drag.interval, drag.edge, at);
      setDrag({ ...drag, interval });
      props.onSeek(
        drag.edge === "start" ? interval.start : startOf(frames, lastFrame(frames, interval.end)),
      );
    } else {
      const { start, end } = drag.original;
      const length = end - start;
      const wanted = Math.min(Math.max(0, time - drag.grip), frames.seconds - length);
      const from = snapAt(wanted, event, drag.id);
      // The end is a boundary of frames as well, also where these are not evenly spaced.
      const to = event.altKey ? from + length : snapAt(from + length, event, drag.id);
      setDrag({ ...drag, interval: { ...drag.original, start: from, end: Math.max(from, to) } });
    }
  };

  const finish = (event: ReactPointerEvent) => {
    setDrag(undefined);
    if (!drag || drag.kind === "seek") return;
    if (drag.kind === "create") {
      const [start, end] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
      if ((end - start) * scale >= 3) props.onCreate(drag.lane, start, end);
      else {
        props.onSelect(null);
        props.onSeek(timeAt(event.clientX));
      }
      return;
    }
    const before = lanes.flatMap(({ intervals }) => intervals).find(({ id }) => id === drag.id);
    const { start, end } = drag.interval;
    if (before && (before.start !== start || before.end !== end) && end > start)
      props.onChange(drag.id, drag.interval);
  };

  const shown = (interval: NamedInterval): NamedInterval =>
    drag && "id" in drag && drag.id === interval.id
      ? { ...drag.interval, id: interval.id }
      : interval;

  return (
    <div>
      <div ref={measure} className={classes.timeline}>
        <svg
          ref={svg}
          className={classes.canvas}
          width={width}
          height={height}
          role="img"
          aria-label="Timeline of marks; the list of marks says the same"
          onPointerMove={move}
          onPointerUp={finish}
          onPointerCancel={() => setDrag(undefined)}
        >
          <rect
            data-testid="ruler"
            x={gutter}
            y={0}
            width={width - gutter}
            height={ruler}
            fill="var(--panel)"
            style={{ cursor: "col-resize" }}
            onPointerDown={(event) => begin(event, { kind: "seek" })}
          />
          <Ticks view={view} x={x} scale={scale} frames={frames} height={height} />
          {placed.lanes.map(({ lane, top, rows }) => (
            <g key={lane.id}>
              <rect
                data-lane={lane.id}
                x={gutter}
                y={top}
                width={width - gutter}
                height={rows.length * rowHeight + laneGap}
                fill="transparent"
                stroke="var(--rule)"
                strokeWidth={0.5}
                style={{ cursor: lane.isFixed ? "default" : "crosshair" }}
                onPointerDown={(event) => {
                  if (lane.isFixed) return begin(event, { kind: "seek" });
                  const from = snapAt(timeAt(event.clientX), event);
                  begin(event, { kind: "create", lane: lane.id, from, to: from });
                }}
              />
              {rows.map((row, at) =>
                row.map(shown).map((interval) => (
                  <Bar
                    key={interval.id}
                    interval={interval}
                    lane={lane}
                    y={top + laneGap / 2 + at * rowHeight}
                    x={x}
                    isSelected={interval.id === selected}
                    onEdge={(event, edge) =>
                      begin(event, {
                        kind: "edge",
                        edge,
                        id: interval.id,
                        interval: bare(interval),
                      })
                    }
                    onBody={(event) =>
                      begin(event, {
                        ...{ kind: "move", id: interval.id, original: bare(interval) },
                        grip: timeAt(event.clientX) - interval.start,
                        interval: bare(interval),
                      })
                    }
                  />
                )),
              )}
              {draft?.lane === lane.id && (
                <Ghost
                  {...{ x, colour: lane.colour, from: draft.start, to: seconds }}
                  y={top + laneGap / 2}
                />
              )}
              {drag?.kind === "create" && drag.lane === lane.id && (
                <Ghost
                  {...{ x, colour: lane.colour, from: drag.from, to: drag.to }}
                  y={top + laneGap / 2}
                />
              )}
            </g>
          ))}
          <rect x={0} y={0} width={gutter} height={height} fill="var(--page)" />
          {placed.lanes.map(({ lane, top, rows }) => (
            <g key={lane.id}>
              <rect
                x={6}
                y={top + laneGap / 2 + (rows.length * rowHeight) / 2 - 5}
                width={9}
                height={9}
                rx={2}
                fill={lane.colour}
              />
              <text
                className={classes.laneName}
                x={20}
                y={top + laneGap / 2 + (rows.length * rowHeight) / 2 + 4}
                fontFamily={theme.fontFamily}
              >
                {shortened(lane.title, gutter)}
                <title>{lane.title}</title>
              </text>
            </g>
          ))}
          <line x1={gutter} x2={gutter} y1={0} y2={height} stroke="var(--rule)" />
          {x(seconds) >= gutter && (
            <line
              data-testid="cursor"
              x1={x(seconds)}
              x2={x(seconds)}
              y1={0}
              y2={height}
              stroke="var(--ink)"
              strokeWidth={1.5}
              pointerEvents="none"
            />
          )}
        </svg>
      </div>
      <ZoomBar {...props} />
    </div>
  );
}

function Bar(props: {
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

function Ghost(props: {
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

/** Marks of time, and of frames where there is room for them. */
function Ticks(props: {
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
          <text className={classes.tick} x={x(time) + 3} y={13}>
            {clock(time, step < 1 ? 2 : 0)}
          </text>
        </g>
      ))}
    </g>
  );
}

function ZoomBar({ view, frames, onView, seconds }: TimelineProps): ReactNode {
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

interface PlacedLane {
  readonly lane: Lane;
  readonly top: number;
  readonly rows: readonly (readonly NamedInterval[])[];
}

function placeLanes(lanes: readonly Lane[]): {
  readonly lanes: readonly PlacedLane[];
  readonly height: number;
} {
  let top = ruler;
  const placed = lanes.map((lane): PlacedLane => {
    const found = rowsOf(lane.intervals);
    const rows = found.length === 0 ? [[]] : found;
    const own = { lane, top, rows };
    top += rows.length * rowHeight + laneGap;
    return own;
  });
  return { lanes: placed, height: top - ruler };
}

function bare({ id: _, ...interval }: NamedInterval): MarkedInterval {
  return interval;
}

/** About as much of a name as fits before the lanes. */
function shortened(title: string, gutter: number): string {
  const most = Math.floor((gutter - 24) / 6.6);
  return title.length <= most ? title : `${title.slice(0, Math.max(1, most - 1))}…`;
}
