import { createReadStream } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { UserError } from "../../core/user-error.ts";
import { entriesOf, entryStream, openZip } from "../../files/zip-entries.ts";
import { boundsFor, entryParts, type UnpackBounds, UnpackMeter } from "./unpack-bounds.ts";

export interface Archive {
  /** One file, or its parts in their order. */
  readonly paths: readonly string[];
  /** Tells the kind by its ending, and is named in errors. */
  readonly name: string;
  readonly bounds?: UnpackBounds;
}

/**
 * Unpacks plain files into an empty folder. Entries that lead outside, links and devices are
 * refused, and so is an archive that grows past all reason; existing files are never written over.
 */
export async function unpackArchive(archive: Archive, folder: string): Promise<void> {
  const { paths, name } = archive;
  const meter = new UnpackMeter(name, archive.bounds ?? boundsFor(await packedBytes(paths)));
  try {
    if (name.toLowerCase().endsWith(".zip")) await unpackZip(archive, folder, meter);
    else await unpackTar(archive, folder, meter);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === "EEXIST")
      throw new UserError(
        `${name}: an entry occurs twice (${(error as Error).message.split("'")[1]})`,
      );
    if (error instanceof UserError || syscall !== undefined) throw error;
    throw new UserError(
      `${name}: cannot be unpacked: ${(error as Error).message}`,
      "the archive is damaged, or not of the kind its name says",
    );
  }
}

async function packedBytes(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += (await stat(path)).size;
  return bytes;
}

async function unpackZip(
  { paths, name }: Archive,
  folder: string,
  meter: UnpackMeter,
): Promise<void> {
  if (paths.length > 1)
    throw new UserError(
      `${name}: comes in ${paths.length} parts, which a zip file cannot be read from`,
      "join and unpack them yourself",
    );
  const zip = await openZip(paths[0]!);
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

async function* bytesOf(paths: readonly string[]): AsyncGenerator<Buffer> {
  for (const path of paths) yield* createReadStream(path, { highWaterMark: 1 << 20 });
}

async function unpackTar(
  { paths, name }: Archive,
  folder: string,
  meter: UnpackMeter,
): Promise<void> {
  const tar = extract();
  const source = Readable.from(bytesOf(paths));
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
  return new UserError(
    `${archive}: the entry ${JSON.stringify(entry)} is a link or a device`,
    "only plain files are unpacked",
  );
}

async function writeEntry(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  meter: UnpackMeter,
): Promise<void> {
  meter.entry();
  await mkdir(dirname(path), { recursive: true });
  await using file = await open(path, "wx");
  for await (const piece of bytes) {
    meter.bytes(piece.length);
    await file.writeFile(piece);
  }
}
