import { type ListedMetric, metricList } from "../../../metrics/index.ts";
import { metricInputs } from "./index.ts";
import type { LoadedInput, MetricInput, OfferedMetric } from "./metric-input.ts";

/** Every name that stands for one or more metrics: those of metrics, and those of their groups. */
export const metricNames: readonly string[] = [
  ...new Set([
    ...metricList.flatMap(({ names = [] }) => names),
    ...metricInputs.map(({ id }) => id),
  ]),
];

/**
 * Loads the metrics of these names and the code that reads their files, or everything where no
 * names are given.
 */
export async function loadMetrics(names?: readonly string[]): Promise<readonly LoadedInput[]> {
  const wanted = names && namedMetrics(names);
  const inputs = wanted
    ? metricInputs.filter(({ id }) => wanted.some(({ input }) => input === id))
    : metricInputs;
  return Promise.all(
    inputs.map((input) =>
      loadInput(
        input,
        (wanted ?? metricList).filter((one) => one.input === input.id),
      ),
    ),
  );
}

/** A name of a metric outweighs that of a group. */
function namedMetrics(names: readonly string[]): readonly ListedMetric[] {
  const known = new Set(metricList.flatMap((one) => one.names ?? []));
  const groups = names.filter((name) => !known.has(name));
  return metricList.filter(
    (one) => groups.includes(one.input ?? "") || one.names?.some((name) => names.includes(name)),
  );
}

async function loadInput(
  input: MetricInput,
  listed: readonly ListedMetric[],
): Promise<LoadedInput> {
  const [{ reader }, ...modules] = await Promise.all([
    input.load(),
    ...listed.map(({ load }) => load()),
  ]);
  for (const [i, { names = [] }] of listed.entries()) checkNames(names, modules[i]!);
  const metrics = modules.flatMap(({ declarations }) =>
    declarations.flatMap(({ id, page, offers = [] }) =>
      offers.map((offer): OfferedMetric => {
        const options = [...offer.options, ...(reader.options?.[offer.reads] ?? [])];
        return { offer, options, page: typeof page === "string" ? page : id };
      }),
    ),
  );
  return { ...input, reader, metrics };
}

/** A name that the list of metrics has wrong would be known and not found. */
export function checkNames(
  names: readonly string[],
  { declarations }: Awaited<ReturnType<ListedMetric["load"]>>,
): void {
  const offered = declarations.flatMap(({ offers = [] }) => offers.map(({ id }) => id));
  const wrong = names.find((name) => !offered.includes(name));
  if (wrong !== undefined)
    throw new RangeError(
      `src/metrics/index.ts lists "${wrong}", but the file it loads offers ${offered.join(", ") || "nothing"}`,
    );
}
