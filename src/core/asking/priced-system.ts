import { isRecord } from "../json.ts";
import type { Priced } from "./price.ts";
import type { System } from "./system.ts";

/** The model that a system is configured with, where it names one. */
export function modelOf({ identity }: Pick<System, "identity">): string | undefined {
  return isRecord(identity) && typeof identity.model === "string" ? identity.model : undefined;
}

/** What the price of a system is looked up by. */
export function pricedOf(system: Pick<System, "id" | "identity" | "listPrice">): Priced {
  return { id: system.id, model: modelOf(system), listPrice: system.listPrice };
}
