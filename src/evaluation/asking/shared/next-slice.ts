import type { PurseState, SliceReport } from "../../../store/postgres/run-purse.ts";
import { type Costs, isUnknown, noCosts, sumCosts } from "../spending-account.ts";

/** What is known of costs, by the id of the system. */
export type CostsById = Readonly<Record<string, Costs>>;

/** What a holder asks for, in US dollars. */
export interface SliceWish {
  /** The whole budget. */
  readonly budget: number;
  /** With less the first who waits has no room. */
  readonly least: number;
  readonly wanted: number;
}

/** How a holder stands after its report. */
export interface NextSlice {
  readonly slice: number;
  readonly trying: readonly string[];
  readonly spentByOthers: number;
  /** What others know. */
  readonly costs: CostsById;
  /** How many share it. */
  readonly sharers: number;
}

/** Who is not refused must be given what it needs, whatever the order of additions. */
const rounding = 1e-9;

/**
 * The slice of one holder of a run's budget. While there is plenty, everybody has what it wants;
 * towards the end nobody has more than a part of what is left, and nobody has what is of no use to
 * it.
 */
export function nextSlice(
  { settled, costs, others }: PurseState,
  report: SliceReport,
  { budget, least, wanted }: SliceWish,
): NextSlice {
  const held = others.reduce((sum, { slice }) => sum + slice, 0);
  const free = budget - settled - held - report.slice;
  const known = others.reduce(
    (sum, other) => addCosts(sum, other.costs as unknown as CostsById),
    costs as unknown as CostsById,
  );
  const needed = Math.max(0, least - report.slice);
  const more = Math.min(wanted - report.slice, Math.max(free / (others.length + 2), needed));
  return {
    slice: report.slice + (free > 0 && needed <= free + rounding ? Math.max(0, more) : 0),
    trying: report.trying.filter(
      (id) => isUnknown(known[id] ?? noCosts) && !others.some(({ trying }) => trying.includes(id)),
    ),
    spentByOthers: others.reduce((sum, { spent }) => sum + spent, settled),
    costs: known,
    sharers: others.length + 1,
  };
}

/** Adds up what two know of costs. */
export function addCosts(a: CostsById, b: CostsById): CostsById {
  const sums: Record<string, Costs> = { ...a };
  for (const [id, costs] of Object.entries(b)) sums[id] = sumCosts(sums[id] ?? noCosts, costs);
  return sums;
}
