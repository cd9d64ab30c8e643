import type { Sample } from "../../core/data/sample.ts";
import type { Measure, Observation } from "../../core/scores/measure.ts";
import type { Weights } from "../../core/scores/metric.ts";
import { type GrowingArray, growing } from "../../math/growing-array.ts";
import { hexWord } from "../../math/hex-word.ts";
import { sortByKey } from "../../math/sort-by-key.ts";
import { textHash } from "../../math/text-hash.ts";
import { EvidenceTable } from "./evidence-table.ts";

/**
 * Scored samples in an order that depends on their content alone, ready to be scored as a whole, in
 * slices and in resamples.
 */
export interface OrderedEvidence {
  readonly n: number;
  /**
   * Group of each sample, numbered 0 … groupCount − 1 in an order that depends on the groups' names
   * alone.
   */
  readonly groups: Uint32Array;
  readonly groupCount: number;
  /** 1 where the system answered. */
  readonly answered: Uint8Array;
  /** In the order of their names. */
  readonly slices: readonly OrderedSlice[];
  /**
   * The evidence of a measure, by its signature, of the samples whose weight is not 0; without
   * weights the very same iterable every time.
   */
  evidence(measure: string, weights?: Weights): Iterable<unknown>;
}

/** The same with what pairs the samples of two systems. */
export interface DigestedEvidence extends OrderedEvidence {
  /**
   * The first half of each sample's digest, in the order of the samples, which it sorts upwards.
   */
  readonly digests: SampleDigests;
}

/** 64 bits of a digest, as two words. */
export interface SampleDigests {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** Hexadecimal digits of a sample's digest that evidence knows it by. */
export const evidenceDigits = 16;

/** These digits of the sample at a place. */
export function evidenceDigest(
  { digests: { high, low } }: Pick<DigestedEvidence, "digests">,
  at: number,
): string {
  return hexDigits(high[at]!) + hexDigits(low[at]!);
}

function hexDigits(word: number): string {
  return word.toString(16).padStart(8, "0");
}

interface OrderedSlice {
  readonly name: string;
  readonly values: readonly string[];
  /** For each sample the place of its value in `values`; `values.length` where it has none. */
  readonly codes: Uint32Array;
}

interface GrowingSlice {
  readonly values: Map<string, number>;
  readonly codes: GrowingArray<Uint32Array>;
}

/**
 * By a field with more values scores are not broken down: nobody reads so many rows, and every row
 * takes as long as the whole set.
 */
export const mostSliceValues = 200;

/**
 * Gathers the evidence of one system on one task, sample by sample, in about 30 bytes each beside
 * the evidence itself.
 */
export class EvidenceSet {
  readonly #measures: readonly Measure<Sample, unknown, unknown>[];
  readonly #tables: readonly EvidenceTable[];
  readonly #slicesOf: (sample: Sample) => Readonly<Record<string, string>>;
  readonly #slices = new Map<string, GrowingSlice>();
  /** Names of slices that are kept however many values they have. */
  readonly #whole: readonly string[];
  /** Names of slices with too many values, which are not kept. */
  readonly #tooFine = new Set<string>();
  readonly #answered = growing.bytes();
  readonly #digestHigh = growing.words();
  readonly #digestLow = growing.words();
  readonly #groupHigh = growing.words();
  readonly #groupLow = growing.words();

  constructor(
    measures: readonly Measure<Sample, unknown, unknown>[],
    slicesOf: (sample: Sample) => Readonly<Record<string, string>>,
    whole: readonly string[] = [],
  ) {
    this.#measures = measures;
    this.#whole = whole;
    this.#tables = measures.map(() => new EvidenceTable());
    this.#slicesOf = slicesOf;
  }

  get n(): number {
    return this.#answered.length;
  }

  /** Fields that have more values than scores are broken down by. */
  get tooFine(): readonly string[] {
    return [...this.#tooFine].sort();
  }

  /** Measures one sample; returns its evidence in the order of the measures. */
  add(observation: Observation<Sample, unknown>, digest: string): readonly unknown[] {
    const { sample, outcome } = observation;
    this.#addSlices(this.#slicesOf(sample));
    this.#answered.push(outcome === "answered" ? 1 : 0);
    this.#digestHigh.push(hexWord(digest, 0));
    this.#digestLow.push(hexWord(digest, 8));
    this.#groupHigh.push(textHash(sample.group, 1));
    this.#groupLow.push(textHash(sample.group, 2));
    return this.#measures.map((measure, i) => {
      const evidence = measure.measure(observation);
      this.#tables[i]!.add(evidence);
      return evidence;
    });
  }

