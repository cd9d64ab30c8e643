import type { DecodedArray } from "hyparquet";
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from "hyparquet/src/schema.js";
import { ByteCursor } from "../../files/byte-cursor.ts";
import type { Blob, BlobSink } from "../blobs/blob.ts";
import { BlobSlot } from "./blob-slot.ts";
import { ByteValues } from "./byte-values.ts";
import { bytesAt, type Page, pagesOf, stretchOf } from "./column-chunk.ts";
import type { LeafPage, LeafSource } from "./leaf.ts";
import { checkLevels } from "./page-bounds.ts";
import { unpackedStream } from "./page-codecs.ts";
import { splitPage } from "./plain-pages.ts";

/**
 * The pages of a column of bytes. Nothing but levels is read ahead: values become slots that are
 * loaded from the stream of their page when their row is wanted. Writers put whole row groups of
 * videos into one page, and often into the dictionary.
 */
export async function* blobPages(source: LeafSource): AsyncGenerator<LeafPage> {
  let dictionary: BlobDictionary | undefined;
  const streams = new OpenStreams();
  const hasLists = getMaxRepetitionLevel(source.decoder.schemaPath) > 0;
  try {
    for await (const page of pagesOf(source.file, source.meta)) {
      if (page.header.type === "DICTIONARY_PAGE")
        dictionary = new BlobDictionary(async () => dictionaryCursor(page, source));
      else if (page.header.type !== "INDEX_PAGE") {
        // Rows of a page are done with before the next is asked for, except that a list may run on.
        if (!hasLists) await streams.closeBefore(Number.POSITIVE_INFINITY);
        yield (await streamedPage(page, source, streams)) ??
          (await wholePage(page, source, dictionary));
      }
    }
  } finally {
    await streams.closeBefore(Number.POSITIVE_INFINITY);
    await dictionary?.close();
  }
}

/** Streams of pages whose values may still be wanted. */
class OpenStreams {
  #open: { readonly page: number; readonly cursor: ByteCursor }[] = [];
  #pages = 0;

  /** Values of a new page; reading one of them ends the use of all earlier pages. */
  values(cursor: ByteCursor): (index: number, sink: BlobSink) => Promise<Blob> {
    const page = this.#pages++;
    const values = new ByteValues(async () => cursor);
    this.#open.push({ page, cursor });
    return async (index, sink) => {
      await this.closeBefore(page);
      return values.read(index, sink);
    };
  }

  async closeBefore(page: number): Promise<void> {
    if (this.#open.length === 0 || this.#open[0]!.page >= page) return;
    const done = this.#open.filter((each) => each.page < page);
    this.#open = this.#open.filter((each) => each.page >= page);
    for (const { cursor } of done) await cursor.close();
  }
}

/** Blobs that rows refer to by number; kept as references, each read when it is first needed. */
class BlobDictionary {
  readonly #values: ByteValues;
  readonly #reopen: () => Promise<ByteCursor>;
  readonly #blobs: (Blob | undefined)[] = [];

  constructor(open: () => Promise<ByteCursor>) {
    this.#values = new ByteValues(open);
    this.#reopen = open;
  }

