import type { PlannedSample } from "../core/data/dataset.ts";
import type { Sample } from "../core/data/sample.ts";
import { looksIn, shownOf } from "../core/run/looks.ts";
import type { WorkHistory } from "../core/run/run-store.ts";
import { Slots } from "../core/slots.ts";
import type { Cell } from "./cell.ts";

/** What the files of a sample digest to by now, by path; `null` where they cannot be read. */
export async function digestsOf(
  sample: Sample,
  { media, family }: Cell,
): Promise<Readonly<Record<string, string | null>>> {
  const refs = media ? family.data.refs(sample) : [];
  return Object.fromEntries(
    await Promise.all(
      refs.map(async (ref) => [ref.path, (await media?.digest(ref)) ?? null] as const),
    ),
  );
}

/** So many samples at a time: their files may have to be read. */
const samplesAtOnce = 8;

/** Places of samples of a batch whose files have changed since the system saw them. */
export async function outdatedIn(
  batch: readonly PlannedSample[],
  histories: Iterable<readonly [place: number, history: WorkHistory]>,
  cell: Cell,
): Promise<ReadonlySet<number>> {
  const slots = new Slots(samplesAtOnce);
  const found = new Set<number>();
  const compare = async (place: number, history: WorkHistory) => {
    if (await isOutdated(history, batch[place]!.sample, cell)) found.add(place);
  };
  await Promise.all(Array.from(histories, ([i, one]) => slots.run(() => compare(i, one))));
  return found;
}

/**
 * Whether a file says something else by now than when it was shown, or could not be: then the
 * answer is about another picture, or there may be one.
 */
async function isOutdated(
  history: WorkHistory,
  sample: Sample,
  { media, family }: Cell,
): Promise<boolean> {
  if (!media) return false;
  const shown = shownOf(looksIn(history.media, history.outcome?.attempt));
  const before = new Map<string, string | null>([
    ...shown.map(({ path, source }) => [path, source] as const),
    ...Object.entries(history.outcome?.unshown ?? {}),
  ]);
  if (before.size === 0) return false;
  for (const ref of family.data.refs(sample)) {
    const known = before.get(ref.path);
    if (known === undefined) continue;
    // What could not be read before is worth fetching.
    const digest = await media.digest(ref, { fetches: known === null });
    if (digest !== undefined && digest !== known) return true;
  }
  return false;
}
