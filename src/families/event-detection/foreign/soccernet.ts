import { z } from "zod";
import type { DataFolder } from "../../../core/data-file.ts";
import { firstIssue } from "../../../core/first-issue.ts";
import type { FolderFormat, FolderPiece, FolderPredictionFormat, RawPrediction } from "../../../core/format.ts";
import { answered, noAnswer } from "../../../core/outcome.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import type { EventPrediction, EventSample } from "../schema.ts";

const position = z.union([z.number(), z.string().regex(/^-?\d+(?:\.\d+)?$/)]).transform(Number);
const annotationSchema = z.looseObject({ gameTime: z.string(), label: z.string().min(1), position });
const labelsSchema = z.looseObject({ annotations: z.array(annotationSchema) });
const spottingSchema = z.looseObject({
  predictions: z.array(annotationSchema.extend({ confidence: z.union([z.number(), z.string()]).transform(Number) })),
});

/** SoccerNet action spotting: `<game>/Labels-v2.json`. Every half is a sample, its actions moments without length. */
export const soccernetFormat: FolderFormat<EventSample> = {
  id: "soccernet",
  summary: "SoccerNet labels: a folder of <game>/Labels-v2.json; every half is a sample",
  reads: "folder",
  suits: { spotting: true },
  read: (folder) => eachGame(folder, "**/Labels*.json", readLabels),
};

/** Spotting results in the layout that SoccerNet asks for: `<game>/results_spotting.json`. */
export const soccernetPredictions: FolderPredictionFormat<EventSample, EventPrediction> = {
  id: "soccernet",
  summary: "SoccerNet spotting results: a folder of <game>/results_spotting.json",
  reads: "folder",
  recognises: (paths) => Array.isArray(paths) && paths.some((path) => typeof path === "string" && path.endsWith("results_spotting.json")),
  read: (folder) => eachGame(folder, "**/results_spotting.json", readSpotting),
  interpret: (raw) =>
    Array.isArray(raw) ? answered({ events: raw as EventPrediction["events"] }) : noAnswer("unparsed", "no list of predictions"),
};

async function* eachGame<T>(
  folder: DataFolder,
  pattern: string,
  read: (document: unknown, game: string) => Result<readonly T[]>,
): AsyncIterable<FolderPiece<T>> {
  const paths = await folder.list(pattern);
  if (paths.length === 0) yield { where: folder.path, read: failure(`no file is named ${pattern.replace("**/", "")}`) };
  for (const path of paths) yield { where: path, read: read(await folder.json(path), path.split("/").slice(0, -1).join("/") || "game") };
}

function readLabels(document: unknown, game: string): Result<readonly EventSample[]> {
  const parsed = labelsSchema.safeParse(document);
  if (!parsed.success) return failure(firstIssue(parsed.error, "document"));
  const halves = byHalf(parsed.data.annotations);
  if (!halves.ok) return halves;
  return success(
    halves.value.map(([half, actions]) => ({
      durationSeconds: null,
      events: actions.map(({ label, position: at }) => ({ endSeconds: at / 1000, startSeconds: at / 1000, type: label })),
      group: game,
      id: `${game}/${half}`,
      media: [],
      metadata: { half },
    })),
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
      raw: actions.map(({ label, position: at, confidence }) => ({
        confidence,
        endSeconds: at / 1000,
        startSeconds: at / 1000,
        type: label,
      })),
    })),
  );
}

/** `gameTime` reads `1 - 12:34`; both halves are given, also where one has no action. */
function byHalf<T extends { readonly gameTime: string }>(
  actions: readonly T[],
): Result<readonly (readonly [half: number, actions: readonly T[]])[]> {
  const halves: [T[], T[]] = [[], []];
  for (const action of actions) {
    const half = /^\s*([12])\s*-/.exec(action.gameTime)?.[1];
    if (!half) return failure(`gameTime is "${action.gameTime}", but must read like "1 - 12:34"`);
    halves[half === "1" ? 0 : 1].push(action);
  }
  return success([
    [1, halves[0]],
    [2, halves[1]],
  ]);
}