  async read(index: number, sink: BlobSink): Promise<Blob> {
    const known = this.#blobs[index];
    if (known) return known;
    // Numbers nearly always rise; one that was passed over, because its first row was not wanted,
    // is looked for from the start.
    const isBehind = index < this.#blobs.length;
    const values = isBehind ? new ByteValues(this.#reopen) : this.#values;
    const blob = await values.read(index, sink);
    if (isBehind) await values.close();
    this.#blobs[index] = blob;
    return blob;
  }

  async close(): Promise<void> {
    await this.#values.close();
  }
}

/** `undefined` where encoding or codec do not stream. */
async function streamedPage(
  page: Page,
  source: LeafSource,
  streams: OpenStreams,
): Promise<LeafPage | undefined> {
  const { encoding } = page.header.data_page_header ?? page.header.data_page_header_v2 ?? {};
  const cursor = encoding === "PLAIN" ? dataCursor(page, source) : undefined;
  if (!cursor) return undefined;
  const { present, ...levels } = await readLevels(cursor, page, source);
  const read = streams.values(cursor);
  return { ...levels, values: slotsOf(present, (i) => (sink) => read(i, sink)) };
}

/**
 * Pages that hold numbers of a dictionary are small; other encodings do not stream, so their pages
 * are read as a whole.
 */
async function wholePage(
  page: Page,
  source: LeafSource,
  dictionary: BlobDictionary | undefined,
): Promise<LeafPage> {
  const bytes = await bytesAt(source.file, page.start, page.sizeBytes);
  const { encoding, levels } = splitPage(bytes, page.header, source.decoder);
  const { dataPage, definitionLevels, repetitionLevels } = levels;
  const load = (i: number) => {
    if (!encoding.endsWith("_DICTIONARY"))
      return async (sink: BlobSink) => sink.take(dataPage[i] as Uint8Array);
    if (!dictionary) throw new Error("a page refers to a dictionary that is not there");
    return (sink: BlobSink) => dictionary.read(Number(dataPage[i]), sink);
  };
  return { definitionLevels, repetitionLevels, values: slotsOf(dataPage.length, load) };
}

function slotsOf(
  count: number,
  load: (index: number) => (sink: BlobSink) => Promise<Blob>,
): DecodedArray {
  return Array.from({ length: count }, (_, i) => new BlobSlot(load(i)));
}

function dictionaryCursor(page: Page, { file, decoder }: LeafSource): ByteCursor {
  const packed = stretchOf(file, page.start, page.sizeBytes);
  return new ByteCursor(
    unpackedStream(decoder.codec, packed) ?? wholeUnpacked(page, { file, decoder }),
  );
}

async function* wholeUnpacked(
  page: Page,
  { file, decoder }: Pick<LeafSource, "file" | "decoder">,
): AsyncGenerator<Uint8Array> {
  const unpack = decoder.compressors?.[decoder.codec];
  if (!unpack) throw new Error(`the codec ${decoder.codec} cannot be read`);
  yield unpack(await bytesAt(file, page.start, page.sizeBytes), page.header.uncompressed_page_size);
}

/** `undefined` where the codec does not stream. */
function dataCursor(page: Page, { file, decoder }: LeafSource): ByteCursor | undefined {
  const second = page.header.data_page_header_v2;
  const levelBytes = second
    ? second.definition_levels_byte_length + second.repetition_levels_byte_length
    : 0;
  const packed = stretchOf(file, page.start + levelBytes, page.sizeBytes - levelBytes);
  const codec = second?.is_compressed === false ? "UNCOMPRESSED" : decoder.codec;
  const unpacked = unpackedStream(codec, packed);
  return unpacked && new ByteCursor(unpacked);
}

interface Levels {
  readonly definitionLevels: number[] | undefined;
  readonly repetitionLevels: number[];
  /** How many values are not missing. */
  readonly present: number;
}

async function readLevels(
  cursor: ByteCursor,
  { header, start }: Page,
  { file, decoder }: LeafSource,
): Promise<Levels> {
  const maxRepetition = getMaxRepetitionLevel(decoder.schemaPath);
  const maxDefinition = getMaxDefinitionLevel(decoder.schemaPath);
  const second = header.data_page_header_v2;
  const count = (header.data_page_header ?? second)!.num_values;
  const lengthFirst = async () => cursor.exactly((await cursor.exactly(4)).readUInt32LE(0));
  const repetitionBytes = async () =>
    second
      ? Buffer.from(await bytesAt(file, start, second.repetition_levels_byte_length))
      : lengthFirst();
  const definitionBytes = async () =>
    second
      ? Buffer.from(
          await bytesAt(
            file,
            start + second.repetition_levels_byte_length,
            second.definition_levels_byte_length,
          ),
        )
      : lengthFirst();
  const repetitionLevels =
    maxRepetition > 0 ? decodeLevels(await repetitionBytes(), maxRepetition, count) : [];
  const definitionLevels =
    maxDefinition > 0 ? decodeLevels(await definitionBytes(), maxDefinition, count) : undefined;
  const present = definitionLevels
    ? definitionLevels.filter((level) => level === maxDefinition).length
    : count;
  return { definitionLevels, repetitionLevels, present };
}

function decodeLevels(bytes: Buffer, max: number, count: number): number[] {
  checkLevels(bytes, max, count);
  const levels = new Array<number>(count);
  const reader = {
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    offset: 0,
  };
  readRleBitPackedHybrid(reader, 32 - Math.clz32(max), levels, bytes.length);
  return levels;
}
