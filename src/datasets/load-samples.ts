import type { DataFile } from "../core/data-file.ts";
import type { PlannedSample, SampleBatches } from "../core/dataset.ts";
import type { Digest } from "../core/digest.ts";
import type { Family } from "../core/family.ts";
import type { Format } from "../core/format.ts";
import { canonicalJson } from "../core/json.ts";
import type { Sample } from "../core/sample.ts";
import { UserError } from "../core/user-error.ts";
import { sampleDigits } from "../core/work.ts";
import { IdTable } from "./id-table.ts";

export interface SampleSource {
  readonly family: Family;
  readonly format: Format<Sample>;
  readonly file: DataFile;
  readonly digest: Digest;
  /** Told once per reading of the file, where rows were left out. */
  onWarning?(message: string): void;
}

/** The samples of a file, read, validated and digested as they stream by. A row that is no sample is an error that names file, line and field. */
export function loadSamples(source: SampleSource): SampleBatches {
  return { [Symbol.asyncIterator]: () => readSamples(source) };
}

async function* readSamples({ family, format, file, digest, onWarning }: SampleSource): AsyncGenerator<readonly PlannedSample[]> {
  const ids = new IdTable();
  let repeated = 0;
  for await (const rows of contentOf(format, file)) {
    const batch: PlannedSample[] = [];
    for (const { where, read } of rows) {
      if (!read.ok) throw new UserError(`${where}: ${read.reason}`, `format "${format.id}": ${format.summary}`);
      for (const candidate of read.value) {
        const planned = plan(family, candidate, where, digest);
        const meeting = ids.meet(planned.sample.id, planned.digest);
        if (meeting === "different")
          throw new UserError(
            `${where}: the id "${planned.sample.id}" was used before for another sample`,
            "ids must be unique within a task",
          );
        if (meeting === "same") repeated++;
        else batch.push(planned);
      }
    }
    if (batch.length > 0) yield batch;
  }
  if (repeated > 0) onWarning?.(`${file.path}: ${repeated} rows repeat an earlier one word for word and count once`);
}

interface ReadPiece {
  readonly where: string;
  readonly read: ReturnType<Format<Sample>["read"]>;
}

async function* contentOf(format: Format<Sample>, file: DataFile): AsyncGenerator<Iterable<ReadPiece>> {
  if (format.reads === "document") yield [{ where: file.path, read: format.read(await file.document()) }];
  else
    for await (const rows of file.rows())
      yield rows.map(({ line, value }) => ({ where: `${file.path}:${line}`, read: format.read(value) }));
}

function plan(family: Family, candidate: Sample, where: string, digest: Digest): PlannedSample {
  const parsed = family.sampleSchema.safeParse(candidate);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(
      `${where}: ${issue?.path.join(".") || "sample"}: ${issue?.message}`,
      `sample "${candidate.id}" of family ${family.id}`,
    );
  }
  return { sample: parsed.data, digest: digest(canonicalJson(parsed.data)).slice(0, sampleDigits) };
}
