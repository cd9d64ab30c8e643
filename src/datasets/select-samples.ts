import type { PlannedSample, SampleBatches } from "../core/data/dataset.ts";
import type { Digest } from "../core/digest.ts";
import { UserError } from "../core/user-error.ts";

/**
 * Which samples of a dataset a run takes. None of this is part of the run's spec, so that a run can
 * be extended.
 */
export interface Selection {
  readonly split?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  /** One of so many parts, which together are everything: whole groups, by the digests of their names. */
  readonly shard?: Shard | undefined;
  /**
   * A subset of at most so many, the same everywhere: whole groups, such as all questions about a
   * video, in the order of their digests.
   */
  readonly fast?: number | undefined;
  /** So many at random: a larger number keeps the samples of a smaller one. */
  readonly sample?: number | undefined;
  readonly seed: number;
  /** The first so many. */
  readonly limit?: number | undefined;
}

/** Which part, counted from 1, of how many. */
export interface Shard {
  readonly number: number;
  readonly count: number;
}

/** Leaves out what was not selected; order and memory stay those of the reader. */
export function selectSamples(
  samples: SampleBatches,
  selection: Selection,
  digest: Digest,
): SampleBatches {
  const { split, ids, fast, sample, limit, shard } = selection;
  let selected = samples;
  if (split !== undefined) selected = ofNamedSplit(selected, split);
  if (ids) selected = byId(selected, ids);
  if (fast !== undefined) selected = wholeGroups(selected, { most: fast, digest });
  if (sample !== undefined)
    selected = atRandom(selected, { count: sample, seed: selection.seed, digest });
  if (limit !== undefined) selected = first(selected, limit);
  return shard === undefined ? selected : ofShard(selected, shard, digest);
}

/** Parts of what is selected otherwise, so that together they are the same without shards. */
function ofShard(samples: SampleBatches, { number, count }: Shard, digest: Digest): SampleBatches {
  const parts = new Map<string, boolean>();
  return filtered(samples, ({ sample: { group } }) => {
    const known = parts.get(group);
    if (known !== undefined) return known;
    const isOwn = Number.parseInt(digest(group).slice(0, 12), 16) % count === number - 1;
    parts.set(group, isOwn);
    return isOwn;
  });
}

/** The samples of a split, which may be none. */
export function samplesOfSplit(samples: SampleBatches, split: string): SampleBatches {
  return filtered(samples, ({ sample }) => sample.split === split);
}

/** A split that somebody names must be there. */
function ofNamedSplit(samples: SampleBatches, split: string): SampleBatches {
  return {
    async *[Symbol.asyncIterator]() {
      const others = new Set<string | undefined>();
      let isFound = false;
      const isOwn = ({ sample }: PlannedSample) => {
        if (sample.split === split) return true;
        others.add(sample.split);
        return false;
      };
      for await (const batch of filtered(samples, isOwn)) {
        isFound = true;
        yield batch;
      }
      if (isFound || others.size === 0) return;
      const named = [...others].flatMap((other) => (other === undefined ? [] : [`"${other}"`]));
      throw new UserError(
        `no sample is of the split "${split}"`,
        named.length === 0
          ? "the samples name no split: leave out data.split"
          : `splits here: ${named.join(", ")}`,
      );
    },
  };
}

function filtered(
  samples: SampleBatches,
  keeps: (planned: PlannedSample) => boolean,
): SampleBatches {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of samples) {
        const kept = batch.filter(keeps);
        if (kept.length > 0) yield kept;
      }
    },
  };
}

/**
 * By their whole ids; an id that no sample has may be a part of the ids of one group, such as a
 * video's name.
 */
function byId(samples: SampleBatches, ids: readonly string[]): SampleBatches {
  return {
    async *[Symbol.asyncIterator]() {
      const missing = new Set(ids);
      for await (const batch of filtered(samples, ({ sample }) => missing.has(sample.id))) {
        for (const { sample } of batch) missing.delete(sample.id);
        yield batch;
        if (missing.size === 0) return;
      }
      const taken = new Set(ids);
      const parts = await partsOf(samples, [...missing]);
      yield* filtered(samples, ({ sample }) => !taken.has(sample.id) && parts.has(sample.id));
    },
  };
}

/**
 * Ids that hold one of these texts: as words of their own or, where there are none such, anywhere.
 * All that hold one text must be of one group.
 */
