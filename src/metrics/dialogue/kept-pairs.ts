import { byteReader, byteWriter } from "../../math/number-bytes.ts";

/**
 * What came of matching one stream, in numbers: of each pair its cost of meaning, how many frames
 * it is late, and its label.
 */
export interface PairNumbers {
  /** 1 − the similarity, in single precision. */
  readonly meanings: readonly number[];
  /** Negative: early. */
  readonly framesLate: readonly number[];
  readonly labels: readonly string[];
  /** Of references that nothing was matched with. */
  readonly missedLabels: readonly string[];
}

/** The same in about six bytes a pair. */
export interface KeptPairs {
  readonly pairCount: number;
  readonly missedCount: number;
  readonly bytes: Uint8Array;
  /** All labels that were met, shared by all streams. */
  readonly labels: readonly string[];
}

/** Writes pairs of one stream after the other; their bytes are valid until the next. */
export function pairWriter(): (numbers: PairNumbers) => KeptPairs {
  const writer = byteWriter();
  const labels: string[] = [];
  const places = new Map<string, number>();

  function placeOf(label: string): number {
    let place = places.get(label);
    if (place === undefined) {
      place = labels.push(label) - 1;
      places.set(label, place);
    }
    return place;
  }

  /** By runs of the same label: many streams have only one. */
  function writeLabels(list: readonly string[]): void {
    for (let from = 0; from < list.length; ) {
      let to = from;
      while (to < list.length && list[to] === list[from]) to++;
      writer.writeNumber(to - from);
      writer.writeNumber(placeOf(list[from]!));
      from = to;
    }
  }

  return ({ meanings, framesLate, labels: own, missedLabels }) => {
    for (const meaning of meanings) writer.writeFloat(meaning);
    for (const frames of framesLate) writer.writeNumber(frames < 0 ? -2 * frames - 1 : 2 * frames);
    writeLabels(own);
    writeLabels(missedLabels);
    return {
      pairCount: meanings.length,
      missedCount: missedLabels.length,
      bytes: writer.end(),
      labels,
    };
  };
}

/** The similarity of each pair. */
export function keptSemantics({ pairCount, bytes }: KeptPairs): readonly number[] {
  const read = byteReader(bytes);
  const semantics: number[] = [];
  for (let i = 0; i < pairCount; i++) semantics.push(1 - read.float());
  return semantics;
}

export function keptFramesLate({ pairCount, bytes }: KeptPairs): readonly number[] {
  const read = byteReader(bytes, 4 * pairCount);
  const framesLate: number[] = [];
  for (let i = 0; i < pairCount; i++) {
    const number = read.number();
    framesLate.push(number % 2 === 0 ? number / 2 : -(number + 1) / 2);
  }
  return framesLate;
}

/** Labels of pairs, and of what was missed. */
export function keptLabels({
  pairCount,
  missedCount,
  bytes,
  labels,
}: KeptPairs): Pick<PairNumbers, "labels" | "missedLabels"> {
  const read = byteReader(bytes, 4 * pairCount);
  for (let i = 0; i < pairCount; i++) read.number();
  const list = (length: number) => {
    const own: string[] = [];
    while (own.length < length) {
      const end = own.length + read.number();
      const label = labels[read.number()]!;
      while (own.length < end) own.push(label);
    }
    return own;
  };
  return { labels: list(pairCount), missedLabels: list(missedCount) };
}
