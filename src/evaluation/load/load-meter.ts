import { percentileInterval } from "../../math/interval/percentile-interval.ts";
import { resamplePercentiles } from "../../math/latency-bootstrap.ts";
import { LatencyHistogram } from "../../math/latency-histogram.ts";
import { fitLine } from "../../math/line-fit.ts";
import {
  type LatencyFigure,
  type LoadResult,
  type LoadShape,
  type PercentileName,
  percentileNames,
} from "../../summary/performance/load-summary.ts";

/** When things happened to one request, in milliseconds of one clock. */
export interface RequestTimes {
  /** When it was to be sent. */
  readonly dueMs: number;
  readonly sentMs: number;
  readonly firstByteMs: number;
  readonly endMs: number;
  /** How long the video is that the request was about, where that is known. */
  readonly videoSeconds?: number | undefined;
}

/** A line needs no more points. */
const mostLengths = 20_000;
/** At most so many stretches of time: each keeps a histogram of its own. */
const mostBlocks = 60;
const fewestBlocks = 10;
const resamples = 1_000;
const clockNoiseMs = 1e-6;

const fractions: Readonly<Record<PercentileName, number>> = {
  p50: 0.5,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
};

interface MeterOptions {
  readonly url: string;
  readonly shape: LoadShape;
  /** When measuring starts and ends; requests that are due outside count as warm-up. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Gathers what a load came to: histograms, not requests, so that its length costs no memory. */
export class LoadMeter {
  readonly #options: MeterOptions;
  #blocks: readonly LatencyHistogram[];
  readonly #service = new LatencyHistogram();
  readonly #queue = new LatencyHistogram();
  readonly #firstByte = new LatencyHistogram();
  readonly #errors = new Map<string, number>();
  #sent = 0;
  #inFlight = 0;
  #mostInFlight = 0;
  /** Answers that came while it was measured, whenever they were asked for. */
  #finished = 0;
  readonly #lengths: (readonly [seconds: number, milliseconds: number])[] = [];

  constructor(options: MeterOptions) {
    this.#options = options;
    const seconds = (options.endMs - options.startMs) / 1_000;
    const count = Math.max(fewestBlocks, Math.min(mostBlocks, Math.floor(seconds)));
    this.#blocks = Array.from({ length: count }, () => new LatencyHistogram());
  }

