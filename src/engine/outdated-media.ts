import type { PlannedSample } from "../core/data/dataset.ts";
import type { Sample } from "../core/data/sample.ts";
import { looksIn, shownOf } from "../core/run/looks.ts";
import type { WorkHistory } from "../core/run/run-store.ts";
import { Slots } from "../core/slots.ts";
import type { Cell } from "./cell.ts";

/** Samples that are compared with their files at the same time before a run continues. */
const filesAtOnce = 8;

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

interface Settled {
  readonly batch: readonly PlannedSample[];
  /** By place in the batch, for samples that the log mentions. */
  readonly histories: readonly (WorkHistory | undefined)[];
  readonly cell: Cell;
}

/** Opens settled samples whose files have changed since the system saw them. */
export async function openOutdated(
  isOpen: boolean[],
  { batch, histories, cell }: Settled,
): Promise<void> {
  if (!cell.media) return;
  const slots = new Slots(filesAtOnce);
  const look = async (place: number, history: WorkHistory) => {
    isOpen[place] = await isOutdated(history, batch[place]!.sample, cell);
  };
  await Promise.all(
    histories.map((history, place) =>
      history && !isOpen[place] ? slots.run(() => look(place, history)) : undefined,
    ),
  );
}
