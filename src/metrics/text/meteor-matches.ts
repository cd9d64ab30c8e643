import type { MeteorText, MeteorVocabulary, MeteorWords } from "./meteor-vocabulary.ts";
import type { ParaphraseTable } from "./paraphrase-table.ts";

/** How words or phrases can correspond, in the order in which METEOR looks. */
export const meteorMatchers = ["exact", "stem", "synonym", "paraphrase"] as const;
export type MeteorMatcher = (typeof meteorMatchers)[number];

/**
 * Every way in which a part of the candidate can correspond to a part of the reference, in columns:
 * one match is one index.
 */
export interface MeteorMatches {
  /** Number of the matcher. */
  matcher: Int32Array;
  start: Int32Array;
  length: Int32Array;
  candidateStart: Int32Array;
  candidateLength: Int32Array;
  /** The next match that begins at the same word of the reference; −1 at the end. */
  next: Int32Array;
  count: number;
  /** First and last match that begins at each word of the reference; −1 where there is none. */
  first: Int32Array;
  last: Int32Array;
  /** How many matches cover each word of the reference and of the candidate. */
  cover: Int32Array;
  candidateCover: Int32Array;
}

export interface MatchFinderOptions {
  readonly vocabulary: MeteorVocabulary;
  readonly matchers: ReadonlySet<MeteorMatcher>;
  readonly paraphrases?: ParaphraseTable | undefined;
}

/**
 * Finds all matches of two texts into one set of columns, which the next call overwrites: METEOR
 * runs on millions of pairs.
 */
export function matchFinder({ vocabulary, matchers, paraphrases }: MatchFinderOptions) {
  const { words } = vocabulary;
  const found = emptyMatches(256);
  const byKey = placesByClass();
  const byStem = placesByClass();
  const [usesStem, usesSynonym] = [matchers.has("stem"), matchers.has("synonym")];
  const addParaphrases =
    matchers.has("paraphrase") && paraphrases
      ? paraphraseFinder(paraphrases, words, found)
      : undefined;

  function isSame(candidate: MeteorText, reference: MeteorText): boolean {
    if (candidate.length !== reference.length) return false;
    for (let i = 0; i < candidate.length; i++)
      if (words.key[candidate.words[i]!] !== words.key[reference.words[i]!]) return false;
    return true;
  }

  function addSynonyms(candidate: MeteorText, word: number, j: number): void {
    const { key, synsetBits, synsets } = words;
    const bits = synsetBits[word]!;
    if (bits === 0) return;
    for (let i = 0; i < candidate.length; i++) {
      const other = candidate.words[i]!;
      if (
        (synsetBits[other]! & bits) !== 0 &&
        key[other] !== key[word] &&
        intersects(synsets[other]!, synsets[word]!)
      )
        addWord(found, 2, i, j);
    }
  }

  return (candidate: MeteorText, reference: MeteorText): MeteorMatches => {
    clear(found, candidate.length, reference.length);
    const { key, stem } = words;
    const areSame = isSame(candidate, reference);
    byKey.fill(candidate, key, vocabulary.keyCount);
    if (usesStem) byStem.fill(candidate, stem, vocabulary.stemCount);
    for (let j = 0; j < reference.length; j++) {
      const word = reference.words[j]!;
      for (let i = byKey.heads[key[word]!]!; i > 0; i = byKey.next[i]!) addWord(found, 0, i - 1, j);
      if (areSame) continue;
      if (usesStem) {
        for (let i = byStem.heads[stem[word]!]!; i > 0; i = byStem.next[i]!)
          if (key[candidate.words[i - 1]!] !== key[word]) addWord(found, 1, i - 1, j);
      }
      if (usesSynonym) addSynonyms(candidate, word, j);
    }
    byKey.empty(candidate, key);
    if (usesStem) byStem.empty(candidate, stem);
    if (!areSame) addParaphrases?.(candidate, reference);
    return found;
  };
}

/**
 * The places of a text by a class of their words, so that equal ones are found without comparing
 * all with all. Places count from 1; 0 ends a list.
 */
function placesByClass() {
  const places = {
    heads: new Int32Array(1024),
    next: new Int32Array(256),
    fill({ words, length }: MeteorText, classOf: Int32Array, classCount: number): void {
      if (classCount > places.heads.length) places.heads = new Int32Array(2 * classCount);
      if (length >= places.next.length) places.next = new Int32Array(2 * length + 2);
      for (let i = length; i > 0; i--) {
        const own = classOf[words[i - 1]!]!;
        places.next[i] = places.heads[own]!;
        places.heads[own] = i;
      }
    },
    empty({ words, length }: MeteorText, classOf: Int32Array): void {
      for (let i = 0; i < length; i++) places.heads[classOf[words[i]!]!] = 0;
    },
  };
  return places;
}

