import type { EndedSample } from "../core/ended-sample.ts";
import type { GraderNames } from "../core/grader.ts";
import type { GraderSummary } from "./summary.ts";

const mostReasons = 3;

/** Counts which answers of a system were graded and why others were not: scores that read grades rest on those alone. */
export class GraderMeter {
  readonly #roles: readonly { readonly role: string; readonly name: string; graded: number; readonly missing: Map<string, number> }[];
  #due = 0;

  constructor(graders: GraderNames) {
    this.#roles = Object.entries(graders).map(([role, name]) => ({ role, name, graded: 0, missing: new Map() }));
  }

  /** Only answers are graded. */
  add({ outcome, grades, ungraded = {} }: Pick<EndedSample, "outcome" | "grades" | "ungraded">): void {
    if (outcome?.kind !== "answered") return;
    this.#due++;
    for (const each of this.#roles) {
      const reason = ungraded[each.role] ?? "not graded yet";
      if (each.role in grades) each.graded++;
      else each.missing.set(reason, (each.missing.get(reason) ?? 0) + 1);
    }
  }

  /** One for each role of the task, the most frequent reasons first. */
  finish(): readonly GraderSummary[] {
    return this.#roles.map(({ role, name, graded, missing }) => {
      const reasons = [...missing].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
      return { role, name, due: this.#due, graded, reasons: reasons.slice(0, mostReasons) };
    });
  }
}
