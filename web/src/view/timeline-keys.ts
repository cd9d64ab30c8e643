import type { KeyboardEvent } from "react";
import type { ViewTimeline } from "../../../src/core/scores/view.ts";
import { neighbourMark } from "../../../src/report/chart/neighbour-mark.ts";

export const zoomFactor = 2;

interface KeyedTimeline {
  readonly timeline: ViewTimeline;
  readonly cursor: number;
  /** How much of the timeline is seen. */
  readonly span: number;
  readonly onSeek: ((seconds: number) => void) | undefined;
  readonly onStep: ((direction: 1 | -1) => void) | undefined;
  zoomBy(factor: number, around: number): void;
  showAll(): void;
}

/** The keys of a slider, those of zooming, and [ and ] from mark to mark. */
export function timelineKeys(keyed: KeyedTimeline): (event: KeyboardEvent) => void {
  const { timeline, cursor, span, onSeek, onStep, zoomBy, showAll } = keyed;
  const { startSeconds, endSeconds } = timeline;
  const go = (seconds: number) => onSeek?.(Math.min(endSeconds, Math.max(startSeconds, seconds)));
  const step = (direction: 1 | -1) =>
    onStep ? onStep(direction) : go(cursor + (direction * span) / 100);
  const jump = (direction: 1 | -1) => {
    const found = neighbourMark(timeline, cursor, direction);
    if (found !== undefined) go(found);
  };
  const actions = new Map<string, () => void>([
    ["ArrowLeft", () => step(-1)],
    ["ArrowRight", () => step(1)],
    ["PageUp", () => go(cursor + span / 10)],
    ["PageDown", () => go(cursor - span / 10)],
    ["Home", () => go(startSeconds)],
    ["End", () => go(endSeconds)],
    ["[", () => jump(-1)],
    ["]", () => jump(1)],
    ["+", () => zoomBy(zoomFactor, cursor)],
    ["=", () => zoomBy(zoomFactor, cursor)],
    ["-", () => zoomBy(1 / zoomFactor, cursor)],
    ["0", showAll],
  ]);
  return (event) => {
    const action = actions.get(event.key);
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
}
