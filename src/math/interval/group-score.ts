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
    for (let one = 0; one < classCount; one++) classWeights[one] = classWeight(parts, one, counts);
    return score(classWeights);
  };
}

/** Each class by itself, since a sum in a register takes a third of the time of one in an array. */
function classWeight({ starts, groupOf, sizes }: ClassParts, one: number, counts: Weights): number {
  let [even, odd] = [0, 0];
  const end = starts[one + 1]!;
  let part = starts[one]!;
  // Two sums, so that no addition waits for the one before it (bench/bootstrap.ts).
  for (; part + 1 < end; part += 2) {
    even += sizes[part]! * counts[groupOf[part]!]!;
    odd += sizes[part + 1]! * counts[groupOf[part + 1]!]!;
  }
  return part < end ? even + odd + sizes[part]! * counts[groupOf[part]!]! : even + odd;
}

/** The samples of each class in each group: those of one class together, group after group. */
interface ClassParts {
  /** Where the parts of each class start; one more entry for the end. */
  readonly starts: Uint32Array;
  readonly groupOf: Uint32Array;
  /** How many there are. */
  readonly sizes: Uint32Array;
}

function classParts(
  classes: Uint32Array,
  classCount: number,
  { ranks, groupCount, base }: Omit<WeighedGroups, "counts"> & { readonly groupCount: number },
): ClassParts {
  const groupOf = new Uint32Array(ranks.length);
  const sizes = new Uint32Array(ranks.length);
  const starts = new Uint32Array(classCount + 1);
  const inGroups = inOrderOf(ranks, groupCount);
  let count = 0;
  let [newest, newestClass] = [-1, -1];
  for (const place of inOrderOf(
    inGroups.map((sample) => classes[sample]!),
    classCount,
  )) {
    const sample = inGroups[place]!;
    const times = base ? base[sample]! : 1;
    if (times === 0) continue;
    const own = classes[sample]!;
    if (own !== newestClass || groupOf[newest] !== ranks[sample]) {
      newest = count++;
      newestClass = own;
      groupOf[newest] = ranks[sample]!;
      starts[own + 1]!++;
    }
    sizes[newest]! += times;
  }
  for (let one = 0; one < classCount; one++) starts[one + 1]! += starts[one]!;
  return { starts, groupOf: groupOf.slice(0, count), sizes: sizes.slice(0, count) };
}

/** Indices of the numbers in ascending order, equal ones in their own order. */
function inOrderOf(numbers: Uint32Array, below: number): Uint32Array {
  const starts = new Uint32Array(below + 1);
  for (let i = 0; i < numbers.length; i++) starts[numbers[i]! + 1]!++;
  for (let one = 0; one < below; one++) starts[one + 1]! += starts[one]!;
  const order = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) order[starts[numbers[i]!]!++] = i;
  return order;
}
