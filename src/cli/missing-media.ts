import type { PlannedSample } from "../core/dataset.ts";
import type { System } from "../core/system.ts";
import type { Task } from "./open-task.ts";

const mostNamed = 20;

/** Learns which pictures and videos are missing as samples go by. */
interface MissingMedia {
  add(batch: readonly PlannedSample[]): Promise<void>;
  remarks(): readonly string[];
}

/**
 * What the readers of a system's scores must know of pictures and videos that are not there, where the system is led through samples as if it saw them and
 * is shown none: `undefined` for all others, since whoever is shown something meets a media error instead. Nothing is opened or fetched.
 */
export function missingMedia({ family, media }: Pick<Task, "family" | "media">, system: System): MissingMedia | undefined {
  if ((system.speaks !== "chat" && system.speaks !== "stream") || system.sees) return undefined;
  const missing = new Map<string, { readonly problem: string; readonly ids: string[] }>();
  const known = new Map<string, string | undefined>();
  return {
    async add(batch) {
      for (const { sample } of batch)
        for (const { path } of family.media(sample)) {
          if (!known.has(path)) known.set(path, await media.problem(path));
          const problem = known.get(path);
          if (problem === undefined) continue;
          const one = missing.get(path) ?? { problem, ids: [] };
          one.ids.push(sample.id);
          missing.set(path, one);
        }
    },
    remarks: () =>
      missing.size === 0 ? [] : [`is shown no pictures or videos, of which some are missing: ${named([...missing.values()])}`],
  };
}

function named(missing: readonly { readonly problem: string; readonly ids: readonly string[] }[]): string {
  const texts = missing.slice(0, mostNamed).map(({ problem, ids }) => `${problem} (${some(ids)})`);
  const further = missing.length - texts.length;
  return [...texts, ...(further > 0 ? [`and ${further} more, which vidimus probe names`] : [])].join("; ");
}

function some(ids: readonly string[]): string {
  return ids.length > 3 ? `${ids.slice(0, 3).join(", ")} and ${ids.length - 3} more` : ids.join(", ");
}
