import type { KeptStream } from "./kept-evidence.ts";

/**
 * Names a list of streams by which they are and their order, for what is counted over all of them
 * together: two lists have one name where they are the same. `undefined` where they are not kept
 * together, or are few of those that are, which nobody asks for again.
 */
export function nameStreams(streams: readonly KeptStream[]): string | undefined {
  const [first] = streams;
  if (!first) return undefined;
  let [one, other, most] = [0, 0x9e3779b9, 0];
  for (const { set, number } of streams) {
    if (set !== first.set) return undefined;
    one = mixed(one ^ number, 0x85ebca6b);
    other = mixed(other + number, 0xc2b2ae35);
    most = Math.max(most, number + 1);
  }
  if (streams.length * smallestShare < most) return undefined;
  return `${streams.length} streams ${one >>> 0} ${other >>> 0}`;
}

/** As many matchings of the same streams may be kept together. */
const smallestShare = 4;

function mixed(value: number, factor: number): number {
  const product = Math.imul(value ^ (value >>> 16), factor);
  return product ^ (product >>> 13);
}
