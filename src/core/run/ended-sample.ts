import type { AskFacts } from "../asking/asked.ts";
import type { PlannedSample } from "../data/dataset.ts";
import type { MediaWarning } from "../data/media.ts";
import type { Grades } from "../scores/measure.ts";
import type { Looks } from "./looks.ts";
import type { Outcome } from "./outcome.ts";
import type { ReplyEvent } from "./run-event.ts";

/** One sample with everything the log says about it. */
export interface EndedSample {
  readonly planned: PlannedSample;
  /** `undefined`: not reached yet. */
  readonly outcome: Outcome<unknown> | undefined;
  readonly grades: Grades;
  /** Why grades that were due are missing, by role. */
  readonly ungraded?: Readonly<Record<string, string>>;
  /** What is known about the requests to its graders, by role. */
  readonly gradingFacts?: Readonly<Record<string, readonly AskFacts[]>>;
  /** What was looked at for it. */
  readonly looks: Looks;
  readonly warnings?: readonly MediaWarning[] | undefined;
  readonly replies: readonly ReplyEvent[];
  /** What `outcome` was read with; `undefined` where there was no reply to read. */
  readonly extractor: string | undefined;
  /** How long it took to have the frames. */
  readonly decodeMs?: number | undefined;
  /** About a direct answer; replies have their own. */
  readonly facts?: AskFacts | undefined;
  /** About requests whose replies the log does not keep. */
  readonly asked?: readonly AskFacts[] | undefined;
}
