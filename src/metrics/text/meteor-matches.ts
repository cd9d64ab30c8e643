import type { MeteorWord } from "./meteor-vocabulary.ts";
import type { ParaphraseTable } from "./paraphrase-table.ts";

/** How words or phrases can correspond, in the order in which METEOR looks. */
export const meteorMatchers = ["exact", "stem", "synonym", "paraphrase"] as const;
export type MeteorMatcher = (typeof meteorMatchers)[number];

/** Every way in which a part of the candidate can correspond to a part of the reference, in columns: one match is one index. */
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
  readonly matchers: ReadonlySet<MeteorMatcher>;
  readonly paraphrases?: ParaphraseTable | undefined;
}

/** Finds all matches of two texts into one set of columns, which the next call overwrites: METEOR runs on millions of pairs. */
export function matchFinder({ matchers, paraphrases }: MatchFinderOptions) {
  const found = emptyMatches(256);
  const [usesStem, usesSynonym] = [matchers.has("stem"), matchers.has("synonym")];
  const addParaphrases = matchers.has("paraphrase") && paraphrases ? paraphraseFinder(paraphrases, found) : undefined;

  return (candidate: readonly MeteorWord[], reference: readonly MeteorWord[]): MeteorMatches => {
    clear(found, candidate.length, reference.length);
    const isSame = candidate.length === reference.length && candidate.every(({ key }, i) => key === reference[i]!.key);
    for (let j = 0; j < reference.length; j++) {
      const { key, stem, synsets, synsetBits } = reference[j]!;
      for (let i = 0; i < candidate.length; i++) if (candidate[i]!.key === key) addWord(found, 0, i, j);
      if (isSame) continue;
      if (usesStem) {
        for (let i = 0; i < candidate.length; i++) {
          const other = candidate[i]!;
          if (other.stem === stem && other.key !== key) addWord(found, 1, i, j);
        }
      }
      if (!usesSynonym || synsetBits === 0) continue;
      for (let i = 0; i < candidate.length; i++) {
        const other = candidate[i]!;
        if ((other.synsetBits & synsetBits) !== 0 && other.key !== key && intersects(other.synsets, synsets)) addWord(found, 2, i, j);
      }
    }
    if (!isSame) addParaphrases?.(candidate, reference);
    return found;
  };
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
  if (candidateLength > found.candidateCover.length) found.candidateCover = new Int32Array(2 * candidateLength);
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
    for (const column of ["matcher", "start", "length", "candidateStart", "candidateLength", "next"] as const) {
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

/** Both directions: phrases of the reference that have a paraphrase in the candidate, then those of the candidate with one in the reference. */
function paraphraseFinder(table: ParaphraseTable, found: MeteorMatches) {
  function spansOf(words: readonly MeteorWord[]): Spans {
    const spans: Spans = { phrases: [], starts: [], lengths: [] };
    for (let start = 0; start < words.length; start++) {
      let phrase = 0;
      for (let end = start; end < words.length; end++) {
        phrase = table.longer(phrase, words[end]!.phraseWord);
        if (phrase < 0) break;
        spans.phrases.push(phrase);
        spans.starts.push(start);
        spans.lengths.push(end - start + 1);
      }
    }
    return spans;
  }

  function add(start: number, length: number, candidateStart: number, candidateLength: number): void {
    const match = newMatch(found, start);
    found.matcher[match] = 3;
    found.length[match] = length;
    found.candidateStart[match] = candidateStart;
    found.candidateLength[match] = candidateLength;
    for (let i = 0; i < length; i++) found.cover[start + i]!++;
    for (let i = 0; i < candidateLength; i++) found.candidateCover[candidateStart + i]!++;
  }

  return (candidate: readonly MeteorWord[], reference: readonly MeteorWord[]): void => {
    const own = spansOf(candidate);
    const others = spansOf(reference);
    eachParaphrase(table, others, own, (from, to) => add(others.starts[from]!, others.lengths[from]!, own.starts[to]!, own.lengths[to]!));
    eachParaphrase(table, own, others, (from, to) => add(others.starts[to]!, others.lengths[to]!, own.starts[from]!, own.lengths[from]!));
  };
}

/** Calls `visit` with every span of `from` and span of `to` that paraphrases it, in the order of the table. */
function eachParaphrase({ starts, targets }: ParaphraseTable, from: Spans, to: Spans, visit: (from: number, to: number) => void): void {
  const places = Map.groupBy(to.phrases.keys(), (span) => to.phrases[span]!);
  for (let span = 0; span < from.phrases.length; span++) {
    const phrase = from.phrases[span]!;
    for (let i = starts[phrase]!; i < starts[phrase + 1]!; i++) for (const place of places.get(targets[i]!) ?? []) visit(span, place);
  }
}
