import { stat } from "node:fs/promises";
import { z } from "zod";
import type { DirectSystem } from "../core/asking/system.ts";
import { defineSystemKind } from "../core/asking/system-kind.ts";
import type { DataFile } from "../core/data/data-file.ts";
import type { PredictionFormat, RawPrediction, RowPredictionFormat } from "../core/data/format.ts";
import type { Sample } from "../core/data/sample.ts";
import { canonicalJson } from "../core/json.ts";
import { findById } from "../core/registry.ts";
import type { Result } from "../core/result.ts";
import { noAnswer } from "../core/run/outcome.ts";
import { UserError } from "../core/user-error.ts";
import { contentDigest, fileFacts } from "../files/content-digest.ts";
import { fileScratch } from "../files/file-scratch.ts";
import { inParallel } from "../files/in-parallel.ts";
import { idMismatchHint } from "./id-mismatch.ts";
import { answersAside, answersInMemory, type KeptAnswers } from "./kept-answers.ts";
import { fieldNames, nearestFormats } from "./nearest-formats.ts";
import { SilentSamples } from "./silent-samples.ts";

type Format = PredictionFormat<Sample, unknown>;

/**
 * Answers that were made elsewhere. Samples without one are `missing`; ids that belong to no sample
 * are counted and named.
 */
export const predictions = defineSystemKind({
  id: "predictions",
  summary: "answers from a file: JSON, JSONL, CSV, Parquet or Arrow",
  configSchema: z.strictObject({
    path: z
      .union([z.string(), z.record(z.string(), z.string())])
      .describe(
        "the predictions file; where tasks have files of their own, the file of each by the id of the task: { qa: a.jsonl, find: b.jsonl }",
      ),
    format: z.string().optional().describe("its format (default: recognised)"),
    variant: z
      .string()
      .optional()
      .describe(
        "which answers, where the file holds several for a sample, such as a filter of lm-eval",
      ),
  }),
  files: ({ path }) => (typeof path === "string" ? [path] : Object.values(path)),
  create: async ({ path: named, format: wanted, variant }, context): Promise<DirectSystem> => {
    const path = pathFor(context.task, named);
    const file = context.open(path);
    const format = wanted
      ? findById(context.family.data.predictionFormats, wanted, "prediction format")
      : await recognised(file, context.family.data.predictionFormats);
    const answers = await readAll(file, format, { variant, options: context.options });
    const sha256 = await digestOf(file);
    const silence = silenceOf(answers, format);
    const unused = new Set(answers.ids());
    const silent = new SilentSamples();
    const noticing = format.notice?.();
    return {
      id: context.id,
      kind: "predictions",
      speaks: "prediction",
      identity: {
        format: format.id,
        sha256,
        ...(variant === undefined ? {} : { variant }),
        // Logs in which such samples are missing keep their own keys.
        ...(silence ? { unnamed: "nothing" } : {}),
      },
      concurrency: 500,
      async ask(samples) {
        return samples.map((sample) =>
          answers.has(sample.id)
            ? format.interpret(answers.get(sample.id), sample)
            : silence
              ? format.interpret(silence.nothing, sample)
              : noAnswer("missing", "the predictions file has no answer for this sample"),
        );
      },
      replyOf(sample) {
        const text = answers.has(sample.id) ? format.reply?.(answers.get(sample.id)) : undefined;
        return text === undefined ? undefined : { text, finish: "stop" };
      },
      match: (samples) => mismatch(samples, { answers, path }),
      meet(samples) {
        for (const sample of samples) {
          if (unused.delete(sample.id)) noticing?.add({ raw: answers.get(sample.id), sample });
          if (silence) silent.add(sample, answers.has(sample.id));
        }
      },
      remarks: () =>
        [
          ...(noticing?.finish() ?? []),
          ...silent.remarks(),
          ...(unused.size === 0 ? [] : [strangers(unused)]),
        ].map((text) => `${path}: ${text}`),
    };
  },
});

/**
 * Names of the systems whose answers a file holds, in the order of their first rows; none where its
 * format knows of one system only.
 */
export async function systemsIn(
  file: DataFile,
  formats: readonly Format[],
  { wanted, options }: { readonly wanted: string | undefined; readonly options: unknown },
): Promise<readonly string[]> {
  if (!formats.some((format) => format.variantsAreSystems || "systems" in format)) return [];
  const format = wanted
    ? findById(formats, wanted, "prediction format")
    : await recognised(file, formats);
  if (format.reads === "folder")
    return file.folder && format.systems ? format.systems(file.folder, options) : [];
  if (!format.variantsAreSystems || format.reads !== "rows") return [];
  const names = new Set<string>();
  for await (const rows of file.rows({ comments: format.comments }))
    for (const { value } of rows) {
      const read = format.read(value, options);
      if (read.ok && read.value.variant !== undefined) names.add(read.value.variant);
    }
  return [...names];
}

