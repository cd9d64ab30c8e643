/** Both texts are parts of longer lists of word ids. */
export interface ComparedTexts {
  readonly candidate: Int32Array;
  readonly candidateStart: number;
  readonly candidateEnd: number;
  readonly reference: Int32Array;
  readonly start: number;
  readonly end: number;
  /** Above all word ids. */
  readonly wordCount: number;
}

/**
 * What is known of the n-grams of two texts; places count from the beginning of each text, and the
 * next step overwrites it all.
 */
export interface CommonNgrams {
  /** For every place of the reference, the first one with the same n-gram. */
  first: Int32Array;
  /** By first place: how often the n-gram is in the reference, and how often in the candidate. */
  times: Int32Array;
  found: Int32Array;
  /**
   * For every place of the candidate, the first place of the reference with the same n-gram; −1
   * where it has none.
   */
  own: Int32Array;
}

/**
 * Compares the n-grams of a candidate and a reference, from single words on, one word more at every
 * step. An n-gram of the reference is known by the first place where it begins. One of the
 * candidate can be in the reference only if its beginning is, so each step looks at fewer places,
 * and at a single one where the beginning is there once. No strings, no table of n-grams: this is
 * most of BLEU and CIDEr (`npm run bench metrics`).
 */
interface NgramComparer extends CommonNgrams {
  /**
   * Takes two texts and answers how many words of the candidate the reference has, each at most as
   * often.
   */
  begin(texts: ComparedTexts): number;
  /** Makes the n-grams one word longer and answers the same of them. */
  extend(): number;
}

export function ngramComparer(): NgramComparer {
  let candidate = new Int32Array(0) as Int32Array;
  let reference = candidate;
  let [candidateStart, candidateLength, start, length, order] = [0, 0, 0, 0, 1];
  let shorter = new Int32Array(64);
  let shorterTimes = new Int32Array(64);
  /** 1 + the first place of each word in the reference; 0 between calls. */
  let placeOfWord = new Int32Array(1024);
  const now: NgramComparer = {
    first: empty(),
    times: empty(),
    found: empty(),
    own: empty(),
    begin,
    extend,
  };

  function reserve(wordCount: number): void {
    if (length > now.first.length) {
      now.first = new Int32Array(2 * length);
      now.times = new Int32Array(2 * length);
      now.found = new Int32Array(2 * length);
      shorter = new Int32Array(2 * length);
      shorterTimes = new Int32Array(2 * length);
    }
    if (candidateLength > now.own.length) now.own = new Int32Array(2 * candidateLength);
    if (wordCount > placeOfWord.length) placeOfWord = new Int32Array(2 * wordCount);
  }

  function begin(texts: ComparedTexts): number {
    ({ candidate, candidateStart, reference, start } = texts);
    candidateLength = texts.candidateEnd - candidateStart;
    length = texts.end - start;
    order = 1;
    reserve(texts.wordCount);
    const { first, times, found, own } = now;
    for (let j = 0; j < length; j++) {
      const place = placeOfWord[reference[start + j]!]! - 1;
      if (place < 0) placeOfWord[reference[start + j]!] = j + 1;
      first[j] = place < 0 ? j : place;
      times[j] = found[j] = 0;
      times[first[j]!]!++;
    }
    let matches = 0;
    for (let i = 0; i < candidateLength; i++) {
      const place = placeOfWord[candidate[candidateStart + i]!]! - 1;
      own[i] = place;
      if (place >= 0 && found[place]!++ < times[place]!) matches++;
    }
    for (let j = 0; j < length; j++) placeOfWord[reference[start + j]!] = 0;
    return matches;
  }

  function extend(): number {
    [shorter, now.first] = [now.first as Int32Array<ArrayBuffer>, shorter];
    [shorterTimes, now.times] = [now.times as Int32Array<ArrayBuffer>, shorterTimes];
    const { first, times, found, own } = now;
    const last = order++;
    const places = length - last;
    for (let j = 0; j < places; j++) {
      const from = shorter[j]!;
      first[j] = shorterTimes[from] === 1 ? j : placeOf(from, j, reference[start + j + last]!);
      times[j] = found[j] = 0;
      times[first[j]!]!++;
    }
    let matches = 0;
    for (let i = 0; i < candidateLength - last; i++) {
      const from = own[i]!;
      if (from < 0) continue;
      const word = candidate[candidateStart + i + last]!;
      const isAlone = shorterTimes[from] === 1;
      const place = isAlone
        ? from < places && reference[start + from + last] === word
          ? from
          : places
        : placeOf(from, places, word);
      own[i] = place < places ? place : -1;
      if (place < places && found[place]!++ < times[place]!) matches++;
    }
    return matches;
  }

  /**
   * The first place before `end` that has the shorter n-gram first seen at `from` and goes on with
   * `word`; at least `end` if there is none.
   */
  function placeOf(from: number, end: number, word: number): number {
    let place = from;
    while (
      place < end &&
      (shorter[place] !== from || reference[start + place + order - 1] !== word)
    )
      place++;
    return place;
  }

  return now;
}

function empty(): Int32Array {
  return new Int32Array(64);
}
