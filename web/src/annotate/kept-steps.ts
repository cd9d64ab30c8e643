import type { Step } from "../../../src/summary/annotate/edit-history.ts";

const prefix = "vidimus-annotate";

/** Steps of one item that the server has not acknowledged yet. */
export interface KeptSteps {
  /** How many steps were saved when the first of them was made. */
  readonly base: number;
  readonly steps: readonly Step[];
}

export interface KeptPlace {
  readonly project: string;
  readonly item: string;
  readonly annotator: string;
}

/** Keeps unsaved steps in the browser under the name of this page. */
export function keepSteps(place: KeptPlace, page: string, kept: KeptSteps): boolean {
  try {
    const key = `${keyOf(place)}${page}`;
    if (kept.steps.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** What pages that are closed or reloaded could not save; `release` once it is kept elsewhere. */
export function keptSteps(place: KeptPlace): (KeptSteps & { release(): void }) | undefined {
  const keys = allKeys().filter((key) => key.startsWith(keyOf(place)));
  const found = keys.flatMap((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as KeptSteps | null;
    return kept ? [kept] : [];
  });
  if (found.length === 0) return undefined;
  const steps = new Map(found.flatMap((kept) => kept.steps.map((step) => [step.id, step])));
  return {
    base: Math.min(...found.map(({ base }) => base)),
    steps: [...steps.values()],
    release: () => {
      for (const key of keys) localStorage.removeItem(key);
    },
  };
}

/** Items of a project with steps that wait in this browser. */
export function keptItems({ project, annotator }: Omit<KeptPlace, "item">): ReadonlySet<string> {
  const start = JSON.stringify([prefix, project, annotator]).slice(0, -1);
  const keys = allKeys().filter((key) => key.startsWith(start));
  return new Set(
    keys.map((key) => (JSON.parse(key.slice(0, key.lastIndexOf("]") + 1)) as string[])[3]!),
  );
}

function keyOf({ project, item, annotator }: KeptPlace): string {
  return JSON.stringify([prefix, project, annotator, item]);
}

function allKeys(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
