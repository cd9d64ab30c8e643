/** Cosine of the raw counts of the words of two texts: tokens `[a-z0-9']+` of the lower-cased text. 0 where a text has none. */
export function lexicalSimilarity(): (first: string, second: string) => number {
  const known = new Map<string, Bag>();
  const bagOf = (text: string): Bag => {
    let bag = known.get(text);
    if (!bag) {
      bag = countWords(text);
      known.set(text, bag);
    }
    return bag;
  };
  return (first, second) => cosine(bagOf(first), bagOf(second));
}

interface Bag {
  readonly counts: ReadonlyMap<string, number>;
  readonly norm: number;
}

function countWords(text: string): Bag {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z0-9']+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  let squares = 0;
  for (const count of counts.values()) squares += count * count;
  return { counts, norm: Math.sqrt(squares) };
}

function cosine(first: Bag, second: Bag): number {
  if (first.norm === 0 || second.norm === 0) return 0;
  const [few, many] = first.counts.size <= second.counts.size ? [first, second] : [second, first];
  let product = 0;
  for (const [word, count] of few.counts) product += count * (many.counts.get(word) ?? 0);
  return Math.fround(product / (first.norm * second.norm));
}
