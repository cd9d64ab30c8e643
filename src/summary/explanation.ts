/** What goes into a score, in the order in which it is looked at. */
export type InputName =
  | "data"
  | "prompt"
  | "sampler"
  | "media"
  | "frames"
  | "decoder"
  | "system"
  | "parameters"
  | "reading"
  | "grading"
  | "metric"
  | "program";

/** The words of both sides about one thing; `null` where a side says nothing of it. */
export interface BothSides {
  /** A sample, a setting, or both. */
  readonly where: string;
  readonly a: string | null;
  readonly b: string | null;
}

/** An input that is not the same on both sides. */
export interface InputDifference {
  readonly input: InputName;
  /** What differs and how much of it, in words. */
  readonly text: string;
  /** The first few. */
  readonly sides: readonly BothSides[];
}

/** One system on one task, of both sides. */
export interface ExplainedPair {
  readonly task: string;
  readonly systems: readonly [a: string, b: string];
  /** Samples that both have settled. */
  readonly common: number;
  readonly onlyA: number;
  readonly onlyB: number;
  /** In the order of `InputName`: the first is the first input that differs. */
  readonly differences: readonly InputDifference[];
  readonly answers: {
    /** Common samples that were answered otherwise. */
    readonly differing: number;
    /** Of these, samples all of whose inputs are the same. */
    readonly unexplained: number;
    readonly sides: readonly BothSides[];
  };
}

/** `vidimus explain A B` as data. */
export interface Explanation {
  readonly schema: "vidimus-explanation/1";
  readonly runs: readonly [a: string, b: string];
  readonly pairs: readonly ExplainedPair[];
  /** Tasks and systems that only one side has. */
  readonly notes: readonly string[];
}
