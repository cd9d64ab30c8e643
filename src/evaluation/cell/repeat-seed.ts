import { contentDigest } from "../../files/content-digest.ts";

/**
 * The seed of a repeat, counted from 0: the first has the run's own, others have one that no
 * neighbouring seed of a run shares.
 */
export function repeatSeed(seed: number, repeat: number): number {
  return repeat === 0
    ? seed
    : Number.parseInt(contentDigest(`${seed}/${repeat}`).slice(0, 8), 16) >>> 1;
}
