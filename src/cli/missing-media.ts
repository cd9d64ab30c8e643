import type { System } from "../core/system.ts";
import type { Task } from "./open-task.ts";

const mostNamed = 20;

/**
 * What the readers of a system's scores must know of pictures and videos that are not there, where the system is led through samples as if it saw them and
 * is shown none: whoever is shown something meets a media error instead. Nothing is opened or fetched.
 */
export async function missingMedia(
  { family, samples, media }: Pick<Task, "family" | "samples" | "media">,
  system: System,
): Promise<readonly string[]> {
  if ((system.speaks !== "chat" && system.speaks !== "stream") || system.sees) return [];
  const missing = new Map<string, { readonly problem: string; readonly ids: string[] }>();
  const known = new Map<string, string | undefined>();
  for await (const batch of samples)
    for (const { sample } of batch)
      for (const { path } of family.media(sample)) {
        if (!known.has(path)) known.set(path, await media.problem(path));
        const problem = known.get(path);
        if (problem === undefined) continue;
        const one = missing.get(path) ?? { problem, ids: [] };
        one.ids.push(sample.id);
        missing.set(path, one);
      }
  return missing.size === 0 ? [] : [`is shown no pictures or videos, of which some are missing: ${named([...missing.values()])}`];
}

function named(missing: readonly { readonly problem: string; readonly ids: readonly string[] }[]): string {
  const texts = missing.slice(0, mostNamed).map(({ problem, ids }) => `${problem} (${some(ids)})`);
  const further = missing.length - texts.length;
  return [...texts, ...(further > 0 ? [`and ${further} more, which vidimus probe names`] : [])].join("; ");
}

function some(ids: readonly string[]): string {
  return ids.length > 3 ? `${ids.slice(0, 3).join(", ")} and ${ids.length - 3} more` : ids.join(", ");
}
