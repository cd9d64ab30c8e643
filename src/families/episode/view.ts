import type { TimelineMark, View } from "../../core/scores/view.ts";
import { valuesOf } from "./misfit.ts";
import { unpackValues } from "./packed-values.ts";
import type { EpisodePrediction, EpisodeSample, WindowSpan } from "./schema.ts";
import { errorClass } from "./scoring/error-class.ts";
import { poolSize, rankOf } from "./scoring/match-scoring.ts";
import { signalLanes } from "./signals.ts";
import { taskOf } from "./tasks.ts";

/** So many lengths of a window are shown before and after it, for what was going on. */
const context = 4;

/** A window on the axis of its episode, in frames: what is true above, what was answered below. */
export function episodeView(sample: EpisodeSample, prediction: EpisodePrediction | null): View {
  const { windows, boundaries = [] } = sample;
  const first = Math.min(...windows.map(({ startFrame }) => startFrame));
  const last = Math.max(...windows.map(({ endFrame }) => endFrame)) + 1;
  const margin = sample.set?.signals
    ? context * (windows[0]!.endFrame + 1 - windows[0]!.startFrame)
    : last - first;
  const [from, to] = [Math.max(0, first - margin), last + margin];
  const signals = signalLanes(sample, { from, to });
  const [truth, answer] = [truthText(sample), answerText(sample, prediction)];
  const error = prediction && errorClass(sample, prediction);
  const mark = (span: WindowSpan, text: string, tone: TimelineMark["tone"]): TimelineMark => ({
    startSeconds: span.startFrame,
    endSeconds: span.endFrame + 1,
    text,
    tone,
  });
  return {
    title: `${taskOf(sample.task).name}: ${sample.id}`,
    blocks: [
      {
        kind: "timeline",
        label: `Frames of the episode: ${signals.length > 0 ? "truth, answer, and what sensors measured around them" : "truth above, answer below"}`,
        unit: "frames",
        startSeconds: from,
        endSeconds: to,
        lanes: [
          {
            label: windows.length === 1 ? "window" : "windows",
            marks: windows.map((span) => mark(span, `window ${span.index}`, "neutral")),
          },
          {
            label: "truth",
            marks: [
              mark(windows[0]!, truth, "reference"),
              ...boundaries.map(
                (frame): TimelineMark => ({
                  startSeconds: frame,
                  endSeconds: frame,
                  text: "boundary",
                  tone: "reference",
                }),
              ),
            ],
          },
          ...(prediction
            ? [
                {
                  label: "answer",
                  marks: [mark(windows[0]!, answer, error === null ? "good" : "bad")],
                },
              ]
            : []),
          ...signals,
        ],
      },
      { kind: "text", label: "Truth", text: truth },
      ...(prediction ? [{ kind: "text" as const, label: "Answer", text: answer }] : []),
      { kind: "facts", facts: factsOf(sample) },
    ],
  };
}

function truthText({ truth }: EpisodeSample): string {
  switch (truth?.kind) {
    case undefined:
      return "hidden";
    case "class":
      return truth.label;
    case "labels":
      return truth.labels.join(", ") || "none";
    case "values":
      return numbersText(truth.values === undefined ? undefined : unpackValues(truth.values));
    case "match":
      return `window ${truth.window}`;
    case "answer":
      return JSON.stringify(truth.answer);
  }
}

function answerText(sample: EpisodeSample, prediction: EpisodePrediction | null): string {
  if (prediction === null) return "";
  if ("label" in prediction) {
    const { label, confidence } = prediction;
    return `${label ?? "none"}${confidence === undefined ? "" : ` (${confidence.toFixed(2)})`}`;
  }
  if ("labels" in prediction) return prediction.labels.join(", ") || "none";
  if ("values" in prediction) return numbersText(valuesOf(prediction));
  if ("answer" in prediction) return JSON.stringify(prediction.answer);
  const rank = sample.truth?.kind === "match" ? rankOf(prediction, sample.truth.window) : null;
  const among = poolSize(sample);
  return rank === null ? "not found" : `rank ${rank}${among === undefined ? "" : ` of ${among}`}`;
}

const shownNumbers = 6;

function numbersText(values: Float32Array | readonly number[] | undefined): string {
  if (!values) return "none";
  const shown = Array.from(values.slice(0, shownNumbers), (value) => value.toFixed(3));
  return `${values.length} numbers: ${shown.join(", ")}${values.length > shownNumbers ? ", …" : ""}`;
}

function factsOf({
  episode,
  windows,
  features,
  split,
}: EpisodeSample): readonly (readonly [string, string])[] {
  return [
    ["episode", episode],
    ["frames", windows.map(({ startFrame, endFrame }) => `${startFrame}–${endFrame}`).join(", ")],
    ...(split === undefined ? [] : [["split", split] as const]),
    ...(features ? [["blocks", features.blocks.join(", ")] as const] : []),
  ];
}
