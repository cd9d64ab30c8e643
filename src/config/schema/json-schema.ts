import { z } from "zod";
import type { SystemKind } from "../../core/asking/system-kind.ts";
import type { Registries } from "../config.ts";
import { configSchema } from "./config-schema.ts";
import { publishedFileSchema } from "./published-file-schema.ts";
import { type SystemUse, systemHeadSchema, systemSettingsSchema } from "./system-schema.ts";

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The schema of configuration files for editors. It depends on the registries and their order only.
 */
export function configJsonSchema(registries: Registries): JsonSchema {
  const { $schema, ...schema } = toPlainSchema(configSchema(registries));
  const itemsFor = (use: SystemUse) => ({
    oneOf: registries.systemKinds.map((kind) => systemJsonSchema(kind, use)),
  });
  return {
    ...($schema === undefined ? {} : { $schema }),
    title: "Vidimus configuration",
    ...schema,
    properties: {
      ...schema.properties,
      ...withItems(schema, "systems", itemsFor("evaluated")),
      ...withItems(schema, "graders", itemsFor("grades")),
      ...withFiles(schema),
    },
  };
}

/** Figures by themselves, or the file that holds them, which is read before anything is checked. */
function withFiles({ properties }: JsonSchema): Record<string, JsonSchema> {
  const own = properties?.references;
  const figure = typeof own === "object" && !Array.isArray(own.items) ? own.items : undefined;
  if (typeof figure !== "object") return {};
  const file = withoutDialect(toPlainSchema(publishedFileSchema));
  return withItems({ properties: properties ?? {} }, "references", { anyOf: [figure, file] });
}

function withItems(
  { properties }: JsonSchema,
  list: string,
  items: JsonSchema,
): Record<string, JsonSchema> {
  const own = properties?.[list];
  return { [list]: { ...(typeof own === "object" ? own : {}), items } };
}

/**
 * A system is written flat: its settings stand beside `id` and `kind`, and no other key is allowed.
 */
function systemJsonSchema(kind: SystemKind, use: SystemUse): JsonSchema {
  const { properties, required } = toPlainSchema(systemHeadSchema(kind, use));
  const settings = withoutDialect(toPlainSchema(systemSettingsSchema(kind)));
  return {
    title: kind.id,
    description: kind.summary,
    ...withHead(settings, { properties: properties ?? {}, required: required ?? [] }),
  };
}

interface Head {
  readonly properties: NonNullable<JsonSchema["properties"]>;
  readonly required: readonly string[];
}

function withHead(settings: JsonSchema, head: Head): JsonSchema {
  for (const key of ["oneOf", "anyOf"] as const) {
    const branches = settings[key];
    if (branches)
      return {
        ...settings,
        [key]: branches.map((branch) =>
          typeof branch === "object" ? withHead(branch, head) : branch,
        ),
      };
  }
  return {
    ...settings,
    type: "object",
    properties: { ...head.properties, ...settings.properties },
    required: [...head.required, ...(settings.required ?? [])],
  };
}

function withoutDialect({ $schema, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Through JSON, because zod hangs functions on what it returns. */
export function toPlainSchema(schema: z.ZodType): JsonSchema {
  return JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })),
  ) as JsonSchema;
}