async function partsOf(
  samples: SampleBatches,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = texts.map((text) => ({
    text,
    words: new Map<string, string>(),
    anywhere: new Map<string, string>(),
  }));
  for await (const batch of samples)
    for (const { sample } of batch)
      for (const { text, words, anywhere } of found) {
        if (!sample.id.includes(text)) continue;
        anywhere.set(sample.id, sample.group);
        if (isWordIn(text, sample.id)) words.set(sample.id, sample.group);
      }
  const unknown = found.filter(({ anywhere }) => anywhere.size === 0);
  if (unknown.length > 0)
    throw new UserError(
      `no sample has the id ${unknown.map(({ text }) => `"${text}"`).join(", ")}`,
    );
  return new Set(
    found.flatMap(({ text, words, anywhere }) =>
      ofOneGroup(text, words.size > 0 ? words : anywhere),
    ),
  );
}

const mostShown = 5;

function ofOneGroup(text: string, groups: ReadonlyMap<string, string>): readonly string[] {
  if (new Set(groups.values()).size === 1) return [...groups.keys()];
  const shown = [...groups.keys()].slice(0, mostShown).map((id) => `"${id}"`);
  const more = groups.size > shown.length ? ` and ${groups.size - shown.length} more` : "";
  throw new UserError(
    `no sample has the id "${text}", and it is part of several: ${shown.join(", ")}${more}`,
    "name more of the id",
  );
}

function isWordIn(text: string, id: string): boolean {
  const isEdge = (at: number) => !/[A-Za-z0-9]/.test(id.charAt(at));
  for (let at = id.indexOf(text); at >= 0; at = id.indexOf(text, at + 1))
    if (isEdge(at - 1) && isEdge(at + text.length)) return true;
  return false;
}

function first(samples: SampleBatches, limit: number): SampleBatches {
  return {
    async *[Symbol.asyncIterator]() {
      let left = limit;
      for await (const batch of samples) {
        if (left <= 0) return;
        yield batch.slice(0, left);
        left -= batch.length;
        if (left <= 0) return;
      }
    },
  };
}

interface GroupChoice {
  readonly most: number;
  readonly digest: Digest;
}

/**
 * Takes groups by the digests of their names as long as they fit, so that the choice depends
 * neither on order nor on a seed. Of a first group that alone is too large, the samples with the
 * smallest digests of their ids.
 */
function wholeGroups(samples: SampleBatches, { most, digest }: GroupChoice): SampleBatches {
  return {
    async *[Symbol.asyncIterator]() {
      const sizes = new Map<string, number>();
      for await (const batch of samples)
        for (const { sample } of batch) sizes.set(sample.group, (sizes.get(sample.group) ?? 0) + 1);
      const ranked = [...sizes]
        .map(([group, size]) => ({ group, size, rank: digest(group) }))
        .sort((a, b) => (a.rank < b.rank ? -1 : 1));
      const taken = new Set<string>();
      let left = most;
      for (const { group, size } of ranked) {
        if (size > left) continue;
        taken.add(group);
        left -= size;
      }
      if (taken.size > 0 || ranked.length === 0)
        yield* filtered(samples, ({ sample }) => taken.has(sample.group));
      else yield* smallestIds(samples, { group: ranked[0]!.group, most, digest });
    },
  };
}

async function* smallestIds(
  samples: SampleBatches,
  { group, most, digest }: GroupChoice & { readonly group: string },
) {
  const ranks: string[] = [];
  for await (const batch of samples)
    for (const { sample } of batch) if (sample.group === group) ranks.push(digest(sample.id));
  const kept = new Set(ranks.sort().slice(0, most));
  yield* filtered(samples, ({ sample }) => sample.group === group && kept.has(digest(sample.id)));
}

interface RandomChoice {
  readonly count: number;
  readonly seed: number;
  readonly digest: Digest;
}

/**
 * Keeps the samples with the smallest seeded numbers, so that the choice depends neither on order
 * nor on how many others there are.
 */
function atRandom(samples: SampleBatches, { count, seed, digest }: RandomChoice): SampleBatches {
  const rank = ({ digest: content }: PlannedSample) =>
    Number.parseInt(digest(`${seed}/${content}`).slice(0, 13), 16);
  return {
    async *[Symbol.asyncIterator]() {
      const ranks: number[] = [];
      for await (const batch of samples) for (const planned of batch) ranks.push(rank(planned));
      const sorted = Float64Array.from(ranks).sort();
      const largest = count < sorted.length ? sorted[count - 1]! : Number.POSITIVE_INFINITY;
      yield* filtered(samples, (planned) => count > 0 && rank(planned) <= largest);
    },
  };
}
