import type { DialogueInput, DialogueReference, DialogueSample } from "./schema.ts";

/** One turn of a conversation at a time. */
export interface TimedTurn {
  readonly role: "user" | "assistant" | "system";
  readonly seconds: number;
  readonly text: string;
  readonly label?: string | undefined;
}

export interface StreamPlan {
  readonly fps: number;
  /** Frames of the whole video. */
  readonly videoFrames: number;
  /** First frame of the stream in the video. */
  readonly startFrame: number;
}

export interface StreamTurns {
  readonly inputs: readonly DialogueInput[];
  readonly references: readonly DialogueReference[];
  readonly frameCount: number;
  /** Turns that no frame was left for. */
  readonly lost: number;
  /** Turns that come after the end by a frame or more, and were put at it. */
  readonly moved: number;
}

/**
 * Puts turns on frames as ProAssist prepares its streams: every turn comes after at least one frame
 * of its own, so turns at the same time stand on frames one after the other. An assistant's turn is
 * due on the last frame before it, a user's turn is heard on the first frame after it. Frames count
 * from the start of the stream.
 */
export function streamTurns(
  turns: readonly TimedTurn[],
  { fps, videoFrames, startFrame }: StreamPlan,
): StreamTurns {
  const inputs: DialogueInput[] = [];
  const references: DialogueReference[] = [];
  const frameCount = Math.max(1, videoFrames - startFrame);
  let next = startFrame;
  let moved = 0;
  for (const [at, turn] of turns.entries()) {
    const wanted = Math.floor(turn.seconds * fps);
    const frame = frameOf(wanted, next, videoFrames);
    if (frame === undefined)
      return { inputs, references, frameCount, lost: turns.length - at, moved };
    if (wanted > videoFrames) moved++;
    next = frame;
    if (turn.role === "assistant") add(references, frame - 1 - startFrame, turn);
    else if (frame < videoFrames)
      inputs.push({ frame: frame - startFrame, role: turn.role, text: turn.text });
  }
  return { inputs, references, frameCount, lost: 0, moved };
}

/** What a stream says of turns that come after its end, where there are some. */
export function turnsAfterEnd({
  moved,
  lost,
}: Pick<StreamTurns, "moved" | "lost">): Pick<DialogueSample, "turnsAfterEnd"> {
  return moved + lost === 0 ? {} : { turnsAfterEnd: { moved, lost } };
}

/**
 * The frame that a turn is put before, at least one after the turn before it; `undefined` at the
 * end of the video.
 */
function frameOf(wanted: number, next: number, videoFrames: number): number | undefined {
  const frame = Math.min(wanted, videoFrames - 1);
  if (frame > next) return frame;
  return next + 1 < videoFrames ? next + 1 : undefined;
}

function add(references: DialogueReference[], frame: number, { text, label }: TimedTurn): void {
  if (text === "") return;
  references.push({ frame, text, ...(label ? { label } : {}) });
}

/** Turns on frames of a stream whose end nothing tells: it ends after the last of them. */
export function streamUpToLast(turns: readonly TimedTurn[], fps: number): StreamTurns {
  const least = framesUpTo(turns, fps);
  // Turns at one time come one after the other, and need as many frames.
  const placed = streamTurns(turns, { fps, videoFrames: least + turns.length, startFrame: 0 });
  const [heard, due] = [placed.inputs.at(-1)?.frame ?? 0, placed.references.at(-1)?.frame ?? 0];
  return { ...placed, frameCount: Math.max(least, heard + 1, due + 2) };
}

/**
 * How many frames a video has that tells neither their number nor its length: those up to the last
 * turn, and one for it.
 */
export function framesUpTo(turns: readonly TimedTurn[], fps: number): number {
  const last = turns.reduce((latest, { seconds }) => Math.max(latest, seconds), 0);
  return Math.floor(last * fps) + 2;
}
