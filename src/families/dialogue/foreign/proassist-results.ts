import { shown } from "../../../core/asking/shown.ts";
import type { DataFolder } from "../../../core/data/data-file.ts";
import type {
  FolderFormat,
  FolderPiece,
  FolderPredictionFormat,
  RawPrediction,
} from "../../../core/data/format.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import type { DialogueInput, DialoguePrediction, DialogueSample } from "../schema.ts";
import { thresholdToScore } from "../scored-threshold.ts";
import { asFields, asNumber, asText, type Fields } from "./read-value.ts";
import { datasetOf, streamVideo } from "./video-id.ts";

/**
 * Silence in a stream is the empty text; a reference that is `null` counts as speech, as it does in
 * the original.
 */
const nullReference = "null";
const framesPerSecond = 2;

/**
 * `results/<number>.json` of ProAssist and PROSPECT: what was said and what should have been, frame
 * by frame.
 */
export const proassistResultsFormat: FolderFormat<DialogueSample> = {
  id: "proassist-results",
  summary:
    "Result files of ProAssist and PROSPECT (results/N.json): streams with references and predictions",
  media: "as `proassist`, by `video_uid` or `video_id`",
  reads: "folder",
  async *read(folder) {
    yield* eachResult(folder, sampleOf, ofOneThreshold);
    yield* gapsIn(folder);
  },
};

/**
 * The predictions of the same files. Folders `notalk<threshold>…` side by side are runs of one
 * system: what it said at each threshold belongs together, and the threshold nearest to .5,
 * ProAssist's usual one, is what it is scored by.
 */
export const proassistResultsPredictions: FolderPredictionFormat<
  DialogueSample,
  DialoguePrediction
> = {
  id: "proassist-results",
  summary:
    "Result files of ProAssist and PROSPECT (results/N.json), also of several thresholds in folders notalk<threshold>…",
  reads: "folder",
  recognises: (paths) =>
    Array.isArray(paths) && paths.some((path) => typeof path === "string" && resultFile.test(path)),
  async *read(folder) {
    const runs = new Map<string, ThresholdRun[]>();
    const said = (result: Fields, path: string) =>
      success([{ id: idOf(result, path), path, said: spokenIn(result) }]);
    for await (const { where, read } of eachResult(folder, said)) {
      if (!read.ok) yield { where, read };
      for (const one of read.ok ? read.value : []) {
        const notTalk = notTalkIn(one.path);
        if (notTalk === undefined || one.said === null)
          yield { where, read: success([{ id: one.id, raw: one.said }]) };
        else
          runs.set(one.id, [
            ...(runs.get(one.id) ?? []),
            { notTalk, path: one.path, said: one.said },
          ]);
      }
    }
    for (const [id, own] of runs) yield { where: own[0]!.path, read: joinedRuns(id, own) };
  },
  interpret(raw) {
    if (Array.isArray(raw)) return answered({ utterances: utterancesOf(raw as SpokenFrames) });
    const runs = asFields(raw)?.runs as readonly ThresholdRun[] | undefined;
    if (!runs) return noAnswer("unparsed", "the file has no list of predictions");
    const main = runs.find(
      ({ notTalk }) => notTalk === thresholdToScore(runs.map((run) => run.notTalk)),
    )!;
    const sweep = runs.map(({ notTalk, said }) => ({
      notTalkThreshold: notTalk,
      utterances: utterancesOf(said),
    }));
    return answered({ utterances: utterancesOf(main.said), sweep });
  },
};

interface ThresholdRun {
  readonly notTalk: number;
  readonly path: string;
  readonly said: SpokenFrames;
}

const resultFile = /(?:^|\/)\d+\.json$/;

/** The threshold that a folder of ProAssist's evaluation is named after. */
function notTalkIn(path: string): number | undefined {
  const [, threshold] = /(?:^|\/)notalk(\d+(?:\.\d+)?)[^/]*\//.exec(path) ?? [];
  return threshold === undefined ? undefined : Number(threshold);
}

function joinedRuns(id: string, runs: readonly ThresholdRun[]): Result<readonly RawPrediction[]> {
  if (runs.length === 1) return success([{ id, raw: runs[0]!.said }]);
  const sorted = runs.toSorted((a, b) => a.notTalk - b.notTalk);
  const twice = sorted.find(({ notTalk }, at) => sorted[at + 1]?.notTalk === notTalk);
  if (twice)
    return failure(
      `two results of "${id}" at the not-talk threshold ${twice.notTalk}: name the folder of one of them`,
    );
  return success([{ id, raw: { runs: sorted } }]);
}

function utterancesOf(said: SpokenFrames): DialoguePrediction["utterances"] {
  return said.map(([frame, text]) => ({ frame, text }));
}

type SpokenFrames = readonly (readonly [frame: number, text: string])[];

/**
 * Of the many frames of a file those on which something is said, since all files are read before
 * the first is scored; `null` where it has no frames.
 */
function spokenIn({ predictions }: Fields): SpokenFrames | null {
  if (!Array.isArray(predictions)) return null;
  return predictions.flatMap((item, frame) => {
    const text = asText(asFields(item)?.gen);
    return text === undefined || text === "" ? [] : [[frame, text] as const];
  });
}

