import type { Registries } from "../../config/config.ts";
import { nothingLent } from "../../core/family/lent.ts";
import type { Family } from "../../core/family.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { UserError } from "../../core/user-error.ts";
import type { UsedModule } from "./check-exports.ts";
import { checkFamily } from "./check-family.ts";
import { guardModule } from "./guard-module.ts";

/**
 * The registries with what a user's module adds. Nothing that is there is replaced: a name that is
 * taken is an error.
 */
export function extendRegistries(
  registries: Registries,
  module: UsedModule,
  file: string,
): Registries {
  refuseTaken(file, "family", registries.families, module.families);
  refuseTaken(file, "system", registries.systemKinds, module.systems);
  for (const family of module.families) {
    const added = module.measures.filter((measure) => measure.family === family.id);
    checkFamily(
      family,
      file,
      added.map(({ signature }) => signature),
    );
  }
  const used = guardModule(module, file);
  const families = [...registries.families, ...used.families];
  for (const [noun, items] of Object.entries({
    format: used.formats,
    predictionFormat: used.predictionFormats,
    measure: used.measures,
  }))
    for (const item of items) refuseUnknownFamily(file, noun, item, families);
  const extended = families.map((family) => extendFamily(family, used, file));
  refuseUnread(file, used, extended);
  return {
    ...registries,
    families: extended,
    systemKinds: [...registries.systemKinds, ...used.systems],
  };
}

interface Named {
  readonly id: string;
}

function refuseTaken(
  file: string,
  noun: string,
  known: readonly Named[],
  added: readonly Named[],
): void {
  const seen = new Set(known.map(({ id }) => id));
  for (const { id } of added) {
    if (seen.has(id))
      throw new UserError(`${file}: ${noun} "${id}": the id is taken`, "give it another id");
    seen.add(id);
  }
}

function refuseUnknownFamily(
  file: string,
  noun: string,
  item: object,
  families: readonly Family[],
): void {
  const { id, signature, family } = item as { id?: string; signature?: string; family: string };
  if (!families.some((known) => known.id === family))
    throw new UserError(
      `${file}: ${noun} "${id ?? signature}": family "${family}" does not exist`,
      `families here: ${families.map((known) => known.id).join(", ")}`,
    );
}

function extendFamily(family: Family, used: UsedModule, file: string): Family {
  const own = <T extends { readonly family: string }>(items: readonly T[]) =>
    items.filter((item) => item.family === family.id);
  const formats = own(used.formats);
  const predictionFormats = own(used.predictionFormats);
  const measures = own(used.measures);
  if (formats.length + predictionFormats.length + measures.length + used.metrics.length === 0)
    return family;
  refuseTaken(file, "format", family.data.formats, formats);
  refuseTaken(file, "predictionFormat", family.data.predictionFormats, predictionFormats);
  return {
    ...family,
    data: {
      ...family.data,
      formats: [...family.data.formats, ...formats],
      predictionFormats: [...family.data.predictionFormats, ...predictionFormats],
    },
    scoring(options, lent) {
      const facet = family.scoring(options, lent);
      const allMeasures = [...facet.measures, ...measures];
      const signatures = allMeasures.map(({ signature }) => signature);
      const added = used.metrics.flatMap((metric) => attached(metric, signatures));
      refuseTaken(file, "metric", facet.metrics, added);
      return { ...facet, measures: allMeasures, metrics: [...facet.metrics, ...added] };
    },
  };
}

/**
 * A metric goes with every family that has its measure, named in full or by the word its signature
 * begins with.
 */
function attached(metric: Metric, signatures: readonly string[]): readonly Metric[] {
  const signature = signatures.find(
    (one) => one === metric.measure || one.split("|")[0] === metric.measure,
  );
  return signature === undefined ? [] : [{ ...metric, measure: signature }];
}

/** A metric whose measure no family has would silently never be computed. */
function refuseUnread(file: string, { metrics }: UsedModule, families: readonly Family[]): void {
  const measures = families.flatMap((family) =>
    measuresOf(family).map((signature) => ({ family: family.id, signature })),
  );
  for (const metric of metrics) {
    if (measures.some(({ signature }) => attached(metric, [signature]).length > 0)) continue;
    const known = measures.map(({ family, signature }) => `${signature.split("|")[0]} (${family})`);
    throw new UserError(
      `${file}: metric "${metric.id}": measure "${metric.measure}" is a measure of no family`,
      `measures here: ${[...new Set(known)].join(", ")}`,
    );
  }
}

function measuresOf(family: Family): readonly string[] {
  const options = family.data.options.safeParse({});
  return options.success
    ? family.scoring(options.data, nothingLent).measures.map(({ signature }) => signature)
    : [];
}
