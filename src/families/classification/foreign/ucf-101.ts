import type { DocumentFormat } from "../../../core/data/format.ts";
import { withoutMediaEnding } from "../../../core/data/media-endings.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import { lineRecords } from "../../shared/line-records.ts";
import type { LabelSample } from "../schema.ts";
import { inWords, type LabelledVideo, labelledVideos } from "./labelled-videos.ts";

/**
 * UCF-101: lists of `Class/v_Class_g01_c01.avi`, with or without the number of the class behind it,
 * or tables with `clip_path` or `path` and `label`. The class is the folder of the video.
 */
export const ucf101Format: DocumentFormat<LabelSample> = {
  id: "ucf-101",
  summary: "UCF-101: trainlist or testlist (lines of Class/video.avi), or CSV with path and label",
  media: "`<Class>/<video>.avi`, in any folder and of any ending",
  reads: "document",
  read(document): Result<readonly LabelSample[]> {
    const videos = Array.isArray(document)
      ? tableVideos(document)
      : lineRecords(document, { layout: "Class/video.avi", read: readLine });
    if (!videos.ok) return videos;
    return success(labelledVideos(videos.value, { task: "ucf-101", describe: inWords }));
  },
};

function readLine(line: string): Result<LabelledVideo> {
  const path = /^(\S+\/\S+)(?:\s+\d+)?\s*$/.exec(line)?.[1];
  return path === undefined
    ? failure("must read: Class/video.avi, and where known the number of the class")
    : success(videoAt(path, undefined));
}

function tableVideos(rows: readonly unknown[]): Result<readonly LabelledVideo[]> {
  const videos: LabelledVideo[] = [];
  for (const [at, row] of rows.entries()) {
    const fields = isRecord(row) ? row : {};
    const path = fields.clip_path ?? fields.path ?? fields.video;
    if (typeof path !== "string" || path === "")
      return failure(`row ${at + 1}: clip_path (or path) must be the path of a video`);
    const { label } = fields;
    videos.push(videoAt(path, typeof label === "string" && label !== "" ? label : undefined));
  }
  return success(videos);
}

function videoAt(path: string, label: string | undefined): LabelledVideo {
  const parts = path.replace(/^\/+/, "").split("/");
  const own = parts.slice(-2).join("/");
  const name = withoutMediaEnding(own);
  return {
    name: own,
    label: label ?? parts.at(-2) ?? null,
    media: impliedVideo([name, withoutMediaEnding(parts.at(-1)!)], own),
  };
}
