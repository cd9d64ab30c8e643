import { z } from "zod";
import { shown } from "../../core/asking/shown.ts";
import type { Format, RowFormat } from "../../core/data/format.ts";
import { mediaKind } from "../../core/data/media-endings.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import { isRecord } from "../../core/json.ts";
import { failure, type Result, success } from "../../core/result.ts";
import { closest } from "../../core/suggest.ts";
import { jsonCues } from "../shared/subtitles/json-cues.ts";
import { egoschemaFormats } from "./foreign/egoschema.ts";
import { longVideoBenchFormat } from "./foreign/longvideobench.ts";
import { mmbenchVideoFormat } from "./foreign/mmbench-video.ts";
import { nextqaFormat } from "./foreign/nextqa.ts";
import { openseesimeFormat } from "./foreign/openseesime.ts";
import { seesimPilotFormat } from "./foreign/seesim-pilot.ts";
import { tableFormat } from "./foreign/table.ts";
import { videoMmeFormat } from "./foreign/video-mme.ts";
import { namedChoice } from "./named-choice.ts";
import { type ChoiceSample, isMetadataValue, type Metadata } from "./schema.ts";

const mediaItemSchema = z.union([
  z
    .string()
    .min(1)
    .describe(
      "A path; its ending says whether it is a picture or a video. A gif counts as a video.",
    ),
  z.strictObject({ kind: z.enum(["image", "video"]), path: z.string().min(1) }),
]);

/**
 * One row of the plain format, as its JSON Schema is generated from it. Rows themselves are read by
 * hand, which is faster and explains better.
 */
export const plainRowSchema = z.strictObject({
  id: z
    .union([z.string().min(1), z.int()])
    .describe("Names the sample; must be unique in the set."),
  question: z.string().describe("What is asked."),
  choices: z
    .array(z.string())
    .min(2)
    .describe("The possible answers, in the order in which they are shown."),
  answer: z
    .union([z.int().min(0), z.string(), z.null()])
    .optional()
    .describe(
      "The right choice: its index from 0, its text, or its letter. A text that is both is read as the text. Null or left out: hidden.",
    ),
  type: z.string().nullish().describe("The kind of question; scores are broken down by it."),
  image: z.string().min(1).nullish().describe("Path of a picture, relative to the media folder."),
  video: z.string().min(1).nullish().describe("Path of a video, relative to the media folder."),
  media: z
    .array(mediaItemSchema)
    .nullish()
    .describe("Further pictures and videos, shown after `image` and `video`."),
  subtitles: z
    .union([
      z.string().min(1),
      z.array(z.strictObject({ start: z.number(), end: z.number(), text: z.string() })),
    ])
    .nullish()
    .describe(
      "What is said in the video: path of an SRT, VTT or JSON file in the media folder, or a list of { start, end, text } in seconds.",
    ),
  group: z
    .string()
    .min(1)
    .nullish()
    .describe(
      "What the sample shares with others, usually the video. Default: the first path, else the id.",
    ),
  split: z.string().nullish().describe("The part of the set it belongs to, such as train or test."),
  metadata: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .nullish()
    .describe("Anything else that is worth keeping; no score reads it."),
});

const plainKeys = new Set(Object.keys(plainRowSchema.shape));

/** The plain format: one JSON object a line. */
const jsonlFormat: RowFormat<ChoiceSample> = {
  id: "jsonl",
  summary:
    "One object per row: id, question, choices, answer, and where wanted type, image, video, media, subtitles, group, split, metadata",
  media:
    "`image`, `video`, `media`: paths; a path without an ending, or a bare file name, is looked for",
  reads: "rows",
  row: plainRowSchema,
  read: readPlainRow,
};

/** Foreign sample layouts; the first is the default. */
export const formats: readonly Format<ChoiceSample>[] = [
  jsonlFormat,
  tableFormat,
  nextqaFormat,
  seesimPilotFormat,
  openseesimeFormat,
  ...egoschemaFormats,
  videoMmeFormat,
  longVideoBenchFormat,
  mmbenchVideoFormat,
];

