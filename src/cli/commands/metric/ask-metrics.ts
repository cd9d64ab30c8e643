import { closest } from "../../../core/suggest.ts";
import { UserError } from "../../../core/user-error.ts";
import type { Flags } from "../command.ts";
import { dashed } from "./dashed.ts";
import type { AskedMetric, MetricInput, OfferedMetric } from "./metric-input.ts";
import { type GivenOption, givenOption, parseOption } from "./metric-option.ts";
import type { MetricWords } from "./metric-words.ts";

export interface Asked {
  readonly input: MetricInput;
  readonly metrics: readonly AskedMetric[];
}

/** Finds the kind of files that all named metrics read, and the options of each. Names of groups stand for all their metrics. */
export function askMetrics(inputs: readonly MetricInput[], { names, given: written }: MetricWords, flags: Flags): Asked {
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
  refuseForeignFlags(inputs, input, flags);
  const offers = [...new Map(found.flatMap(({ metrics }) => metrics).map((metric) => [metric.id, metric])).values()];
  const given = [...givenOptions(flags), ...written];
  for (const option of given) checkOption(option, { input, offers });
  return { input, metrics: offers.map((offer) => ({ id: offer.id, options: optionsOf(offer, input, given) })) };
}

function findMetric(
  inputs: readonly MetricInput[],
  name: string,
): { readonly input: MetricInput; readonly metrics: readonly OfferedMetric[] } {
  if (name === "") throw new UserError("the name of a metric is empty", "separate names by single commas, such as bleu,cider");
  for (const input of inputs) {
    const metric = input.metrics.find(({ id }) => id === name);
    if (metric) return { input, metrics: [metric] };
    if (input.id === name) return { input, metrics: input.metrics.filter(({ isApart }) => !isApart) };
  }
  const near = closest(
    name,
    inputs.flatMap(({ id, metrics }) => [id, ...metrics.map((metric) => metric.id)]),
  );
  throw new UserError(`unknown metric "${name}"`, `${near ? `did you mean "${near}"? ` : ""}vidimus metric --list shows all of them`);
}

/** A flag that nothing reads would be a silent mistake. */
function refuseForeignFlags(inputs: readonly MetricInput[], input: MetricInput, flags: Flags): void {
  const foreign = inputs.flatMap((one) => one.flags).find((flag) => flags[flag] !== undefined && !input.flags.includes(flag));
  if (foreign === undefined) return;
  const readers = inputs.filter((one) => one.flags.includes(foreign)).map(({ id }) => id);
  throw new UserError(
    `${dashed(foreign)} goes with metrics of ${readers.join(" and ")}, not with those of ${input.id}`,
    `these read ${input.usage}`,
  );
}

/** `--tiou` and `--definition` are short for options of the same name. */
const shortFlags = ["tiou", "definition"] as const;

function givenOptions(flags: Flags): readonly GivenOption[] {
  const short = shortFlags.flatMap((name): GivenOption[] =>
    flags[name] === undefined ? [] : [{ written: `--${name} ${flags[name]}`, name, value: String(flags[name]) }],
  );
  return [...((flags.option as readonly string[] | undefined) ?? []).map(givenOption), ...short];
}

interface Offered {
  readonly input: MetricInput;
  readonly offers: readonly OfferedMetric[];
}

function checkOption({ written, metric, name }: GivenOption, { input, offers }: Offered): void {
  const readers = offers.filter((offer) => (metric === undefined || offer.id === metric) && offer.options.includes(name));
  if (readers.length > 1 && metric === undefined && input.options.find((option) => option.name === name)?.isOwn)
    throw new UserError(
      `${written}: ${readers.map(({ id }) => id).join(" and ")} mean different things by "${name}"`,
      `say which is meant, for example --option ${readers[0]!.id}.${name}=…`,
    );
  if (readers.length > 0) return;
  if (metric !== undefined && !offers.some(({ id }) => id === metric))
    throw new UserError(`${written}: ${metric} is not among the metrics asked for`, `these are ${offers.map(({ id }) => id).join(", ")}`);
  const names = [...new Set(offers.filter(({ id }) => metric === undefined || id === metric).flatMap(({ options }) => options))];
  const known = input.options.filter((option) => names.includes(option.name)).map((option) => option.name);
  const near = nameOfKey(name, { input, known }) ?? closest(name, known);
  const whose = metric ?? offers.map(({ id }) => id).join(", ");
  throw new UserError(
    `${written}: ${whose} ${offers.length === 1 || metric !== undefined ? "has" : "have"} no option "${name}"`,
    known.length === 0 ? "there are no options" : `${near ? `did you mean "${near}"? ` : ""}options here: ${known.join(", ")}`,
  );
}

/** Whoever writes a parameter as the signature has it means what sets it. */
function nameOfKey(key: string, { input, known }: { readonly input: MetricInput; readonly known: readonly string[] }): string | undefined {
  const [flag] = Object.entries(input.flagKeys ?? {}).find(([, keys]) => keys.includes(key)) ?? [];
  return input.options.find(({ name, keys }) => known.includes(name) && keys?.includes(key))?.name ?? (flag && dashed(flag));
}

function optionsOf(offer: OfferedMetric, input: MetricInput, given: readonly GivenOption[]): AskedMetric["options"] {
  const values: Record<string, unknown> = {};
  // What is said of one metric outweighs what is said of all.
  for (const option of [...given.filter(({ metric }) => metric === undefined), ...given.filter(({ metric }) => metric === offer.id)]) {
    const kind = input.options.find(({ name }) => name === option.name);
    if (kind && offer.options.includes(option.name)) values[option.name] = parseOption(option, kind);
  }
  return values;
}
