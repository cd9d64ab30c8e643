import { UserError } from "../../../core/user-error.ts";
import type {
  FrameSpan,
  FrameTrack,
  HasFrameScores,
} from "../../../metrics/frames/has-frame-scores.ts";
import { computeMetrics } from "./compute-metrics.ts";
import type { MetricReader, MetricRequest, ScoredFiles } from "./metric-input.ts";
import {
  cellNumbers,
  cellText,
  jsonList,
  requireColumns,
  type TableRow,
  tableRows,
} from "./table-rows.ts";

/** Scores of frames, one row for each video and type. */
export const reader: MetricReader = { open };

async function open({ asked, file }: MetricRequest): Promise<ScoredFiles> {
  const path = file("table");
  const rows = await tableRows(path);
  requireColumns(rows, ["video", "frames", "scores", "truth"], path);
  const videos = new Map<string, HasFrameScores & { readonly tracks: FrameTrack[] }>();
  for (const row of rows) addTrack(videos, row);
  const evidence = [...videos.values()];
  const computed = computeMetrics(asked, () => ({ measure: "frame-scores|v:1", evidence }));
  return {
    units: "videos",
    n: evidence.length,
    names: [...videos.keys()],
    ...computed,
    notes: notesOf(videos),
  };
}

/** What does not fit a video's frames, which the metrics pass over. */
function notesOf(videos: ReadonlyMap<string, HasFrameScores>): readonly string[] {
  const needed = ({ frameCount, framesPerScore }: HasFrameScores) =>
    Math.ceil(frameCount / framesPerScore);
  const where = (fits: (track: FrameTrack, video: HasFrameScores) => boolean, what: string) => {
    const names = [...videos]
      .filter(([, video]) => video.tracks.some((track) => fits(track, video)))
      .map(([name]) => name);
    const shown = `${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""}`;
    return names.length === 0
      ? []
      : [`${names.length} of ${videos.size} videos (${shown}) have ${what}`];
  };
  return [
    ...where(({ scores }) => scores.length === 0, "no scores: their frames come last"),
    ...where(
      ({ scores }, video) => scores.length > 0 && scores.length < needed(video),
      "fewer scores than frames need: the last holds to the end",
    ),
    ...where(
      ({ scores }, video) => scores.length > needed(video),
      "more scores than frames need: those past the end are not read",
    ),
    ...where(
      ({ truths }, video) => truths.some(({ lastFrame }) => lastFrame > video.frameCount),
      "true intervals past the last frame: cut there",
    ),
  ];
}

function addTrack(
  videos: Map<string, HasFrameScores & { readonly tracks: FrameTrack[] }>,
  { cells, place }: TableRow,
): void {
  const name = cellText(cells.video);
  if (name === null) throw new UserError(`${place}: the column video is blank`);
  const frameCount = wholeNumber(cells.frames, `${place}: frames`);
  const framesPerScore =
    cellText(cells.framesPerScore) === null
      ? 1
      : wholeNumber(cells.framesPerScore, `${place}: framesPerScore`);
  const video = videos.get(name) ?? { frameCount, framesPerScore, tracks: [] };
  videos.set(name, video);
  if (video.frameCount !== frameCount || video.framesPerScore !== framesPerScore)
    throw new UserError(
      `${place}: other rows of ${name} have ${video.frameCount} frames, ${video.framesPerScore} per score`,
      "they must agree",
    );
  const type = cellText(cells.type) ?? "";
  if (video.tracks.some((track) => track.type === type))
    throw new UserError(`${place}: ${name} has a row of type "${type}" already`);
  video.tracks.push({
    type,
    scores: cellNumbers(cells.scores, place) ?? [],
    truths: spansOf(cells.truth, { place, frameCount }),
  });
}

function wholeNumber(value: unknown, place: string): number {
  const number = Number(cellText(value) ?? Number.NaN);
  if (!Number.isInteger(number) || number < 1)
    throw new UserError(`${place} must be a whole number from 1 on, got ${JSON.stringify(value)}`);
  return number;
}

function spansOf(
  value: unknown,
  { place, frameCount }: { readonly place: string; readonly frameCount: number },
): readonly FrameSpan[] {
  const parts: readonly unknown[] =
    jsonList(value) ??
    cellText(value)
      ?.split(/\s+/)
      .map((part) => part.split("-").map(Number)) ??
    [];
  return parts.map((part) => {
    const [firstFrame, lastFrame] = Array.isArray(part) ? (part as readonly number[]) : [];
    if (
      !Number.isInteger(firstFrame) ||
      !Number.isInteger(lastFrame) ||
      firstFrame! < 1 ||
      lastFrame! < firstFrame!
    )
      throw new UserError(
        `${place}: truth must be intervals of frames from 1 to ${frameCount}, such as [[10, 40]] or 10-40, got ${JSON.stringify(value)}`,
      );
    return { firstFrame: firstFrame!, lastFrame: lastFrame! };
  });
}
