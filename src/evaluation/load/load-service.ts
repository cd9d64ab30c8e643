import type { Sample } from "../../core/data/sample.ts";
import { UserError } from "../../core/user-error.ts";
import type {
  LoadComparison,
  LoadResult,
  LoadShape,
} from "../../summary/performance/load-summary.ts";
import type { TimedSender } from "../../systems/service/timed-sender.ts";
import { videoSeconds } from "../machine/video-hours.ts";
import { driveLoad, type Sent } from "./drive-load.ts";
import { LoadMeter, latencyDifferences } from "./load-meter.ts";
import { keepsUp } from "./sweep-load.ts";

export interface LoadOptions {
  readonly shape: LoadShape;
  /** Seconds that are measured. */
  readonly seconds: number;
  /** Seconds before that, with the same load, which are not measured. */
  readonly warmUpSeconds: number;
  /** After so long a request counts as not answered. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  /** Told every second or so, for a display. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
}

export interface LoadProgress {
  readonly elapsedSeconds: number;
  readonly totalSeconds: number;
  readonly answered: number;
  readonly failed: number;
}

/** A service under load, and the samples that it is asked about, in turn. */
export interface LoadedService {
  readonly url: string;
  /** Opens connections of their own for each load: those of one that was too much are a burden. */
  open(): Promise<TimedSender>;
  readonly samples: readonly Sample[];
}

/** Requests at a time that a machine has ports for. */
const mostInFlight = 10_000;
/** A generator that is later than this with half of its requests measures itself. */
const lateMs = 5;

/** Puts one service under load and measures it. */
export async function loadService(
  service: LoadedService,
  options: LoadOptions,
): Promise<LoadResult> {
  const { meter, remarks } = await measuredLoad(service, options);
  return meter.result(remarks);
}

/** So often services take turns: each sees the same good and bad moments of the machine. */
const turns = 10;

/** Puts two services under the same load, in turns, and says by how much they differ. */
export async function compareServices(
  a: LoadedService,
  b: LoadedService,
  options: LoadOptions,
): Promise<LoadComparison> {
  const sides = [a, b].map((service) => ({ service, meters: [] as Measured[] }));
  for (let turn = 0; turn < turns && !options.signal.aborted; turn++)
    for (const { service, meters } of turn % 2 === 0 ? sides : sides.toReversed())
      meters.push(
        await measuredLoad(service, {
          ...options,
          seconds: options.seconds / turns,
          warmUpSeconds: turn === 0 ? options.warmUpSeconds : options.warmUpSeconds / turns,
        }),
      );
  const [first, second] = sides.map(({ meters }) => LoadMeter.joined(meters.map((m) => m.meter)));
  return {
    a: first!.result(remarksIn(sides[0]!.meters)),
    b: second!.result(remarksIn(sides[1]!.meters)),
    differences: latencyDifferences(first!.blocks, second!.blocks),
  };
}

function remarksIn(meters: readonly Measured[]): readonly string[] {
  return [...new Set(meters.flatMap(({ remarks }) => remarks))];
}

interface Measured {
  readonly meter: LoadMeter;
  readonly remarks: readonly string[];
}

/** Puts a service under load; `wrap` may look at what is sent and when it is measured. */
export async function measuredLoad(
  { url, open, samples }: LoadedService,
  { shape, seconds, warmUpSeconds, timeoutSeconds, signal, onProgress }: LoadOptions,
  wrap?: (
    sender: TimedSender,
    times: { readonly startMs: number; readonly endMs: number },
  ) => Pick<TimedSender, "send">,
): Promise<Measured> {
  if (samples.length === 0) throw new UserError("there are no samples to ask about");
  await using opened = await open();
  const fromMs = performance.now() + 10;
  const startMs = fromMs + 1_000 * warmUpSeconds;
  const untilMs = startMs + 1_000 * seconds;
  const meter = new LoadMeter({ url, shape, startMs, endMs: untilMs });
  const sender = wrap?.(opened, { startMs, endMs: untilMs }) ?? opened;
  const details = new Map<string, string>();
  const counts = { answered: 0, failed: 0 };
  const send = async (number: number): Promise<Sent> => {
    const sample = samples[number % samples.length]!;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(1_000 * timeoutSeconds)]);
    const reply = await sender.send(sample, limit);
    if ("error" in reply) {
      counts.failed++;
      details.set(reply.error, reply.detail);
      return { error: reply.error };
    }
    counts.answered++;
    return { ...reply, videoSeconds: videoSeconds(sample) };
  };
  const timer = setInterval(
    () =>
      onProgress?.({
        elapsedSeconds: (performance.now() - fromMs) / 1_000,
        totalSeconds: warmUpSeconds + seconds,
        ...counts,
      }),
    500,
  );
  try {
    await driveLoad({ shape, send, meter, fromMs, untilMs, mostInFlight, signal });
  } finally {
    clearInterval(timer);
  }
  signal.throwIfAborted();
  return { meter, remarks: remarksOf(meter, shape, details) };
}

function remarksOf(
  meter: LoadMeter,
  shape: LoadShape,
  details: ReadonlyMap<string, string>,
): readonly string[] {
  const { lateMs: late, finishedPerSecond, errors, seconds } = meter.keeping();
  const remarks = [...details].map(([error, detail]) =>
    detail === "" || detail === error ? error : `${error}: ${detail}`,
  );
  if (shape.mode === "open" && late > lateMs)
    remarks.push(
      "this machine could not send requests when they were due: half of them left later than 5 ms; use a lower rate or another machine",
    );
  if (shape.mode === "open" && errors === 0 && !keepsUp(finishedPerSecond, shape.rate, seconds))
    remarks.push(
      `the service did not keep up: ${finishedPerSecond.toFixed(1)} answers per second at ${shape.rate} requests per second`,
    );
  return remarks;
}
