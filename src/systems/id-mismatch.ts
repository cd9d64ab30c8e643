/** Ids of both sides, none of which is on the other; the first of each are enough. */
export interface IdSides {
  readonly data: readonly string[];
  readonly predictions: readonly string[];
}

/**
 * How ids that do not match would match, in words; `undefined` where no simple change makes them.
 */
export function idMismatchHint({ data, predictions }: IdSides): string | undefined {
  const folded = new Set(data.map(fold));
  if (mostOf(predictions, (id) => folded.has(fold(id))))
    return "they are the same but for capitals and space around them";
  return (
    affixHint(
      predictions,
      data,
      (affix) => `the ids of the predictions match without "${affix}"`,
    ) ?? affixHint(data, predictions, (affix) => `the ids of the data match without "${affix}"`)
  );
}

function fold(id: string): string {
  return id.trim().toLowerCase();
}

/** Half of them are enough: either side may have others besides. */
function mostOf(ids: readonly string[], isKnown: (id: string) => boolean): boolean {
  return ids.length > 0 && ids.filter(isKnown).length * 2 >= ids.length;
}

/** What stands before or behind every id of one side, such as a folder or the ending of a file. */
function affixHint(
  longer: readonly string[],
  shorter: readonly string[],
  say: (affix: string) => string,
): string | undefined {
  const known = new Set(shorter);
  for (const id of longer.slice(0, triedIds)) {
    for (const suffix of shorter.flatMap((other) =>
      other !== "" && id.startsWith(other) ? [id.slice(other.length)] : [],
    ))
      if (
        mostOf(
          longer,
          (one) => one.endsWith(suffix) && known.has(one.slice(0, one.length - suffix.length)),
        )
      )
        return say(suffix);
    for (const prefix of shorter.flatMap((other) =>
      other !== "" && id.endsWith(other) ? [id.slice(0, id.length - other.length)] : [],
    ))
      if (mostOf(longer, (one) => one.startsWith(prefix) && known.has(one.slice(prefix.length))))
        return say(prefix);
  }
  return undefined;
}

const triedIds = 5;
