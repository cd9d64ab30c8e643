import { resolve } from "node:path";
import type { LabelsConfig, TaskConfig } from "../../config/config.ts";
import type { Family } from "../../core/family.ts";
import { findById } from "../../core/registry.ts";
import { usualQuoteRule } from "../../core/scores/aspect.ts";
import { UserError } from "../../core/user-error.ts";
import { loadRegistries } from "../../evaluation/extend/load-registries.ts";
import { defaultTask } from "../../evaluation/task/default-task.ts";
import { meteorFlag } from "../../evaluation/task/task-tables.ts";
import type { UnansweredPolicy } from "../../summary/score-summary.ts";
import type { Flags } from "../commands/command.ts";
import type { FamilyFlags } from "./family-flags.ts";
import { optionValues } from "./option-values.ts";

/** A task of what flags say, where there is no configuration. */
export async function fileTask(
  family: Family,
  data: string,
  { flags, known }: { readonly flags: Flags; readonly known: FamilyFlags },
): Promise<TaskConfig> {
  const usual = defaultTask(family, {
    data: {
      path: data,
      split: flags.split as string | undefined,
      media: flags.media as string | undefined,
    },
    format: flags.format as string | undefined,
  });
  const unanswered = (flags.unanswered as string | undefined) ?? "empty";
  if (unanswered !== "empty" && unanswered !== "exclude")
    throw new UserError(`--unanswered: unknown policy "${unanswered}"`, "one of empty, exclude");
  const policy: UnansweredPolicy = unanswered;
  const labels = labelsOf(flags);
  const options = optionValues(family, [
    ...((flags.option as readonly string[] | undefined) ?? []),
    ...known.options,
  ]);
  const place = flags.meteorResources as string | undefined;
  return {
    ...usual,
    options,
    graders: Object.fromEntries(
      Object.entries(known.graders).map(([role, { id: name }]) => [role, name]),
    ),
    extractors: extractorsOf(family, flags.extractors as readonly string[] | undefined),
    unanswered: policy,
    ...(place === undefined ? {} : { tables: await meteorTables(usual, place) }),
    ...(labels ? { labels } : {}),
  };
}

/** What `--meteor-resources` lends; the message about a family without METEOR lists those with it. */
export async function meteorTables(
  task: Pick<TaskConfig, "id" | "family">,
  place: string,
): Promise<{ readonly meteor: string }> {
  const { families } = await loadRegistries({ systemKinds: [] });
  return meteorFlag([task], place, families).get(task.id)!;
}

/** Labels of a file as it is named here, not where a configuration lies. */
export function labelsOf({ labels, kappaBy: limit }: Flags): LabelsConfig | undefined {
  if (limit !== undefined && labels === undefined)
    throw new UserError(
      "--kappa-by goes with --labels",
      "for the labels that a run names itself: --set tasks.<id>.labels.kappaBy=lower",
    );
  const kappaBy = limit ?? usualQuoteRule.kappaBy;
  if (kappaBy !== "point" && kappaBy !== "lower")
    throw new UserError(`--kappa-by: unknown limit "${String(kappaBy)}"`, "one of point, lower");
  return labels === undefined
    ? undefined
    : { ...usualQuoteRule, path: resolve(labels as string), kappaBy };
}

function extractorsOf(family: Family, names: readonly string[] | undefined): readonly string[] {
  if (!names) return family.asking.extractors.slice(0, 1);
  for (const name of names)
    findById(
      family.asking.extractors.map((id) => ({ id })),
      name,
      "extractor",
    );
  return names;
}
