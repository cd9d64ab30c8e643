import type { System } from "../core/asking/system.ts";
import type { Sample } from "../core/data/sample.ts";
import type { LateRules, ScoringFacet } from "../core/family/scoring-facet.ts";
import type { EndedSample } from "../core/run/ended-sample.ts";
import { isScored, type Outcome } from "../core/run/outcome.ts";
import type { Failure } from "../summary/failure.ts";
import type { DigestedEvidence } from "./evidence/evidence-set.ts";
import { FailureList } from "./failure-list.ts";
import { lastReply } from "./last-reply.ts";
import type { Scoring } from "./scoring.ts";
import { shownFrames } from "./shown-frames.ts";

/** Mistakes of one system on one task. */
export interface Mistakes {
  /** How many samples show each kind. */
  readonly errors: ReadonlyMap<string, number>;
  /** Some of them, to look at. */
  readonly failures: readonly Failure[];
}

type Scored = Pick<Scoring, "family" | "settings" | "lent">;
type Facet = ScoringFacet<Sample, unknown, unknown>;

/** What mistakes are found by. */
interface Rules {
  readonly facet: Facet;
  readonly options: unknown;
}

interface Unjudged {
  readonly ended: EndedSample;
  readonly outcome: Outcome<unknown>;
}

/**
 * Among so many of the samples examples of mistakes are looked for, where which they are is only
 * known at the end.
 */
const mostUnjudged = 240;

/**
 * Tells what is wrong with answers, by the rules that they are scored with, and keeps some to look
 * at.
 */
export class MistakeFinder {
  readonly #scoring: Scored;
  readonly #facet: Facet;
  readonly #speaks: System["speaks"];
  /** Set where mistakes are only known at the end: some of the samples are kept until then. */
  readonly #late: LateRules<unknown> | undefined;
  readonly #unjudged = new FailureList<Unjudged>(mostUnjudged);
  readonly #errors = new Map<string, number>();
  readonly #failures = new FailureList<Failure>();

  constructor(scoring: Scored, facet: Facet, { speaks }: Pick<System, "speaks">) {
    this.#scoring = scoring;
    this.#facet = facet;
    this.#speaks = speaks;
    this.#late = facet.lateRules;
  }

  /** The kind of mistake; `null` where there is none, or none is known before the end. */
  judge(ended: EndedSample, outcome: Outcome<unknown> | undefined): string | null {
    if (!outcome || !isScored(outcome.kind)) return null;
    if (this.#late) {
      this.#unjudged.offer(ended.planned.digest, () => ({ ended, outcome }));
      return null;
    }
    const { options } = this.#scoring.settings;
    const rules = { facet: this.#facet, options };
    const errorClass = this.#offer({ ended, outcome }, this.#failures, rules);
    count(this.#errors, errorClass);
    return errorClass;
  }

  finish(evidence: DigestedEvidence): Mistakes {
    if (!this.#late) return { errors: this.#errors, failures: this.#failures.list() };
    const { options, errors: classes } = this.#late.settle(evidence.evidence(this.#late.measure));
    const errors = new Map<string, number>();
    for (const errorClass of classes) count(errors, errorClass);
    const failures = new FailureList<Failure>();
    const { family, lent } = this.#scoring;
    const rules = { facet: family.scoring(options, lent), options };
    for (const unjudged of this.#unjudged.list()) this.#offer(unjudged, failures, rules);
    return { errors, failures: failures.list() };
  }

  /** Keeps a sample to look at where something is wrong with it; says what. */
  #offer(
    { ended, outcome }: Unjudged,
    to: FailureList<Failure>,
    { facet, options }: Rules,
  ): string | null {
    const { planned, replies, grades, looks } = ended;
    const { sample, digest } = planned;
    const { family, lent } = this.#scoring;
    const scored = { options, graders: lent.graders, grades };
    const answer = outcome.kind === "answered" ? outcome.value : null;
    const prediction = outcome.kind === "answered" ? answer : family.proof.baselines.empty(sample);
    const errorClass = facet.errorClass(sample, prediction, grades);
    if (errorClass === null) return null;
    to.offer(digest, () => {
      // A stream is told by its view: its last step says little.
      const reply = this.#speaks === "stream" ? undefined : lastReply(replies);
      const frames = shownFrames(looks);
      return {
        sample: sample.id,
        errorClass,
        outcome: outcome.kind,
        ...(outcome.kind === "answered" ? {} : { reason: outcome.reason }),
        ...(reply === undefined ? {} : { reply }),
        view: family.display.view(sample, answer, scored),
        ...(frames.length === 0 ? {} : { frames }),
      };
    });
    return errorClass;
  }
}

function count(errors: Map<string, number>, errorClass: string | null): void {
  if (errorClass !== null) errors.set(errorClass, (errors.get(errorClass) ?? 0) + 1);
}
