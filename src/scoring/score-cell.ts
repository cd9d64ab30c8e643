import { type Price, priceOf } from "../core/asking/price.ts";
import type { PlannedSample } from "../core/data/dataset.ts";
import type { Sample } from "../core/data/sample.ts";
import type { ScoringFacet } from "../core/family/scoring-facet.ts";
import { extractorName } from "../core/family.ts";
import type { EndedSample } from "../core/run/ended-sample.ts";
import { isScored, noAnswer, type Outcome } from "../core/run/outcome.ts";
import type { Resampling } from "../core/scores/analysis.ts";
import { leastGroups } from "../math/interval/interval.ts";
import type { FailureClass, OutcomeCounts } from "../summary/outcome-summary.ts";
import { noOutcomes, sharesOf } from "../summary/outcome-totals.ts";
import type { ExtractorSummary, SystemSummary } from "../summary/system-summary.ts";
import { analysed } from "./analysed.ts";
import { askedSeconds } from "./asked-seconds.ts";
import { byName } from "./by-name.ts";
import type { ScoredEvidence } from "./comparison/common-rows.ts";
import { type ErrorCostMeter, errorCostMeter } from "./error-costs.ts";
import { EvidenceSet, mostSliceValues } from "./evidence/evidence-set.ts";
import { SampleIndex } from "./evidence/sample-index.ts";
import { failureClass } from "./failure-class.ts";
import { fieldSlices, hasField } from "./field-at.ts";
import { GraderMeter } from "./grader-meter.ts";
import { resamplesFor } from "./interval/score-intervals.ts";
import { LabelScorer } from "./label-scorer.ts";
import { MistakeFinder } from "./mistake-finder.ts";
import { ReasonCounter } from "./reason-counter.ts";
import { type ReplyReader, replyReader } from "./reply-reader.ts";
import { ResourceMeter, sampleResources } from "./resource-meter.ts";
import { lastOf, scoringEvidence } from "./score-evidence.ts";
import type { Marked, ScoredSystem, Scoring } from "./scoring.ts";
import { WarningCounter } from "./warning-counter.ts";

interface OtherReading {
  readonly extractor: string;
  readonly evidence: EvidenceSet;
  disagreements: number;
}

type Facet = ScoringFacet<Sample, unknown, unknown>;

/** Scores one system on one task: takes its samples in any order and sums them up at the end. */
export class CellScorer {
  readonly #scoring: Scoring;
  readonly #system: ScoredSystem;
  readonly #resources: ResourceMeter;
  readonly #graders: GraderMeter;
  readonly #labels: LabelScorer;
  #repeat: number | undefined;
  readonly #evidence: EvidenceSet;
  readonly #samples: SampleIndex | undefined;
  /**
   * What the oracle would answer, where that is not as good as metrics allow; or that nobody knows
   * what it is worth.
   */
  readonly #oracle: EvidenceSet | "unknown" | undefined;
  /** How replies are read; `undefined` where the family has no protocol for such systems. */
  readonly #reader: ReplyReader | undefined;
  /** `undefined` until the first sample with replies. */
  #others: readonly OtherReading[] | undefined;
  readonly #counts: Record<keyof OutcomeCounts, number> = { ...noOutcomes };
  readonly #failureClasses = new Map<FailureClass, number>();
  readonly #mistakes: MistakeFinder;
  readonly #costs: ErrorCostMeter | undefined;
  readonly #reasons = new ReasonCounter();
  readonly #warnings = new WarningCounter();
  readonly #noticed: ReturnType<NonNullable<Facet["noticeAnswers"]>> | undefined;
  /** Fields to break scores down by that no sample had so far. */
  readonly #absentFields: Set<string>;
  readonly #facet: Facet;
  readonly #metrics: Facet["metrics"];
  readonly #signatures: readonly string[];