async function* eachResult<T>(
  folder: DataFolder,
  read: (result: Fields, path: string) => Result<readonly T[]>,
  choose: (paths: readonly string[]) => readonly string[] = (paths) => paths,
): AsyncIterable<FolderPiece<T>> {
  for (const path of choose(await resultPaths(folder))) {
    const result = asFields(await folder.json(path));
    yield {
      where: path,
      read: result ? read(result, path) : failure("must hold one object with predictions"),
    };
  }
}

/** Numbers that have no result, folder by folder: streams that were lost, or that nobody ran. */
async function* gapsIn(folder: DataFolder): AsyncIterable<FolderPiece<never>> {
  const named = ofOneThreshold(await resultPaths(folder)).map(
    (path) => /^(.*?)(\d+)\.json$/.exec(path)!,
  );
  for (const [place, files] of Map.groupBy(named, ([, place]) => place!)) {
    const numbers = new Set(files.map(([, , number]) => Number(number)));
    const last = Math.max(...numbers);
    const gaps = last + 1 - numbers.size;
    if (gaps <= 0) continue;
    const first =
      firstGaps(numbers, Math.min(gaps, shownGaps)).join(", ") + (gaps > shownGaps ? ", …" : "");
    const streams = gaps === 1 ? "the stream was" : "the streams were";
    const leftOut = `no result for ${first} (${gaps} of the numbers 0 to ${last}): ${streams} lost or not run`;
    yield { where: place.replace(/\/$/, "") || folder.path, read: success([]), leftOut };
  }
}

const shownGaps = 5;

function firstGaps(numbers: ReadonlySet<number>, count: number): readonly number[] {
  const gaps: number[] = [];
  for (let number = 0; gaps.length < count; number++) if (!numbers.has(number)) gaps.push(number);
  return gaps;
}

async function resultPaths(folder: DataFolder): Promise<readonly string[]> {
  return (await folder.list("**/*.json")).filter(
    (path) => resultFile.test(path) && !path.includes("llm_eval"),
  );
}

/**
 * Runs of one system with several thresholds are about the same streams: those of one threshold are
 * read.
 */
function ofOneThreshold(paths: readonly string[]): readonly string[] {
  const thresholds = paths.flatMap((path) => notTalkIn(path) ?? []);
  if (thresholds.length === 0) return paths;
  const usual = thresholdToScore(thresholds);
  return paths.filter((path) => [undefined, usual].includes(notTalkIn(path)));
}

function idOf(result: Fields, path: string): string {
  const metadata = asFields(result.metadata);
  const number = asNumber(metadata?.sample_idx) ?? /(\d+)\.json$/.exec(path)![1]!;
  const video = asText(metadata?.video_uid) ?? asText(result.video_id);
  return video === undefined ? String(number) : `${number}/${video}`;
}

function sampleOf(result: Fields, path: string): Result<readonly DialogueSample[]> {
  if (!Array.isArray(result.predictions) || result.predictions.length === 0)
    return failure(`predictions is ${shown(result.predictions)}, but must be a list of frames`);
  const metadata = asFields(result.metadata) ?? result;
  const inputs: DialogueInput[] = [];
  const references: { frame: number; text: string }[] = [];
  for (const [frame, item] of result.predictions.entries()) {
    const fields = asFields(item);
    if (!fields || typeof fields.gen !== "string")
      return failure(`predictions[${frame}].gen is ${shown(fields?.gen)}, but must be a text`);
    const reference =
      fields.ref === null || fields.ref === undefined ? nullReference : asText(fields.ref);
    if (reference === undefined)
      return failure(`predictions[${frame}].ref is ${shown(fields.ref)}, but must be a text`);
    if (reference !== "") references.push({ frame, text: reference });
    inputs.push(...inputsOf(fields.text_inputs, frame));
  }
  const uid = asText(metadata.video_uid) ?? asText(result.video_id);
  const dataset = asText(metadata.dataset) ?? (uid === undefined ? undefined : datasetOf(uid));
  const id = idOf(result, path);
  const startFrame = asNumber(asFields(result.predictions[0])?.frame_idx_in_original_video);
  const fps = asNumber(metadata.fps) ?? framesPerSecond;
  return success([
    {
      ...(dataset ? { dataset } : {}),
      fps,
      frameCount: result.predictions.length,
      group: uid ?? id,
      id,
      inputs,
      media: uid === undefined ? [] : [streamVideo(uid, { framesPerSecond: fps })],
      metadata: { file: path },
      references,
      ...(startFrame !== undefined && Number.isInteger(startFrame) && startFrame >= 0
        ? { startFrame }
        : {}),
    },
  ]);
}

function inputsOf(value: unknown, frame: number): readonly DialogueInput[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair): readonly DialogueInput[] => {
    if (!Array.isArray(pair)) return [];
    const [role, text] = pair as readonly unknown[];
    return (role === "user" || role === "system") && typeof text === "string"
      ? [{ frame, role, text }]
      : [];
  });
}
