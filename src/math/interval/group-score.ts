import type { ClassScore, Weights } from "../../core/scores/metric.ts";

interface WeighedGroups {
  /** The group of each sample, as an index into `counts`. */
  readonly ranks: Uint32Array;
  /** The weight of each group, which changes from call to call. */
  readonly counts: Weights;
  /** How often each sample counts in its group; each once when left out. */
  readonly base: Uint32Array | undefined;
}

/**
 * Scores groups by their weights. What a group holds of a class is added up once, so that a call
 * takes as long as there are classes in groups, not samples.
 */
export function groupScore(
  { classes, classCount, score }: ClassScore,
  { ranks, counts, base }: WeighedGroups,
): () => number | null {
  const parts = classParts(classes, classCount, { ranks, groupCount: counts.length, base });
  const classWeights = new Float64Array(classCount);
  return () => {
    classWeights.fill(0);
    const { groupOf, classOf, sizes } = parts;
    for (let part = 0; part < sizes.length; part++)
      classWeights[classOf[part]!]! += sizes[part]! * counts[groupOf[part]!]!;
    return score(classWeights);
  };
}

/** The samples of one class in one group, group after group. */
interface ClassParts {
  readonly groupOf: Uint32Array;
  readonly classOf: Uint32Array;
  /** How many there are. */
  readonly sizes: Uint32Array;
}

function classParts(
  classes: Uint32Array,
  classCount: number,
  { ranks, groupCount, base }: Omit<WeighedGroups, "counts"> & { readonly groupCount: number },
): ClassParts {
  const [groupOf, classOf, sizes] = [0, 1, 2].map(() => new Uint32Array(ranks.length));
  const newest = new Uint32Array(classCount);
  let count = 0;
  for (const sample of inOrderOfGroups(ranks, groupCount)) {
    const times = base ? base[sample]! : 1;
    if (times === 0) continue;
    const own = classes[sample]!;
    let part = newest[own]!;
    if (part >= count || classOf![part] !== own || groupOf![part] !== ranks[sample]) {
      part = count++;
      newest[own] = part;
      groupOf![part] = ranks[sample]!;
      classOf![part] = own;
    }
    sizes![part]! += times;
  }
  return {
    groupOf: groupOf!.slice(0, count),
    classOf: classOf!.slice(0, count),
    sizes: sizes!.slice(0, count),
  };
}

function inOrderOfGroups(ranks: Uint32Array, groupCount: number): Uint32Array {
  const starts = new Uint32Array(groupCount + 1);
  for (let sample = 0; sample < ranks.length; sample++) starts[ranks[sample]! + 1]!++;
  for (let group = 0; group < groupCount; group++) starts[group + 1]! += starts[group]!;
  const order = new Uint32Array(ranks.length);
  for (let sample = 0; sample < ranks.length; sample++) order[starts[ranks[sample]!]!++] = sample;
  return order;
}
