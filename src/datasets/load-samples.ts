import type { DataFile, ReadOptions } from "../core/data/data-file.ts";
import type { PlannedSample, SampleBatches } from "../core/data/dataset.ts";
import type { FolderPiece, Format } from "../core/data/format.ts";
import type { Sample } from "../core/data/sample.ts";
import type { Where } from "../core/data/where.ts";
import type { Digest } from "../core/digest.ts";
import type { Family } from "../core/family.ts";
import { firstIssue } from "../core/first-issue.ts";
import { canonicalJson } from "../core/json.ts";
import { sampleDigits } from "../core/run/work.ts";
import { UserError } from "../core/user-error.ts";
import { IdTable } from "./id-table.ts";
import { rowFilter } from "./row-filter.ts";

export interface SampleSource {
  readonly family: Family;
  readonly format: Format<Sample>;
  readonly file: DataFile;
  /** Of the task. */
  readonly options?: unknown;
  readonly digest: Digest;
  /** What becomes of rows and documents before the format reads them. */
  reading?<T>(value: T): T;
  /** Adds to a sample what settings say of it, before it is validated and digested. */
  complete?: ((sample: Sample) => Sample) | undefined;
  /** Which rows are read at all; of formats that do not read rows, which samples are kept. */
  readonly where?: Where | undefined;
  /** The only split that is asked for; samples of others may come all the same. */
  readonly split?: string | undefined;
  /** Told once per reading of the file, where rows were left out. */
  onWarning?(message: string): void;
  /**
   * Told of rows that are no samples, which are then left out; without it the first of them is an
   * error.
   */
  onUnreadable?(error: UserError): void;
  /**
   * Whether rows that are no samples are skipped, and their number told once per reading of the
   * file.
   */
  readonly skipsBadRows?: boolean;
}

/** Rows that are no samples, where the configuration lets them be skipped. */
class SkippedRows {
  count = 0;
  first = "";
  readonly add = ({ message }: UserError): void => {
    if (this.count === 0) this.first = message;
    this.count++;
  };

  text(): string {
    const rows =
      this.count === 1
        ? "1 row is no sample and was skipped"
        : `${this.count} rows are no samples and were skipped`;
    return `${rows} (data.badRows: skip), such as ${this.first}`;
  }
}

/**
 * The samples of a file, read, validated and digested as they stream by. A row that is no sample is
 * an error that names file, line and field.
 */
export function loadSamples(source: SampleSource): SampleBatches {
  return { [Symbol.asyncIterator]: () => readSamples(source) };
}

async function* readSamples(source: SampleSource): AsyncGenerator<readonly PlannedSample[]> {
  const { family, format, file, digest, complete, onWarning } = source;
  const skipped = new SkippedRows();
  const refuse = (error: UserError) => {
    const tell = source.onUnreadable ?? (source.skipsBadRows ? skipped.add : undefined);
    if (!tell) throw error;
    tell(error);
  };
  const ids = new IdTable();
  let repeated = 0;
  let position = 0;
  let isEmpty = true;
  let firstLeftOut: string | undefined;
  const filter = source.where && rowFilter(source.where);
  const onBadLine = source.onUnreadable || source.skipsBadRows ? refuse : undefined;
  for await (const rows of contentOf(source, { wants: filter?.wants, onBadLine })) {
    const batch: PlannedSample[] = [];
    for (const { where, read, leftOut, lost } of rows) {
      if (lost !== undefined) {
        onWarning?.(`${where}: lost: ${lost}`);
        firstLeftOut ??= `${where}: ${lost}`;
      }
      if (leftOut !== undefined) {
        onWarning?.(`${where}: left out: ${leftOut}`);
        firstLeftOut ??= `${where}: ${leftOut}`;
      }
      if (!read.ok)
        refuse(
          new UserError(`${where}: ${read.reason}`, `format "${format.id}": ${format.summary}`),
        );
      for (const candidate of read.ok ? read.value : []) {
        const planned = plan(family, complete?.(candidate) ?? candidate, where, digest);
        if (planned instanceof UserError) {
          refuse(planned);
          continue;
        }
        const meeting = ids.meet(planned.sample.id, planned.digest);
        if (meeting === "different")
          refuse(
            new UserError(
              `${where}: the id "${planned.sample.id}" was used before for another sample`,
              "ids must be unique within a task",
            ),
          );
        else if (meeting === "same") repeated++;
        else
          batch.push({ ...planned, position: position++, ...(lost === undefined ? {} : { lost }) });
      }
    }
    if (batch.length === 0) continue;
    isEmpty &&= batch.every(({ lost }) => lost !== undefined);
    yield batch;
  }
  if (isEmpty && skipped.count > 0)
    throw new UserError(`${file.path}: no row is a sample`, skipped.first);
  if (skipped.count > 0) onWarning?.(`${file.path}: ${skipped.text()}`);
  if (isEmpty && firstLeftOut !== undefined)
    throw new UserError(`${file.path}: everything had to be left out or is lost`, firstLeftOut);
  filter?.check(file.path);
  if (repeated > 0)
    onWarning?.(
      `${file.path}: ${repeated} rows repeat an earlier one word for word and count once`,
    );
}

type Pieces = Iterable<FolderPiece<Sample>>;

type Wants = ((value: unknown) => boolean) | undefined;

interface Reading {
  readonly wants: Wants;
  readonly onBadLine: ((error: UserError) => void) | undefined;
}

async function* contentOf(
  { format, file, options, split, reading: prepare = (value) => value }: SampleSource,
  { wants, onBadLine }: Reading,
): AsyncGenerator<Pieces> {
  const reading: ReadOptions = { comments: format.comments, table: format.table };
  if (format.reads === "folder") {
    if (!file.folder)
      throw new UserError(`${file.path}: is no folder`, `format "${format.id}": ${format.summary}`);
    for await (const piece of format.read(file.folder, options, { split }))
      yield kept([{ ...piece, where: `${file.path}/${piece.where}` }], wants);
  } else
    for await (const part of file.parts?.() ?? [file])
      if (format.reads === "document")
        yield kept(
          [{ where: part.path, read: format.read(prepare(await part.document(reading)), options) }],
          wants,
        );
      else
        for await (const rows of part.rows({
          ...reading,
          ...(wants ? { wants } : {}),
          ...(onBadLine ? { onBadLine } : {}),
        }))
          yield rows.map(({ line, value, path = part.path }) => ({
            where: `${path}:${line}`,
            read: format.read(prepare(value), options),
          }));
}

function kept(pieces: Pieces, wants: Wants): Pieces {
  if (!wants) return pieces;
  return [...pieces].map((piece) => ({
    ...piece,
    read: piece.read.ok ? { ok: true, value: piece.read.value.filter(wants) } : piece.read,
  }));
}

function plan(
  family: Family,
  candidate: Sample,
  where: string,
  digest: Digest,
): PlannedSample | UserError {
  const parsed = family.data.sample.safeParse(candidate);
  if (!parsed.success) {
    return new UserError(
      `${where}: ${firstIssue(parsed.error, "sample")}`,
      `sample "${candidate.id}" of family ${family.id}`,
    );
  }
  return { sample: parsed.data, digest: digest(canonicalJson(parsed.data)).slice(0, sampleDigits) };
}
