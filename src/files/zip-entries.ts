import { buffer } from "node:stream/consumers";
import { type Entry, open, type ZipFile } from "yauzl";
import { UserError } from "../core/user-error.ts";

/** The named entries of a zip archive, a jar included, as far as it has them; whole in memory, so meant for small ones. */
export async function zipEntries(path: string, names: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const archive = await openArchive(path);
  try {
    const contents = new Map<string, Buffer>();
    for await (const entry of entriesOf(archive))
      if (names.includes(entry.fileName)) contents.set(entry.fileName, await contentOf(archive, entry));
    return contents;
  } catch (error) {
    throw new UserError(`${path}: the archive is damaged: ${(error as Error).message}`);
  } finally {
    archive.close();
  }
}

function openArchive(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, archive) => {
      if (error) reject(new UserError(`${path}: it cannot be opened as a zip archive or jar: ${error.message}`));
      else resolve(archive);
    });
  });
}

async function* entriesOf(archive: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      const settle = (found?: Entry) => {
        for (const name of ["entry", "end", "error"]) archive.removeAllListeners(name);
        resolve(found);
      };
      archive
        .once("entry", settle)
        .once("end", () => settle())
        .once("error", reject);
      archive.readEntry();
    });
    if (entry === undefined) return;
    yield entry;
  }
}

function contentOf(archive: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => (error ? reject(error) : buffer(stream).then(resolve, reject)));
  });
}
