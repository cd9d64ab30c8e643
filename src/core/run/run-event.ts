import type { AskFacts } from "../asking/asked.ts";
import type { FitReport } from "../asking/system.ts";
import type { MediaFrames, MediaWant } from "../data/media.ts";
import type { Json } from "../json.ts";
import type { NoAnswer, Outcome } from "./outcome.ts";
import type { WorkKey } from "./work.ts";

/**
 * What a system was shown for a sample in one list of looks: which frames, from which file, decoded
 * and encoded how. Of several events about one list the last counts.
 */
export interface MediaEvent {
  readonly event: "media";
  readonly key: WorkKey;
  readonly attempt: number;
  /** Which list of looks of the attempt, counted from 0; absent for the first. */
  readonly place?: number;
  /** One for each look of the list. */
  readonly media: readonly LookedAt[];
  /**
   * Where a probe chose or ordered the frames: its kind. Their times are those that they were shown
   * under.
   */
  readonly condition?: string;
  /** How long it took to have the frames, from the cache or by decoding. */
  readonly decodeMs?: number;
  readonly at: number;
}

/** What a look came to. */
export type LookedAt = ShownMedia | UnshownMedia;

interface MediaLook {
  readonly path: string;
  /** Where the sample is about a part of the file; times of its frames count from its start. */
  readonly from?: number;
  readonly to?: number;
  /** What was wanted; absent where it was all. */
  readonly want?: MediaWant;
}

/** What was shown of one picture or video. */
export interface ShownMedia extends MediaLook, Omit<MediaFrames, keyof Length>, Partial<Length> {}

/** Logs of earlier versions do not say it. */
type Length = Pick<MediaFrames, "seconds" | "framesPerSecond">;

/** A look that a file failed to give, where the protocol went on. */
export interface UnshownMedia extends MediaLook {
  readonly problem: NoAnswer;
}

/**
 * One reply of a system to one ask. `ask` digests the ask: on replay a reply counts only for the
 * very same ask.
 */
export interface ReplyEvent {
  readonly event: "reply";
  readonly key: WorkKey;
  /**
   * Raised when settled work is taken up again on request; a replay reads the replies of one
   * attempt.
   */
  readonly attempt: number;
  readonly step: number;
  readonly position: number;
  readonly ask: string;
  /**
   * When the frames that the ask held are shown in their file, in seconds; absent where it held all
   * that the sample has.
   */
  readonly frames?: readonly number[];
  readonly outcome: Outcome<unknown>;
  /** Absent where nothing is known but the outcome. */
  readonly facts?: AskFacts;
  /** The key under which the cache of replies was asked. */
  readonly cache?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** How work on a sample ended; the last one of a key counts. */
export interface OutcomeEvent {
  readonly event: "outcome";
  readonly key: WorkKey;
  readonly attempt: number;
  readonly task: string;
  readonly system: string;
  readonly sample: string;
  readonly outcome: Outcome<unknown>;
  /** Digests the whole sample, where the key digests only what was asked about. */
  readonly content?: string;
  /** Of systems that were asked for a prediction directly. */
  readonly facts?: AskFacts;
  /**
   * Of systems whose replies the log does not keep, such as encoders: what is known of each
   * request.
   */
  readonly asked?: readonly AskFacts[];
  /** The extractor that read the replies, where the system was asked by a protocol. */
  readonly extractor?: string;
  /**
   * Where media could not be shown: what each file digests to, by path, `null` where it cannot be
   * read. Once that changes, they are tried again.
   */
  readonly unshown?: Readonly<Record<string, string | null>>;
  readonly at: number;
}

/** What a grader made of a prediction. Its key digests prediction, role, wording and helper. */
export interface GradeEvent {
  readonly event: "grade";
  readonly key: WorkKey;
  readonly of: WorkKey;
  readonly role: string;
  readonly outcome: Outcome<unknown>;
  readonly at: number;
}

/** What a system learnt before it was asked; its digest is part of the cell. */
export interface FittedEvent {
  readonly event: "fitted";
  readonly task: string;
  readonly system: string;
  /** Digests what was learnt, which the store keeps as an artefact. */
  readonly digest: string;
  /** Digests what it was learnt from, and how; absent in logs of earlier versions. */
  readonly training?: string;
  readonly report?: FitReport;
  readonly on: "train" | "test";
  readonly at: number;
}

export interface NoteEvent {
  readonly event: "note";
  readonly note: string;
  readonly data?: Json;
  readonly at: number;
}

export type RunEvent =
  | MediaEvent
  | ReplyEvent
  | OutcomeEvent
  | GradeEvent
  | FittedEvent
  | NoteEvent;
