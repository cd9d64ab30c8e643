import type { Check } from "../../core/family/data-facet.ts";
import { type LeakRule, leakRules, leaksOf } from "./leaks.ts";
import type { EpisodeSample } from "./schema.ts";

/** A rule about the whole set, which every sample shows alike. */
function leakCheck(rule: LeakRule): Check<EpisodeSample> {
  return {
    id: `leak-${rule}`,
    summary: leakRules[rule],
    level: "error",
    start() {
      let found: string | undefined;
      return {
        add(sample) {
          found ??= leaksOf(sample).find((leak) => leak.rule === rule)?.message;
          return undefined;
        },
        finish: () => found,
      };
    },
  };
}

/** What windows of an episode should satisfy. */
export const episodeChecks: readonly Check<EpisodeSample>[] = [
  ...(Object.keys(leakRules) as LeakRule[]).map(leakCheck),
  {
    id: "original-protocol",
    summary: "the original protocol (compat: true) would break none of these rules",
    level: "warning",
    start() {
      let habits: readonly string[] = [];
      return {
        add({ set }) {
          if (habits.length === 0 && set?.original) habits = set.original;
          return undefined;
        },
        finish: () => (habits.length === 0 ? undefined : `compat: true ${habits.join("; it ")}`),
      };
    },
  },
  {
    id: "one-class",
    summary: "there are two or more classes to tell apart",
    level: "warning",
    start() {
      const truths = new Set<string>();
      let samples = 0;
      return {
        add({ truth }) {
          if (truth?.kind === "class") {
            truths.add(truth.label);
            samples++;
          }
          return undefined;
        },
        finish: () =>
          truths.size === 1 && samples > 1
            ? `all ${samples} samples are of the class "${[...truths][0]}"`
            : undefined,
      };
    },
  },
  {
    id: "unseen-classes",
    summary: "training samples show every class that is tested",
    level: "warning",
    start() {
      let unseen: readonly string[] = [];
      return {
        add({ set }) {
          if (set && set.unseen.length > 0) unseen = set.unseen;
          return undefined;
        },
        finish: () =>
          unseen.length === 0 ? undefined : `in no training sample: ${unseen.join(", ")}`,
      };
    },
  },
  {
    id: "few-groups",
    summary: "there are at least ten groups, so that scores have intervals",
    level: "warning",
    start() {
      const groups = new Set<string>();
      return {
        add({ group }) {
          groups.add(group);
          return undefined;
        },
        finish: () =>
          groups.size > 0 && groups.size < 10
            ? `${groups.size} ${groups.size === 1 ? "group" : "groups"} of windows: scores get no interval`
            : undefined,
      };
    },
  },
];
