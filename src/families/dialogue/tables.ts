import type { LentTables, TableRole } from "../../core/lent-tables.ts";
import type { MeteorResources } from "../../metrics/text/meteor-resources.ts";

const meteorRole = "meteor";

/** Tables that a task of streams may lend. */
export const dialogueTables: readonly TableRole[] = [
  {
    role: meteorRole,
    summary: "METEOR's own tables: meteor-1.5.jar, the folder it lies in, or wordnet. Without them METEOR matches equal words and stems.",
  },
];

/** METEOR's tables, where they are lent; whoever lends them reads them as `MeteorResources`. */
export function meteorOf(tables: LentTables | undefined): MeteorResources | undefined {
  return tables?.[meteorRole] as MeteorResources | undefined;
}
