import { type FileHandle, open } from "node:fs/promises";
import type { BinaryInfo } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import {
  byteField,
  countAt,
  type FlatTable,
  listField,
  longField,
  rootTable,
  tableField,
  tablesField,
  textField,
} from "./flat-table.ts";
import { checkDictionaryBatch, checkRecordBatch, checkSchema } from "./metadata-bounds.ts";

const magic = "ARROW1";
const longestMetadata = 64 << 20;
const continuation = 0xffffffff;
const blockBytes = 24;
/** Kinds of messages. */
const schemaMessage = 1;
const dictionaryMessage = 2;
const recordBatchMessage = 3;
/** Where the list of dictionaries and the list of batches stand in the end of a file. */
const dictionaryBlocks = 2;
const batchBlocks = 3;

/**
 * Rows and columns of an Arrow file of either kind, from its metadata alone: of record batches only
 * the headers are read, whatever they hold.
 */
export async function arrowInfo(path: string): Promise<Omit<BinaryInfo, "sizeBytes">> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const isFileKind =
      size >= magic.length && (await readAt(file, 0, magic.length)).toString("latin1") === magic;
    return isFileKind ? await fileInfo(file, size) : await streamInfo(file, size);
  } catch (error) {
    throw new UserError(
      `${path}: cannot be read as Arrow: ${error instanceof Error ? error.message : String(error)}`,
      "the file may be cut off or damaged; fetch it again",
    );
  } finally {
    await file.close();
  }
}

/** The file kind ends with a list of where its record batches stand. */
async function fileInfo(file: FileHandle, size: number): Promise<Omit<BinaryInfo, "sizeBytes">> {
  const end = await readAt(file, size - 10, 10);
  if (end.toString("latin1", 4) !== magic) throw new RangeError("it does not end as it should");
  const length = end.readInt32LE(0);
  if (length <= 0 || length > Math.min(size, longestMetadata))
    throw new RangeError(`its list of batches would have ${length} bytes`);
  const footer = rootTable(viewOf(await readAt(file, size - 10 - length, length)));
  listField(footer, 4);
  await messagesOf({ file, size, footer }, dictionaryBlocks, dictionaryMessage);
  const batches = await messagesOf({ file, size, footer }, batchBlocks, recordBatchMessage);
  const rows = batches.reduce((sum, batch) => sum + longField(headerOf(batch), 0), 0);
  return { rows, columns: columnsOf(tableField(footer, 1)) };
}

interface Footed {
  readonly file: FileHandle;
  readonly size: number;
  readonly footer: FlatTable;
}

/**
 * The messages that the end of a file lists; the library would wait for ever for one of the right
 * kind.
 */
async function messagesOf(
  { file, size, footer }: Footed,
  field: number,
  kind: number,
): Promise<readonly FlatTable[]> {
  const { from, count } = listField(footer, field, blockBytes);
  const messages: FlatTable[] = [];
  for (let i = 0; i < count; i++) {
    const at = countAt(footer.bytes, from + i * blockBytes);
    const message = await messageAt(file, at, size);
    if (!message || byteField(message.table, 1) !== kind)
      throw new RangeError(`what it lists at byte ${at} is not there`);
    messages.push(message.table);
  }
  return messages;
}

/** The stream kind is messages one after the other; bodies are stepped over. */
async function streamInfo(file: FileHandle, size: number): Promise<Omit<BinaryInfo, "sizeBytes">> {
  let columns: readonly string[] | undefined;
  let rows = 0;
  let at = 0;
  for (
    let message = await messageAt(file, at, size);
    message;
    message = await messageAt(file, at, size)
  ) {
    const kind = byteField(message.table, 1);
    if (kind === schemaMessage) columns = columnsOf(tableField(message.table, 2));
    if (kind === recordBatchMessage) rows += longField(headerOf(message.table), 0);
    at = message.end;
  }
  if (!columns) throw new RangeError("it holds no schema");
  return { rows, columns };
}

interface Message {
  readonly table: FlatTable;
  /** Where the next one starts. */
  readonly end: number;
}

/** `undefined` at the end of the stream. */
async function messageAt(file: FileHandle, at: number, size: number): Promise<Message | undefined> {
  if (at >= size) return undefined;
  const start = await readAt(file, at, Math.min(8, size - at));
  if (start.length < 4) throw new RangeError(`it is cut off at byte ${size}`);
  // Files of early versions have the length alone.
  const isMarked = start.readUInt32LE(0) === continuation;
  const prefix = isMarked ? 8 : 4;
  if (start.length < prefix) throw new RangeError(`it is cut off at byte ${size}`);
  const length = start.readInt32LE(isMarked ? 4 : 0);
  if (length === 0) return undefined;
  if (length < 0 || length > longestMetadata)
    throw new RangeError(`a message at byte ${at} would have ${length} bytes`);
  const table = rootTable(viewOf(await readAt(file, at + prefix, length)));
  const end = at + prefix + length + longField(table, 3);
  if (end > size)
    throw new RangeError(`it is cut off: a batch ends at byte ${end}, the file at ${size}`);
  checkMessage(table);
  return { table, end };
}

function checkMessage(message: FlatTable): void {
  listField(message, 4);
  const kind = byteField(message, 1);
  if (kind === schemaMessage) checkSchema(headerOf(message));
  if (kind === dictionaryMessage) checkDictionaryBatch(headerOf(message));
  if (kind === recordBatchMessage) checkRecordBatch(headerOf(message));
}

function headerOf(message: FlatTable): FlatTable {
  const header = tableField(message, 2);
  if (!header) throw new RangeError("a message is empty");
  return header;
}

function columnsOf(schema: FlatTable | undefined): readonly string[] {
  if (!schema) return [];
  checkSchema(schema);
  return tablesField(schema, 1).map((field) => textField(field, 0));
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) throw new RangeError("it is too short");
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead < length) throw new RangeError(`it is cut off at byte ${position + bytesRead}`);
  return bytes;
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
