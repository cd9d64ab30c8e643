import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import type { Entry } from "yauzl";
import { entriesOf, openZip } from "../../files/zip-entries.ts";
import { type ByteSource, fileBytes, memoryBytes } from "./byte-source.ts";
import { npyStored } from "./npy-stored.ts";
import { type ArrayFile, chosenName, type StoredArray } from "./stored-array.ts";

/** A file of one array. */
export async function npyFile(path: string): Promise<ArrayFile> {
  const file = await open(path, "r");
  const { size } = await file.stat();
  return {
    names: [],
    array(name) {
      if (name !== undefined) throw new Error("a .npy file is one array, which has no name");
      return npyStored(fileBytes(file, 0, size));
    },
    close: () => file.close(),
  };
}

const stored = 0;
const deflated = 8;
const localHeaderBytes = 30;
const mostBytes = 2 ** 31 - 1;
const inflate = promisify(inflateRaw);

/** An archive of arrays; those that are stored uncompressed are read by range. */
export async function npzFile(path: string): Promise<ArrayFile> {
  const entries = await entriesAt(path);
  const file = await open(path, "r");
  const { size } = await file.stat();
  const packed = async (entry: Entry): Promise<ByteSource> => {
    const at = entry.relativeOffsetOfLocalHeader;
    const header = await fileBytes(file, at, size - at).read(0, localHeaderBytes);
    const start = at + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
    return fileBytes(file, start, entry.compressedSize);
  };
  return {
    names: [...entries.keys()],
    async array(name) {
      const entry = entries.get(chosenName([...entries.keys()], name))!;
      const bytes = await packed(entry);
      if (entry.generalPurposeBitFlag & 1) throw new Error("it is encrypted");
      if (entry.compressionMethod === stored) return npyStored(bytes);
      if (entry.compressionMethod !== deflated)
        throw new Error(`it is compressed by method ${entry.compressionMethod} of zip archives`);
      return deflatedArray(bytes, entry.uncompressedSize);
    },
    close: () => file.close(),
  };
}

async function entriesAt(path: string): Promise<ReadonlyMap<string, Entry>> {
  const zip = await openZip(path);
  try {
    const entries = await entriesOf(zip);
    return new Map(entries.map((entry) => [entry.fileName.replace(/\.npy$/, ""), entry]));
  } finally {
    zip.close();
  }
}

async function deflatedArray(bytes: ByteSource, length: number): Promise<StoredArray> {
  if (length > mostBytes)
    throw new Error(
      `${Math.round(length / 1e6)} MB would have to be unpacked at once; save it uncompressed, with numpy.savez`,
    );
  const whole = await inflate(await bytes.read(0, bytes.length), {
    maxOutputLength: Math.max(1, length),
  });
  return { ...(await npyStored(memoryBytes(whole))), isReadWhole: true };
}
