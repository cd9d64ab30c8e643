import type { Format, PredictionFormat } from "../../core/data/format.ts";
import type { Sample } from "../../core/data/sample.ts";
import type { Family } from "../../core/family.ts";
import { isRecord } from "../../core/json.ts";
import type { Measure } from "../../core/scores/measure.ts";
import type { Metric, Score } from "../../core/scores/metric.ts";
import { UserError } from "../../core/user-error.ts";
import type { UsedModule } from "./check-exports.ts";

type AnyFunction = (...args: readonly unknown[]) => unknown;
type AnyMeasure = Measure<Sample, unknown, unknown>;

/** Which sample each piece of evidence is about. */
type Origins = WeakMap<object, string>;

/**
 * The same module, whose mistakes are user errors: what it throws, and values of metrics that are
 * no numbers or out of bounds, are reported with its file, the function and the sample.
 */
export function guardModule(used: UsedModule, file: string): UsedModule {
  const origins: Origins = new WeakMap();
  const within = (family: string) => `${file}: family "${family}"`;
  return {
    ...used,
    families: used.families.map((family) => guardFamily(family, within(family.id), origins)),
    formats: used.formats.map((format) => guardFormat(format, within(format.family))),
    predictionFormats: used.predictionFormats.map((format) =>
      guardPredictionFormat(format, within(format.family)),
    ),
    measures: used.measures.map((measure) =>
      guardMeasure(measure, within(measure.family), origins),
    ),
    metrics: used.metrics.map((metric) => guardMetric(metric, file, origins)),
  };
}

function guardFamily(family: Family, place: string, origins: Origins): Family {
  const { data, asking, display, proof } = family;
  const { scoring } = guardFunctions(family, place, ["scoring"]);
  return {
    ...family,
    data: {
      ...guardFunctions(data, place, ["refs"]),
      formats: data.formats.map((format) => guardFormat(format, place)),
      predictionFormats: data.predictionFormats.map((format) =>
        guardPredictionFormat(format, place),
      ),
    },
    asking: guardFunctions(asking, place, ["withoutTruth"]),
    scoring: (options, lent) => guardScoring(scoring(options, lent), place, origins),
    proof: {
      ...proof,
      baselines: guardFunctions(proof.baselines, `${place}: baselines`, [
        "oracle",
        "chance",
        "empty",
      ]),
    },
    display: guardFunctions(display, place, ["view"]),
  };
}

type Facet = ReturnType<Family["scoring"]>;

function guardScoring(facet: Facet, place: string, origins: Origins): Facet {
  return {
    ...guardFunctions(facet, place, ["slices", "errorClass"]),
    measures: facet.measures.map((measure) => guardMeasure(measure, place, origins)),
    metrics: facet.metrics.map((metric) => guardMetric(metric, place, origins)),
  };
}

function guardFormat<T extends Format<Sample>>(format: T, place: string): T {
  return guardFunctions(format, `${place}: format "${format.id}"`, ["read"]);
}

function guardPredictionFormat<T extends PredictionFormat<Sample, unknown>>(
  format: T,
  place: string,
): T {
  const names = ["recognises", "accepts", "reply", "read", "interpret"] as const;
  return guardFunctions(format, `${place}: predictionFormat "${format.id}"`, names);
}

function guardMeasure<T extends AnyMeasure>(measure: T, place: string, origins: Origins): T {
  const guarded = guardFunctions(measure, `${place}: measure "${measure.signature}"`, ["measure"]);
  return {
    ...guarded,
    measure(observation: Parameters<AnyMeasure["measure"]>[0]) {
      const evidence = guarded.measure(observation);
      if (isRecord(evidence)) origins.set(evidence, observation.sample.id);
      return evidence;
    },
  };
}

function guardMetric(metric: Metric, place: string, origins: Origins): Metric {
  const here = `${place}: metric "${metric.id}"`;
  const names = ["prepare", "ceiling", "references"] as const;
  const guarded = guardFunctions(metric, here, names);
  const prepare = (evidence: Iterable<unknown>): Score => {
    const score = guarded.prepare(evidence);
    return (weights) => {
      const value = called(`${here}: score`, () => score(weights), []);
      refuseValue(value, metric, `${here}: the score is`);
      return value;
    };
  };
  if (guarded.kind === "corpus") return { ...guarded, prepare };
  const value = (evidence: unknown) => {
    const origin = isRecord(evidence) ? origins.get(evidence) : undefined;
    const given = called(`${here}: value`, () => guarded.value(evidence), [{ id: origin }]);
    const of = origin === undefined ? "" : ` of sample "${origin}"`;
    refuseValue(given, metric, `${here}: value${of} is`, evidence);
    return given;
  };
  return { ...guarded, prepare, value };
}

/** How far a score may leave its bounds by rounding. */
const rounding = 1e-9;

function refuseValue(value: unknown, metric: Metric, what: string, evidence?: unknown): void {
  if (value === null) return;
  const { kind, best, worst } = metric;
  const low = Math.min(best, worst ?? (best === 0 ? 0 : Number.NEGATIVE_INFINITY));
  const high = Math.max(best, worst ?? (best === 0 ? Number.POSITIVE_INFINITY : best));
  const isNumber = typeof value === "number" && Number.isFinite(value);
  const isOneOfTwo = kind === "proportion" && evidence !== undefined;
  const isRight = isOneOfTwo
    ? value === 0 || value === 1
    : isNumber && value >= low - rounding && value <= high + rounding;
  if (isRight) return;
  const bounds = isNumber ? `a number from ${low} to ${high}` : "a number";
  const wanted = isOneOfTwo ? "0, 1" : bounds;
  const read = evidence === undefined ? undefined : `it reads the evidence ${shown(evidence)}`;
  throw new UserError(`${what} ${shown(value)}, but must be ${wanted} or null`, read);
}

/** The object with those of the named functions that it has reporting what they throw. */
function guardFunctions<T extends object>(
  value: T,
  place: string,
  names: readonly (keyof T & string)[],
): T {
  const guarded = names.flatMap((name) => {
    const own = value[name];
    if (typeof own !== "function") return [];
    const call: AnyFunction = (...args) =>
      called(`${place}: ${name}`, () => (own as AnyFunction).apply(value, [...args]), args);
    return [[name, call] as const];
  });
  return { ...value, ...Object.fromEntries(guarded) };
}

function called<T>(place: string, call: () => T, args: readonly unknown[]): T {
  try {
    const given = call();
    return isAsyncIterable(given) ? (watched(given, place) as T) : given;
  } catch (error) {
    throw blamed(error, place, args);
  }
}

async function* watched<T>(pieces: AsyncIterable<T>, place: string): AsyncGenerator<T> {
  try {
    yield* pieces;
  } catch (error) {
    throw blamed(error, place, []);
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function blamed(error: unknown, place: string, args: readonly unknown[]): unknown {
  // What the operating system refuses, and our own user errors, name their cause themselves.
  if (error instanceof UserError || (isRecord(error) && typeof error.syscall === "string"))
    return error;
  const ids = args.flatMap((arg) => {
    const { id, sample } = isRecord(arg) ? arg : {};
    const own = isRecord(sample) ? sample.id : id;
    return typeof own === "string" ? [own] : [];
  });
  const about = ids.length === 0 ? "" : ` for "${ids[0]}"`;
  const message = error instanceof Error ? error.message : String(error);
  const line = error instanceof Error ? error.stack?.split("\n    at ")[1] : undefined;
  return new UserError(`${place} throws${about}: ${message}`, line && `thrown at ${line}`);
}

const mostShown = 120;

function shown(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
