import type { PlannedSample } from "../core/data/dataset.ts";
import type { Sample } from "../core/data/sample.ts";
import type { Digest } from "../core/digest.ts";
import { canonicalJson } from "../core/json.ts";
import { sampleDigits, type WorkKey, workKey } from "../core/run/work.ts";
import { answersFromMemory } from "./answers-from-memory.ts";
import type { Cell } from "./cell.ts";

/** What of a cell decides the keys of its work. */
export type KeyedCell = Pick<
  Cell,
  "digest" | "keys" | "family" | "settings" | "system" | "ignoresTruth"
>;

/**
 * The key of a sample's work: by what the system is asked about, so that a corrected truth asks
 * nobody again; by the whole content where the system answers from memory, which may hold the truth,
 * where the family does not say what is asked, and in runs that were begun so.
 */
export function workKeyOf(cell: KeyedCell, planned: PlannedSample, digest: Digest): WorkKey {
  return workKey(cell.digest, askedDigest(cell, planned, digest));
}

/** The second half of the key. */
function askedDigest(cell: KeyedCell, planned: PlannedSample, digest: Digest): string {
  const asked = isKeyedByContent(cell) ? undefined : askedAbout(cell, planned.sample);
  if (asked !== undefined) return digest(canonicalJson(asked)).slice(0, sampleDigits);
  return (cell.ignoresTruth ? planned.uncorrected : undefined) ?? planned.digest;
}

function isKeyedByContent({ keys, system }: KeyedCell): boolean {
  return keys !== "asked" || answersFromMemory(system);
}

function askedAbout({ family, settings, system }: KeyedCell, sample: Sample): unknown {
  const asked = family.asking.asked?.(sample, settings.options);
  if (asked === undefined || system.speaks !== "prediction") return asked;
  const sent = system.sends?.(sample);
  return sent === undefined ? undefined : { asked, sent };
}
