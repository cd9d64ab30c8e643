import type { Baselines } from "../../core/family/proof-facet.ts";
import type { Random } from "../../core/random.ts";
import { majorityBaseline } from "./majority.ts";
import { packValues, unpackValues } from "./packed-values.ts";
import {
  type EpisodePrediction,
  type EpisodeSample,
  episodeOptionsSchema,
  type WindowAnswer,
} from "./schema.ts";
import { type EpisodeTaskId, episodeTaskIds, taskOf } from "./tasks.ts";

/** Predictions that need no model. A hidden truth leaves even the oracle without an answer. */
export const episodeBaselines: Baselines<EpisodeSample, EpisodePrediction> = {
  oracle(sample) {
    const { truth } = sample;
    switch (truth?.kind) {
      case undefined:
        return emptyOf(sample);
      case "class":
        return { label: truth.label };
      case "labels":
        return { labels: truth.labels };
      case "values":
        return { values: truth.values ?? null };
      case "match":
        return {
          ranking: [truth.window, ...candidates(sample).filter((one) => one !== truth.window)],
        };
      case "answer":
        return { answer: truth.answer, isComplete: true };
    }
  },
  chance(sample, random) {
    const { truth, classes = [] } = sample;
    switch (taskOf(sample.task).kind) {
      case "labels":
        return { labels: classes.filter(() => random() < 0.5) };
      case "values": {
        const length =
          truth?.kind === "values" ? (unpackValues(truth.values ?? "")?.length ?? 0) : 0;
        return length === 0
          ? { values: null }
          : { values: packValues(Array.from({ length }, () => random() * 2 - 1)) };
      }
      case "match":
        return { ranking: shuffled(candidates(sample), random) };
      case "answer":
        return {
          answer: { ...nothing, action: classes[Math.floor(random() * classes.length)] ?? null },
          isComplete: true,
        };
      default:
        return { label: classes[Math.floor(random() * classes.length)] ?? null };
    }
  },
  empty: emptyOf,
  majority: majorityBaseline,
  named: [
    {
      id: "always-positive",
      summary: "says 1 of every pair: .667 F1 on balanced pairs",
      unfit: onlyFor((task) => taskOf(task).kind === "pair"),
      predict: (sample) => (taskOf(sample.task).kind === "pair" ? { label: "1" } : undefined),
    },
    {
      id: "copy-last",
      summary:
        "says that the present goes on: the window's own action for next_action, its last pose for hand_trajectory_forecast",
      needs:
        "the window's own action (next_action), or hand_last in targets.npz of the table (hand_trajectory_forecast)",
      unfit: onlyFor((task) => task === "next_action" || task === "hand_trajectory_forecast"),
      predict: copyOfLast,
    },
    {
      id: "no-change",
      summary:
        "says that nothing changes: zeros for ego_motion_forecast, steady for transition_detection",
      unfit: onlyFor((task) => task === "ego_motion_forecast" || task === "transition_detection"),
      predict({ task, truth }) {
        if (task === "transition_detection") return { label: "steady" };
        if (task !== "ego_motion_forecast" || truth?.kind !== "values") return undefined;
        const length = unpackValues(truth.values ?? "")?.length ?? 0;
        return length === 0 ? undefined : { values: packValues(new Float32Array(length)) };
      },
    },
  ],
};

/** Of options: that a baseline is for other tasks. */
function onlyFor(isFor: (task: EpisodeTaskId) => boolean) {
  return (options: unknown) => {
    const { task } = episodeOptionsSchema.parse(options ?? {});
    return isFor(task) ? undefined : `it is for ${episodeTaskIds.filter(isFor).join(" and ")}`;
  };
}

/** What the window itself shows, as often as the target has frames. */
function copyOfLast({ last, truth }: EpisodeSample): EpisodePrediction | undefined {
  if (!last) return undefined;
  if ("label" in last) return { label: last.label };
  const pose = unpackValues(last.values ?? "");
  const length = truth?.kind === "values" ? (unpackValues(truth.values ?? "")?.length ?? 0) : 0;
  if (!pose || pose.length === 0 || length === 0 || length % pose.length !== 0) return undefined;
  return { values: packValues(Float32Array.from({ length }, (_, at) => pose[at % pose.length]!)) };
}

const nothing: WindowAnswer = {
  action: null,
  contact: null,
  nextAction: null,
  objects: [],
  subtask: null,
  transition: null,
};

function emptyOf({ task }: EpisodeSample): EpisodePrediction {
  switch (taskOf(task).kind) {
    case "labels":
      return { labels: [] };
    case "values":
      return { values: null };
    case "match":
      return { ranking: [] };
    case "answer":
      return { answer: nothing, isComplete: false };
    default:
      return { label: null };
  }
}

/** Indices of the windows of the pool. */
function candidates({ pool }: EpisodeSample): readonly number[] {
  return (pool?.windows ?? []).flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, at) => from + at),
  );
}

function shuffled(items: readonly number[], random: Random): readonly number[] {
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
  return list;
}
