import { useElementSize } from "@mantine/hooks";
import {
  type RefCallback,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { ViewTimeline } from "../../../src/core/scores/view.ts";
import type { TimeWindow } from "../../../src/report/chart/visible-marks.ts";

/** The part of a timeline that is seen; scrolling is the browser's own. */
export interface ShownWindow {
  readonly window: TimeWindow;
  readonly zoom: number;
  /** How wide all of the timeline would be. */
  readonly innerPixels: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly measure: RefCallback<HTMLDivElement>;
  onScroll(): void;
  /** Larger by a factor, around a time. */
  zoomBy(factor: number, around: number): void;
  showAll(): void;
  /** Scrolls to a time that is not seen. */
  reveal(seconds: number): void;
}

/** Closer than this, ticks and marks tell nothing more. */
const shortest = { seconds: 0.5, frames: 4 };

export function useTimeWindow({ startSeconds, endSeconds, unit }: ViewTimeline): ShownWindow {
  const total = Math.max(endSeconds - startSeconds, 1e-9);
  const mostZoom = Math.max(1, total / (unit === "frames" ? shortest.frames : shortest.seconds));
  const { ref: measure, width } = useElementSize<HTMLDivElement>();
  const pixels = Math.max(width, 1);
  const scroller = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [scrolled, setScrolled] = useState(0);
  const wanted = useRef<number | undefined>(undefined);
  const innerPixels = pixels * zoom;
  const from = startSeconds + (scrolled / innerPixels) * total;
  const span = total / zoom;

  // What is to be seen after zooming can be scrolled to once there is room for it.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || wanted.current === undefined) return;
    element.scrollLeft = ((wanted.current - startSeconds) / total) * innerPixels;
    wanted.current = undefined;
    setScrolled(element.scrollLeft);
  }, [innerPixels, startSeconds, total]);

  const zoomBy = useCallback(
    (factor: number, around: number) => {
      const next = Math.min(mostZoom, Math.max(1, zoom * factor));
      if (next === zoom) return;
      wanted.current = around - ((around - from) * zoom) / next;
      setZoom(next);
    },
    [zoom, from, mostZoom],
  );
  const reveal = useCallback(
    (seconds: number) => {
      const element = scroller.current;
      if (!element || zoom === 1 || (seconds >= from && seconds <= from + span)) return;
      element.scrollLeft = ((seconds - span / 10 - startSeconds) / total) * innerPixels;
    },
    [zoom, from, span, startSeconds, total, innerPixels],
  );
  return {
    window: { from, to: from + span, pixels },
    zoom,
    innerPixels,
    scroller,
    measure,
    onScroll: () => setScrolled(scroller.current?.scrollLeft ?? 0),
    zoomBy,
    showAll: () => {
      wanted.current = startSeconds;
      setZoom(1);
    },
    reveal,
  };
}
