import type { Check } from "../../core/family/data-facet.ts";
import { lookAlikes } from "../shared/look-alikes.ts";
import type { LabelSample } from "./schema.ts";

function eachSample(
  id: string,
  level: Check<LabelSample>["level"],
  { summary, wrong }: { summary: string; wrong: (sample: LabelSample) => string | undefined },
): Check<LabelSample> {
  return { id, level, summary, start: () => ({ add: wrong }) };
}

/** What a set of labelled videos should satisfy. */
export const labelChecks: readonly Check<LabelSample>[] = [
  eachSample("one-label", "warning", {
    summary: "every task offers two or more labels",
    wrong: ({ labels }) =>
      labels.length === 1
        ? `"${labels[0]!.id}" is the only label, so nothing is decided`
        : undefined,
  }),
  eachSample("hidden-truth", "warning", {
    summary: "the true labels are known",
    wrong: ({ truth }) =>
      truth === null
        ? "the true label is hidden, so answers are collected but not scored"
        : undefined,
  }),
  eachSample("similar-descriptions", "warning", {
    summary: "labels are described differently",
    wrong({ labels }) {
      const seen = new Set<string>();
      const repeated = labels.find(
        ({ description }) => seen.size === seen.add(description.trim().toLowerCase()).size,
      );
      return repeated && `the description "${repeated.description}" belongs to several labels`;
    },
  }),
  eachSample("look-alike-labels", "warning", {
    summary: "no two labels look the same and are written with other characters",
    wrong({ labels }) {
      const ids = labels.map(({ id }) => id);
      const pair = lookAlikes(ids);
      return pair && `two labels both read "${ids[pair.first]}", ${pair.difference}`;
    },
  }),
  {
    id: "same-labels",
    summary: "all videos of a task are offered the same labels in the same order",
    level: "error",
    start() {
      const tasks = new Map<string, string>();
      return {
        add({ task, labels }) {
          const own = JSON.stringify(labels);
          const first = tasks.get(task) ?? own;
          tasks.set(task, first);
          return own === first
            ? undefined
            : `other labels than for the first video of the task "${task}"`;
        },
      };
    },
  },
  {
    id: "unused-labels",
    summary: "every label of a task is true of some video",
    level: "warning",
    start() {
      const unused = new Map<string, Set<string>>();
      return {
        add({ task, labels, truth }) {
          const own = unused.get(task) ?? new Set(labels.map(({ id }) => id));
          unused.set(task, own);
          for (const id of truth ?? []) own.delete(id);
          return undefined;
        },
        finish() {
          const found = [...unused].filter(([, labels]) => labels.size > 0);
          if (found.length === 0) return undefined;
          const named = found
            .slice(0, 3)
            .map(([task, labels]) => `${[...labels].join(", ")} of ${task}`);
          const more = found.length > named.length ? `, and in ${found.length - 3} more tasks` : "";
          return `true of no video: ${named.join("; ")}${more}`;
        },
      };
    },
  },
  {
    id: "lone-videos",
    summary: "every task has at least two videos, so that scores can be rescaled",
    level: "warning",
    start() {
      const counts = new Map<string, number>();
      return {
        add({ task }) {
          counts.set(task, (counts.get(task) ?? 0) + 1);
          return undefined;
        },
        finish() {
          const lone = [...counts].flatMap(([task, count]) => (count === 1 ? [task] : []));
          return lone.length === 0
            ? undefined
            : `one video only, which rescaled-macro-f1 leaves out: ${lone.slice(0, 3).join(", ")}${lone.length > 3 ? ", …" : ""}`;
        },
      };
    },
  },
];
