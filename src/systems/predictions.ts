import { z } from "zod";
import type { DataFile } from "../core/data-file.ts";
import type { PredictionFormat, RawPrediction } from "../core/format.ts";
import { noAnswer } from "../core/outcome.ts";
import { findById } from "../core/registry.ts";
import type { Result } from "../core/result.ts";
import type { Sample } from "../core/sample.ts";
import type { DirectSystem } from "../core/system.ts";
import { defineSystemKind } from "../core/system-kind.ts";
import { UserError } from "../core/user-error.ts";
import { contentDigest, fileFacts } from "../files/content-digest.ts";

type Format = PredictionFormat<Sample, unknown>;

/** Answers that were made elsewhere. Samples without one are `missing`; ids that belong to no sample are counted and named. */
export const predictions = defineSystemKind({
  id: "predictions",
  summary: "answers from a file: JSON, JSONL, CSV, Parquet or Arrow",
  configSchema: z.strictObject({
    path: z.string().describe("the predictions file"),
    format: z.string().optional().describe("its format (default: recognised)"),
  }),
  files: ({ path }) => [path],
  create: async ({ path, format: wanted }, context): Promise<DirectSystem> => {
    const file = context.open(path);
    const format = wanted
      ? findById(context.family.predictionFormats, wanted, "prediction format")
      : await recognised(file, context.family.predictionFormats);
    const answers = await readAll(file, format);
    const sha256 = await digestOf(file);
    const unused = new Set(answers.keys());
    return {
      id: context.id,
      kind: "predictions",
      speaks: "prediction",
      identity: { format: format.id, sha256 },
      concurrency: 500,
      async ask(samples) {
        return samples.map((sample) =>
          answers.has(sample.id)
            ? format.interpret(answers.get(sample.id), sample)
            : noAnswer("missing", "the predictions file has no answer for this sample"),
        );
      },
      replyOf(sample) {
        const text = answers.has(sample.id) ? format.reply?.(answers.get(sample.id)) : undefined;
        return text === undefined ? undefined : { text, finish: "stop" };
      },
      meet(samples) {
        for (const { id } of samples) unused.delete(id);
      },
      remarks: () => (unused.size === 0 ? [] : [`${path}: ${unused.size} predictions belong to no sample of this task (${some(unused)})`]),
    };
  },
});

/** Of the file, or of the digests of all. */
async function digestOf(file: DataFile): Promise<string> {
  const paths = await file.files?.();
  if (!paths) return (await fileFacts(file.path)).sha256;
  const digests: string[] = [];
  for (const path of paths) digests.push((await fileFacts(path)).sha256);
  return contentDigest(digests.join());
}

/** Files that are never one document, whatever their first row looks like. */
const onlyRows = /\.(?:jsonl|ndjson|csv|tsv|parquet|arrow)(?:\.gz)?$/i;

async function recognised(file: DataFile, formats: readonly Format[]): Promise<Format> {
  const names = await file.folder?.list();
  const ofFolder = names ? formats.filter((format) => format.reads === "folder" && format.recognises(names)) : [];
  const head = ofFolder.length > 0 ? undefined : await file.head();
  const ofFile = formats.filter(({ reads }) => reads === "rows" || (reads === "document" && !onlyRows.test(file.path)));
  const fitting = ofFolder.length > 0 ? ofFolder : ofFile.filter((format) => format.recognises(head));
  if (fitting.length === 1) return fitting[0]!;
  const known = formats.map(({ id, summary }) => `${id} (${summary})`).join("; ");
  throw new UserError(
    fitting.length === 0
      ? `${file.path}: these predictions are in no format known here`
      : `${file.path}: these predictions could be in several formats: ${fitting.map(({ id }) => id).join(", ")}`,
    `name the format; known here: ${known}`,
  );
}

async function readAll(file: DataFile, format: Format): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>();
  const take = ({ id, raw }: RawPrediction, where: string) => {
    if (answers.has(id)) throw new UserError(`${where}: a second prediction for "${id}"`, "every sample may be answered once");
    answers.set(id, raw);
  };
  const options = { comments: format.comments };
  if (format.reads === "folder") {
    if (!file.folder) throw new UserError(`${file.path}: is no folder`, `format "${format.id}": ${format.summary}`);
    for await (const { where, read } of format.read(file.folder)) for (const answer of got(read, where)) take(answer, where);
  } else if (format.reads === "document")
    for await (const part of file.parts?.() ?? [file])
      for (const answer of got(format.read(await part.document(options)), part.path)) take(answer, part.path);
  else
    for await (const rows of file.rows(options)) {
      for (const { line, value, path = file.path } of rows) take(got(format.read(value), `${path}:${line}`), `${path}:${line}`);
    }
  return answers;
}

function got<T>(result: Result<T>, where: string): T {
  if (result.ok) return result.value;
  throw new UserError(`${where}: ${result.reason}`);
}

function some(ids: ReadonlySet<string>): string {
  const named = [...ids].slice(0, 3).map((id) => `"${id}"`);
  return ids.size > named.length ? `${named.join(", ")}, …` : named.join(", ");
}
