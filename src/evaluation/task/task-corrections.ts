import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type AddedSample, type ChangedTruth, readCorrection } from "../../core/data/correction.ts";
import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import type { Family } from "../../core/family.ts";
import { firstIssue } from "../../core/first-issue.ts";
import { canonicalJson } from "../../core/json.ts";
import { sampleDigits } from "../../core/run/work.ts";
import { UserError } from "../../core/user-error.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import { contentDigest } from "../../files/content-digest.ts";

/** What is true instead of what the data says, and what it lacks. */
export interface TaskCorrections {
  readonly paths: readonly string[];
  /** The samples and, behind them, those that were added. */
  withAdded(samples: SampleBatches): SampleBatches;
  /** The samples with their corrected truths; those that were selected stay selected. */
  corrected(samples: SampleBatches): SampleBatches;
}

/** What is known of corrections by the ids of their samples. */
export interface CorrectionTable {
  readonly changed: ReadonlyMap<string, Placed<ChangedTruth>>;
  readonly added: ReadonlyMap<string, Placed<AddedSample>>;
}

export type Placed<Row> = Row & { readonly where: string };

const untouched: TaskCorrections = {
  paths: [],
  withAdded: (samples) => samples,
  corrected: (samples) => samples,
};

/** Opens the files that `data.corrections` names; nothing changes where it names none. */
export function taskCorrections(
  named: string | readonly string[] | undefined,
  { family, directory }: { readonly family: Family; readonly directory: string },
): TaskCorrections {
  if (named === undefined) return untouched;
  const paths = (typeof named === "string" ? [named] : named).map((path) =>
    resolve(directory, path),
  );
  for (const path of paths)
    if (!existsSync(path))
      throw new UserError(`no such file: ${path}`, "named as data.corrections");
  const read = () => readCorrections(paths);
  return {
    paths,
    withAdded: (samples) => ({
      async *[Symbol.asyncIterator]() {
        yield* addedTo(samples, (await read()).added, family);
      },
    }),
    corrected: (samples) => ({
      async *[Symbol.asyncIterator]() {
        const { changed } = await read();
        for await (const batch of samples)
          yield batch.map((planned) => {
            const row = changed.get(planned.sample.id);
            return row ? correct(planned, row, family) : planned;
          });
      },
    }),
  };
}

/** The last row about each sample counts. */
export async function readCorrections(paths: readonly string[]): Promise<CorrectionTable> {
  const changed = new Map<string, Placed<ChangedTruth>>();
  const added = new Map<string, Placed<AddedSample>>();
  for (const path of paths)
    for await (const batch of openDataFile(path).rows())
      for (const { line, value, path: own = path } of batch) {
        const where = `${own}:${line}`;
        const row = readCorrection(value);
        if (!row.ok) throw new UserError(`${where}: ${row.reason}`, "a row of data.corrections");
        if ("added" in row.value) added.set(row.value.sample, { ...row.value, where });
        else changed.set(row.value.sample, { ...row.value, where });
      }
  return { changed, added };
}

/**
 * The sample with another truth. @throws {UserError} where the correction is of other content, or
 * would make it no sample.
 */
export function correct(
  planned: PlannedSample,
  { base, truth, where }: Placed<ChangedTruth>,
  family: Family,
): PlannedSample {
  const own = planned.pairing ?? planned.digest;
  if (!own.startsWith(base))
    throw new UserError(
      `${where}: is about another version of the sample ${planned.sample.id}: it says base ${base}, and the data digests to ${own.slice(0, base.length)}`,
      "the data has changed since it was corrected: look at the sample again, and take the row out or write a new one",
    );
  if (Object.keys(truth).length === 0) return planned;
  const parsed = family.data.sample.safeParse({ ...planned.sample, ...truth });
  if (!parsed.success)
    throw new UserError(
      `${where}: ${firstIssue(parsed.error, "sample")}`,
      `with it, ${planned.sample.id} is no sample of the family ${family.id}`,
    );
  const { pairing, ...rest } = planned;
  const digest = (value: unknown) => contentDigest(canonicalJson(value)).slice(0, sampleDigits);
  return {
    ...rest,
    sample: parsed.data,
    digest: digest(parsed.data),
    ...(pairing === undefined ? {} : { pairing: digest([pairing, truth]) }),
    uncorrected: planned.digest,
  };
}

async function* addedTo(
  samples: SampleBatches,
  added: CorrectionTable["added"],
  family: Family,
): AsyncGenerator<readonly PlannedSample[]> {
  let count = 0;
  for await (const batch of samples) {
    for (const { sample } of batch) {
      const twin = added.get(sample.id);
      if (twin)
        throw new UserError(
          `${twin.where}: adds a sample ${sample.id}, which the data has`,
          "ids must be unique within a task; correct it instead, or choose another id",
        );
    }
    count += batch.length;
    yield batch;
  }
  const more = [...added.values()].map(({ added: candidate, where }, at): PlannedSample => {
    const parsed = family.data.sample.safeParse(candidate);
    if (!parsed.success)
      throw new UserError(
        `${where}: ${firstIssue(parsed.error, "added")}`,
        `added as a sample of the family ${family.id}`,
      );
    const digest = contentDigest(canonicalJson(parsed.data)).slice(0, sampleDigits);
    return { sample: parsed.data, digest, position: count + at };
  });
  if (more.length > 0) yield more;
}
