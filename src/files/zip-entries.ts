import { PassThrough, type Readable } from "node:stream";
import { type Entry, open, type ZipFile } from "yauzl";

/** Opens a zip file; names that lead outside of it are errors when entries are read. */
export function openZip(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });
}

/** All entries of a zip file, in its order. */
export function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on("entry", (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on("end", () => resolve(entries));
    zip.on("error", reject);
    zip.readEntry();
  });
}

/**
 * The unpacked bytes of one entry. A mistake in them is thrown where they are read: one that nobody
 * listens to yet would end the program.
 */
export function entryStream(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(error) : resolve(patient(stream)),
    );
  });
}

function patient(stream: Readable): Readable {
  const waiting = new PassThrough();
  waiting.on("error", () => undefined);
  waiting.on("close", () => stream.destroy());
  // The zip reader only tells of some mistakes, and leaves its stream open.
  stream.on("error", (error) => waiting.destroy(error));
  return stream.pipe(waiting);
}
