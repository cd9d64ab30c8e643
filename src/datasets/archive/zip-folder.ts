import { buffer } from "node:stream/consumers";
import type { Entry, ZipFile } from "yauzl";
import type { DataFile, DataFolder } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { entriesOf, entryStream, openZip } from "../../files/zip-entries.ts";
import { byName } from "../folder/files-below.ts";
import { globPattern } from "../folder/glob.ts";
import { jsonValue } from "../text/json-document.ts";
import { textOf } from "../text/utf8.ts";

/** Annotations and results are text; a larger file in an archive is not read. */
const largestBytes = 256 << 20;

/**
 * A zip archive as formats of folders see it: JSON and text files are read where they stand, and
 * nothing is unpacked to disk.
 */
export function zipFile(path: string): DataFile {
  const refuse = () => {
    throw new UserError(
      `${path}: an archive can be read where the format is one of folders`,
      "unpack it, and name the file or folder",
    );
  };
  return {
    path,
    rows: refuse,
    document: async () => refuse(),
    head: async () => refuse(),
    folder: zipFolder(path),
  };
}

function zipFolder(path: string): DataFolder {
  const text = (file: string) =>
    opened(path, async (zip) => {
      const entry = (await entriesOf(zip)).find(({ fileName }) => fileName === file);
      if (!entry) throw new UserError(`no such file: ${path}/${file}`);
      return textOf(await contentOf(zip, entry, `${path}/${file}`), `${path}/${file}`);
    });
  const refuse = (file: string): never => {
    throw new UserError(
      `${path}/${file}: tables inside an archive are not read`,
      "unpack it, and name the folder",
    );
  };
  return {
    path,
    list: (pattern) =>
      opened(path, async (zip) =>
        (await namesIn(zip)).filter(
          (name) => pattern === undefined || globPattern(pattern).test(name),
        ),
      ),
    json: async (file, options) => jsonValue(await text(file), `${path}/${file}`, options),
    text,
    rows: refuse,
    binaryInfo: async (file) => refuse(file),
  };
}

/** Hidden files, and what macOS puts into archives, are no data. */
async function namesIn(zip: ZipFile): Promise<readonly string[]> {
  const names = (await entriesOf(zip))
    .map(({ fileName }) => fileName)
    .filter((name) => !name.endsWith("/"));
  return names
    .filter((name) => !name.split("/").some((part) => part.startsWith(".") || part === "__MACOSX"))
    .sort(byName);
}

async function contentOf(zip: ZipFile, entry: Entry, where: string): Promise<Buffer> {
  if (entry.uncompressedSize > largestBytes)
    throw new UserError(
      `${where}: ${Math.round(entry.uncompressedSize / 1e6)} MB are too much for one document`,
    );
  return buffer(await entryStream(zip, entry));
}

async function opened<T>(path: string, read: (zip: ZipFile) => Promise<T>): Promise<T> {
  const broken = (error: unknown) => {
    throw error instanceof UserError
      ? error
      : new UserError(`${path}: cannot be read as a zip archive: ${(error as Error).message}`);
  };
  const zip = await openZip(path).catch(broken);
  try {
    return await read(zip).catch(broken);
  } finally {
    zip.close();
  }
}
