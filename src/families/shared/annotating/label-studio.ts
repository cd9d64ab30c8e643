import { z } from "zod";
import type { AnnotationFormat, ImportedItem } from "../../../core/family/annotating.ts";
import { firstIssue } from "../../../core/first-issue.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { ImportedMarks, parsedJson } from "./imported-marks.ts";
import { intervalsOf } from "./intervals-of.ts";

const frame = z.int().min(1);

const resultSchema = z.looseObject({
  id: z.string().optional(),
  type: z.string(),
  from_name: z.string().optional(),
  value: z.looseObject({
    ranges: z.array(z.looseObject({ start: frame, end: frame })).optional(),
    timelinelabels: z.array(z.string()).optional(),
    choices: z.array(z.string()).optional(),
    labels: z.array(z.string()).optional(),
    start: z.number().optional(),
    end: z.number().optional(),
    framesCount: z.number().positive().optional(),
    duration: z.number().positive().optional(),
  }),
});

const tasksSchema = z.array(
  z.looseObject({
    data: z.record(z.string(), z.unknown()),
    annotations: z
      .array(
        z.looseObject({ was_cancelled: z.boolean().optional(), result: z.array(resultSchema) }),
      )
      .default([]),
  }),
);
type LabelStudioResult = z.infer<typeof resultSchema>;

/**
 * Label Studio's JSON of tasks with annotations. What it calls frames are ticks of the `frameRate` of
 * its Video tag, 24 unless set, and not frames of the video; those of `timelinelabels` count from 1
 * and include the last. The rate is read from the data of a task (`fps`) or from its results where
 * these say it. `labels` with a start and an end in seconds are read as well; `choices` of the whole
 * video are labels. The first annotation of a task counts that was not cancelled.
 */
export const labelStudioFormat: AnnotationFormat = {
  id: "label-studio",
  title: "Label Studio",
  ending: "json",
  unit: "ticks",
  usualTicksPerSecond: 24,
  read(text) {
    const parsed = parsedJson(text);
    if (!parsed.ok) return parsed;
    const tasks = tasksSchema.safeParse(parsed.value);
    if (!tasks.success) return failure(firstIssue(tasks.error, "document"));
    const items: ImportedItem[] = [];
    for (const [at, { data, annotations }] of tasks.data.entries()) {
      const video = videoIn(data);
      if (video === undefined) return failure(`${at}.data: names no video`);
      const own = annotations.find(({ was_cancelled: isCancelled }) => !isCancelled);
      if (!own) continue;
      const read = itemsOf(video, own.result, rateIn(data) ?? countedRate(own.result));
      if (!read.ok) return failure(`${at}.annotations: ${read.reason}`);
      items.push(...read.value);
    }
    return success(items);
  },
  write(items) {
    const tasks = items.map((item, at) => ({
      id: at + 1,
      data: { video: item.video, fps: item.ticksPerSecond },
      annotations: [
        {
          id: at + 1,
          was_cancelled: false,
          result: [
            ...intervalsOf(item).flatMap(([id, { type, start, end, ambiguous }]) => {
              const ranges = [{ start: start + 1, end: end + 1 }];
              const head = { id, to_name: "video", origin: "manual" };
              return [
                {
                  ...head,
                  ...{ from_name: "videoLabels", type: "timelinelabels" },
                  value: { ranges, timelinelabels: [type] },
                },
                ...(ambiguous
                  ? [
                      {
                        ...head,
                        ...{ from_name: "ambiguous", type: "choices" },
                        value: { ranges, choices: ["ambiguous"] },
                      },
                    ]
                  : []),
              ];
            }),
            ...choiceResults(item.marks),
          ],
        },
      ],
    }));
    return JSON.stringify(tasks);
  },
};

function choiceResults(marks: ImportedItem["marks"]): readonly object[] {
  const choices = Object.values(marks).flatMap((mark) =>
    mark.kind === "label" ? [mark.type] : [],
  );
  if (choices.length === 0) return [];
  return [
    {
      ...{ id: "labels", from_name: "labels", to_name: "video", type: "choices" },
      ...{ origin: "manual", value: { choices } },
    },
  ];
}

/** Seconds and ticks of one task become two items of the same video. */
function itemsOf(
  video: string,
  results: readonly LabelStudioResult[],
  ticksPerSecond: number | undefined,
): Result<readonly ImportedItem[]> {
  const [ticks, seconds] = [new ImportedMarks(), new ImportedMarks()];
  const ambiguous = new Set(
    results
      .filter(({ from_name: name, value }) => name === "ambiguous" && value.choices?.length)
      .map(({ id }) => id),
  );
  for (const { id, type, from_name: name, value } of results) {
    const flag = id !== undefined && ambiguous.has(id) ? ({ ambiguous: true } as const) : {};
    for (const { start, end } of type === "timelinelabels" ? (value.ranges ?? []) : []) {
      if (end < start) return failure("a range ends before it starts");
      for (const label of value.timelinelabels ?? [])
        ticks.add({ kind: "interval", type: label, start: start - 1, end: end - 1, ...flag }, id);
    }
    if (value.start !== undefined && value.end !== undefined) {
      if (value.end < value.start) return failure("a region ends before it starts");
      for (const label of value.labels ?? [])
        seconds.add(
          { kind: "interval", type: label, start: value.start, end: value.end, ...flag },
          id,
        );
    }
    if (type === "choices" && name !== "ambiguous" && value.start === undefined && !value.ranges)
      for (const label of value.choices ?? [])
        ticks.add({ kind: "label", type: label }, `label:${label}`);
  }
  const both = [
    { video, unit: "ticks" as const, ticksPerSecond, marks: ticks.marks },
    { video, unit: "seconds" as const, marks: seconds.marks },
  ];
  return success(both.filter(({ marks }, at) => at === 0 || Object.keys(marks).length > 0));
}

/** The rate under a name that projects give it for `frameRate="$fps"`. */
function rateIn(data: Readonly<Record<string, unknown>>): number | undefined {
  const rates = [data.fps, data.frame_rate, data.framerate, data.frameRate].map(Number);
  return rates.find((rate) => Number.isFinite(rate) && rate > 0);
}

/** Results of boxes say how many frames were counted in how many seconds. */
function countedRate(results: readonly LabelStudioResult[]): number | undefined {
  const found = results.find(({ value }) => value.framesCount && value.duration)?.value;
  return found && found.framesCount! / found.duration!;
}

/** Tasks name the video under a key of the project's own choice, usually `video`. */
function videoIn(data: Readonly<Record<string, unknown>>): string | undefined {
  const named = [data.video, data.video_url, ...Object.values(data)].find(
    (value) => typeof value === "string" && value !== "",
  );
  return named as string | undefined;
}
