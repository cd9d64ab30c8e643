/** Groups as numbers, in the order of their first member. */
export interface GroupIndices {
  readonly groups: Uint32Array;
  readonly groupCount: number;
}

/**
 * Numbers the groups of samples that are named; without names every sample is a group of its own.
 */
export function groupIndices(sampleCount: number, names?: readonly string[]): GroupIndices {
  if (!names)
    return {
      groups: Uint32Array.from({ length: sampleCount }, (_, sample) => sample),
      groupCount: sampleCount,
    };
  if (names.length !== sampleCount)
    throw new RangeError(`${names.length} groups were named for ${sampleCount} samples`);
  const known = new Map<string, number>();
  const groups = Uint32Array.from(names, (name) => {
    const index = known.get(name) ?? known.size;
    known.set(name, index);
    return index;
  });
  return { groups, groupCount: known.size };
}
