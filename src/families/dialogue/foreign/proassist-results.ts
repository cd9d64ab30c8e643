import type { DataFolder } from "../../../core/data-file.ts";
import type { FolderFormat, FolderPiece, FolderPredictionFormat, RawPrediction } from "../../../core/format.ts";
import { answered, noAnswer } from "../../../core/outcome.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { shown } from "../../../core/shown.ts";
import type { DialogueInput, DialoguePrediction, DialogueSample } from "../schema.ts";
import { asFields, asNumber, asText, type Fields } from "./read-value.ts";
import { datasetOf, streamVideo } from "./video-id.ts";

/** Silence in a stream is the empty text; a reference that is `null` counts as speech, as it does in the original. */
const nullReference = "null";
const framesPerSecond = 2;

/** `results/<number>.json` of ProAssist and PROSPECT: what was said and what should have been, frame by frame. */
export const proassistResultsFormat: FolderFormat<DialogueSample> = {
  id: "proassist-results",
  summary: "Result files of ProAssist and PROSPECT (results/N.json): streams with references and predictions",
  media: "as `proassist`, by `video_uid` or `video_id`",
  reads: "folder",
  read: (folder) => eachResult(folder, sampleOf),
};

/** The predictions of the same files. */
export const proassistResultsPredictions: FolderPredictionFormat<DialogueSample, DialoguePrediction> = {
  id: "proassist-results",
  summary: "Result files of ProAssist and PROSPECT (results/N.json)",
  reads: "folder",
  recognises: (paths) => Array.isArray(paths) && paths.some((path) => typeof path === "string" && /(?:^|\/)\d+\.json$/.test(path)),
  read: (folder) =>
    eachResult(folder, (result, path): Result<readonly RawPrediction[]> => success([{ id: idOf(result, path), raw: spokenIn(result) }])),
  interpret(raw) {
    if (!Array.isArray(raw)) return noAnswer("unparsed", "the file has no list of predictions");
    return answered({ utterances: (raw as SpokenFrames).map(([frame, text]) => ({ frame, text })) });
  },
};

type SpokenFrames = readonly (readonly [frame: number, text: string])[];

/** Of the many frames of a file those on which something is said, since all files are read before the first is scored; `null` where it has no frames. */
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
): AsyncIterable<FolderPiece<T>> {
  const paths = (await folder.list("**/*.json")).filter((path) => /(?:^|\/)\d+\.json$/.test(path) && !path.includes("llm_eval"));
  for (const path of paths) {
    const result = asFields(await folder.json(path));
    yield { where: path, read: result ? read(result, path) : failure("must hold one object with predictions") };
  }
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
    if (!fields || typeof fields.gen !== "string") return failure(`predictions[${frame}].gen is ${shown(fields?.gen)}, but must be a text`);
    const reference = fields.ref === null || fields.ref === undefined ? nullReference : asText(fields.ref);
    if (reference === undefined) return failure(`predictions[${frame}].ref is ${shown(fields.ref)}, but must be a text`);
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
      ...(startFrame !== undefined && Number.isInteger(startFrame) && startFrame >= 0 ? { startFrame } : {}),
    },
  ]);
}

function inputsOf(value: unknown, frame: number): readonly DialogueInput[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair): readonly DialogueInput[] => {
    if (!Array.isArray(pair)) return [];
    const [role, text] = pair as readonly unknown[];
    return (role === "user" || role === "system") && typeof text === "string" ? [{ frame, role, text }] : [];
  });
}
