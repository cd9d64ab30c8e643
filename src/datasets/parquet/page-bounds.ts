import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from "hyparquet/src/schema.js";
import { readVarInt } from "hyparquet/src/thrift.js";
import type { LeafDecoder } from "./leaf.ts";

/** Writers fill up the last group of a run. */
const padding = 512;

interface Reader {
  readonly view: DataView;
  offset: number;
}

/** What is known of a page before its values are read. */
export interface PageClaims {
  readonly bytes: Uint8Array;
  readonly encoding: string;
  /** Of values, missing ones among them. */
  readonly count: number;
  /**
   * Pages of the first version have their levels in front, each with its length; of the second,
   * these bytes are the values alone.
   */
  readonly isFirstVersion: boolean;
}

/**
 * Looks through the lengths that a page claims, because the library believes them: where they are
 * damaged, it would write billions of values or go back and forth for ever.
 */
export function checkPage(
  { bytes, encoding, count, isFirstVersion }: PageClaims,
  { type, schemaPath }: LeafDecoder,
): void {
  const reader = readerOf(bytes);
  if (isFirstVersion) {
    for (const most of [getMaxRepetitionLevel(schemaPath), getMaxDefinitionLevel(schemaPath)])
      if (most > 0) passSized(reader, bitWidth(most), count);
  }
  if (encoding.startsWith("DELTA_")) checkDeltas(reader, encoding, count);
  if (encoding !== "RLE" && !encoding.endsWith("_DICTIONARY")) return;
  const isSized = isFirstVersion ? type === "BOOLEAN" : encoding === "RLE";
  if (isSized) passSized(reader, 1, count);
  else checkRuns(reader, reader.view.getUint8(reader.offset++), count);
}

/** The lengths of runs of equal or packed numbers. */
export function checkLevels(bytes: Uint8Array, most: number, count: number): void {
  checkRuns(readerOf(bytes), bitWidth(most), count);
}

function readerOf(bytes: Uint8Array): Reader {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
}

function passSized(reader: Reader, width: number, count: number): void {
  const length = reader.view.getUint32(reader.offset, true);
  const start = reader.offset + 4;
  checkRuns({ view: reader.view, offset: start }, width, count);
  reader.offset = start + length;
}

function checkRuns(reader: Reader, width: number, count: number): void {
  for (let seen = 0; seen < count && reader.offset < reader.view.byteLength; ) {
    const header = readVarInt(reader);
    const isPacked = (header & 1) === 1;
    const length = isPacked ? (header >> 1) * 8 : header >>> 1;
    if (length < 0 || length > count + padding)
      throw new Error(`a run of ${length} values in a page of ${count}`);
    reader.offset += isPacked ? (length * width) / 8 : (width + 7) >> 3;
    seen += length;
  }
}

/**
 * Lengths of texts are stored as differences too; a second list of them follows the first where
 * texts share their beginnings.
 */
function checkDeltas(reader: Reader, encoding: string, count: number): void {
  checkDeltaHeader(reader);
  if (encoding !== "DELTA_BYTE_ARRAY") return;
  const values = deltaCount(reader);
  if (values > count) throw new Error(`${values} lengths in a page of ${count}`);
  deltaBinaryUnpack(reader, values, new Int32Array(values));
  checkDeltaHeader(reader);
}

function checkDeltaHeader({ view, offset }: Reader): void {
  const reader = { view, offset };
  const block = readVarInt(reader);
  const parts = readVarInt(reader);
  if (block <= 0 || parts <= 0 || parts > block)
    throw new Error(`blocks of ${block} values in ${parts} parts`);
}

function deltaCount({ view, offset }: Reader): number {
  const reader = { view, offset };
  readVarInt(reader);
  readVarInt(reader);
  return readVarInt(reader);
}

function bitWidth(most: number): number {
  return 32 - Math.clz32(most);
}
