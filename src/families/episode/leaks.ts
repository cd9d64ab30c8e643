import { isNamed } from "./blocks.ts";
import type { EpisodeSample } from "./schema.ts";
import { taskOf } from "./tasks.ts";

/** Rules against leaks that can be checked. */
export const leakRules = {
  "caption-input": "captions, which describe the target, are no input",
  "target-input": "blocks that the target is made of are no input",
  embargo: "no training sample shares a frame with a test sample, its target included",
  vocabulary: "classes and vocabularies are those of training samples",
} as const;
export type LeakRule = keyof typeof leakRules;

export interface Leak {
  readonly rule: LeakRule;
  readonly message: string;
}

/** The rules that the set of this sample breaks, as the sample shows it. */
export function leaksOf({ task, features, set, classes, truth }: EpisodeSample): readonly Leak[] {
  const { hidden = [], kind } = taskOf(task);
  const blocks = features?.blocks ?? [];
  const captions = hidden.includes("caption*")
    ? blocks.filter((name) => isNamed(name, ["language"]))
    : [];
  const targets = blocks.filter(
    (name) => !captions.includes(name) && isNamed(name, hidden) && !isNamed(name, ["language"]),
  );
  const strangers =
    kind === "class" || kind === "labels"
      ? (set?.unseen ?? []).filter((name) => classes?.includes(name))
      : [];
  return [
    ...(captions.length > 0
      ? [
          leak(
            "caption-input",
            `${captions.join(", ")} is read as an input, but captions describe the target`,
          ),
        ]
      : []),
    ...(targets.length > 0
      ? [
          leak(
            "target-input",
            `${targets.join(", ")}: the target is made of what is read as an input`,
          ),
        ]
      : []),
    ...(set && set.overlapping > 0
      ? [
          leak(
            "embargo",
            `no embargo: ${set.overlapping} of ${set.train} training samples share frames with test samples`,
          ),
        ]
      : []),
    ...(features && truth !== null && strangers.length > 0
      ? [leak("vocabulary", `classes are known from test samples only: ${strangers.join(", ")}`)]
      : []),
  ];
}

function leak(rule: LeakRule, message: string): Leak {
  return { rule, message };
}
