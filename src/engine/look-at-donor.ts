import type { LookOptions, MediaFrames, MediaSource, MediaWant } from "../core/data/media.ts";
import type { MediaRef } from "../core/data/sample.ts";
import { answered, type Outcome } from "../core/run/outcome.ts";

interface Donation {
  readonly media: MediaSource;
  /** What the sample is about, where parts of it are looked at. */
  readonly own: MediaRef | undefined;
  /** What is shown. */
  readonly given: MediaRef;
}

/**
 * Looks at a video that stands for another one: what is wanted of a part of the one is taken from
 * the same part of the other, in proportion to their lengths, and shown under the times of the one.
 * A video that stands for itself is looked at as it is.
 */
export async function lookAtDonor(
  { media, own, given }: Donation,
  wants: readonly MediaWant[],
  how: LookOptions,
): Promise<readonly Outcome<MediaFrames>[]> {
  if (!own || own.kind === "image" || given.kind === "image" || isSame(own, given))
    return media.look(given, wants, how);
  const [length, donated] = await Promise.all(
    [own, given].map(async (ref) => (await media.look(ref, [{ factsOnly: true }], how))[0]!),
  );
  if (length!.kind !== "answered") return wants.map(() => length!);
  if (donated!.kind !== "answered") return wants.map(() => donated!);
  const { seconds, framesPerSecond } = length!.value;
  const factor = (donated!.value.seconds ?? 0) / (seconds ?? 0);
  if (!(factor > 0) || !Number.isFinite(factor)) return media.look(given, wants, how);
  const looks = await media.look(
    given,
    wants.map((want) => scaled(want, factor)),
    how,
  );
  return looks.map((outcome) =>
    outcome.kind === "answered"
      ? answered({
          ...outcome.value,
          seconds,
          framesPerSecond,
          frames: outcome.value.frames.map((frame) => ({
            ...frame,
            atSeconds: Math.round((frame.atSeconds / factor) * 1e6) / 1e6,
          })),
        })
      : outcome,
  );
}

function isSame(one: MediaRef, other: MediaRef): boolean {
  return one.path === other.path && one.from === other.from && one.to === other.to;
}

function scaled(want: MediaWant, factor: number): MediaWant {
  if ("atSeconds" in want) return { atSeconds: want.atSeconds.map((at) => at * factor) };
  if ("factsOnly" in want || !want.span) return want;
  return { span: [want.span[0] * factor, want.span[1] * factor] };
}
