import type { AlignedSamples, LeftOutReason } from "../../summary/comparison-summary.ts";
import type { IndexedSamples } from "../evidence/sample-index.ts";

/** A system and all samples that were planned for it. */
export interface IndexedSystem {
  readonly name: string;
  readonly samples: IndexedSamples;
}

/** So many samples are named for each reason. */
const mostNamed = 10;

interface Side extends IndexedSystem {
  readonly reasons: Map<LeftOutReason["outcome"], { count: number; samples: string[] }>;
  at: number;
}

/**
 * Which samples two systems have in common, and why others are left out: what failed on our side,
 * was not reached, or was not put to one of them. A sample that a system failed by its own doing
 * counts.
 */
export function alignedSamples(first: IndexedSystem, second: IndexedSystem): AlignedSamples {
  const sides = [first, second].map((one): Side => ({ ...one, reasons: new Map(), at: 0 }));
  let [aligned, leftOut] = [0, 0];
  for (;;) {
    const places = sides.map(({ samples, at }) => ({ ...samples.digests, at }));
    const [one, other] = places as [Place, Place];
    if (isEnd(one) && isEnd(other)) break;
    const order = compareKeys(one, other);
    // All entries of the sample on either side; repeats have several.
    const found = sides.map((side, i) => (order === 0 || order < 0 === (i === 0) ? run(side) : []));
    const scored = found.map(
      (own, i) => own.filter((at) => !sides[i]!.samples.unscored(at)).length,
    );
    const common = Math.min(scored[0]!, scored[1]!);
    const planned = Math.max(found[0]!.length, found[1]!.length);
    aligned += common;
    leftOut += planned - common;
    if (planned > common)
      for (const [i, side] of sides.entries())
        giveReasons(side, found[i]!, { planned, found, sides });
  }
  return {
    aligned,
    leftOut,
    reasons: sides.flatMap(({ name, reasons }) =>
      [...reasons].map(([outcome, reason]) => ({ system: name, outcome, ...reason })),
    ),
  };
}

interface Place {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly at: number;
}

function isEnd({ high, at }: Place): boolean {
  return at >= high.length;
}

function compareKeys(one: Place, other: Place): number {
  if (isEnd(one) || isEnd(other)) return isEnd(one) ? 1 : -1;
  return one.high[one.at]! - other.high[other.at]! || one.low[one.at]! - other.low[other.at]!;
}

/** The places of all entries with the digest that comes next; moves on behind them. */
function run(side: Side): number[] {
  const { high, low } = side.samples.digests;
  const first = side.at;
  const places: number[] = [];
  while (side.at < high.length && high[side.at] === high[first] && low[side.at] === low[first])
    places.push(side.at++);
  return places;
}

interface Met {
  readonly planned: number;
  readonly found: readonly (readonly number[])[];
  readonly sides: readonly Side[];
}

function giveReasons(side: Side, own: readonly number[], { planned, found, sides }: Met): void {
  for (const at of own) {
    const kind = side.samples.unscored(at);
    if (kind) count(side, kind, side.samples.id(at));
  }
  const holder = found.findIndex((places) => places.length === planned);
  for (let missing = own.length; missing < planned; missing++)
    count(side, "absent", sides[holder]!.samples.id(found[holder]![missing]!));
}

function count({ reasons }: Side, outcome: LeftOutReason["outcome"], id: string): void {
  const reason = reasons.get(outcome) ?? { count: 0, samples: [] };
  reasons.set(outcome, reason);
  reason.count++;
  if (reason.samples.length < mostNamed && !reason.samples.includes(id)) reason.samples.push(id);
}
