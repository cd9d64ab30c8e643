import { z } from "zod";
import type { DataFolder } from "../../../core/data/data-file.ts";
import type {
  FolderFormat,
  FolderPiece,
  FolderPredictionFormat,
  RawPrediction,
} from "../../../core/data/format.ts";
import { firstIssue } from "../../../core/first-issue.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import type { EventPrediction, EventSample } from "../schema.ts";

const position = z.union([z.number(), z.string().regex(/^-?\d+(?:\.\d+)?$/)]).transform(Number);
const annotationSchema = z.looseObject({
  gameTime: z.string().optional(),
  half: z.union([z.number(), z.string()]).optional(),
  label: z.string().min(1),
  position: position.optional(),
});
const labelsSchema = z.looseObject({ annotations: z.array(annotationSchema) });
const spottingSchema = z.looseObject({
  predictions: z.array(
    annotationSchema.extend({ confidence: z.union([z.number(), z.string()]).transform(Number) }),
  ),
});

/**
 * SoccerNet action spotting: `<game>/Labels-v2.json`. Every half is a sample, its actions moments
 * without length.
 */
export const soccernetFormat: FolderFormat<EventSample> = {
  id: "soccernet",
  summary: "SoccerNet labels: a folder or zip of <game>/Labels-v2.json; every half is a sample",
  media: "`<game>/<half>_720p`, `_HQ`, `_224p` or `<game>/<half>`, the first that is there",
  reads: "folder",
  suits: { spotting: true },
  read: (folder) => eachGame(folder, "**/Labels*.json", readLabels),
};

/** Spotting results in the layout that SoccerNet asks for: `<game>/results_spotting.json`. */
export const soccernetPredictions: FolderPredictionFormat<EventSample, EventPrediction> = {
  id: "soccernet",
  summary: "SoccerNet spotting results: a folder or zip of <game>/results_spotting.json",
  reads: "folder",
  recognises: (paths) =>
    Array.isArray(paths) &&
    paths.some((path) => typeof path === "string" && path.endsWith("results_spotting.json")),
  read: (folder) => eachGame(folder, "**/results_spotting.json", readSpotting),
  interpret: (raw) =>
    Array.isArray(raw)
      ? answered({ events: raw as EventPrediction["events"] })
      : noAnswer("unparsed", "no list of predictions"),
};

async function* eachGame<T>(
  folder: DataFolder,
  pattern: string,
  read: (document: unknown, game: string) => Result<readonly T[]>,
): AsyncIterable<FolderPiece<T>> {
  const paths = await folder.list(pattern);
  if (paths.length === 0)
    yield { where: folder.path, read: failure(`no file is named ${pattern.replace("**/", "")}`) };
  for (const path of paths)
    yield {
      where: path,
      read: read(await folder.json(path), path.split("/").slice(0, -1).join("/") || "game"),
    };
}

function readLabels(document: unknown, game: string): Result<readonly EventSample[]> {
  const parsed = labelsSchema.safeParse(document);
  if (!parsed.success) return failure(firstIssue(parsed.error, "document"));
  const halves = byHalf(parsed.data.annotations);
  if (!halves.ok) return halves;
  return success(
    halves.value.map(([half, actions]) => ({
      durationSeconds: null,
      events: actions.map(({ label, seconds }) => ({
        endSeconds: seconds,
        startSeconds: seconds,
        type: label,
      })),
      group: game,
      id: `${game}/${half}`,
      media: [halfVideo(game, half)],
      metadata: { half },
    })),
  );
}

/**
 * Halves are distributed in several sizes: `1_720p.mkv`, `1_224p.mkv`, `1_HQ.mkv`, in early
 * versions `1.mkv`. The larger is shown.
 */
function halfVideo(game: string, half: number): EventSample["media"][number] {
  return impliedVideo(
    [`${game}/${half}_720p`, `${game}/${half}_HQ`, `${game}/${half}_224p`, `${game}/${half}`],
    `${game}/${half}_720p.mkv`,
  );
}

function readSpotting(document: unknown, game: string): Result<readonly RawPrediction[]> {
  const parsed = spottingSchema.safeParse(document);
  if (!parsed.success) return failure(firstIssue(parsed.error, "document"));
  const halves = byHalf(parsed.data.predictions);
  if (!halves.ok) return halves;
  return success(
    halves.value.map(([half, actions]) => ({
      id: `${game}/${half}`,
      raw: actions.map(({ label, seconds, confidence }) => ({
        confidence,
        endSeconds: seconds,
        startSeconds: seconds,
        type: label,
      })),
    })),
  );
}

type Timed<T> = T & { readonly seconds: number };

/**
 * The half is that of `half` or of `gameTime`, which reads `1 - 12:34`; the time that of
 * `position`, in milliseconds, or of `gameTime` again. Both halves are given, also where one has no
 * action.
 */
function byHalf<T extends z.infer<typeof annotationSchema>>(
  actions: readonly T[],
): Result<readonly (readonly [half: number, actions: readonly Timed<T>[]])[]> {
  const halves: [Timed<T>[], Timed<T>[]] = [[], []];
  for (const action of actions) {
    const [, gameHalf, minutes, seconds] =
      /^\s*([12])\s*-(?:\s*(\d+):(\d+))?/.exec(action.gameTime ?? "") ?? [];
    const half = action.half === undefined ? gameHalf : String(action.half).trim();
    if (half !== "1" && half !== "2")
      return failure(
        action.half === undefined
          ? `gameTime is "${action.gameTime}", but must read like "1 - 12:34" where there is no half`
          : `half is "${action.half}", but must be 1 or 2`,
      );
    const atSeconds =
      action.position === undefined
        ? 60 * Number(minutes) + Number(seconds)
        : action.position / 1000;
    if (Number.isNaN(atSeconds))
      return failure(
        `position is missing, and gameTime is "${action.gameTime}", but must read like "1 - 12:34"`,
      );
    halves[half === "1" ? 0 : 1].push({ ...action, seconds: atSeconds });
  }
  return success([
    [1, halves[0]],
    [2, halves[1]],
  ]);
}