  constructor(scoring: Scoring, system: ScoredSystem) {
    this.#scoring = scoring;
    this.#system = system;
    const { family, settings, lent, metrics } = scoring;
    const facet = family.scoring(settings.options, lent);
    this.#facet = facet;
    const ofSample =
      scoring.slices.length === 0
        ? (sample: Sample) => facet.slices(sample)
        : (sample: Sample) => ({
            ...facet.slices(sample),
            ...fieldSlices(sample, scoring.slices),
          });
    const slicesOf = (sample: Sample) =>
      this.#repeat === undefined
        ? ofSample(sample)
        : { ...ofSample(sample), [repeatSlice]: String(this.#repeat) };
    const { measures } = facet;
    this.#signatures = measures.map(({ signature }) => signature);
    this.#metrics = facet.metrics.filter(({ id }) => !metrics || metrics.includes(id));
    this.#evidence = new EvidenceSet(measures, slicesOf, facet.wholeSlices);
    this.#samples = system.isCompared ? new SampleIndex() : undefined;
    const shortfall = facet.oracleShortfall;
    const scored = measures.filter(({ signature }) =>
      this.#metrics.some(({ measure }) => measure === signature),
    );
    this.#oracle = shortfall === "measured" ? new EvidenceSet(scored, () => ({})) : shortfall;
    this.#mistakes = new MistakeFinder(scoring, facet, system);
    this.#costs = errorCostMeter(scoring, facet, { metric: this.#metrics[0], system });
    this.#noticed = facet.noticeAnswers?.();
    this.#absentFields = new Set(scoring.slices);
    this.#resources = new ResourceMeter(system.dropped, priceOf(scoring.prices ?? {}, system));
    this.#graders = new GraderMeter(lent.graders, {
      systems: system.graders,
      prices: scoring.prices,
    });
    const { labels, digest, seed } = scoring;
    this.#labels = new LabelScorer({
      aspects: family.people.aspects ?? [],
      labels,
      graders: lent.graders,
      system: system.id,
      digest,
      seed,
    });
    this.#reader = replyReader(scoring, system.speaks);
  }

  /**
   * `repeat`, counted from 1, where samples are asked more than once: it becomes a slice of its
   * own.
   */
  add(ended: EndedSample, repeat?: number): Marked {
    this.#repeat = repeat;
    const primary = this.#scoring.extractors[0];
    const isReadOtherwise =
      ended.extractor !== undefined && ended.extractor !== this.#extractorName(primary);
    const outcome = this.#graded(
      isReadOtherwise && this.#reader ? this.#reader(ended, primary!) : ended.outcome,
      ended,
    );
    this.#count(ended.planned, outcome);
    const { sample, digest, pairing = digest } = ended.planned;
    this.#samples?.add(sample.id, pairing, outcome?.kind);
    if (outcome?.kind === "answered")
      this.#noticed?.add({ sample: ended.planned.sample, prediction: outcome.value });
    const failure = failureClass(outcome, ended.outcome);
    if (failure) this.#failureClasses.set(failure, (this.#failureClasses.get(failure) ?? 0) + 1);
    this.#warnings.add(ended.planned.sample.id, ended.warnings ?? []);
    if (this.#reader && ended.replies.length > 0) this.#others ??= this.#otherReadings();
    const evidence = this.#take(ended, outcome, this.#evidence);
    if (evidence && this.#oracle && this.#oracle !== "unknown")
      this.#takeOracle(ended, this.#oracle);
    for (const other of this.#others ?? []) {
      const reading = this.#take(ended, this.#reader!(ended, other.extractor), other.evidence);
      if (JSON.stringify(reading) !== JSON.stringify(evidence)) other.disagreements++;
    }
    const resources = sampleResources(ended, (model) => this.#price(model));
    this.#resources.add(resources);
    const grading = this.#graders.add(ended);
    this.#labels.add(ended, outcome, repeat);
    const values = this.#values(evidence, outcome?.kind === "answered");
    const errorClass = this.#mistakes.judge(ended, outcome);
    if (errorClass !== null && repeat === undefined) this.#costs?.add(sample, pairing, errorClass);
    return {
      outcome,
      errorClass,
      failureClass: failure,
      values,
      repeat,
      resources,
      grading,
      warnings: ended.warnings,
    };
  }

  /** The metrics of the task, whether asked for or not. */
  get metrics(): Facet["metrics"] {
    return this.#facet.metrics;
  }

  /** What was gathered so far, to be set against that of another system. */
  evidence(): ScoredEvidence {
    return {
      evidence: this.#evidence.ordered(),
      metrics: this.#metrics,
      extractor: this.#others && this.#extractorName(this.#scoring.extractors[0]),
      samples: this.#samples?.ordered(),
    };
  }

  finish(remarks: readonly string[]): SystemSummary {
    return lastOf(this.finishing(remarks));
  }

  /** The same in steps, between which others may have their turn. */
  *finishing(remarks: readonly string[]): Generator<void, SystemSummary> {
    const { unanswered, seed, extractors } = this.#scoring;
    const extractor = this.#others && this.#extractorName(extractors[0]);
    const evidence = this.#evidence.ordered();
    const mistakes = this.#mistakes.finish(evidence);
    const unscored = this.#counts.failed + this.#counts["media-error"] + this.#counts.pending;
    const total = evidence.n + unscored;
    const oracle =
      this.#oracle && this.#oracle !== "unknown" ? this.#oracle.ordered() : this.#oracle;
    const scores = yield* scoringEvidence(evidence, this.#metrics, {
      unanswered,
      extractor,
      seed,
      unscored,
      oracle,
    });
    const others: ExtractorSummary[] = [];
    for (const { extractor: id, evidence: read, disagreements } of this.#others ?? []) {
      const reading = { unanswered, extractor: this.#extractorName(id), seed, unscored: 0 };
      const { metrics } = yield* scoringEvidence(read.ordered(), this.#metrics, reading);
      others.push({ id, isPrimary: false, metrics, disagreements });
    }
    yield;
    const errorCosts = this.#costs?.finish(evidence);
    const resources = this.#resources.finish();
    const graders = this.#graders.finish();
    const aspects = this.#labels.finish();
    const warnings = this.#warnings.finish();
    const { groups, groupCount } = evidence;
    const resampling: Resampling = {
      groups,
      groupCount,
      resamples: resamplesFor(evidence.n),
      seed,
      leastGroups,
    };
    const primary: ExtractorSummary = {
      id: extractors[0] ?? "",
      isPrimary: true,
      metrics: scores.metrics,
      disagreements: 0,
    };
    return {
      id: this.#system.id,
      kind: this.#system.kind,
      n: evidence.n,
      total,
      ...sharesOf(this.#counts),
      groups: evidence.groupCount,
      outcomes: this.#counts,
      ...(this.#failureClasses.size > 0 ? { failureClasses: byName(this.#failureClasses) } : {}),
      reasons: this.#reasons.list(),
      ...(warnings ? { warnings } : {}),
      headline: this.#metrics[0]?.id ?? "",
      unanswered,
      ...scores,
      analyses: this.#facet.analyses.flatMap((analysis) =>
        analysed(analysis, evidence.evidence(analysis.measure), resampling),
      ),
      extractors: others.length === 0 ? [] : [primary, ...others],
      errors: byName(mistakes.errors),
      ...(errorCosts ? { errorCosts } : {}),
      failures: mistakes.failures,
      remarks: [
        ...remarks,
        ...(this.#noticed?.finish() ?? []),
        ...this.#labels.remarks(),
        ...(total === 0
          ? []
          : [...this.#absentFields].map((path) => `no sample has the field ${path}`)),
        ...this.#evidence.tooFine.map(
          (name) => `not broken down by ${name}, which has more than ${mostSliceValues} values`,
        ),
      ],
      ...(graders.length > 0 ? { graders } : {}),
      ...(aspects.length > 0 ? { aspects } : {}),
      ...(resources ? { resources } : {}),
    };
  }

  #count({ sample }: PlannedSample, outcome: Outcome<unknown> | undefined): void {
    this.#counts[outcome?.kind ?? "pending"]++;
    if (outcome && outcome.kind !== "answered") {
      const paths = this.#scoring.family.data.refs(sample).map(({ path }) => path);
      this.#reasons.add(outcome, paths);
    }
    for (const path of this.#absentFields)
      if (hasField(sample, path)) this.#absentFields.delete(path);
  }

  /** Samples that came before the first reply are read alike by all. */
  #otherReadings(): readonly OtherReading[] {
    return this.#scoring.extractors
      .slice(1)
      .map((extractor) => ({ extractor, evidence: this.#evidence.copy(), disagreements: 0 }));
  }

  /** An answer that was to be graded and was not is no score: work is left to do on our side. */
  #graded(
    outcome: Outcome<unknown> | undefined,
    { grades, ungraded }: EndedSample,
  ): Outcome<unknown> | undefined {
    if (outcome?.kind !== "answered") return outcome;
    const { family, lent } = this.#scoring;
    const missing = family.people.graders.find(
      ({ role, isRequired }) => isRequired && lent.graders[role] !== undefined && !(role in grades),
    );
    return missing
      ? noAnswer(
          "failed",
          `not graded (${missing.role}): ${ungraded?.[missing.role] ?? "no grade is in the log"}`,
        )
      : outcome;
  }

  #extractorName(id: string | undefined): string | undefined {
    return id === undefined ? undefined : extractorName(this.#scoring.family, id);
  }

  #price(model: string | undefined): Price | undefined {
    return priceOf(this.#scoring.prices ?? {}, this.#system, model);
  }

  #take(
    ended: EndedSample,
    outcome: Outcome<unknown> | undefined,
    into: EvidenceSet,
  ): readonly unknown[] | undefined {
    if (!outcome || !isScored(outcome.kind)) return undefined;
    const { sample, digest, pairing = digest, position } = ended.planned;
    const prediction =
      outcome.kind === "answered"
        ? outcome.value
        : this.#scoring.family.proof.baselines.empty(sample);
    return into.add(
      {
        sample,
        prediction,
        outcome: outcome.kind,
        grades: ended.grades,
        seconds: askedSeconds(ended),
        position,
      },
      pairing,
    );
  }

  #takeOracle(
    { planned: { sample, digest, pairing = digest } }: EndedSample,
    into: EvidenceSet,
  ): void {
    const prediction = this.#scoring.family.proof.baselines.oracle(sample);
    into.add({ sample, prediction, outcome: "answered", grades: {} }, pairing);
  }

  #values(
    evidence: readonly unknown[] | undefined,
    isAnswered: boolean,
  ): Record<string, number | null> {
    const values: Record<string, number | null> = {};
    for (const metric of this.#metrics) {
      if (metric.kind === "corpus") continue;
      const isCounted = isAnswered || metric.population !== "answered";
      values[metric.id] =
        evidence && isCounted
          ? metric.value(evidence[this.#signatures.indexOf(metric.measure)])
          : null;
    }
    return values;
  }
}

/** The slice by which scores are broken down where samples are asked more than once. */
export const repeatSlice = "repeat";