  /** Several stretches of load on one service, taken together. */
  static joined(meters: readonly LoadMeter[]): LoadMeter {
    const seconds = meters.map((one) => one.#options.endMs - one.#options.startMs);
    const whole = new LoadMeter({
      ...meters[0]!.#options,
      startMs: 0,
      endMs: seconds.reduce((a, b) => a + b, 0),
    });
    whole.#blocks = meters.flatMap((one) => one.#blocks);
    for (const one of meters) {
      whole.#service.add(one.#service);
      whole.#queue.add(one.#queue);
      whole.#firstByte.add(one.#firstByte);
      whole.#lengths.push(...one.#lengths);
      whole.#sent += one.#sent;
      whole.#finished += one.#finished;
      whole.#mostInFlight = Math.max(whole.#mostInFlight, one.#mostInFlight);
      for (const [cause, count] of one.#errors)
        whole.#errors.set(cause, (whole.#errors.get(cause) ?? 0) + count);
    }
    return whole;
  }

  started(): void {
    this.#inFlight++;
    this.#mostInFlight = Math.max(this.#mostInFlight, this.#inFlight);
  }

  answered({ dueMs, sentMs, firstByteMs, endMs, videoSeconds }: RequestTimes): void {
    this.#inFlight--;
    if (endMs >= this.#options.startMs && endMs < this.#options.endMs) this.#finished++;
    const block = this.#blockOf(dueMs);
    if (!block) return;
    this.#sent++;
    block.record(endMs - dueMs);
    this.#service.record(endMs - sentMs);
    this.#queue.record(sentMs - dueMs);
    this.#firstByte.record(firstByteMs - sentMs);
    if (videoSeconds !== undefined && this.#lengths.length < mostLengths)
      this.#lengths.push([videoSeconds, endMs - sentMs]);
  }

  failed(dueMs: number, cause: string): void {
    this.#inFlight--;
    if (!this.#blockOf(dueMs)) return;
    this.#sent++;
    this.#errors.set(cause, (this.#errors.get(cause) ?? 0) + 1);
  }

  /** How late half of the requests were sent, and how many came back: enough to judge the load by. */
  keeping(): {
    readonly lateMs: number;
    readonly finishedPerSecond: number;
    readonly errors: number;
    readonly seconds: number;
  } {
    const { startMs, endMs } = this.#options;
    return {
      seconds: (endMs - startMs) / 1_000,
      lateMs: this.#queue.percentile(0.5) ?? 0,
      finishedPerSecond: (1_000 * this.#finished) / (endMs - startMs),
      errors: [...this.#errors.values()].reduce((a, b) => a + b, 0),
    };
  }

  /** Histograms of the stretches of time, for comparisons. */
  get blocks(): readonly LatencyHistogram[] {
    return this.#blocks;
  }

  result(remarks: readonly string[] = []): LoadResult {
    const { url, shape, startMs, endMs } = this.#options;
    const whole = sum(this.#blocks);
    const failures = [...this.#errors.values()].reduce((a, b) => a + b, 0);
    const seconds = Math.round(endMs - startMs) / 1_000;
    return {
      url,
      shape,
      seconds,
      sent: this.#sent,
      answered: whole.total,
      errors: Object.fromEntries(this.#errors),
      errorRate: this.#sent === 0 ? 0 : failures / this.#sent,
      throughput: seconds > 0 ? this.#finished / seconds : 0,
      ...percentilesOf(whole),
      max: whole.total === 0 ? null : whole.maximumMs,
      mean: whole.meanMs,
      intervals: intervalsOf(this.#blocks),
      ...(failures > 0 ? { withErrors: percentilesOf(whole, failures) } : {}),
      serviceTime: withMean(this.#service),
      queueTime: withMean(this.#queue),
      firstByte: withMean(this.#firstByte),
      mostInFlight: this.#mostInFlight,
      histogram: [...whole.buckets()],
      ...byLength(this.#lengths),
      remarks,
    };
  }

  #blockOf(dueMs: number): LatencyHistogram | undefined {
    const { startMs, endMs } = this.#options;
    // Sums of fractions of a second are not exact.
    if (dueMs < startMs - clockNoiseMs || dueMs >= endMs - clockNoiseMs) return undefined;
    const share = Math.max(0, dueMs - startMs) / (endMs - startMs);
    return this.#blocks[Math.min(this.#blocks.length - 1, Math.floor(share * this.#blocks.length))];
  }
}

function byLength(points: readonly (readonly [number, number])[]): Pick<LoadResult, "byLength"> {
  const fit = fitLine(points);
  if (!fit) return {};
  const { value, low, high } = fit.slope;
  return {
    byLength: {
      n: fit.n,
      tenMinutes: fit.at(600),
      oneHour: fit.at(3_600),
      perHour: { value: value * 3_600, low: low * 3_600, high: high * 3_600 },
    },
  };
}

function percentilesOf(
  histogram: LatencyHistogram,
  beyond = 0,
): Readonly<Record<PercentileName, number | null>> {
  return named((name) => histogram.percentile(fractions[name], beyond));
}

function withMean(
  histogram: LatencyHistogram,
): Readonly<Record<PercentileName | "mean", number | null>> {
  return { ...percentilesOf(histogram), mean: histogram.meanMs };
}

/** Resamples stretches of time with replacement: neighbouring requests wait in the same queue. */
function intervalsOf(
  blocks: readonly LatencyHistogram[],
): Readonly<Record<PercentileName, LatencyFigure>> {
  const whole = sum(blocks);
  const drawn = resampled(blocks, "load");
  return named((name) => figure(whole.percentile(fractions[name]), drawn[name]));
}

/** How much later the second of two services answers, with intervals. */
export function latencyDifferences(
  a: readonly LatencyHistogram[],
  b: readonly LatencyHistogram[],
): Readonly<Record<PercentileName, LatencyFigure>> {
  const [ofA, ofB] = [resampled(a, "first"), resampled(b, "second")];
  const [wholeA, wholeB] = [sum(a), sum(b)];
  return named((name) => {
    const [own, other] = [wholeA, wholeB].map((one) => one.percentile(fractions[name]));
    const value = own === null || other === null ? null : other! - own!;
    return figure(
      value,
      ofB[name].map((of, at) => of - ofA[name][at]!),
    );
  });
}

function resampled(
  blocks: readonly LatencyHistogram[],
  label: string,
): Readonly<Record<PercentileName, Float64Array>> {
  const isEnough = blocks.filter(({ total }) => total > 0).length >= fewestBlocks;
  const drawn = resamplePercentiles(isEnough ? blocks : [], {
    fractions: percentileNames.map((name) => fractions[name]),
    draws: resamples,
    label,
  });
  return named((name) => drawn[percentileNames.indexOf(name)]!);
}

function figure(value: number | null, drawn: Float64Array): LatencyFigure {
  const interval = value === null ? null : percentileInterval(drawn);
  return { value, low: interval?.low ?? null, high: interval?.high ?? null };
}

function sum(blocks: readonly LatencyHistogram[]): LatencyHistogram {
  const whole = new LatencyHistogram();
  for (const block of blocks) whole.add(block);
  return whole;
}

function named<Value>(of: (name: PercentileName) => Value): Record<PercentileName, Value> {
  return Object.fromEntries(percentileNames.map((name) => [name, of(name)])) as Record<
    PercentileName,
    Value
  >;
}
