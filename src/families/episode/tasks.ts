import type { BlockChoice } from "./blocks.ts";

/**
 * What a task asks for: one class, a set of labels, numbers, the window of a pool that belongs to
 * the query, whether a pair of windows belongs together, or the seven fields of an omni model.
 */
export type TaskKind = "class" | "labels" | "values" | "match" | "pair" | "answer";

/** One task as data: the protocol document, the samples, the scores and the heads follow from it. */
export interface EpisodeTask {
  readonly name: string;
  readonly kind: TaskKind;
  /** As the protocol document calls it. */
  readonly family: string;
  readonly unit: string;
  readonly input: string;
  readonly target: string;
  readonly leakageRule: string;
  /** The headline, then the others; the names of the original's metrics.json. */
  readonly metrics: readonly [primary: string, ...others: string[]];
  readonly lessIsBetter?: true;
  /** What is read of the window, or of each window of a pair. */
  readonly reads: readonly [BlockChoice, BlockChoice?];
  /** What the original reads instead, against its own rule; `compat` does so too. */
  readonly originalReads?: readonly [BlockChoice, BlockChoice?];
  /** The input in words where the caption is among it, as `originalReads` has it. */
  readonly originalInput?: string;
  /** The blocks that the target is made of, where it is made of features. */
  readonly targetBlocks?: BlockChoice;
  /** Blocks that the target is derived from: an input that holds them is a leak. */
  readonly hidden?: readonly string[];
  /** Of retrieval, the side that a head projects. */
  readonly projects?: "query" | "candidates";
  readonly isExtension?: true;
}

const caption = "caption*";
const currentWindow = "all feature blocks of the current window";
const withoutCaption = `${currentWindow} but the caption`;
const captionIncluded = `${currentWindow}, the caption among them`;

const everything: BlockChoice = { of: ["all"], without: [caption] };
const withCaption: BlockChoice = { of: ["all"] };
const motion: BlockChoice = {
  of: ["motion_capture", "camera_translation", "camera_rotation_matrix", "inertial"],
};
const motionAndSound: BlockChoice = { of: [...motion.of, "audio"] };
const visual: BlockChoice = { of: ["depth", "video"] };

const classMetrics = ["macro_f1", "accuracy", "balanced_accuracy", "weighted_f1"] as const;
const pairMetrics = [
  "f1",
  "accuracy",
  "precision",
  "recall",
  "tp",
  "tn",
  "fp",
  "fn",
  "positive_rate_true",
  "positive_rate_pred",
] as const;

