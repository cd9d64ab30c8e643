import type { ProtocolSettings } from "../core/asking/protocol.ts";
import type { System } from "../core/asking/system.ts";
import type { Family, LateRules } from "../core/family.ts";
import type { EndedSample } from "../core/run/ended-sample.ts";
import { isScored, type Outcome } from "../core/run/outcome.ts";
import type { Failure } from "../summary/failure.ts";
import type { DigestedEvidence } from "./evidence/evidence-set.ts";
import { FailureList } from "./failure-list.ts";
import { lastReply } from "./last-reply.ts";

/** Mistakes of one system on one task. */
export interface Mistakes {
  /** How many samples show each kind. */
  readonly errors: ReadonlyMap<string, number>;
  /** Some of them, to look at. */
  readonly failures: readonly Failure[];
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
  readonly #family: Family;
  readonly #settings: ProtocolSettings<unknown>;
  readonly #speaks: System["speaks"];
  /** Set where mistakes are only known at the end: some of the samples are kept until then. */
  readonly #late: LateRules<unknown> | undefined;
  readonly #unjudged = new FailureList<Unjudged>(mostUnjudged);
  readonly #errors = new Map<string, number>();
  readonly #failures = new FailureList<Failure>();

  constructor(
    family: Family,
    settings: ProtocolSettings<unknown>,
    { speaks }: Pick<System, "speaks">,
  ) {
    this.#family = family;
    this.#settings = settings;
    this.#speaks = speaks;
    this.#late = family.lateRules?.(settings.options);
  }

  /** The kind of mistake; `null` where there is none, or none is known before the end. */
  judge(ended: EndedSample, outcome: Outcome<unknown> | undefined): string | null {
    if (!outcome || !isScored(outcome.kind)) return null;
    if (this.#late) {
      this.#unjudged.offer(ended.planned.digest, () => ({ ended, outcome }));
      return null;
    }
    const errorClass = this.#offer({ ended, outcome }, this.#failures, this.#settings.options);
    count(this.#errors, errorClass);
    return errorClass;
  }

  finish(evidence: DigestedEvidence): Mistakes {
    if (!this.#late) return { errors: this.#errors, failures: this.#failures.list() };
    const { options, errors: classes } = this.#late.settle(evidence.evidence(this.#late.measure));
    const errors = new Map<string, number>();
    for (const errorClass of classes) count(errors, errorClass);
    const failures = new FailureList<Failure>();
    for (const unjudged of this.#unjudged.list()) this.#offer(unjudged, failures, options);
    return { errors, failures: failures.list() };
  }

  /** Keeps a sample to look at where something is wrong with it; says what. */
  #offer({ ended, outcome }: Unjudged, to: FailureList<Failure>, options: unknown): string | null {
    const { planned, replies, grades } = ended;
    const { sample, digest } = planned;
    const scored = { options, graders: this.#settings.graders ?? {}, grades };
    const answer = outcome.kind === "answered" ? outcome.value : null;
    const prediction = outcome.kind === "answered" ? answer : this.#family.baselines.empty(sample);
    const errorClass = this.#family.errorClass(sample, prediction, scored);
    if (errorClass === null) return null;
    to.offer(digest, () => {
      // A stream is told by its view: its last step says little.
      const reply = this.#speaks === "stream" ? undefined : lastReply(replies);
      return {
        sample: sample.id,
        errorClass,
        outcome: outcome.kind,
        ...(outcome.kind === "answered" ? {} : { reason: outcome.reason }),
        ...(reply === undefined ? {} : { reply }),
        view: this.#family.view(sample, answer, scored),
      };
    });
    return errorClass;
  }
}

function count(errors: Map<string, number>, errorClass: string | null): void {
  if (errorClass !== null) errors.set(errorClass, (errors.get(errorClass) ?? 0) + 1);
}
