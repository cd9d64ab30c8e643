import type { FrameRequest, MediaFrames } from "../../core/data/media.ts";
import type { PixelShape } from "../../core/data/pixel-shape.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { KeptFrame } from "../cache/frame-entry.ts";
import type { FrameSelection } from "../samplers/frame-selection.ts";
import { FrameSelectionError } from "../samplers/frame-selection-error.ts";
import type { FileFacts } from "./file-facts.ts";
import { framesWanted, type Look, type VideoView, viewOf } from "./frames-wanted.ts";

/** A file to look at, and how. */
export interface LookedFile {
  readonly kind: MediaRef["kind"];
  readonly path: string;
  /** The file as people know it, for messages. */
  readonly name: string;
  readonly request: FrameRequest;
  /** Of frames that are stored without times. */
  readonly framesPerSecond?: number | undefined;
  /** SHA-256 of the file. */
  readonly source: string;
  readonly decoder: string;
  /** Frames come as pixels in this shape; encoded as requested if left out. */
  readonly shape?: PixelShape;
}

export type PixelFile = LookedFile & Required<Pick<LookedFile, "shape">>;

/** A frame by its bytes in the cache or, where a shape is given, by its pixels. */
export interface TakenFrame extends KeptFrame {
  readonly rgb?: Uint8Array;
}

/** What one look needs of its file. */
export interface LookPlan {
  /** Frames by their places in the file, each once. */
  readonly needed: ReadonlySet<number>;
  /** The outcome, from frames that hold all that is needed. */
  answer(frames: ReadonlyMap<number, TakenFrame>): Outcome<MediaFrames>;
}

/** Which frames looks at a file need, once its facts are known. */
export function planLooks(
  file: LookedFile,
  facts: FileFacts,
  looks: readonly Look[],
): readonly LookPlan[] {
  return looks.map((look) => {
    try {
      return file.kind === "image" ? imagePlan(file, look) : videoPlan(file, facts, look);
    } catch (error) {
      if (!(error instanceof FrameSelectionError)) throw error;
      const outcome = mediaError(file, error.message);
      return { needed: new Set<number>(), answer: () => outcome };
    }
  });
}

/** What a file fails to give; readers of files begin with the path, which is named already. */
export function mediaError(
  { name, path }: Pick<LookedFile, "name" | "path">,
  reason: string,
): Outcome<never> {
  const prefix = `${path}: `;
  return noAnswer(
    "media-error",
    `${name}: ${reason.startsWith(prefix) ? reason.slice(prefix.length) : reason}`,
  );
}

/** A picture is read also where only facts are wanted: whether it can be is one of them. */
function imagePlan({ source, decoder }: LookedFile, { want }: Look): LookPlan {
  return {
    needed: new Set([0]),
    answer(kept) {
      const { frame, warnings } = shown(kept, 0, 0);
      const frames = "factsOnly" in want ? [] : [frame];
      const noRate = { seconds: null, framesPerSecond: null };
      return answered({ frames, distinct: frames.length, warnings, ...noRate, source, decoder });
    },
  };
}

function videoPlan(file: LookedFile, facts: FileFacts, look: Look): LookPlan {
  const view = viewOf(facts, look);
  const selection = framesWanted(view, look.want, file.request.sampler);
  return {
    needed: new Set(selection.indices.map((at) => view.offset + at)),
    answer: (kept) => answered(framesOf(file, facts, { view, selection, kept })),
  };
}

interface Shown {
  readonly view: VideoView;
  readonly selection: FrameSelection;
  readonly kept: ReadonlyMap<number, TakenFrame>;
}

function framesOf(
  { source, decoder }: LookedFile,
  facts: FileFacts,
  { view, selection: { indices, distinct, note }, kept }: Shown,
): MediaFrames {
  const all = indices.map((at) => shown(kept, view.offset + at, view.times[at]!));
  const noticed = all.length === 0 ? facts.warnings : all.flatMap(({ warnings }) => warnings);
  return {
    frames: all.map(({ frame }) => frame),
    distinct,
    seconds: view.seconds,
    framesPerSecond: facts.framesPerSecond,
    warnings: [...(note ? [note] : []), ...new Set(noticed)],
    source,
    decoder,
  };
}

function shown(kept: ReadonlyMap<number, TakenFrame>, index: number, atSeconds: number) {
  const frame = kept.get(index);
  if (!frame) throw new Error(`frame ${index} was not decoded`);
  const { sizeBytes: _, warnings, ...rest } = frame;
  return { frame: { atSeconds, ...rest }, warnings };
}
