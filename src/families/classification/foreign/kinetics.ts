import type { DocumentFormat } from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { closest } from "../../../core/suggest.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import type { LabelSample } from "../schema.ts";
import { type LabelledVideo, labelledVideos } from "./labelled-videos.ts";

/**
 * Kinetics: rows of `label, youtube_id, time_start, time_end, split`, or its JSON by video. Lists of
 * the test set hide the label. Videos are called `<id>_<start>_<end>` with six digits each, or by
 * the id alone.
 */
export const kineticsFormat: DocumentFormat<LabelSample> = {
  id: "kinetics",
  summary: "Kinetics: CSV with label, youtube_id, time_start, time_end and split, or its JSON",
  media: "`<youtube_id>_<start>_<end>`, six digits each, or `<youtube_id>`, in any folder",
  reads: "document",
  read(document): Result<readonly LabelSample[]> {
    const rows = Array.isArray(document)
      ? document
      : isRecord(document)
        ? Object.entries(document).map(([id, entry]) => rowOf(id, entry))
        : [];
    if (rows.length === 0)
      return failure("must be rows of label, youtube_id, time_start, time_end");
    const misspelt = isRecord(rows[0]) ? columnProblem(Object.keys(rows[0])) : undefined;
    if (misspelt !== undefined) return failure(misspelt);
    const videos: LabelledVideo[] = [];
    for (const [at, row] of rows.entries()) {
      const video = readRow(row);
      if (!video.ok) return failure(`row ${at + 1}: ${video.reason}`);
      videos.push(video.value);
    }
    return success(labelledVideos(videos, { task: "kinetics" }));
  },
};

/** An entry of the JSON as a row of the table. */
function rowOf(id: string, entry: unknown): unknown {
  const { annotations, subset } = isRecord(entry) ? entry : {};
  const { label, segment } = isRecord(annotations) ? annotations : {};
  const [start, end] = Array.isArray(segment) ? (segment as readonly unknown[]) : [];
  return { label, youtube_id: id, time_start: start, time_end: end, split: subset };
}

const columns = ["label", "youtube_id", "time_start", "time_end", "split"];

/** Lists may lack all columns but `youtube_id`, but none is missing that has a name much like it. */
function columnProblem(given: readonly string[]): string | undefined {
  const strange = given.filter((name) => !columns.includes(name));
  const there = `there are ${given.join(", ")}`;
  for (const column of columns.filter((name) => !given.includes(name))) {
    const near = closest(column, strange);
    if (near !== undefined)
      return `the column ${column} is missing; ${there}; did you mean ${near}?`;
  }
  return given.includes("youtube_id") ? undefined : `the column youtube_id is missing; ${there}`;
}

function readRow(row: unknown): Result<LabelledVideo> {
  if (!isRecord(row)) return failure("must have label and youtube_id");
  const id = row.youtube_id;
  if (typeof id !== "string" || id === "") return failure("youtube_id: must be a text");
  const [start, end] = [Number(row.time_start ?? Number.NaN), Number(row.time_end ?? Number.NaN)];
  const clip = `${id}_${digits(start)}_${digits(end)}`;
  const isTimed = Number.isFinite(start) && Number.isFinite(end);
  const name = isTimed ? clip : id;
  return success({
    name,
    label: typeof row.label === "string" && row.label !== "" ? row.label : null,
    media: impliedVideo(isTimed ? [clip, id] : [id]),
    split: typeof row.split === "string" ? row.split : undefined,
  });
}

function digits(seconds: number): string {
  return String(Math.trunc(seconds)).padStart(6, "0");
}