function readPlainRow(row: unknown): Result<readonly ChoiceSample[]> {
  if (!isRecord(row))
    return failure(`a row must be an object with id, question and choices, but is ${shown(row)}`);
  for (const key in row) if (!plainKeys.has(key)) return failure(unknownKey(key));
  const id = typeof row.id === "number" && Number.isSafeInteger(row.id) ? String(row.id) : row.id;
  if (typeof id !== "string" || id === "") return wrong("id", row.id, "a text or a whole number");
  if (typeof row.question !== "string") return wrong("question", row.question, "a text");
  if (!isChoices(row.choices)) return wrong("choices", row.choices, "a list of 2 or more texts");
  const answer =
    row.answer === undefined || row.answer === null
      ? success(null)
      : namedChoice(row.answer, row.choices);
  if (!answer.ok) return failure(`answer: ${answer.reason}`);
  const media = readMedia(row);
  if (!media.ok) return media;
  for (const key of ["type", "group", "split"]) {
    if (typeof (row[key] ?? "") !== "string") return wrong(key, row[key], "a text");
  }
  const subtitles = readSubtitles(row.subtitles);
  if (!subtitles.ok) return subtitles;
  if (!isMetadataOrAbsent(row.metadata))
    return wrong("metadata", row.metadata, "an object of texts, numbers, true, false and null");
  return success([
    {
      id,
      group: (row.group as string | null | undefined) || media.value[0]?.path || id,
      ...(row.split ? { split: row.split as string } : undefined),
      question: row.question,
      choices: row.choices,
      answer: answer.value,
      ...(row.type ? { type: row.type as string } : undefined),
      media: media.value,
      metadata: row.metadata ?? {},
      ...(subtitles.value ? { subtitles: subtitles.value } : undefined),
    },
  ]);
}

function unknownKey(key: string): string {
  const near = closest(key, plainKeys);
  return `unknown key "${key}"; ${near ? `did you mean "${near}"?` : `the keys are ${[...plainKeys].join(", ")}; anything else belongs in metadata`}`;
}

function wrong(key: string, value: unknown, right: string): Result<never> {
  return failure(
    value === undefined
      ? `${key} is missing; it must be ${right}`
      : `${key} is ${shown(value)}, but must be ${right}`,
  );
}

function isChoices(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length >= 2 && value.every((choice) => typeof choice === "string")
  );
}

function isMetadataOrAbsent(value: unknown): value is Metadata | null | undefined {
  if (value === undefined || value === null) return true;
  if (!isRecord(value)) return false;
  for (const key in value) if (!isMetadataValue(value[key])) return false;
  return true;
}

function readSubtitles(value: unknown): Result<ChoiceSample["subtitles"]> {
  if (value === undefined || value === null) return success(undefined);
  if (typeof value === "string" && value !== "") return success({ path: value });
  const cues = jsonCues(value);
  return cues.ok
    ? success({ cues: cues.value })
    : failure(`subtitles ${cues.reason}; or name a file`);
}

function readMedia(row: Readonly<Record<string, unknown>>): Result<readonly MediaRef[]> {
  const media: MediaRef[] = [];
  for (const kind of ["image", "video"] as const) {
    const path = storedPath(row[kind]) ?? row[kind] ?? null;
    if (path === null) continue;
    if (typeof path !== "string" || path === "")
      return wrong(kind, path, "a path, relative to the media folder");
    media.push({ kind, path });
  }
  const further = row.media ?? [];
  if (!Array.isArray(further)) return wrong("media", further, "a list of paths");
  for (const item of further) {
    const ref = mediaRef(item);
    if (!ref)
      return wrong(
        "media",
        item,
        'a path with a known ending, or {"kind": "image" or "video", "path": "…"}',
      );
    media.push(ref);
  }
  return success(media);
}

/** Bytes that came in a row were stored as a file, and the row refers to it: `{path, name}`. */
function storedPath(value: unknown): string | undefined {
  return isRecord(value) && typeof value.path === "string" && value.path.startsWith("sha256:")
    ? value.path
    : undefined;
}

function mediaRef(item: unknown): MediaRef | undefined {
  if (typeof item === "string") {
    const kind = mediaKind(item);
    return kind && { kind, path: item };
  }
  if (!isRecord(item) || Object.keys(item).length !== 2) return undefined;
  const { kind, path } = item;
  return (kind === "image" || kind === "video") && typeof path === "string" && path !== ""
    ? { kind, path }
    : undefined;
}