function emptyMatches(capacity: number): MeteorMatches {
  const columns = () => new Int32Array(capacity);
  return {
    ...{
      matcher: columns(),
      start: columns(),
      length: columns(),
      candidateStart: columns(),
      candidateLength: columns(),
      next: columns(),
      count: 0,
    },
    ...{ first: columns(), last: columns(), cover: columns(), candidateCover: columns() },
  };
}

function clear(found: MeteorMatches, candidateLength: number, referenceLength: number): void {
  found.count = 0;
  if (referenceLength > found.first.length) {
    found.first = new Int32Array(2 * referenceLength);
    found.last = new Int32Array(2 * referenceLength);
    found.cover = new Int32Array(2 * referenceLength);
  }
  if (candidateLength > found.candidateCover.length)
    found.candidateCover = new Int32Array(2 * candidateLength);
  found.first.fill(-1, 0, referenceLength);
  found.last.fill(-1, 0, referenceLength);
  found.cover.fill(0, 0, referenceLength);
  found.candidateCover.fill(0, 0, candidateLength);
}

function addWord(found: MeteorMatches, matcher: number, i: number, j: number): void {
  const match = newMatch(found, j);
  found.matcher[match] = matcher;
  found.length[match] = 1;
  found.candidateStart[match] = i;
  found.candidateLength[match] = 1;
  found.cover[j]!++;
  found.candidateCover[i]!++;
}

/** A match at the end of those that begin at word `start` of the reference. */
function newMatch(found: MeteorMatches, start: number): number {
  if (found.count === found.matcher.length) {
    for (const column of [
      "matcher",
      "start",
      "length",
      "candidateStart",
      "candidateLength",
      "next",
    ] as const) {
      const larger = new Int32Array(2 * found.count);
      larger.set(found[column]);
      found[column] = larger;
    }
  }
  const match = found.count++;
  found.start[match] = start;
  found.next[match] = -1;
  if (found.first[start] === -1) found.first[start] = match;
  else found.next[found.last[start]!] = match;
  found.last[start] = match;
  return match;
}

function intersects(a: Int32Array, b: Int32Array): boolean {
  let j = 0;
  for (let i = 0; i < a.length; i++) {
    while (j < b.length && b[j]! < a[i]!) j++;
    if (j === b.length) return false;
    if (b[j] === a[i]) return true;
  }
  return false;
}

/** All phrases of a text that the table knows, by where they begin, shorter ones first. */
interface Spans {
  readonly phrases: number[];
  readonly starts: number[];
  readonly lengths: number[];
}

/**
 * Both directions: phrases of the reference that have a paraphrase in the candidate, then those of
 * the candidate with one in the reference.
 */
function paraphraseFinder(table: ParaphraseTable, known: MeteorWords, found: MeteorMatches) {
  function spansOf({ words, length }: MeteorText): Spans {
    const spans: Spans = { phrases: [], starts: [], lengths: [] };
    for (let start = 0; start < length; start++) {
      let phrase = 0;
      for (let end = start; end < length; end++) {
        phrase = table.longer(phrase, known.phraseWord[words[end]!]!);
        if (phrase < 0) break;
        spans.phrases.push(phrase);
        spans.starts.push(start);
        spans.lengths.push(end - start + 1);
      }
    }
    return spans;
  }

  function add(
    start: number,
    length: number,
    candidateStart: number,
    candidateLength: number,
  ): void {
    const match = newMatch(found, start);
    found.matcher[match] = 3;
    found.length[match] = length;
    found.candidateStart[match] = candidateStart;
    found.candidateLength[match] = candidateLength;
    for (let i = 0; i < length; i++) found.cover[start + i]!++;
    for (let i = 0; i < candidateLength; i++) found.candidateCover[candidateStart + i]!++;
  }

  return (candidate: MeteorText, reference: MeteorText): void => {
    const own = spansOf(candidate);
    const others = spansOf(reference);
    eachParaphrase(table, others, own, (from, to) =>
      add(others.starts[from]!, others.lengths[from]!, own.starts[to]!, own.lengths[to]!),
    );
    eachParaphrase(table, own, others, (from, to) =>
      add(others.starts[to]!, others.lengths[to]!, own.starts[from]!, own.lengths[from]!),
    );
  };
}

/**
 * Calls `visit` with every span of `from` and span of `to` that paraphrases it, in the order of the
 * table.
 */
function eachParaphrase(
  { starts, targets }: ParaphraseTable,
  from: Spans,
  to: Spans,
  visit: (from: number, to: number) => void,
): void {
  const places = Map.groupBy(to.phrases.keys(), (span) => to.phrases[span]!);
  for (let span = 0; span < from.phrases.length; span++) {
    const phrase = from.phrases[span]!;
    for (let i = starts[phrase]!; i < starts[phrase + 1]!; i++)
      for (const place of places.get(targets[i]!) ?? []) visit(span, place);
  }
}