function pathFor(task: string, path: string | Readonly<Record<string, string>>): string {
  if (typeof path === "string") return path;
  if (Object.hasOwn(path, task)) return path[task]!;
  throw new UserError(
    `path names no predictions file for this task; it names some for ${Object.keys(path).join(", ") || "none"}`,
    `add path: { ${task}: FILE }, or list the systems of the task without it`,
  );
}

/** So many ids of each side are looked at for what sets them apart. */
const comparedIds = 200;

/** Stops at the first sample that has an answer. */
async function mismatch(
  samples: AsyncIterable<readonly Sample[]>,
  { answers, path }: { readonly answers: KeptAnswers; readonly path: string },
): Promise<UserError | undefined> {
  const ids: string[] = [];
  for await (const batch of samples) {
    if (batch.some(({ id }) => answers.has(id))) return undefined;
    ids.push(...batch.slice(0, comparedIds - ids.length).map(({ id }) => id));
  }
  if (answers.size === 0) return undefined;
  const theirs = [...answers.ids()].slice(0, comparedIds);
  const hint =
    idMismatchHint({ data: ids, predictions: theirs }) ??
    "give the predictions of these samples, whose ids are compared as they are";
  return new UserError(
    `${path}: none of its ${answers.size} predictions is about a sample of the task: the data has ${some(ids)}, the predictions ${some(theirs)}`,
    hint,
  );
}

function silenceOf(answers: KeptAnswers, { foundOnly }: Format): Format["foundOnly"] {
  if (!foundOnly?.listsAll) return foundOnly;
  for (const id of answers.ids()) if (foundOnly.listsAll(answers.get(id))) return undefined;
  return foundOnly;
}

function strangers(unused: ReadonlySet<string>): string {
  const belong = unused.size === 1 ? "1 prediction belongs" : `${unused.size} predictions belong`;
  return `${belong} to no sample of this task (${some([...unused])})`;
}

/** Of the file, or of the digests of all. */
async function digestOf(file: DataFile): Promise<string> {
  const paths = await file.files?.();
  if (!paths) return (await fileFacts(file.path)).sha256;
  const digests: string[] = [];
  await inParallel(paths.entries(), async ([at, path]) => {
    digests[at] = (await fileFacts(path)).sha256;
  });
  return contentDigest(digests.join());
}

/** Files that are never one document, whatever their first row looks like. */
const onlyRows = /\.(?:jsonl|ndjson|csv|tsv|parquet|arrow)(?:\.gz)?$/i;

async function recognised(file: DataFile, formats: readonly Format[]): Promise<Format> {
  const names = await file.folder?.list();
  const ofFolder = names
    ? formats.filter((format) => format.reads === "folder" && format.recognises(names))
    : [];
  const head = ofFolder.length > 0 ? undefined : await file.head();
  const ofFile = formats.filter(
    ({ reads }) => reads === "rows" || (reads === "document" && !onlyRows.test(file.path)),
  );
  const fitting =
    ofFolder.length > 0 ? ofFolder : ofFile.filter((format) => format.recognises(head));
  if (fitting.length === 1) return fitting[0]!;
  const fields = names?.slice(0, 5) ?? fieldNames(head);
  const found =
    fields.length === 0 ? "" : `; ${names ? "files" : "fields"} in it: ${fields.join(", ")}`;
  throw new UserError(
    fitting.length === 0
      ? `${file.path}: these predictions are in no format known here${found}`
      : `${file.path}: these predictions could be in several formats: ${fitting.map(({ id }) => id).join(", ")}`,
    nearestFormats(fitting.length === 0 ? formats : fitting, { path: file.path, fields }),
  );
}

/** Answers of larger files are laid aside: in memory they take several times as much as there. */
const mostInMemory = 1 << 24;

/** Of all files; what cannot be read is reported when it is read. */
async function sizeOf(file: DataFile): Promise<number> {
  let sizeBytes = 0;
  await inParallel((await file.files?.()) ?? [file.path], async (path) => {
    const found = await stat(path).catch(() => undefined);
    sizeBytes += found?.size ?? 0;
  });
  return sizeBytes;
}

