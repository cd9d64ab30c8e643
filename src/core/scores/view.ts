import type { ArrayRef } from "../data/array-ref.ts";
import type { MediaRef } from "../data/sample.ts";

/**
 * How one sample and its prediction are shown, as data: reports and the web app draw the blocks,
 * families only describe them.
 */
export interface View {
  readonly title: string;
  readonly blocks: readonly ViewBlock[];
}

/** A sample and its prediction in a line each, for lists of many. */
export interface BriefView {
  /** What was asked; absent where the id says as much. */
  readonly asked?: string | undefined;
  /** Absent where it is hidden. */
  readonly truth?: string | undefined;
  readonly answer?: string | undefined;
}

/** An answer as a rater sees it who must not know the truth. */
export interface RatedView {
  readonly asked: string;
  readonly answer: string;
  /** What the answer rests on, as the system found it, best first. */
  readonly clips: readonly EvidenceClip[];
}

/** A part of a video, or a whole picture. */
export interface EvidenceClip {
  readonly label: string;
  readonly media: MediaRef;
  /** In seconds from the start of the media; both 0 for all of it. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** What is said in it, where that is known. */
  readonly spoken?: string;
}

export type ViewBlock =
  | { readonly kind: "text"; readonly label: string; readonly text: string }
  | { readonly kind: "options"; readonly label: string; readonly options: readonly ViewOption[] }
  | { readonly kind: "media"; readonly media: readonly MediaRef[] }
  | ViewTimeline
  | { readonly kind: "facts"; readonly facts: readonly (readonly [name: string, value: string])[] };

export interface ViewOption {
  readonly text: string;
  readonly isReference: boolean;
  readonly isPrediction: boolean;
}

/** What happened when: lanes one under the other on a common axis of time. */
export interface ViewTimeline {
  readonly kind: "timeline";
  readonly label: string;
  /** Where no rate is known, all times are numbers of frames; seconds if absent. */
  readonly unit?: "frames";
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly lanes: readonly TimelineLane[];
  /**
   * Lines between marks of neighbouring lanes: the upper lane, its mark, the mark of the lane
   * below.
   */
  readonly links?: readonly (readonly [lane: number, upper: number, lower: number])[];
  /** What tones mean here, where that is not told otherwise. */
  readonly legend?: readonly (readonly [tone: TimelineMark["tone"], meaning: string])[];
}

export interface TimelineLane {
  readonly label: string;
  readonly marks: readonly TimelineMark[];
  /** Drawn as a line behind the marks. */
  readonly signal?: TimelineSignal;
}

/**
 * What a sensor measured at equal steps of time, on a scale of its own. Families name where the
 * numbers are; the caller that shows the view reads them.
 */
export interface TimelineSignal {
  /** A row for each step; absent once it was read. */
  readonly source?: ArrayRef;
  /** What a row comes to: the mean of its numbers, or the root of the mean of their squares. */
  readonly reduce: "mean" | "rms";
  readonly startSeconds: number;
  readonly stepSeconds: number;
  /** One for each step, `null` where it is unknown; absent as long as they were not read. */
  readonly values?: readonly (number | null)[];
}

/** An event with a length, or a moment where both times are equal. */
export interface TimelineMark {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
  /** What became of it, in a few words. */
  readonly note?: string;
  /** `missed`: should have been found or said, and was not. */
  readonly tone: "reference" | "missed" | "good" | "caution" | "bad" | "neutral";
}
