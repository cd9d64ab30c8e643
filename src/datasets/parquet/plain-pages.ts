import type { DecodedArray } from "hyparquet";
import { convert, convertWithDictionary } from "hyparquet/src/convert.js";
import { decompressPage, readDataPage, readDataPageV2 } from "hyparquet/src/datapage.js";
import { readPlain } from "hyparquet/src/plain.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from "hyparquet/src/schema.js";
import { bytesAt, type Page, pagesOf } from "./column-chunk.ts";
import type { LeafPage, LeafSource } from "./leaf.ts";
import { checkLevels, checkPage } from "./page-bounds.ts";

/** The pages of a column of numbers, texts and the like. */
export async function* plainPages(source: LeafSource): AsyncGenerator<LeafPage> {
  let dictionary: DecodedArray | undefined;
  for await (const page of pagesOf(source.file, source.meta)) {
    const bytes = await bytesAt(source.file, page.start, page.sizeBytes);
    if (page.header.type === "DICTIONARY_PAGE") dictionary = readDictionary(bytes, page, source);
    else if (page.header.type !== "INDEX_PAGE") yield readPage(bytes, page, source, dictionary);
  }
}

function readDictionary(
  bytes: Uint8Array,
  { header }: Page,
  { decoder }: LeafSource,
): DecodedArray {
  const { type, element, codec, compressors } = decoder;
  const page = decompressPage(bytes, Number(header.uncompressed_page_size), codec, compressors);
  const reader = { view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: 0 };
  const values = readPlain(
    reader,
    type,
    header.dictionary_page_header!.num_values,
    element.type_length,
  );
  return plain(convert(values, decoder));
}

function readPage(
  bytes: Uint8Array,
  { header }: Page,
  { decoder }: LeafSource,
  dictionary: DecodedArray | undefined,
): LeafPage {
  const { encoding, levels } = splitPage(bytes, header, decoder);
  const values = plain(convertWithDictionary(levels.dataPage, dictionary, encoding, decoder));
  return {
    definitionLevels: levels.definitionLevels,
    repetitionLevels: levels.repetitionLevels,
    values,
  };
}

/** Levels and raw values of a data page of either version. */
export function splitPage(
  bytes: Uint8Array,
  header: Page["header"],
  decoder: LeafSource["decoder"],
) {
  const first = header.data_page_header;
  if (first) {
    const page = decompressPage(
      bytes,
      Number(header.uncompressed_page_size),
      decoder.codec,
      decoder.compressors,
    );
    checkPage(
      { bytes: page, encoding: first.encoding, count: first.num_values, isFirstVersion: true },
      decoder,
    );
    return { encoding: first.encoding, levels: readDataPage(page, first, decoder) };
  }
  const second = header.data_page_header_v2;
  if (!second) throw new Error(`pages of type ${header.type} cannot be read`);
  return {
    encoding: second.encoding,
    levels: readDataPageV2(bytes, header, checkedSecond(bytes, header, decoder)),
  };
}

/**
 * A decoder for a page of the second version that was looked through; it hands over what had to be
 * unpacked for that.
 */
function checkedSecond(
  bytes: Uint8Array,
  header: Page["header"],
  decoder: LeafSource["decoder"],
): LeafSource["decoder"] {
  const second = header.data_page_header_v2!;
  const {
    num_values: count,
    repetition_levels_byte_length: first,
    definition_levels_byte_length: next,
  } = second;
  const maxRepetition = getMaxRepetitionLevel(decoder.schemaPath);
  const maxDefinition = getMaxDefinitionLevel(decoder.schemaPath);
  if (maxRepetition > 0) checkLevels(bytes, maxRepetition, count);
  if (maxDefinition > 0) checkLevels(bytes.subarray(first), maxDefinition, count);
  const packed = bytes.subarray(first + (maxDefinition > 0 ? next : 0));
  const isPacked = second.is_compressed !== false;
  const sizeBytes = header.uncompressed_page_size - first - next;
  const page = isPacked
    ? decompressPage(packed, sizeBytes, decoder.codec, decoder.compressors)
    : packed;
  checkPage({ bytes: page, encoding: second.encoding, count, isFirstVersion: false }, decoder);
  return { ...decoder, compressors: { [decoder.codec]: () => page } };
}

/**
 * As JSON would hold it: whole numbers of 64 bits as numbers where they are exact, else as texts.
 */
function plain(values: DecodedArray): DecodedArray {
  if (!(values instanceof BigInt64Array || values instanceof BigUint64Array)) return values;
  const numbers = new Array<unknown>(values.length);
  for (let i = 0; i < values.length; i++) {
    const number = Number(values[i]);
    numbers[i] = Number.isSafeInteger(number) ? number : String(values[i]);
  }
  return numbers;
}
