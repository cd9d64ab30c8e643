/** What the rule of the most frequent answer reads of one sample. */
export interface HasAnswer {
  /** The kind of question; empty where it has none. */
  readonly type: string;
  /** Number of choices. */
  readonly choices: number;
  /** Where the right choice stands, from 0; −1 where the truth is hidden. */
  readonly position: number;
  /** Equal for samples that offer the same choices, in whatever order. */
  readonly optionSet: number;
  /**
   * Where the right choice stands among the sorted choices, from 0; −1 where the truth is hidden.
   */
  readonly rank: number;
}

/**
 * The most frequent answer of one type. Where all its samples offer the same choices (`optionSet`
 * is not `null`) the answer is a text, given by its `rank`; otherwise it is a position: the first
 * of `positions` that a sample offers. Ties go to the lower rank or position.
 */
type MajorityAnswer = {
  readonly type: string;
  readonly optionSet: number | null;
  readonly rank: number;
  /** By falling frequency. */
  readonly positions: readonly number[];
};

/** What was learnt about a set of samples: plain JSON. */
export type MajorityAnswers = {
  readonly types: readonly MajorityAnswer[];
  /** Over all types, for a type that was not seen. */
  readonly positions: readonly number[];
};

interface TypeCounts {
  readonly optionSet: number;
  isOneSet: boolean;
  readonly ranks: number[];
  /** By number of choices, then by position. */
  readonly positions: number[][];
}

/**
 * Learns the most frequent answer of each question type, one sample at a time; the order of the
 * samples does not matter.
 */
export interface MajorityCounter {
  /** A sample with a hidden truth is passed over. */
  add(sample: HasAnswer): void;
  answers(): MajorityAnswers;
  /**
   * Share of the samples added that these answers get right; `null` where none has a known truth.
   */
  accuracy(): number | null;
}

/** A counter that has seen nothing yet. */
export function majorityCounter(): MajorityCounter {
  const types = new Map<string, TypeCounts>();
  const answers = () => majorityAnswers(types);
  return {
    add({ type, choices, position, optionSet, rank }) {
      if (position < 0) return;
      let counts = types.get(type);
      if (!counts) {
        counts = { optionSet, isOneSet: true, ranks: [], positions: [] };
        types.set(type, counts);
      }
      if (optionSet !== counts.optionSet) counts.isOneSet = false;
      counts.ranks[rank] = (counts.ranks[rank] ?? 0) + 1;
      counts.positions[choices] ??= [];
      const positions = counts.positions[choices];
      positions[position] = (positions[position] ?? 0) + 1;
    },
    answers,
    accuracy() {
      let right = 0;
      let all = 0;
      for (const answer of answers().types) {
        const counts = types.get(answer.type)!;
        all += counts.ranks.reduce((total, count) => total + count, 0);
        right += rightAnswers(answer, counts);
      }
      return all === 0 ? null : right / all;
    },
  };
}

function majorityAnswers(types: ReadonlyMap<string, TypeCounts>): MajorityAnswers {
  const everywhere: number[][] = [];
  const answers: MajorityAnswer[] = [];
  for (const type of [...types.keys()].sort()) {
    const { optionSet, isOneSet, ranks, positions } = types.get(type)!;
    everywhere.push(totals(positions));
    answers.push({
      type,
      optionSet: isOneSet ? optionSet : null,
      rank: isOneSet ? byFrequency(ranks)[0]! : -1,
      positions: byFrequency(totals(positions)),
    });
  }
  return { types: answers, positions: byFrequency(totals(everywhere)) };
}

function rightAnswers({ optionSet, rank, positions }: MajorityAnswer, counts: TypeCounts): number {
  if (optionSet !== null) return counts.ranks[rank]!;
  return counts.positions.reduce(
    (right, ofCount, choices) => right + (ofCount[majorityPosition(positions, choices)] ?? 0),
    0,
  );
}

/** The most frequent position that a sample with this many choices offers. */
export function majorityPosition(positions: readonly number[], choices: number): number {
  return positions.find((position) => position < choices) ?? 0;
}

function totals(rows: readonly (readonly number[] | undefined)[]): number[] {
  const result: number[] = [];
  for (const row of rows) {
    row?.forEach((count, at) => {
      result[at] = (result[at] ?? 0) + count;
    });
  }
  return result;
}

function byFrequency(counts: readonly (number | undefined)[]): number[] {
  return [...counts.keys()]
    .filter((at) => counts[at] !== undefined)
    .sort((a, b) => counts[b]! - counts[a]! || a - b);
}
