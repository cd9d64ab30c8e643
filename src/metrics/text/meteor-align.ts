import type { MeteorMatches } from "./meteor-matches.ts";

/** How many partial alignments METEOR follows by default (`-x`). */
export const usualBeam = 40;

/**
 * Chooses among all matches those that belong to one alignment, as METEOR 1.5 does (Denkowski and
 * Lavie, 2014): from the left of the reference, a beam of partial alignments, best first by words
 * covered, then fewest chunks, then least distance. Three habits of the original decide ties and
 * are kept: words matched by anything but equality count half, rounded down, so a single one counts
 * nothing; the distance of a match is charged to the alignments without it that branch off later;
 * and a word with one match that nothing else covers is settled beforehand.
 *
 * Answers, for each word of the reference, the match that begins there or −1; the array is
 * overwritten by the next call.
 */
export function meteorAligner(
  beamSize = usualBeam,
): (matches: MeteorMatches, candidateLength: number, referenceLength: number) => Int32Array {
  const beam = partialAlignments(beamSize);
  let chosen = new Int32Array(64);

  return (matches, candidateLength, referenceLength) => {
    if (referenceLength > chosen.length) chosen = new Int32Array(2 * referenceLength);
    const isSettled = settle(matches, chosen, referenceLength);
    if (!isSettled) beam.resolve(matches, chosen, { candidateLength, referenceLength });
    return chosen;
  };
}

/** Writes down matches that no other one competes with; answers whether that was all. */
function settle(matches: MeteorMatches, chosen: Int32Array, referenceLength: number): boolean {
  let isAll = true;
  for (let j = 0; j < referenceLength; j++) {
    const match = matches.first[j]!;
    const isAlone = match >= 0 && matches.next[match] === -1 && isUncontested(matches, match);
    chosen[j] = isAlone ? match : -1;
    if (match >= 0 && !isAlone) isAll = false;
  }
  return isAll;
}

function isUncontested(
  { start, length, candidateStart, candidateLength, cover, candidateCover }: MeteorMatches,
  match: number,
): boolean {
  for (let i = 0; i < length[match]!; i++) if (cover[start[match]! + i] !== 1) return false;
  for (let i = 0; i < candidateLength[match]!; i++)
    if (candidateCover[candidateStart[match]! + i] !== 1) return false;
  return true;
}

interface Lengths {
  readonly candidateLength: number;
  readonly referenceLength: number;
}

/**
 * Partial alignments in columns, one slot each. Nothing is allocated once they are large enough,
 * and lists are typed arrays with lengths of their own: emptying and refilling plain arrays was
 * most of METEOR's time (`npm run bench dialogue`).
 */
