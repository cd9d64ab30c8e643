import { createReadStream } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { UserError } from "../../core/user-error.ts";
import { boundsFor, entryParts, type UnpackBounds, UnpackMeter } from "./unpack-bounds.ts";
import { entriesOf, entryStream, openZip } from "./zip-entries.ts";

export interface Archive {
  readonly path: string;
  /** Tells the kind by its ending, and is named in errors. */
  readonly name: string;
  readonly bounds?: UnpackBounds;
}

/**
 * Unpacks plain files into an empty folder. Entries that lead outside, links and devices are refused, and so is an archive that grows past
 * all reason; existing files are never written over.
 */
export async function unpackArchive(archive: Archive, folder: string): Promise<void> {
  const { path, name } = archive;
  const meter = new UnpackMeter(name, archive.bounds ?? boundsFor((await stat(path)).size));
  try {
    if (name.toLowerCase().endsWith(".zip")) await unpackZip(archive, folder, meter);
    else await unpackTar(archive, folder, meter);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new UserError(`${name}: an entry occurs twice (${(error as Error).message.split("'")[1]})`);
    if (error instanceof UserError || syscall !== undefined) throw error;
    throw new UserError(
      `${name}: cannot be unpacked: ${(error as Error).message}`,
      "the archive is damaged, or not of the kind its name says",
    );
  }
}

async function unpackZip({ path, name }: Archive, folder: string, meter: UnpackMeter): Promise<void> {
  const zip = await openZip(path);
  try {
    for (const entry of await entriesOf(zip)) {
      const parts = entryParts(entry.fileName, name);
      if (entry.fileName.endsWith("/")) continue;
      // The upper half holds the mode of files that were packed under Unix.
      const kind = (entry.externalFileAttributes >>> 28) & 0xf;
      if (kind !== 0 && kind !== 8) throw notPlain(name, entry.fileName);
      await writeEntry(join(folder, ...parts), await entryStream(zip, entry), meter);
    }
  } finally {
    zip.close();
  }
}

async function unpackTar({ path, name }: Archive, folder: string, meter: UnpackMeter): Promise<void> {
  const tar = extract();
  const source = createReadStream(path, { highWaterMark: 1 << 20 });
  const bytes = /gz$/i.test(name) ? source.pipe(createGunzip()) : source;
  const fail = (error: Error) => tar.destroy(error);
  source.on("error", fail);
  bytes.on("error", fail);
  bytes.pipe(tar);
  try {
    for await (const entry of tar) {
      const { header } = entry;
      const parts = entryParts(header.name, name);
      if (header.type === "file" || header.type === "contiguous-file")
        await writeEntry(join(folder, ...parts), entry as AsyncIterable<Uint8Array>, meter);
      else if (header.type === "directory") entry.resume();
      else throw notPlain(name, header.name);
    }
  } finally {
    source.destroy();
    if (bytes !== source) bytes.destroy();
  }
}

function notPlain(archive: string, entry: string): UserError {
  return new UserError(`${archive}: the entry ${JSON.stringify(entry)} is a link or a device`, "only plain files are unpacked");
}

async function writeEntry(path: string, bytes: AsyncIterable<Uint8Array>, meter: UnpackMeter): Promise<void> {
  meter.entry();
  await mkdir(dirname(path), { recursive: true });
  await using file = await open(path, "wx");
  for await (const piece of bytes) {
    meter.bytes(piece.length);
    await file.writeFile(piece);
  }
}