/** The twelve tasks of the suite, then its four extensions, by their ids. */
const episodeTasks = {
  timeline_action: {
    name: "Action Recognition",
    kind: "class",
    family: "supervised classification",
    unit: "single window",
    input: withoutCaption,
    target: "action label of the current window",
    leakageRule:
      "Labels are never part of the input; actions that only tested windows have are reported as unseen test classes.",
    metrics: classMetrics,
    reads: [everything],
    originalReads: [withCaption],
    originalInput: captionIncluded,
    hidden: [caption],
  },
  timeline_subtask: {
    name: "Procedure Step Recognition",
    kind: "class",
    family: "supervised classification",
    unit: "single window",
    input: withoutCaption,
    target: "subtask label of the current window",
    leakageRule:
      "Labels are never part of the input; subtasks that only tested windows have are reported as unseen test classes.",
    metrics: classMetrics,
    reads: [everything],
    originalReads: [withCaption],
    originalInput: captionIncluded,
    hidden: [caption],
  },
  transition_detection: {
    name: "Action Boundary Detection",
    kind: "class",
    family: "temporal diagnostic",
    unit: "single window",
    input: withoutCaption,
    target: "whether a boundary between actions is near the centre of the window",
    leakageRule: "Boundaries are targets only; their timing is scored after the prediction.",
    metrics: [
      ...classMetrics,
      "boundary_f1",
      "boundary_precision",
      "boundary_recall",
      "mean_abs_timing_error_frames",
      "matched_boundaries",
      "true_boundaries",
      "predicted_boundaries",
    ],
    reads: [everything],
    originalReads: [withCaption],
    originalInput: captionIncluded,
    hidden: [caption],
  },
  next_action: {
    name: "Next-Action Prediction",
    kind: "class",
    family: "short-horizon prediction",
    unit: "single window",
    input: withoutCaption,
    target: "action label a set number of frames after the window",
    leakageRule: "The future label is the target only; inputs end with the current window.",
    metrics: classMetrics,
    reads: [everything],
    originalReads: [withCaption],
    originalInput: captionIncluded,
    hidden: [caption],
  },
  hand_trajectory_forecast: {
    name: "Hand Trajectory Forecasting",
    kind: "values",
    family: "trajectory regression",
    unit: "single window",
    input: withoutCaption,
    target: "joints of both hands in the frames after the window, relative to the body",
    leakageRule: "Future joints are the target only.",
    metrics: ["mpjpe", "final_frame_mpjpe", "mse", "mae", "r2"],
    lessIsBetter: true,
    reads: [everything],
    originalReads: [withCaption],
    originalInput: captionIncluded,
    hidden: [caption],
  },
  contact_prediction: {
    name: "Contact State Prediction",
    kind: "class",
    family: "binary classification",
    unit: "single window",
    input: "all feature blocks but contacts and caption",
    target: "whether the body touches anything",
    leakageRule: "Contacts and captions are not part of the input.",
    metrics: classMetrics,
    reads: [{ of: ["all"], without: ["body_contacts", caption] }],
    hidden: ["body_contacts", caption],
  },
  object_relevance: {
    name: "Object Relevance Prediction",
    kind: "labels",
    family: "multi-label classification",
    unit: "single window",
    input: "all feature blocks but the caption",
    target: "objects that matter in the current window",
    leakageRule: "Captions, which name the objects, are not part of the input.",
    metrics: ["micro_f1", "macro_f1", "exact_match", "precision", "recall"],
    reads: [everything],
    hidden: [caption],
  },
  caption_grounding: {
    name: "Language Grounding",
    kind: "match",
    family: "retrieval",
    unit: "caption query",
    input: "caption of a window as the query, sensors of all held-out windows as candidates",
    target: "the window that the caption belongs to",
    leakageRule: "Sensor blocks hold no caption; candidates are held-out windows only.",
    metrics: [
      "mrr",
      "median_rank",
      "mean_rank",
      "top1_accuracy",
      "top5_accuracy",
      "top10_accuracy",
    ],
    reads: [everything],
    targetBlocks: { of: [caption] },
    projects: "candidates",
  },
  cross_modal_retrieval: {
    name: "Cross-Modal Retrieval",
    kind: "match",
    family: "retrieval",
    unit: "sensor query",
    input: "motion, contacts, camera pose, inertial sensors and audio as the query",
    target: "depth and video of the same window among the held-out ones",
    leakageRule:
      "Blocks of the query and of the candidates are separate before anything is learnt.",
    metrics: [
      "top5_accuracy",
      "mrr",
      "median_rank",
      "mean_rank",
      "top1_accuracy",
      "top10_accuracy",
    ],
    reads: [motionAndSound],
    targetBlocks: visual,
    projects: "query",
  },
  modality_reconstruction: {
    name: "Cross-Modal Reconstruction",
    kind: "values",
    family: "cross-modal regression",
    unit: "single window",
    input: "motion, contacts, camera pose, inertial sensors and audio",
    target: "depth and video features of the same window",
    leakageRule: "Target blocks are not part of the input.",
    metrics: ["r2", "mse", "mae"],
    reads: [motionAndSound],
    targetBlocks: visual,
  },
  temporal_order: {
    name: "Temporal Order Verification",
    kind: "pair",
    family: "pairwise diagnostic",
    unit: "adjacent window pair",
    input: "two neighbouring windows without their captions, and their difference",
    target: "whether they are in their true order",
    leakageRule: "Pairs are made after windowing; their labels come from the order alone.",
    metrics: pairMetrics,
    reads: [everything, everything],
    originalReads: [withCaption, withCaption],
    originalInput: "two neighbouring windows with their captions, and their difference",
    hidden: [caption],
  },
  misalignment_detection: {
    name: "Multimodal Synchronization Detection",
    kind: "pair",
    family: "pairwise diagnostic",
    unit: "paired modality window",
    input: "motion of one window with depth, video and audio of the same or a later one",
    target: "whether both are of the same window",
    leakageRule:
      "Sides are separated before one of them is shifted; labels come from the shift alone.",
    metrics: pairMetrics,
    reads: [motion, { of: [...visual.of, "audio"] }],
  },
  body_motion_intensity: {
    name: "Body and Hand Motion Intensity",
    kind: "class",
    family: "supervised classification",
    unit: "single window",
    input: "all feature blocks but motion capture and caption",
    target: "whether hands and body move more until the next window than the median of training",
    leakageRule: "Motion capture, which the target is made of, is not part of the input.",
    metrics: classMetrics,
    reads: [{ of: ["all"], without: ["motion_capture", caption] }],
    originalReads: [{ of: ["all"], without: ["motion_capture"] }],
    originalInput: "all feature blocks but motion capture, the caption among them",
    hidden: ["motion_capture", caption],
    isExtension: true,
  },
  multi_view_consistency_retrieval: {
    name: "Multi-View Consistency Retrieval",
    kind: "match",
    family: "retrieval",
    unit: "camera query",
    input: "features of the first fisheye camera as the query",
    target: "features of the left stereo camera of the same window among the held-out ones",
    leakageRule: "Query and candidates come from different cameras.",
    metrics: [
      "mrr",
      "median_rank",
      "mean_rank",
      "top1_accuracy",
      "top5_accuracy",
      "top10_accuracy",
    ],
    reads: [{ of: ["video_fisheye_cam0"] }],
    targetBlocks: { of: ["video_stereo_left"] },
    projects: "query",
    isExtension: true,
  },
  action_phase_progress: {
    name: "Action Phase Progress Estimation",
    kind: "values",
    family: "regression",
    unit: "single window",
    input: "all feature blocks but the caption",
    target: "how far the current action has come, from 0 to 1",
    leakageRule: "Captions are not part of the input.",
    metrics: ["mae", "mse", "r2"],
    lessIsBetter: true,
    reads: [everything],
    hidden: [caption],
    isExtension: true,
  },
  ego_motion_forecast: {
    name: "Short-Horizon Ego-Motion Forecasting",
    kind: "values",
    family: "forecast",
    unit: "single window",
    input: "all feature blocks but camera translation and caption",
    target: "change of the camera translation block until some windows later",
    leakageRule: "Camera translation, which the target is made of, is not part of the input.",
    metrics: ["mae", "mse", "r2"],
    lessIsBetter: true,
    reads: [{ of: ["all"], without: ["camera_translation", caption] }],
    targetBlocks: { of: ["camera_translation"] },
    hidden: ["camera_translation", caption],
    isExtension: true,
  },
  structured_answer: {
    name: "Structured Window Answer",
    kind: "answer",
    family: "omni-model evaluation",
    unit: "single window",
    input: "media of the current window, as the model was given them",
    target:
      "action, subtask, objects, contact, transition, next action and evidence as one JSON object",
    leakageRule: "Episodes that are tested are none of those that were trained on.",
    metrics: [
      "action_macro_f1",
      "json_validity_rate",
      "subtask_accuracy",
      "transition_accuracy",
      "next_action_accuracy",
      "contact_accuracy",
      "object_micro_f1",
    ],
    reads: [everything],
    isExtension: true,
  },
} as const satisfies Readonly<Record<string, EpisodeTask>>;

export type EpisodeTaskId = keyof typeof episodeTasks;

/** In the order of the protocol. */
export const episodeTaskIds = Object.keys(episodeTasks) as [EpisodeTaskId, ...EpisodeTaskId[]];

export function taskOf(id: EpisodeTaskId): EpisodeTask {
  return episodeTasks[id];
}

export function isTaskId(text: string): text is EpisodeTaskId {
  return Object.hasOwn(episodeTasks, text);
}
