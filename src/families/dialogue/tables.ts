import type { TableRole } from "../../core/data/lent-tables.ts";
import type { Lent } from "../../core/family/lent.ts";
import type { DialogueTextOptions } from "../../metrics/dialogue/dialogue-texts.ts";
import type { MeteorResources } from "../../metrics/text/meteor-resources.ts";

const meteorRole = "meteor";

/** Tables that a task of streams may lend. */
export const dialogueTables: readonly TableRole[] = [
  {
    role: meteorRole,
    summary:
      "METEOR's own tables: meteor-1.5.jar, the folder it is in, or wordnet. Without them METEOR matches equal words and stems.",
  },
];

/** What scores of streams can do with beside the streams. */
export type DialogueLoan = Pick<DialogueTextOptions, "meteor" | "scratch">;

/**
 * METEOR's tables, which their lender reads as `MeteorResources`, and where to lay evidence
 * aside; what is not lent is left out.
 */
export function dialogueLoan({ tables, scratch }: Pick<Lent, "tables" | "scratch">): DialogueLoan {
  return { meteor: tables[meteorRole] as MeteorResources | undefined, scratch };
}
