import { type NoAnswer, outcomeKinds } from "../core/run/outcome.ts";
import type { ReasonCount } from "../summary/outcome-summary.ts";
import { MessageCounter } from "./message-counter.ts";

/** Reasons told of each kind. */
const told = 3;

/**
 * Counts why samples have no answer. Reasons that differ only in what they quote or in numbers are
 * counted as one.
 */
export class ReasonCounter {
  readonly #kinds = new Map<NoAnswer["kind"], MessageCounter>();

  /**
   * `names` are the texts by which a reason may name its sample, such as the paths of its media.
   */
  add({ kind, reason }: NoAnswer, names: readonly string[]): void {
    let reasons = this.#kinds.get(kind);
    if (!reasons) {
      reasons = new MessageCounter();
      this.#kinds.set(kind, reasons);
    }
    reasons.add(shapeOf(reason, names), reason);
  }

  list(): readonly ReasonCount[] {
    return outcomeKinds.flatMap((outcome) => {
      const reasons = outcome === "answered" ? undefined : this.#kinds.get(outcome);
      if (outcome === "answered" || !reasons) return [];
      return reasons
        .list()
        .slice(0, told)
        .map(({ text, count }) => ({ outcome, reason: text, count }));
    });
  }
}

/** Reasons without what systems said, for data that may not be handed on. */
export function withoutReplies(reasons: readonly ReasonCount[]): readonly ReasonCount[] {
  return reasons.map(({ outcome, reason, count }) => ({
    outcome,
    // A refusal is told in the system's own words.
    reason: outcome === "refused" ? "…" : reason.replace(quotation, "…"),
    count,
  }));
}

/** A quotation that was cut short has no second quotation mark. */
const quotation = /"(?:[^"\\]|\\.)*(?:"|$)/g;

/** Numbers and names of requests; a status at the beginning says what kind of trouble it is. */
const varying = /(^\d{3}(?!\w))|[0-9a-f]{8}[0-9a-f-]*|\d+/gi;

/**
 * What samples with the same trouble have in common: quotations, numbers and names of the sample
 * itself are left out.
 */
function shapeOf(reason: string, names: readonly string[]): string {
  const unnamed = names.reduce(
    (text, name) => (name === "" ? text : text.replaceAll(name, "…")),
    reason,
  );
  return unnamed.replace(quotation, "…").replace(varying, (_, status?: string) => status ?? "#");
}