async function readAll(
  file: DataFile,
  format: Format,
  { variant, options: ofTask }: { readonly variant: string | undefined; readonly options: unknown },
): Promise<KeptAnswers> {
  const kept =
    (await sizeOf(file)) > mostInMemory ? answersAside(fileScratch()) : answersInMemory();
  const gathers = format.reads === "rows" && format.gathers === true;
  const answers = new Answers(kept, { path: file.path, wanted: variant, gathers });
  const options = { comments: format.comments };
  if (format.reads === "folder") {
    if (!file.folder)
      throw new UserError(`${file.path}: is no folder`, `format "${format.id}": ${format.summary}`);
    for await (const { where, read } of format.read(file.folder, ofTask))
      for (const answer of got(read, where)) answers.take(answer, where);
  } else if (format.reads === "document")
    for await (const part of file.parts?.() ?? [file])
      for (const answer of got(format.read(await part.document(options), ofTask), part.path))
        answers.take(answer, part.path);
  else await takeRows(file, format, { answers, options: ofTask });
  return answers.finish();
}

/** So many rows that cannot be read are named; the others are counted. */
const namedRows = 3;

async function takeRows(
  file: DataFile,
  format: RowPredictionFormat<Sample, unknown>,
  { answers, options }: { readonly answers: Answers; readonly options: unknown },
): Promise<void> {
  const named: string[] = [];
  let unread = 0;
  for await (const rows of file.rows({ comments: format.comments }))
    for (const { line, value, path = file.path } of rows) {
      const read = format.read(value, options);
      if (read.ok) answers.take(read.value, `${path}:${line}`);
      else if (unread++ < namedRows) named.push(`${path}:${line}: ${read.reason}`);
    }
  if (unread === 0) return;
  const further = unread - named.length;
  const rest = further === 1 ? "1 more row" : `${further} more rows`;
  throw new UserError([...named, ...(further > 0 ? [`${rest} cannot be read`] : [])].join("\n"));
}

interface AnswersOf {
  readonly path: string;
  readonly wanted: string | undefined;
  readonly gathers: boolean;
}

/**
 * Answers by the id of their sample. Where a file holds several for one, of different variants, one
 * of these is chosen.
 */
class Answers {
  readonly #path: string;
  readonly #wanted: string | undefined;
  readonly #answers: KeptAnswers;
  /** What several rows say of one sample, where they may. */
  readonly #gathered: Map<string, unknown[]> | undefined;
  readonly #variantOf = new Map<string, string | undefined>();
  readonly #variants = new Set<string>();
  #taken = 0;
  #isContested = false;

  constructor(answers: KeptAnswers, { path, wanted, gathers }: AnswersOf) {
    this.#answers = answers;
    this.#gathered = gathers ? new Map() : undefined;
    this.#path = path;
    this.#wanted = wanted;
  }

  take({ id, raw, variant }: RawPrediction, where: string): void {
    if (variant !== undefined) this.#variants.add(variant);
    if (this.#wanted !== undefined && variant !== this.#wanted) return;
    if (this.#gathered) {
      const known = this.#gathered.get(id);
      if (known) known.push(raw);
      else this.#gathered.set(id, [raw]);
      this.#isContested = this.#wanted === undefined && this.#variants.size > 1;
      return;
    }
    this.#taken++;
    if (!this.#answers.has(id)) {
      this.#answers.set(id, raw);
      if (variant !== undefined) this.#variantOf.set(id, variant);
    } else if (this.#variantOf.get(id) === variant)
      throw new UserError(
        `${where}: a second prediction for "${id}"`,
        "every sample may be answered once",
      );
    // Filters of one reply leave the reply itself as it was: then it does not matter which is
    // taken.
    else if (canonicalJson(raw) !== canonicalJson(this.#answers.get(id))) this.#isContested = true;
  }

  finish(): KeptAnswers {
    for (const [id, raw] of this.#gathered ?? []) this.#answers.set(id, raw);
    const named = [...this.#variants].map((one) => JSON.stringify(one)).join(", ");
    const isShared =
      this.#variants.size <= 1 ||
      this.#wanted !== undefined ||
      this.#gathered !== undefined ||
      this.#taken === this.#answers.size * this.#variants.size;
    if (this.#isContested || !isShared)
      throw new UserError(
        `${this.#path}: holds answers of several kinds: ${named}`,
        "name one: variant of the system, or --predictions-variant",
      );
    if (this.#wanted !== undefined && !this.#variants.has(this.#wanted))
      throw new UserError(
        `${this.#path}: holds no answer of the variant "${this.#wanted}"`,
        named === "" ? "it has no variants" : `variants here: ${named}`,
      );
    return this.#answers;
  }
}

function got<T>(result: Result<T>, where: string): T {
  if (result.ok) return result.value;
  throw new UserError(`${where}: ${result.reason}`);
}

function some(ids: readonly string[]): string {
  const named = ids.slice(0, 3).map((id) => JSON.stringify(id));
  return ids.length > named.length ? `${named.join(", ")}, …` : named.join(", ");
}
