import { z } from "zod";
import type { SystemKind } from "../../core/asking/system-kind.ts";
import type { SystemConfig } from "../config.ts";
import { refuseUnknownKeys } from "../problems/refuse-unknown-keys.ts";
import { idSchema } from "./task-schema.ts";

/** What every system has beside the settings of its kind. */
export function systemHeadSchema(kind: SystemKind) {
  return z.looseObject({
    id: idSchema().optional().describe("Name of the system in reports; its kind if left out."),
    kind: z.literal(kind.id).describe("What kind of system it is."),
  });
}

/** The settings of this kind, without the keys that all systems share. */
export function systemSettingsSchema(kind: SystemKind): z.ZodType<unknown> {
  return refuseUnknownKeys(kind.configSchema);
}

/**
 * A system of this kind. It is written flat; issues with its settings have `settings` in their
 * path.
 */
export function systemSchema(kind: SystemKind) {
  return systemHeadSchema(kind)
    .transform(
      ({ id, kind: name, ...settings }): SystemConfig => ({ id: id ?? name, kind: name, settings }),
    )
    .pipe(
      z.strictObject({ id: z.string(), kind: z.string(), settings: systemSettingsSchema(kind) }),
    ) satisfies z.ZodType<SystemConfig>;
}
