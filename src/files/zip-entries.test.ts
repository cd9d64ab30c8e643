import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { entriesOf, entryStream, openZip } from "./zip-entries.ts";

const folder = temporaryFolder();
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);

beforeEach(() => void process.on("uncaughtException", note));
afterEach(() => void process.off("uncaughtException", note));

async function zipped(): Promise<Buffer> {
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from("hello hello hello hello"), "a.txt");
  archive.end();
  return buffer(archive.outputStream);
}

/** Where the packed bytes of the only entry start. */
const content = 30 + "a.txt".length;

it.each([
  ["nothing", (_: Buffer) => undefined, undefined],
  [
    "packed bytes that are no such",
    (bytes: Buffer) => void bytes.fill(0xff, content, content + 4),
    /invalid/,
  ],
  [
    "a size that is too small",
    (bytes: Buffer) => void bytes.writeUInt32LE(3, bytes.indexOf("PK\x01\x02") + 24),
    /too many bytes/,
  ],
  [
    "a size that is too large",
    (bytes: Buffer) => void bytes.writeUInt32LE(999, bytes.indexOf("PK\x01\x02") + 24),
    /not enough bytes/,
  ],
])(
  "an entry with %s damaged says so when it is read, also much later",
  async (_, damage, message) => {
    const bytes = await zipped();
    damage(bytes);
    const zip = await openZip(folder.file("a.zip", bytes));
    const [entry] = await entriesOf(zip);
    const stream = await entryStream(zip, entry!);
    await wait(50);
    if (message) await expect(buffer(stream)).rejects.toThrow(message);
    else expect(String(await buffer(stream))).toBe("hello hello hello hello");
    zip.close();
    expect(uncaught).toEqual([]);
  },
);