function partialAlignments(beamSize: number) {
  let capacity = 256;
  /** Words covered, then fewest chunks, as one number: words × `chunkLimit` − chunks. */
  let merit = new Float64Array(capacity);
  let distance = new Float64Array(capacity);
  /** The word of the reference that comes next. */
  let place = new Int32Array(capacity);
  /** Where the last match ends in the candidate; −1 after a word without a match. */
  let lastEnd = new Int32Array(capacity);
  /** The last choice made: an index of `choiceMatch` and `choiceBefore`; −1 for none. */
  let choice = new Int32Array(capacity);
  /**
   * Words that are taken, one bit each, candidate and reference, `blocks` integers for every slot.
   */
  let taken = new Int32Array(capacity);
  let takenInCandidate = new Int32Array(capacity);
  let blocks = 1;
  /** Slots that were given back; those from `unused` on were never in use. */
  let free = new Int32Array(capacity);
  let freeCount = 0;
  let unused = 0;
  let choiceMatch = new Int32Array(capacity);
  let choiceBefore = new Int32Array(capacity);
  let choiceCount = 0;
  let current = new Int32Array(capacity);
  let currentCount = 0;
  let next = new Int32Array(capacity);
  let nextCount = 0;
  /** Of the best ones, while they are sorted. */
  const merits = new Float64Array(beamSize);
  const distances = new Float64Array(beamSize);
  /** More chunks than an alignment can have. */
  let chunkLimit = 0;

  function reset({ candidateLength, referenceLength }: Lengths): void {
    blocks = Math.max(1, Math.ceil(Math.max(candidateLength, referenceLength) / 32));
    if (taken.length < capacity * blocks) {
      taken = new Int32Array(capacity * blocks);
      takenInCandidate = new Int32Array(capacity * blocks);
    }
    chunkLimit = referenceLength + 2;
    freeCount = choiceCount = 0;
    merit[0] = distance[0] = place[0] = 0;
    lastEnd[0] = choice[0] = -1;
    taken.fill(0, 0, blocks);
    takenInCandidate.fill(0, 0, blocks);
    current[0] = 0;
    currentCount = unused = 1;
  }

  function enlarge(): void {
    capacity *= 2;
    merit = enlargedNumbers(merit, capacity);
    distance = enlargedNumbers(distance, capacity);
    place = enlarged(place, capacity);
    lastEnd = enlarged(lastEnd, capacity);
    choice = enlarged(choice, capacity);
    taken = enlarged(taken, Math.max(taken.length, capacity * blocks));
    takenInCandidate = enlarged(
      takenInCandidate,
      Math.max(takenInCandidate.length, capacity * blocks),
    );
    free = enlarged(free, capacity);
    current = enlarged(current, capacity);
    next = enlarged(next, capacity);
  }

  function copyOf(slot: number): number {
    if (freeCount === 0 && unused === capacity) enlarge();
    const copy = freeCount > 0 ? free[--freeCount]! : unused++;
    merit[copy] = merit[slot]!;
    distance[copy] = distance[slot]!;
    place[copy] = place[slot]!;
    lastEnd[copy] = lastEnd[slot]!;
    choice[copy] = choice[slot]!;
    for (let block = 0; block < blocks; block++) {
      taken[copy * blocks + block] = taken[slot * blocks + block]!;
      takenInCandidate[copy * blocks + block] = takenInCandidate[slot * blocks + block]!;
    }
    return copy;
  }

  function choose(match: number, slot: number): void {
    if (choiceCount === choiceMatch.length) {
      choiceMatch = enlarged(choiceMatch, 2 * choiceCount);
      choiceBefore = enlarged(choiceBefore, 2 * choiceCount);
    }
    choiceMatch[choiceCount] = match;
    choiceBefore[choiceCount] = choice[slot]!;
    choice[slot] = choiceCount++;
  }

  function isTaken(bits: Int32Array, slot: number, word: number): boolean {
    return ((bits[slot * blocks + (word >>> 5)]! >>> (word & 31)) & 1) === 1;
  }

  function isFree(
    { start, length, candidateStart, candidateLength }: MeteorMatches,
    match: number,
    slot: number,
  ): boolean {
    for (let i = 0; i < length[match]!; i++)
      if (isTaken(taken, slot, start[match]! + i)) return false;
    for (let i = 0; i < candidateLength[match]!; i++)
      if (isTaken(takenInCandidate, slot, candidateStart[match]! + i)) return false;
    return true;
  }

  function take(
    { start, length, candidateStart, candidateLength }: MeteorMatches,
    match: number,
    slot: number,
  ): void {
    for (let i = 0, word = start[match]!; i < length[match]!; i++, word++)
      taken[slot * blocks + (word >>> 5)]! |= 1 << (word & 31);
    for (let i = 0, word = candidateStart[match]!; i < candidateLength[match]!; i++, word++)
      takenInCandidate[slot * blocks + (word >>> 5)]! |= 1 << (word & 31);
  }

  function follow(
    { matcher, start, length, candidateStart, candidateLength }: MeteorMatches,
    match: number,
    slot: number,
  ): void {
    const own = candidateLength[match]!;
    const others = length[match]!;
    const covered = matcher[match] === 0 ? own + others : (own >> 1) + (others >> 1);
    const breaks = lastEnd[slot] !== -1 && lastEnd[slot] !== candidateStart[match];
    merit[slot]! += covered * chunkLimit - (breaks ? 1 : 0);
    place[slot] = start[match]! + others;
    lastEnd[slot] = candidateStart[match]! + own;
  }

  function distanceOf({ start, candidateStart }: MeteorMatches, match: number): number {
    return Math.abs(start[match]! - candidateStart[match]!);
  }

  function endChunk(slot: number): void {
    if (lastEnd[slot] === -1) return;
    merit[slot]! -= 1;
    lastEnd[slot] = -1;
  }

  /**
   * The best of the current ones first, of equals those that came first, and no more than the beam
   * holds: most of many are refused by one comparison.
   */
  function keepBest(): void {
    let kept = 0;
    for (let i = 0; i < currentCount; i++) {
      const slot = current[i]!;
      const own = merit[slot]!;
      const way = distance[slot]!;
      if (kept === beamSize) {
        if (!isBehind(kept - 1, own, way)) {
          free[freeCount++] = slot;
          continue;
        }
        free[freeCount++] = current[--kept]!;
      }
      let at = kept++;
      for (; at > 0 && isBehind(at - 1, own, way); at--) {
        current[at] = current[at - 1]!;
        merits[at] = merits[at - 1]!;
        distances[at] = distances[at - 1]!;
      }
      current[at] = slot;
      merits[at] = own;
      distances[at] = way;
    }
    currentCount = kept;
  }

  function isBehind(at: number, own: number, way: number): boolean {
    return merits[at]! < own || (merits[at] === own && distances[at]! > way);
  }

  function branch(matches: MeteorMatches, slot: number, word: number): void {
    for (let match = matches.first[word]!; match >= 0; match = matches.next[match]!) {
      if (!isFree(matches, match, slot)) continue;
      const branched = copyOf(slot);
      take(matches, match, branched);
      choose(match, branched);
      follow(matches, match, branched);
      distance[slot]! += distanceOf(matches, match);
      next[nextCount++] = branched;
    }
    endChunk(slot);
    place[slot]!++;
    next[nextCount++] = slot;
  }

  function step(matches: MeteorMatches, settled: Int32Array, word: number): void {
    keepBest();
    nextCount = 0;
    for (let i = 0; i < currentCount; i++) {
      const slot = current[i]!;
      if (!isTaken(taken, slot, word)) branch(matches, slot, word);
      else {
        if (word >= place[slot]!) {
          const match = settled[word]!;
          follow(matches, match, slot);
          distance[slot]! += distanceOf(matches, match);
        }
        next[nextCount++] = slot;
      }
    }
    [current, next] = [next, current];
    currentCount = nextCount;
  }

  return {
    /** Completes `chosen`, where settled matches stand already. */
    resolve(matches: MeteorMatches, chosen: Int32Array, lengths: Lengths): void {
      reset(lengths);
      for (let j = 0; j < lengths.referenceLength; j++)
        if (chosen[j]! >= 0) take(matches, chosen[j]!, 0);
      for (let j = 0; j < lengths.referenceLength; j++) step(matches, chosen, j);
      keepBest();
      for (let i = 0; i < currentCount; i++) endChunk(current[i]!);
      keepBest();
      for (let at = choice[current[0]!]!; at >= 0; at = choiceBefore[at]!)
        chosen[matches.start[choiceMatch[at]!]!] = choiceMatch[at]!;
    },
  };
}

function enlarged(items: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(items);
  return larger;
}

function enlargedNumbers(items: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(items);
  return larger;
}
