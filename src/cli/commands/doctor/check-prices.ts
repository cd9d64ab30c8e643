import type { Config } from "../../../config/config.ts";
import type { Finding } from "../../../core/asking/system-kind.ts";
import { isRecord } from "../../../core/json.ts";
import { closest } from "../../../core/suggest.ts";

/**
 * Prices under a name that no configured system has. They may be meant for what a model calls
 * itself, so they are no mistake for certain.
 */
export function checkPrices(
  configs: readonly Pick<Config, "prices" | "systems" | "graders">[],
): readonly Finding[] {
  const names = new Set(
    configs.flatMap(({ systems, graders }) => [...systems, ...graders].flatMap(namesOf)),
  );
  const unused = new Set(
    configs.flatMap(({ prices }) => Object.keys(prices)).filter((name) => !names.has(name)),
  );
  return [...unused].map((name) => {
    const near = closest(name, names);
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    return {
      what: `price of ${name}`,
      state: "warning",
      detail: `no system or grader has this id or model${hint}`,
    };
  });
}

function namesOf({ id, settings }: Config["systems"][number]): readonly string[] {
  return isRecord(settings) && typeof settings.model === "string" ? [id, settings.model] : [id];
}
