import { useMantineTheme } from "@mantine/core";
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
  lastFrame,
  type NamedInterval,
  snapped,
  startOf,
  withEdge,
} from "../../../src/summary/annotate/edit-intervals.ts";
import classes from "./annotate.module.css";
import { type TimeView, zoomed } from "./time-view.ts";
import { type Lane, laneGap, placeLanes, rowHeight, ruler, shortened } from "./timeline-lane.ts";
import { Bar, Ghost, Ticks, ZoomBar } from "./timeline-parts.tsx";

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
      <ZoomBar view={view} frames={frames} seconds={seconds} onView={props.onView} />
    </div>
  );
}

function bare({ id: _, ...interval }: NamedInterval): MarkedInterval {
  return interval;
}
