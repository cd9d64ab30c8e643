import type { FrameRef } from "../asking/chat.ts";
import { nothingSeen, type Seen } from "../asking/steps.ts";
import type { MediaWarning } from "../data/media.ts";
import { answered, type Outcome } from "./outcome.ts";
import type { LookedAt, MediaEvent, ShownMedia } from "./run-event.ts";

/** What was looked at for a sample: list by list, in the order of its protocol. */
export type Looks = readonly (readonly LookedAt[] | undefined)[];

/** What one attempt looked at, by the log. */
export function looksIn(events: readonly MediaEvent[], attempt: number | undefined): Looks {
  const looks: (readonly LookedAt[])[] = [];
  for (const { place = 0, media, attempt: own } of events)
    if (own === attempt) looks[place] = media;
  return looks;
}

/** What a protocol learns of a list of looks; nothing of one that nobody recorded. */
export function seenIn(
  looked: readonly LookedAt[] | undefined,
  wanted: number,
): readonly Outcome<Seen>[] {
  return Array.from({ length: wanted }, (_, at) => {
    const one = looked?.[at];
    if (!one) return answered(nothingSeen);
    if ("problem" in one) return one.problem;
    // Logs of earlier versions say nothing of lengths.
    const { frames, seconds = null, framesPerSecond = null } = one;
    return answered({ frames, seconds, framesPerSecond });
  });
}

/** Looks that were given something. */
export function shownOf(looks: Looks): readonly ShownMedia[] {
  return looks.flatMap((list) => list?.filter((one) => !("problem" in one)) ?? []) as ShownMedia[];
}

/** All frames that were shown, in order. */
export function framesOf(looks: Looks): readonly FrameRef[] {
  return shownOf(looks).flatMap(({ frames }) => frames);
}

/** What was noticed about the media of a sample, each thing once. */
export function warningsOf(looks: Looks): readonly MediaWarning[] {
  const known = new Map<string, MediaWarning>();
  for (const { path, warnings } of shownOf(looks))
    for (const warning of warnings) known.set(`${path} ${warning}`, { path, warning });
  return [...known.values()];
}
