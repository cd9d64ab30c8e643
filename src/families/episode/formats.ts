import type {
  FolderFormat,
  FolderPredictionFormat,
  Format,
  PredictionFormat,
  RowPredictionFormat,
} from "../../core/data/format.ts";
import { firstIssue } from "../../core/first-issue.ts";
import { isRecord } from "../../core/json.ts";
import { failure, success } from "../../core/result.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import { episodeDerivation } from "./features/derivation.ts";
import { recordingsAmong } from "./features/recordings.ts";
import { misfit } from "./misfit.ts";
import { omniFormat, omniPredictions } from "./omni/omni-formats.ts";
import { plainFormat } from "./plain-format.ts";
import { episodeOf, pairOf, readResults } from "./results/read-results.ts";
import { knownWindows, resultSamples } from "./results/result-samples.ts";
import { isResultFile, resultFiles, resultTasks } from "./results/results-folder.ts";
import {
  type EpisodeOptions,
  type EpisodePrediction,
  type EpisodeSample,
  episodeOptionsSchema,
  episodePredictionSchema,
} from "./schema.ts";
import { tablePlaces } from "./table/episode-table.ts";
import { tableSamples } from "./table/table-samples.ts";
import { episodeTaskIds, taskOf } from "./tasks.ts";

function optionsOf(options: unknown): EpisodeOptions {
  return episodeOptionsSchema.parse(options ?? {});
}

const xperienceFormat: FolderFormat<EpisodeSample> = {
  id: "xperience",
  summary:
    "An episode's folder (annotation.hdf5 and its videos), a table's folder (windows.csv, feature_manifest.json, shared_windows.npz, and where tasks need them targets.csv, targets.npz), several of them, or a folder of results (<task>/predictions.csv or predictions.npz)",
  reads: "folder",
  usualSplit: "test",
  derivation: episodeDerivation,
  async tasks(folder) {
    const results = await resultTasks(folder);
    if (results.length > 0) return results;
    const isRecorded = recordingsAmong(await folder.list()).length > 0;
    if (!isRecorded && (await tablePlaces(folder)).length === 0) return [];
    return episodeTaskIds
      .filter((id) => !("isExtension" in taskOf(id)))
      .map((id) => ({ id, options: { task: id } }));
  },
  async *read(folder, options) {
    const own = optionsOf(options);
    const places = await tablePlaces(folder);
    // A folder of results may hold its table too; what is true then stands beside the predictions.
    const hasResults = (await resultFiles(folder)).some(({ task }) => task === own.task);
    if (hasResults || places.length === 0) yield* resultSamples(folder, own);
    else yield* tableSamples(folder, places, own);
  },
};

/** Foreign sample layouts; the first is the default. */
export const formats: readonly Format<EpisodeSample>[] = [plainFormat, xperienceFormat, omniFormat];

const plainPredictions: RowPredictionFormat<EpisodeSample, EpisodePrediction> = {
  id: "plain",
  summary:
    "Rows with id (the index of the window, <first>-<second> of pairs) and label, labels, values, ranking or rank",
  reads: "rows",
  recognises: (head) => isRecord(head) && head.id !== undefined && hasAnswer(head),
  accepts: (reply) => isRecord(reply) && hasAnswer(reply),
  read(row) {
    if (!isRecord(row) || row.id === undefined || row.id === "")
      return failure("id is missing: the index of the window, or <first>-<second> of a pair");
    return success({ id: String(row.id), raw: row });
  },
  interpret(raw, sample) {
    const { id: _, ...fields } = isRecord(raw) ? raw : {};
    const parsed = episodePredictionSchema.safeParse(typed(fields));
    if (!parsed.success) return noAnswer("unparsed", firstIssue(parsed.error, "answer"));
    const wrong = misfit(parsed.data, sample);
    return wrong === undefined ? answered(parsed.data) : noAnswer("unparsed", wrong);
  },
};

const answers = ["label", "labels", "values", "ranking", "rank"];

