import { UserError } from "../../../core/user-error.ts";
import { frameAuc } from "../../../metrics/detection/frame-auc.ts";
import { frameMap } from "../../../metrics/detection/frame-map.ts";
import type { FrameSpan, FrameTrack, HasFrameScores } from "../../../metrics/detection/has-frame-scores.ts";
import type { Flags } from "../command.ts";
import { figure } from "./figure.ts";
import type { AskedMetric, MetricInput, ScoredFiles } from "./metric-input.ts";
import { requiredFlag } from "./required-flag.ts";
import { cellNumbers, cellText, jsonList, requireColumns, type TableRow, tableRows } from "./table-rows.ts";

const usage = "--table <file with the columns video, frames, scores and truth>";
const measure = "frame-scores|v:1";
const metrics = { "frame-auc": frameAuc, "frame-map": frameMap } as const;

/** Scores of frames, one row for each video and type. */
export const framesInput: MetricInput = {
  id: "frames",
  summary:
    "a table with one row per video and type: how many frames it has, their scores, and the true intervals as first and last frame, counted from 1 ([[10, 40]], or 10-40 80-95); type and framesPerScore (1) may be left out",
  usage,
  flags: ["table"],
  options: [],
  metrics: [
    { id: "frame-auc", title: "ROC AUC over frames (UCF-Crime)", options: [], pages: ["frame-auc"] },
    { id: "frame-map", title: "mAP over frames (MultiTHUMOS)", options: [], pages: ["frame-map"] },
  ],
  open,
};

async function open(flags: Flags, asked: readonly AskedMetric[]): Promise<ScoredFiles> {
  const path = requiredFlag(flags, "table", usage);
  const rows = await tableRows(path);
  requireColumns(rows, ["video", "frames", "scores", "truth"], path);
  const videos = new Map<string, HasFrameScores & { readonly tracks: FrameTrack[] }>();
  for (const row of rows) addTrack(videos, row);
  const evidence = [...videos.values()];
  const figures = asked.map(({ id }) => figure(metrics[id as keyof typeof metrics](measure), evidence));
  return { units: "videos", n: evidence.length, names: [...videos.keys()], figures, analyses: [], notes: notesOf(videos) };
}

/** What does not fit a video's frames, which the metrics pass over. */
function notesOf(videos: ReadonlyMap<string, HasFrameScores>): readonly string[] {
  const needed = ({ frameCount, framesPerScore }: HasFrameScores) => Math.ceil(frameCount / framesPerScore);
  const where = (fits: (track: FrameTrack, video: HasFrameScores) => boolean, what: string) => {
    const names = [...videos].filter(([, video]) => video.tracks.some((track) => fits(track, video))).map(([name]) => name);
    const shown = `${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""}`;
    return names.length === 0 ? [] : [`${names.length} of ${videos.size} videos (${shown}) have ${what}`];
  };
  return [
    ...where(({ scores }) => scores.length === 0, "no scores: their frames come last"),
    ...where(
      ({ scores }, video) => scores.length > 0 && scores.length < needed(video),
      "fewer scores than frames need: the last holds to the end",
    ),
    ...where(({ scores }, video) => scores.length > needed(video), "more scores than frames need: those past the end are not read"),
    ...where(
      ({ truths }, video) => truths.some(({ lastFrame }) => lastFrame > video.frameCount),
      "true intervals past the last frame: cut there",
    ),
  ];
}

function addTrack(videos: Map<string, HasFrameScores & { readonly tracks: FrameTrack[] }>, { cells, place }: TableRow): void {
  const name = cellText(cells.video);
  if (name === null) throw new UserError(`${place}: the column video is blank`);
  const frameCount = wholeNumber(cells.frames, `${place}: frames`);
  const framesPerScore = cellText(cells.framesPerScore) === null ? 1 : wholeNumber(cells.framesPerScore, `${place}: framesPerScore`);
  const video = videos.get(name) ?? { frameCount, framesPerScore, tracks: [] };
  videos.set(name, video);
  if (video.frameCount !== frameCount || video.framesPerScore !== framesPerScore)
    throw new UserError(
      `${place}: other rows of ${name} have ${video.frameCount} frames, ${video.framesPerScore} per score`,
      "they must agree",
    );
  const type = cellText(cells.type) ?? "";
  if (video.tracks.some((track) => track.type === type)) throw new UserError(`${place}: ${name} has a row of type "${type}" already`);
  video.tracks.push({ type, scores: cellNumbers(cells.scores, place) ?? [], truths: spansOf(cells.truth, { place, frameCount }) });
}

function wholeNumber(value: unknown, place: string): number {
  const number = Number(cellText(value) ?? Number.NaN);
  if (!Number.isInteger(number) || number < 1)
    throw new UserError(`${place} must be a whole number from 1 on, got ${JSON.stringify(value)}`);
  return number;
}

function spansOf(value: unknown, { place, frameCount }: { readonly place: string; readonly frameCount: number }): readonly FrameSpan[] {
  const parts: readonly unknown[] =
    jsonList(value) ??
    cellText(value)
      ?.split(/\s+/)
      .map((part) => part.split("-").map(Number)) ??
    [];
  return parts.map((part) => {
    const [firstFrame, lastFrame] = Array.isArray(part) ? (part as readonly number[]) : [];
    if (!Number.isInteger(firstFrame) || !Number.isInteger(lastFrame) || firstFrame! < 1 || lastFrame! < firstFrame!)
      throw new UserError(
        `${place}: truth must be intervals of frames from 1 to ${frameCount}, such as [[10, 40]] or 10-40, got ${JSON.stringify(value)}`,
      );
    return { firstFrame: firstFrame!, lastFrame: lastFrame! };
  });
}