  /** The same samples in a set of their own, to which others can be added. */
  copy(): EvidenceSet {
    const copy = new EvidenceSet(this.#measures, this.#slicesOf, this.#whole);
    for (const [i, table] of this.#tables.entries())
      for (const row of table.rows()) copy.#tables[i]!.add(row);
    for (const [name, { values, codes }] of this.#slices)
      copy.#slices.set(name, { values: new Map(values), codes: appended(codes, growing.words()) });
    for (const name of this.#tooFine) copy.#tooFine.add(name);
    appended(this.#answered, copy.#answered);
    appended(this.#digestHigh, copy.#digestHigh);
    appended(this.#digestLow, copy.#digestLow);
    appended(this.#groupHigh, copy.#groupHigh);
    appended(this.#groupLow, copy.#groupLow);
    return copy;
  }

  ordered(): DigestedEvidence {
    const order = sortByKey(this.#digestHigh.view(), this.#digestLow.view());
    const { groups, groupCount } = this.#groups(order);
    const n = this.n;
    const whole = new Map<string, Iterable<unknown>>();
    return {
      n,
      groups,
      groupCount,
      answered: permuted(this.#answered.view(), order, new Uint8Array(n)),
      digests: {
        high: permuted(this.#digestHigh.view(), order, new Uint32Array(n)),
        low: permuted(this.#digestLow.view(), order, new Uint32Array(n)),
      },
      slices: [...this.#slices]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, slice]) => orderedSlice(name, slice, order)),
      evidence: (signature, weights) => {
        const table =
          this.#tables[this.#measures.findIndex((measure) => measure.signature === signature)];
        if (!table) throw new RangeError(`no measure has the signature ${signature}`);
        if (weights) return table.rows(order, weights);
        const rows = whole.get(signature) ?? table.rows(order);
        whole.set(signature, rows);
        return rows;
      },
    };
  }

  #addSlices(values: Readonly<Record<string, string>>): void {
    const row = this.n;
    for (const name in values) {
      if (this.#tooFine.has(name)) continue;
      let slice = this.#slices.get(name);
      if (!slice) {
        slice = { values: new Map(), codes: growing.words() };
        this.#slices.set(name, slice);
      }
      const value = values[name]!;
      let code = slice.values.get(value);
      if (code === undefined) {
        code = slice.values.size + 1;
        slice.values.set(value, code);
      }
      if (code > mostSliceValues && !this.#whole.includes(name)) {
        this.#tooFine.add(name);
        this.#slices.delete(name);
        continue;
      }
      while (slice.codes.length < row) slice.codes.push(0);
      slice.codes.push(code);
    }
  }

  /** Numbers groups by the order of their names' hashes, whatever order the samples came in. */
  #groups(order: Uint32Array): { groups: Uint32Array; groupCount: number } {
    const high = this.#groupHigh.view();
    const low = this.#groupLow.view();
    const numbers = new Uint32Array(this.n);
    let groupCount = 0;
    let previous = -1;
    for (const row of sortByKey(high, low)) {
      if (previous >= 0 && (high[row] !== high[previous] || low[row] !== low[previous]))
        groupCount++;
      numbers[row] = groupCount;
      previous = row;
    }
    return {
      groups: permuted(numbers, order, new Uint32Array(order.length)),
      groupCount: previous < 0 ? 0 : groupCount + 1,
    };
  }
}

/** Values in the order of their names; codes count from 1 while growing, 0 standing for "none". */
function orderedSlice(
  name: string,
  { values, codes }: GrowingSlice,
  order: Uint32Array,
): OrderedSlice {
  const names = [...values.keys()].sort();
  const place = new Map(names.map((value, i) => [values.get(value)!, i]));
  const places = Uint32Array.from(
    { length: values.size + 1 },
    (_, code) => place.get(code) ?? names.length,
  );
  const ordered = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++)
    ordered[i] = places[order[i]! < codes.length ? codes.at(order[i]!) : 0]!;
  return { name, values: names, codes: ordered };
}

function appended<T extends Uint8Array | Uint32Array>(
  from: GrowingArray<T>,
  to: GrowingArray<T>,
): GrowingArray<T> {
  for (const value of from.view()) to.push(value);
  return to;
}

/**
 * `from` in another order; a plain loop, since `TypedArray.from` would gather a million numbers in
 * a list first.
 */
function permuted<T extends Uint8Array | Uint32Array>(from: T, order: Uint32Array, into: T): T {
  for (let i = 0; i < order.length; i++) into[i] = from[order[i]!]!;
  return into;
}
