/** Something that may be drawn; the lower its key, the sooner. */
export interface Drawn<T> {
  readonly key: string;
  readonly value: T;
}

/** Keeps the values with the lowest keys, in little memory however many there are. */
export class LowestKeys<T> {
  readonly #most: number;
  #kept: Drawn<T>[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(key: string, value: T): void {
    this.#kept.push({ key, value });
    if (this.#kept.length >= 2 * this.#most + 16) this.#kept = this.sorted().slice(0, this.#most);
  }

  /** Lowest first. */
  sorted(): Drawn<T>[] {
    return this.#kept.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  }
}

/**
 * So many in all, as many from each stratum as can be; what one has too few of, the others make up
 * for. Where that does not come out even, strata whose next key is lower have one more.
 */
export function drawEvenly<T>(
  strata: ReadonlyMap<string, LowestKeys<T>>,
  n: number,
): readonly Drawn<T>[] {
  const left = [...strata.values()].map((stratum) => stratum.sorted());
  const drawn: Drawn<T>[] = [];
  while (drawn.length < n) {
    const round = left
      .flatMap((stratum) => stratum.shift() ?? [])
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    if (round.length === 0) break;
    drawn.push(...round.slice(0, n - drawn.length));
  }
  return drawn;
}
