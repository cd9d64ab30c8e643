import type { OutcomeCounts } from "../../src/summary/outcome-summary.ts";
import { noOutcomes } from "../../src/summary/outcome-totals.ts";
import type { ScoreSummary, Scores } from "../../src/summary/score-summary.ts";
import type { Summary, TaskSummary } from "../../src/summary/summary.ts";
import type { SystemSummary } from "../../src/summary/system-summary.ts";

/**
 * A made-up run that shows all that reports draw: baselines, a chat system with gaps, slices,
 * analyses, failures, and a task too small for intervals.
 */
export function exampleSummary(): Summary {
  return {
    schema: "vidimus-summary/1",
    name: "plant-baseline",
    complete: false,
    selection: null,
    tasks: [fluidVideos(), gateCameras()],
  };
}

interface Part {
  readonly correct: number;
  readonly n: number;
  readonly interval?: string;
}

function accuracy(
  { correct, n, interval = "Korn–Graubard on 1 249 groups" }: Part,
  half = 0.021,
): ScoreSummary {
  const value = n === 0 ? null : correct / n;
  const hasInterval = value !== null && interval.startsWith("Korn");
  return {
    title: "Accuracy",
    kind: "proportion",
    best: 1,
    worst: 0,
    value,
    low: hasInterval ? Math.max(0, value - half) : null,
    high: hasInterval ? Math.min(1, value + half) : null,
    interval,
    n,
    signature: "accuracy|v:1|unanswered:empty",
    ceiling: n === 0 ? null : 1,
    references: [
      { id: "chance", value: 0.3125 },
      { id: "majority", value: 0.3821, note: "per question type, fitted on test" },
    ],
  };
}

function others(
  value: number,
  { n, parsed }: { readonly n: number; readonly parsed: number },
): Scores {
  const common = {
    best: 1,
    interval: "cluster bootstrap, 1 249 groups",
    n,
    ceiling: 1,
    references: [],
  };
  const around = (centre: number) => ({
    low: Math.max(-1, centre - 0.024),
    high: Math.min(1, centre + 0.024),
  });
  const corrected = (value - 0.3125) / 0.6875;
  const macro = value === 1 ? 1 : value - 0.0131;
  return {
    macro: {
      ...common,
      kind: "corpus",
      worst: 0,
      title: "Macro accuracy over question types",
      signature: "macro|v:1|unanswered:empty",
      value: macro,
      ...around(macro),
    },
    corrected: {
      ...common,
      kind: "corpus",
      worst: null,
      title: "Chance-corrected accuracy",
      signature: "corrected|v:1|unanswered:empty",
      value: corrected,
      ...around(corrected),
    },
    parsed: {
      ...common,
      kind: "proportion",
      worst: 0,
      title: "Parse rate",
      signature: "parsed|v:1",
      value: parsed,
      low: parsed - 0.001,
      high: Math.min(1, parsed + 0.001),
    },
  };
}

const typeSizes: Readonly<Record<string, number>> = {
  Binary: 1874,
  "Multiple Choice": 1562,
  Spatial: 1560,
};

function baseline(id: string, correct: number): SystemSummary {
  const n = 4996;
  const scores = { accuracy: accuracy({ correct, n }), ...others(correct / n, { n, parsed: 1 }) };
  return {
    id,
    kind: id,
    n,
    total: n,
    coverage: 1,
    answered: 1,
    groups: 1249,
    outcomes: { ...noOutcomes, answered: n },
    reasons: [],
    headline: "accuracy",
    unanswered: "empty",
    metrics: scores,
    otherPolicy: { unanswered: "exclude", metrics: scores },
    slices: {
      "question type": Object.fromEntries(
        Object.entries(typeSizes).map(([type, size]) => [
          type,
          {
            n: size,
            metrics: {
              accuracy: accuracy({ correct: Math.round((size * correct) / n), n: size }, 0.031),
            },
          },
        ]),
      ),
    },
    analyses: [],
    extractors: [],
    errors: id === "oracle" ? {} : { "wrong option": n - correct },
    failures: [],
    remarks: [],
  };
}

