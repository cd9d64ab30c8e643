import { closest } from "../../../core/suggest.ts";
import { UserError } from "../../../core/user-error.ts";
import type { Flags } from "../command.ts";
import { dashed } from "./dashed.ts";
import { type GivenOption, givenOption, parseOption } from "./given-option.ts";
import { metricInputs } from "./index.ts";
import { metricNames } from "./load-metrics.ts";
import type { AskedMetric, LoadedInput, MetricRequest, OfferedMetric } from "./metric-input.ts";
import type { MetricWords } from "./metric-words.ts";

export interface Asked extends MetricRequest {
  readonly input: LoadedInput;
}

/**
 * Finds the kind of files that all named metrics read, and the options of each. Names of groups
 * stand for all their metrics.
 */
export function askMetrics(
  inputs: readonly LoadedInput[],
  { names, given: written }: MetricWords,
  flags: Flags,
): Asked {
  const found = names.map((name) => ({ name, ...findMetric(inputs, name) }));
  const [first] = found;
  if (!first) throw new UserError("no metric was named", "vidimus metric --list shows all of them");
  const other = found.find(({ input }) => input !== first.input);
  if (other)
    throw new UserError(
      `${first.name} and ${other.name} do not read the same files: ${first.input.usage} and ${other.input.usage}`,
      "ask for them one after the other",
    );
  const { input } = first;
  refuseForeignFlags(input, flags);
  const offers = [
    ...new Map(
      found.flatMap(({ metrics }) => metrics).map((metric) => [metric.offer.id, metric]),
    ).values(),
  ];
  const given = [
    ...((flags.option as readonly string[] | undefined) ?? []).map(givenOption),
    ...written,
  ];
  for (const option of given) checkOption(option, { input, offers });
  return {
    input,
    flags,
    asked: offers.map((offered) => ({ offer: offered.offer, options: optionsOf(offered, given) })),
    isWhole: found.some(({ isGroup }) => isGroup),
    file(flag) {
      const path = flags[flag];
      if (typeof path !== "string")
        throw new UserError(`missing: ${dashed(flag)}`, `these metrics read ${input.usage}`);
      return path;
    },
  };
}

interface Found {
  readonly input: LoadedInput;
  readonly metrics: readonly OfferedMetric[];
  readonly isGroup: boolean;
}

function findMetric(inputs: readonly LoadedInput[], name: string): Found {
  if (name === "")
    throw new UserError(
      "the name of a metric is empty",
      "separate names by single commas, such as bleu,cider",
    );
  for (const input of inputs) {
    const metric = input.metrics.find(({ offer }) => offer.id === name);
    if (metric) return { input, metrics: [metric], isGroup: false };
    if (input.id === name)
      return { input, metrics: input.metrics.filter(({ offer }) => !offer.isApart), isGroup: true };
  }
  const near = closest(name, metricNames);
  throw new UserError(
    `unknown metric "${name}"`,
    `${near ? `did you mean "${near}"? ` : ""}vidimus metric --list shows all of them`,
  );
}

/** A flag that nothing reads would be a silent mistake. */
function refuseForeignFlags(input: LoadedInput, flags: Flags): void {
  const foreign = metricInputs
    .flatMap((one) => one.flags)
    .find((flag) => flags[flag] !== undefined && !input.flags.includes(flag));
  if (foreign === undefined) return;
  const readers = metricInputs.filter((one) => one.flags.includes(foreign)).map(({ id }) => id);
  throw new UserError(
    `${dashed(foreign)} goes with metrics of ${readers.join(" and ")}, not with those of ${input.id}`,
    `these read ${input.usage}`,
  );
}

interface Offered {
  readonly input: LoadedInput;
  readonly offers: readonly OfferedMetric[];
}

function checkOption({ written, metric, name }: GivenOption, { input, offers }: Offered): void {
  const meant = offers.filter(({ offer }) => metric === undefined || offer.id === metric);
  const readers = meant.filter(({ options }) => options.some((option) => option.name === name));
  if (
    readers.length > 1 &&
    readers.some(({ options }) => options.find((option) => option.name === name)!.isOwn)
  )
    throw new UserError(
      `${written}: ${readers.map(({ offer }) => offer.id).join(" and ")} mean different things by "${name}"`,
      `say which is meant, for example --option ${readers[0]!.offer.id}.${name}=…`,
    );
  if (readers.length > 0) return;
  const ids = offers.map(({ offer }) => offer.id);
  if (meant.length === 0)
    throw new UserError(
      `${written}: ${metric} is not among the metrics asked for`,
      `these are ${ids.join(", ")}`,
    );
  const options = meant.flatMap((offered) => offered.options);
  const known = [...new Set(options.map((option) => option.name))];
  // A parameter as the signature writes it stands for the option or flag that sets it.
  const [flag] = Object.entries(input.flagKeys ?? {}).find(([, keys]) => keys.includes(name)) ?? [];
  const near =
    options.find(({ keys }) => keys?.includes(name))?.name ??
    (flag === undefined ? closest(name, known) : dashed(flag));
  throw new UserError(
    `${written}: ${metric ?? ids.join(", ")} ${meant.length === 1 ? "has" : "have"} no option "${name}"`,
    known.length === 0
      ? "there are no options"
      : `${near ? `did you mean "${near}"? ` : ""}options here: ${known.join(", ")}`,
  );
}

function optionsOf(
  { offer, options }: OfferedMetric,
  given: readonly GivenOption[],
): AskedMetric["options"] {
  const values: Record<string, unknown> = {};
  // What is said of one metric outweighs what is said of all.
  for (const one of [
    ...given.filter(({ metric }) => metric === undefined),
    ...given.filter(({ metric }) => metric === offer.id),
  ]) {
    const option = options.find(({ name }) => name === one.name);
    if (option) values[one.name] = parseOption(one, option);
  }
  return values;
}
