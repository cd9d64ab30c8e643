import { type NoAnswer, outcomeKinds } from "../core/outcome.ts";
import { cutText } from "./cut-text.ts";
import type { ReasonCount } from "./summary.ts";

/** Reasons kept of each kind while counting. */
const kept = 200;
/** Reasons told of each kind. */
const told = 3;
const longest = 160;

interface Counted {
  count: number;
  /** The first in the order of texts, whatever order they came in. */
  text: string;
  isOneText: boolean;
}

/**
 * Counts why samples have no answer. Reasons that differ only in what they quote are counted as one, told by an example. Beyond some hundreds the longest are dropped: what
 * many samples share is short, and so the result does not depend on the order in which samples come.
 */
export class ReasonCounter {
  readonly #kinds = new Map<NoAnswer["kind"], Map<string, Counted>>();

  /** `names` are the texts by which a reason may name its sample, such as the paths of its media. */
  add({ kind, reason }: NoAnswer, names: readonly string[]): void {
    let reasons = this.#kinds.get(kind);
    if (!reasons) {
      reasons = new Map();
      this.#kinds.set(kind, reasons);
    }
    const shape = cutText(shapeOf(reason, names), longest);
    const text = cutText(reason, longest);
    const known = reasons.get(shape);
    if (!known) {
      reasons.set(shape, { count: 1, text, isOneText: true });
      if (reasons.size > 2 * kept) dropLongest(reasons);
      return;
    }
    known.count++;
    known.isOneText &&= known.text === text;
    if (text < known.text) known.text = text;
  }

  list(): readonly ReasonCount[] {
    return outcomeKinds.flatMap((outcome) => {
      const reasons = outcome === "answered" ? undefined : this.#kinds.get(outcome);
      if (outcome === "answered" || !reasons) return [];
      dropLongest(reasons);
      return [...reasons.values()]
        .map(({ count, text, isOneText }) => ({ outcome, reason: isOneText ? text : `${text}, and alike`, count }))
        .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
        .slice(0, told);
    });
  }
}

/** What samples with the same trouble have in common: quotations and names of the sample itself are left out. */
function shapeOf(reason: string, names: readonly string[]): string {
  const unnamed = names.reduce((text, name) => (name === "" ? text : text.replaceAll(name, "…")), reason);
  // A quotation that was cut short has no second quotation mark.
  return unnamed.replace(/"(?:[^"\\]|\\.)*(?:"|$)/g, "…");
}

/** What was dropped may come again but not stay, since those before it only become more: whatever stays to the end was counted in full. */
function dropLongest(reasons: Map<string, Counted>): void {
  if (reasons.size <= kept) return;
  const shapes = [...reasons.keys()].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  for (const shape of shapes.slice(kept)) reasons.delete(shape);
}
