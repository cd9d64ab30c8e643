import { ActionIcon, Group, Text } from "@mantine/core";
import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import type { ViewTimeline } from "../../../src/core/scores/view.ts";
import { markPaint, markWords } from "../../../src/report/chart/mark-paint.ts";
import { marksAt } from "../../../src/report/chart/neighbour-mark.ts";
import { timeScale } from "../../../src/report/chart/time-scale.ts";
import { pixelsAt } from "../../../src/report/chart/visible-marks.ts";
import { MarkList } from "./mark-list.tsx";
import { nearestEdge } from "./nearest-edge.ts";
import classes from "./timeline.module.css";
import { timelineKeys, zoomFactor } from "./timeline-keys.ts";
import { lanePlaces, TimelineLanes } from "./timeline-lanes.tsx";
import { useTimeWindow } from "./use-time-window.ts";

interface TimelineProps {
  readonly timeline: ViewTimeline;
  /** Where the cursor is, in the unit of the timeline; without it there is none. */
  readonly seconds?: number | undefined;
  /** Called with a time that was clicked or reached by keys; without it nothing can be. */
  onSeek?(seconds: number): void;
  /** What the arrow keys do, where one moves by frames of a video. */
  onStep?(direction: 1 | -1): void;
}

const clickPixels = 5;
const mostAtCursor = 4;

/**
 * Lanes on a common axis of time with a cursor. Ctrl and the wheel, + and − zoom, scrolling pans;
 * a click, or the keys of a slider, go to a time.
 */
export function Timeline({ timeline, seconds, onSeek, onStep }: TimelineProps): ReactNode {
  const shown = useTimeWindow(timeline);
  const { window, zoom, zoomBy, showAll, reveal } = shown;
  const { startSeconds, endSeconds, lanes, legend = [] } = timeline;
  const scale = timeScale(timeline);
  const places = useMemo(() => lanePlaces(timeline), [timeline]);
  const { height } = places;
  const cursor = seconds ?? startSeconds;
  const surface = useRef<SVGSVGElement>(null);
  const perPixel = (window.to - window.from) / window.pixels;
  const within = (time: number) => Math.min(endSeconds, Math.max(startSeconds, time));

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a cursor that moves is followed
  useEffect(() => {
    if (seconds !== undefined) reveal(seconds);
  }, [seconds]);
  useEffect(() => {
    const element = shown.scroller.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const offset = event.clientX - surface.current!.getBoundingClientRect().left;
      zoomBy(event.deltaY < 0 ? 1.25 : 0.8, window.from + offset * perPixel);
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [shown.scroller, zoomBy, window.from, perPixel]);

  const timeAt = ({ clientX }: { readonly clientX: number }) =>
    within(window.from + (clientX - surface.current!.getBoundingClientRect().left) * perPixel);
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0 || !onSeek) return;
    const time = timeAt(event);
    onSeek(nearestEdge(timeline, time, clickPixels * perPixel) ?? time);
    // A finger that moves scrolls.
    if (event.pointerType !== "touch") event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek?.(timeAt(event));
  };
  const onKeyDown = timelineKeys({
    ...{ timeline, cursor, onSeek, onStep, zoomBy, showAll },
    span: window.to - window.from,
  });
  const x = pixelsAt(window, cursor);
  const there =
    seconds === undefined ? [] : marksAt(timeline, cursor, Math.max(6 * perPixel, 1e-3));
  return (
    <div className={classes.root}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-end">
        <Text size="sm" fw={600}>
          {timeline.label}
        </Text>
        <ActionIcon.Group aria-label="Zoom">
          <ActionIcon
            variant="default"
            size="sm"
            aria-label="Zoom out"
            disabled={zoom === 1}
            onClick={() => zoomBy(1 / zoomFactor, cursor)}
          >
            −
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="sm"
            aria-label="Zoom in"
            onClick={() => zoomBy(zoomFactor, cursor)}
          >
            +
          </ActionIcon>
        </ActionIcon.Group>
      </Group>
      <div className={classes.frame}>
        <div className={classes.labels} aria-hidden="true">
          {lanes.map(({ label }, at) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: lanes of equal labels differ by their place
              key={at}
              className={classes.label}
              style={{ height: places.lanes[at]?.height }}
              title={label}
            >
              {label}
            </div>
          ))}
          <div className={classes.unit}>{scale.name}</div>
        </div>
        <div
          ref={shown.scroller}
          className={classes.scroller}
          onScroll={shown.onScroll}
          onKeyDown={onKeyDown}
          tabIndex={0}
          role="slider"
          aria-label={timeline.label}
          aria-valuemin={startSeconds}
          aria-valuemax={endSeconds}
          aria-valuenow={Number(cursor.toFixed(3))}
          aria-valuetext={scale.span(cursor, cursor)}
          aria-readonly={onSeek === undefined}
        >
          <div ref={shown.measure} className={classes.measure} />
          <div style={{ width: shown.innerPixels, height }}>
            <svg
              ref={surface}
              className={classes.surface}
              width={window.pixels}
              height={height}
              aria-hidden="true"
              data-seekable={onSeek !== undefined}
              onPointerDown={onPointerDown}
              onPointerMove={onPointerMove}
            >
              <TimelineLanes timeline={timeline} places={places} {...window} />
              {seconds !== undefined && x >= -1 && x <= window.pixels + 1 && (
                <line x1={x} x2={x} y1={0} y2={height - 20} className={classes.cursor} />
              )}
            </svg>
          </div>
        </div>
      </div>
      {seconds !== undefined && (
        <Text size="xs" className={classes.now}>
          {there
            .slice(0, mostAtCursor)
            .map(({ lane, mark }) => `${lane}: ${markWords(mark, scale)}`)
            .join(" · ")}
        </Text>
      )}
      {legend.length > 0 && (
        <ul className={classes.legend}>
          {legend.map(([tone, meaning]) => (
            <li key={meaning}>
              <Swatch {...markPaint(tone)} />
              {meaning}
            </li>
          ))}
        </ul>
      )}
      <MarkList timeline={timeline} from={window.from} to={window.to} onSeek={onSeek} />
    </div>
  );
}

function Swatch({ color, isHollow }: ReturnType<typeof markPaint>): ReactNode {
  return (
    <svg width="9" height="16" aria-hidden="true">
      <rect
        x="1"
        y="1"
        width="6"
        height="14"
        rx="2"
        fill={isHollow ? "var(--page)" : color}
        stroke={color}
        strokeWidth="1.5"
      />
    </svg>
  );
}