function hasAnswer(fields: Readonly<Record<string, unknown>>): boolean {
  return answers.some((name) => fields[name] !== undefined);
}

/** Tables hold texts: numbers and sets of labels are read from them. */
function typed(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const read = { ...fields };
  for (const name of ["confidence", "rank", "candidates"])
    if (typeof read[name] === "string" && read[name] !== "") read[name] = Number(read[name]);
  for (const [name, value] of Object.entries(read)) if (value === "") delete read[name];
  if (typeof read.labels === "string") read.labels = read.labels.split("|").filter(Boolean);
  if (typeof read.label === "number") read.label = String(read.label);
  return read;
}

const folderPredictions: FolderPredictionFormat<EpisodeSample, EpisodePrediction> = {
  id: "xperience",
  summary:
    "A folder of results: <task>/predictions.csv, predictions.npz or ranks.csv, and under neural_mlp/ of a second system",
  reads: "folder",
  variantsAreSystems: true,
  recognises: (paths) =>
    Array.isArray(paths) && paths.some((path) => typeof path === "string" && isResultFile(path)),
  async systems(folder, options) {
    const { task } = optionsOf(options);
    return (await resultFiles(folder))
      .filter((file) => file.task === task)
      .map(({ system }) => system);
  },
  async *read(folder, options) {
    const own = optionsOf(options);
    const windows = knownWindows(folder);
    for (const file of await resultFiles(folder)) {
      if (file.task !== own.task) continue;
      const rows = await readResults(file, { folder, options: own, windows });
      yield {
        where: file.path,
        read: success(
          rows.map(({ id, prediction }) => ({ id, raw: prediction, variant: file.system })),
        ),
      };
    }
  },
  interpret: (raw, sample) =>
    raw === null
      ? noAnswer("missing", "its row holds no prediction")
      : fitting(raw as EpisodePrediction, sample),
};

const tablePredictions: RowPredictionFormat<EpisodeSample, EpisodePrediction> = {
  id: "xperience-table",
  summary:
    "One predictions.csv of the suite: window_index with predicted_label or predicted_objects, or sample_index with predicted; and episode where several are tested",
  reads: "rows",
  recognises: (head) =>
    isRecord(head) &&
    (head.predicted_label !== undefined ||
      head.predicted_objects !== undefined ||
      (head.sample_index !== undefined && head.predicted !== undefined)),
  read(row, options) {
    if (!isRecord(row)) return failure("must be a row with named columns");
    const episode = episodeOf(row);
    const idOf = (id: string) => (episode === undefined ? id : `${episode}/${id}`);
    if (row.sample_index !== undefined)
      return success({
        id: idOf(pairOf(Number(row.sample_index), optionsOf(options)).join("-")),
        raw: row,
      });
    if (row.window_index === undefined) return failure("window_index is missing");
    return success({ id: idOf(String(row.window_index)), raw: row });
  },
  interpret(raw, sample) {
    const row = raw as Readonly<Record<string, string>>;
    if (row.predicted_objects !== undefined)
      return fitting({ labels: row.predicted_objects.split("|").filter(Boolean) }, sample);
    const label = row.predicted_label ?? row.predicted;
    const confidence = Number(row.confidence);
    return label === undefined || label === ""
      ? noAnswer("unparsed", "no label is predicted")
      : fitting(
          {
            label,
            ...(row.confidence !== undefined && confidence >= 0 && confidence <= 1
              ? { confidence }
              : {}),
          },
          sample,
        );
  },
};

function fitting(prediction: EpisodePrediction, sample: EpisodeSample) {
  const wrong = misfit(prediction, sample);
  return wrong === undefined ? answered(prediction) : noAnswer("unparsed", wrong);
}

/** Foreign prediction layouts. */
export const predictionFormats: readonly PredictionFormat<EpisodeSample, EpisodePrediction>[] = [
  plainPredictions,
  folderPredictions,
  tablePredictions,
  omniPredictions,
];
