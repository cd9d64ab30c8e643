import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createZstdDecompress } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import type { Row } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { entriesOf, entryStream, openZip } from "../../files/zip-entries.ts";

const zstandard = 93;

/** A sample's log is text; one that is larger than this is not read. */
const largestBytes = 256 << 20;

/**
 * The samples of a packed log of inspect_ai (`.eval`): a zip file with one JSON file for each
 * sample and epoch below `samples/`. Only the first epoch is read. The number of the row is the
 * place of the sample in the archive.
 */
export async function* evalLogRows(path: string): AsyncGenerator<readonly Row[]> {
  const zip = await openZip(path).catch((error: Error) => {
    throw new UserError(`${path}: is no log of inspect_ai: ${error.message}`);
  });
  try {
    const all = await entriesOf(zip).catch((error: Error) => {
      throw new UserError(`${path}: is no log of inspect_ai, or damaged: ${error.message}`);
    });
    const entries = all.filter(({ fileName }) => /^samples\/.*_epoch_1\.json$/.test(fileName));
    for (const [at, entry] of entries.entries())
      yield [{ line: at + 1, value: await sampleOf(zip, entry, path) }];
  } finally {
    zip.close();
  }
}

async function sampleOf(zip: ZipFile, entry: Entry, path: string): Promise<unknown> {
  const where = `${path}/${entry.fileName}`;
  if (entry.uncompressedSize > largestBytes)
    throw new UserError(`${where}: too large to be a sample: ${entry.uncompressedSize} bytes`);
  try {
    return JSON.parse((await contentOf(zip, entry)).toString("utf8"));
  } catch (error) {
    throw new UserError(`${where}: cannot be read: ${(error as Error).message}`);
  }
}

/** Newer logs are packed with Zstandard, which the zip reader does not know. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.compressionMethod !== zstandard) return buffer(await entryStream(zip, entry));
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const unpacked = createZstdDecompress({ maxOutputLength: largestBytes });
  // What breaks the one ends the other too, and is thrown where that is read.
  pipeline(packed, unpacked, () => undefined);
  return buffer(unpacked);
}
