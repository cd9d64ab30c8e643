import { z } from "zod";

/**
 * A schema written with `z.object` would drop unknown keys in silence, and a misspelt setting would
 * go unnoticed.
 */
export function refuseUnknownKeys<T>(schema: z.ZodType<T>): z.ZodType<T> {
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined) return schema;
  return schema.strict() as unknown as z.ZodType<T>;
}
