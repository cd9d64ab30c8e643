import { z } from "zod";
import type { SystemKind } from "../../core/asking/system-kind.ts";
import type { SystemConfig } from "../config.ts";
import { refuseUnknownKeys } from "../problems/refuse-unknown-keys.ts";
import { systemFramesSchema } from "./frames-schema.ts";
import { idSchema } from "./task-schema.ts";

/** What a system is for: it is evaluated, or it grades the answers of others. */
export type SystemUse = "evaluated" | "grades";

/** What every system has beside the settings of its kind. */
export function systemHeadSchema(kind: SystemKind, use: SystemUse) {
  return z.looseObject({
    id: idSchema().optional().describe("Name of the system in reports; its kind if left out."),
    kind: z.literal(kind.id).describe("What kind of system it is."),
    ...askedSchemas(kind, use),
  });
}

/**
 * How a system is asked where that differs from what its tasks say. A setting of the kind that has
 * the same name is the kind's, and probes are shown what the system is shown that they are of.
 */
function askedSchemas({ configSchema, probe }: SystemKind, use: SystemUse) {
  const schemas = {
    frames: systemFramesSchema()
      .optional()
      .describe(
        "What it is shown in place of the task's frames: so many, chosen as the task says, or frames as in a task.",
      ),
    options: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        "Options of the family in place of the task's; only those that decide how a system is asked.",
      ),
  };
  const own = settingNames(configSchema);
  const isAsked = use === "evaluated" && !probe;
  const added = Object.entries(schemas).filter(([name]) => isAsked && !own.has(name));
  return Object.fromEntries(added) as Partial<typeof schemas>;
}

function settingNames(schema: unknown): ReadonlySet<string> {
  if (schema instanceof z.ZodObject) return new Set(Object.keys(schema.shape));
  const branches = schema instanceof z.ZodUnion ? schema.options : [];
  return new Set(branches.flatMap((branch) => [...settingNames(branch)]));
}

/** The settings of this kind, without the keys that all systems share. */
export function systemSettingsSchema(kind: SystemKind): z.ZodType<unknown> {
  return refuseUnknownKeys(kind.configSchema);
}

/**
 * A system of this kind. It is written flat; issues with its settings have `settings` in their
 * path.
 */
export function systemSchema(kind: SystemKind, use: SystemUse) {
  const head = new Set(Object.keys(askedSchemas(kind, use)));
  return systemHeadSchema(kind, use)
    .transform(({ id, kind: name, ...rest }): SystemConfig => {
      const parts = Object.entries(rest);
      return {
        id: id ?? name,
        kind: name,
        settings: Object.fromEntries(parts.filter(([key]) => !head.has(key))),
        ...Object.fromEntries(parts.filter(([key]) => head.has(key))),
      };
    })
    .pipe(
      z.strictObject({
        id: z.string(),
        kind: z.string(),
        settings: systemSettingsSchema(kind),
        frames: z.custom<SystemConfig["frames"]>().optional(),
        options: z.custom<SystemConfig["options"]>().optional(),
      }),
    ) satisfies z.ZodType<SystemConfig>;
}
