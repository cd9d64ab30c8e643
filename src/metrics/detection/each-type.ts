import type { PackedEvents } from "./pack-events.ts";

/**
 * Calls back for each type with a way to find the truths of a video and that type; what it finds is
 * valid until it is asked again.
 */
export function eachType(
  { types, truths, videoCount }: PackedEvents,
  visit: (
    type: number,
    truthsOf: (video: number) => { readonly first: number; readonly end: number },
  ) => void,
): void {
  const firsts = new Uint32Array(videoCount);
  const ends = new Uint32Array(videoCount);
  const found = { first: 0, end: 0 };
  const truthsOf = (video: number) => {
    found.first = firsts[video]!;
    found.end = ends[video]!;
    return found;
  };
  for (let type = 0; type < types.length; type++) {
    const from = truths.starts[type]!;
    const to = truths.starts[type + 1]!;
    for (let j = to - 1; j >= from; j--) firsts[truths.video[j]!] = j;
    for (let j = from; j < to; j++) ends[truths.video[j]!] = j + 1;
    visit(type, truthsOf);
    for (let j = from; j < to; j++) firsts[truths.video[j]!] = ends[truths.video[j]!] = 0;
  }
}
