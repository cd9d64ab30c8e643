import type { GraderNames, PartialGrade } from "../core/asking/grader.ts";
import { type Price, type Prices, priceOf } from "../core/asking/price.ts";
import type { EndedSample } from "../core/run/ended-sample.ts";
import type { GraderSummary } from "../summary/grader-summary.ts";
import { ResourceMeter, resourcesOf, type SampleResources } from "./resource-meter.ts";

const mostReasons = 3;

/** Who fills a role, as far as its requests are concerned. */
export interface GraderSystem {
  readonly id: string;
  /** As it is configured. */
  readonly model?: string | undefined;
  readonly listPrice?: Price | undefined;
  readonly dropped?: readonly string[] | undefined;
}

interface GraderRole {
  readonly role: string;
  readonly name: string;
  graded: number;
  readonly missing: Map<string, number>;
  partly: number;
  readonly unread: Map<string, number>;
  readonly resources: ResourceMeter;
}

interface GraderMeterOptions {
  /** By role, where they are known. */
  readonly systems?: Readonly<Record<string, GraderSystem>> | undefined;
  readonly prices?: Prices | undefined;
}

type GradedSample = Pick<EndedSample, "outcome" | "grades" | "ungraded" | "gradingFacts">;

/**
 * Counts which answers of a system were graded, why others were not, and what asking took: scores
 * that read grades rest on those alone.
 */
export class GraderMeter {
  readonly #options: GraderMeterOptions;
  readonly #roles: readonly GraderRole[];
  #due = 0;

  constructor(graders: GraderNames, options: GraderMeterOptions = {}) {
    this.#options = options;
    this.#roles = Object.entries(graders).map(([role, name]) => {
      const system = options.systems?.[role];
      const resources = new ResourceMeter(
        system?.dropped,
        priceOf(options.prices ?? {}, system ?? {}),
      );
      return { role, name, graded: 0, missing: new Map(), partly: 0, unread: new Map(), resources };
    });
  }

  /** Only answers are graded. Gives what asking all graders about this one took, where they say. */
  add({
    outcome,
    grades,
    ungraded = {},
    gradingFacts = {},
  }: GradedSample): SampleResources | undefined {
    if (outcome?.kind !== "answered") return undefined;
    this.#due++;
    const taken: SampleResources[] = [];
    for (const each of this.#roles) {
      if (each.role in grades) countGraded(each, grades[each.role] as PartialGrade | null);
      else count(each.missing, ungraded[each.role] ?? "not graded yet");
      const system = this.#options.systems?.[each.role] ?? {};
      const resources = resourcesOf(gradingFacts[each.role] ?? [], (own) =>
        priceOf(this.#options.prices ?? {}, system, own),
      );
      each.resources.add(resources);
      if (resources) taken.push(resources);
    }
    return taken.length === 0 ? undefined : taken.reduce(together);
  }

  /** One for each role of the task, the most frequent reasons first. */
  finish(): readonly GraderSummary[] {
    return this.#roles.map(({ role, name, graded, missing, partly, unread, resources: meter }) => {
      const { id } = this.#options.systems?.[role] ?? {};
      const resources = meter.finish();
      const inPart =
        partly === 0 ? {} : { partly: { count: partly, reasons: mostFrequent(unread) } };
      const told = {
        due: this.#due,
        graded,
        reasons: mostFrequent(missing),
        ...inPart,
        ...(resources ? { resources } : {}),
      };
      return { role, ...(id === undefined ? {} : { id }), name, ...told };
    });
  }
}

function countGraded(role: GraderRole, grade: PartialGrade | null): void {
  role.graded++;
  const unread = grade?.unread ?? [];
  if (unread.length > 0) role.partly++;
  for (const reason of unread) count(role.unread, reason);
}

function count(counts: Map<string, number>, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>): GraderSummary["reasons"] {
  const reasons = [...counts].map(([reason, count]) => ({ reason, count }));
  return reasons.sort((a, b) => b.count - a.count).slice(0, mostReasons);
}

/** What two graders took of one answer. */
function together(one: SampleResources, other: SampleResources): SampleResources {
  const isUnknown = one.cost === undefined && other.cost === undefined;
  const total = (one.times.total ?? 0) + (other.times.total ?? 0);
  return {
    asks: one.asks + other.asks,
    cached: one.cached + other.cached,
    attempts: one.attempts + other.attempts,
    input: one.input + other.input,
    output: one.output + other.output,
    cachedInput: one.cachedInput + other.cachedInput,
    reasoning: one.reasoning + other.reasoning,
    cost: isUnknown ? undefined : (one.cost ?? 0) + (other.cost ?? 0),
    unpriced: one.unpriced + other.unpriced,
    badUsage: one.badUsage + other.badUsage,
    times: total === 0 ? {} : { total },
    dropped: [...one.dropped, ...other.dropped],
  };
}