function chatSystem(): SystemSummary {
  const bounds = [0.4618, 0.4634] as const;
  const slice = (correct: number, n: number) => ({
    n,
    metrics: { accuracy: accuracy({ correct, n }, 0.033) },
  });
  return {
    ...baseline("Qwen3-VL-8B-Instruct", 2309),
    kind: "chat",
    n: 4992,
    coverage: 4992 / 4996,
    answered: 4943 / 4996,
    outcomes: {
      ...noOutcomes,
      answered: 4943,
      unparsed: 43,
      refused: 4,
      truncated: 2,
      "media-error": 3,
      failed: 1,
    },
    reasons: [
      {
        outcome: "unparsed",
        reason: 'no choice can be read from "It depends", and alike',
        count: 38,
      },
      { outcome: "unparsed", reason: "the reply is empty", count: 3 },
      { outcome: "unparsed", reason: "the reply holds thoughts but no answer", count: 1 },
      { outcome: "refused", reason: "content filter", count: 4 },
      { outcome: "truncated", reason: "the reply was cut off by the token limit", count: 2 },
      {
        outcome: "media-error",
        reason: "fluid/BentPipe_dp02.mp4: is no file, and alike",
        count: 3,
      },
      { outcome: "failed", reason: "no answer within 300 ms", count: 1 },
    ],
    warnings: {
      samples: 12,
      kinds: [
        {
          warning: "8 frames, of which 3 different, and alike",
          samples: 9,
          examples: [
            { path: "fluid/BentPipe_dp01.mp4", sample: "BentPipe_dp01.mp4#q1" },
            { path: "fluid/BentPipe_dp07.mp4", sample: "BentPipe_dp07.mp4#q2" },
          ],
        },
        {
          warning: "FFmpeg complains: File ended prematurely",
          samples: 4,
          examples: [{ path: "fluid/HeatSink_dp09.mkv", sample: "HeatSink_dp09.mkv#q1" }],
        },
      ],
    },
    metrics: {
      accuracy: { ...accuracy({ correct: 2309, n: 4992 }), bounds },
      ...others(2309 / 4992, { n: 4992, parsed: 4943 / 4992 }),
    },
    otherPolicy: {
      unanswered: "exclude",
      metrics: {
        accuracy: accuracy({ correct: 2309, n: 4943 }),
        ...others(2309 / 4943, { n: 4943, parsed: 1 }),
      },
    },
    slices: {
      "question type": {
        Binary: slice(1068, 1873),
        "Multiple Choice": slice(655, 1560),
        Spatial: slice(586, 1559),
      },
    },
    analyses: [
      {
        id: "confusion",
        title: "Position of the option: reference by row, prediction by column",
        data: {
          kind: "table",
          columns: ["reference", "A", "B", "C", "D", "none", "recall"],
          fractions: ["recall"],
          rows: [
            ["A", 812, 401, 188, 97, 14, 0.537],
            ["B", 455, 790, 201, 110, 12, 0.5038],
            ["C", 240, 233, 466, 120, 15, 0.4339],
            ["D", 210, 190, 189, 241, 8, 0.2876],
            ["E", 0, 0, 0, 0, 0, null],
          ],
        },
      },
      {
        id: "selective",
        title: "Accuracy when only the most confident answers count",
        data: {
          kind: "curve",
          x: "share of samples answered",
          y: "accuracy",
          points: Array.from(
            { length: 21 },
            (_, at) => [at / 20, 0.78 - 0.3178 * (at / 20) ** 0.7] as const,
          ),
        },
      },
    ],
    extractors: [
      {
        id: "verbatim",
        isPrimary: true,
        metrics: { accuracy: accuracy({ correct: 2309, n: 4992 }) },
        disagreements: 0,
      },
      {
        id: "lenient",
        isPrimary: false,
        metrics: { accuracy: accuracy({ correct: 2331, n: 4992 }) },
        disagreements: 39,
      },
    ],
    errors: { "wrong option": 2634, unparsed: 43, refused: 4, truncated: 2 },
    failures: [
      {
        sample: "BentPipe_dp14.mp4#q12",
        errorClass: "wrong option",
        outcome: "answered",
        reply:
          "It lies between 30 % and 80 % of it\nThe legend reaches 420 m/s near the inner bend.",
        view: {
          title: "How does the peak flow speed compare with the speed of sound in water?",
          blocks: [
            { kind: "media", media: [{ kind: "video", path: "fluid/BentPipe_dp14.mp4" }] },
            {
              kind: "options",
              label: "Options",
              options: [
                { text: "It stays below 30 % of it", isReference: true, isPrediction: false },
                {
                  text: "It lies between 30 % and 80 % of it",
                  isReference: false,
                  isPrediction: true,
                },
                { text: "It exceeds it", isReference: false, isPrediction: false },
              ],
            },
            {
              kind: "facts",
              facts: [
                ["question type", "Multiple Choice"],
                ["frames", "8, middle"],
              ],
            },
          ],
        },
      },
      {
        sample: "HeatSink_dp03.mp4#q7",
        errorClass: "unparsed",
        outcome: "unparsed",
        reason: "the first line matches no option",
        reply: "**Answer:** No, because the centre of the base is covered by the heat source.",
        view: {
          title: "Is the hottest fin the outermost one?",
          blocks: [
            {
              kind: "options",
              label: "Options",
              options: [
                { text: "Yes", isReference: false, isPrediction: false },
                { text: "No", isReference: true, isPrediction: false },
              ],
            },
          ],
        },
      },
    ],
    remarks: ["2 replies ended at the limit of 64 tokens: raise maxTokens"],
  };
}

function fluidVideos(): TaskSummary {
  return {
    id: "openseesime-fluid-video",
    family: "multiple-choice",
    prompt: { name: "verbatim", version: 2, isOwnWording: true },
    systems: [
      baseline("oracle", 4996),
      baseline("chance", 1561),
      baseline("majority", 1909),
      chatSystem(),
    ],
  };
}

function smallSystem(id: string, correct: number, outcomes: Partial<OutcomeCounts>): SystemSummary {
  const n = 24 - (outcomes.failed ?? 0) - (outcomes.pending ?? 0);
  const scores = { accuracy: accuracy({ correct, n, interval: "fewer than 10 groups (8)" }) };
  return {
    ...baseline(id, 0),
    n,
    total: 24,
    coverage: n / 24,
    answered: (outcomes.answered ?? n) / 24,
    groups: 8,
    outcomes: { ...noOutcomes, answered: n, ...outcomes },
    metrics: scores,
    otherPolicy: { unanswered: "exclude", metrics: scores },
    slices: {},
    errors: correct === n ? {} : { "wrong option": n - correct },
  };
}

function gateCameras(): TaskSummary {
  return {
    id: "gate-cameras",
    family: "multiple-choice",
    systems: [
      smallSystem("oracle", 24, {}),
      smallSystem("chance", 7, {}),
      smallSystem("majority", 9, {}),
      { ...smallSystem("Qwen3-VL-8B-Instruct", 0, { pending: 24, answered: 0 }), kind: "chat" },
    ],
  };
}
