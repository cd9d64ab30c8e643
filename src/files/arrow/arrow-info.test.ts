import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { RecordBatchStreamWriter, tableFromArrays, tableToIPC } from "apache-arrow";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { arrowInfo } from "./arrow-info.ts";

const folder = temporaryFolder();
const path = join(folder.path, "frames.arrow");

function frames(count: number) {
  return tableFromArrays({
    frame: Array.from({ length: count }, (_, i) => `picture ${i} ${"x".repeat(300)}`),
    at: Float64Array.from({ length: count }, (_, i) => i / 2),
  });
}

async function infoOf(bytes: Uint8Array) {
  writeFileSync(path, bytes);
  return arrowInfo(path);
}

describe("what can be told of an Arrow file without reading it", () => {
  it.each(["stream", "file"] as const)("rows and columns of the %s kind", async (kind) => {
    for (const count of [0, 1, 461])
      expect(await infoOf(tableToIPC(frames(count), kind))).toEqual({
        rows: count,
        columns: ["frame", "at"],
      });
  });

  it("sums several batches", async () => {
    const table = frames(161);
    const writer = RecordBatchStreamWriter.writeAll([
      ...table.slice(0, 100).batches,
      ...table.slice(100).batches,
    ]);
    expect(await infoOf(await writer.toUint8Array())).toMatchObject({ rows: 161 });
  });

  it("looks at no value: what record batches hold may be anything", async () => {
    for (const kind of ["stream", "file"] as const) {
      const bytes = tableToIPC(frames(50), kind);
      const from = Buffer.from(bytes).indexOf("picture 0");
      bytes.fill(0xff, from, from + 10_000);
      expect(await infoOf(bytes)).toMatchObject({ rows: 50 });
    }
  });

  it("reads files of early versions, whose messages have no mark", async () => {
    const bytes = Buffer.from(tableToIPC(frames(3), "stream"));
    const old: Buffer[] = [];
    for (let at = 0; bytes.readUInt32LE(at) === 0xffffffff; ) {
      const next = bytes.indexOf(Buffer.from([0xff, 0xff, 0xff, 0xff]), at + 4);
      old.push(bytes.subarray(at + 4, next < 0 ? bytes.length : next));
      if (next < 0) break;
      at = next;
    }
    expect(await infoOf(Buffer.concat(old))).toMatchObject({ rows: 3 });
  });

  it("tells a file that is cut off, wherever that is within a message", async () => {
    for (const kind of ["stream", "file"] as const) {
      const bytes = tableToIPC(frames(20), kind);
      const ends = kind === "stream" ? 8 : 0;
      for (let length = 1; length < bytes.length - ends; length += 97) {
        const outcome = await infoOf(bytes.subarray(0, length)).catch((error: Error) => error);
        const isWholeMessage = !(outcome instanceof Error) && outcome.rows === 0;
        expect(
          isWholeMessage || (outcome instanceof Error && outcome.name === "UserError"),
          `${kind} cut at ${length}`,
        ).toBe(true);
      }
    }
  });

  it("survives any bytes with a user's error at worst", async () => {
    const stream = tableToIPC(frames(5), "stream");
    const file = tableToIPC(frames(5), "file");
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (isStream, changes) => {
          const bytes = Uint8Array.from(isStream ? stream : file);
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const outcome = await infoOf(bytes).catch((error: Error) => error);
          if (outcome instanceof Error) expect(outcome.name).toBe("UserError");
          else expect(outcome.rows).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it("refuses more fields, buffers and batches than there are bytes for, which the library would go through one by one", async () => {
    for (const kind of ["stream", "file"] as const) {
      const bytes = tableToIPC(frames(2), kind);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      let refused = 0;
      for (let at = 0; at + 4 <= bytes.length; at += 4) {
        const kept = view.getUint32(at, true);
        if (kept === 0 || kept > 8) continue;
        view.setUint32(at, 0x0400_0000, true);
        const outcome = await infoOf(bytes).catch((error: Error) => error);
        view.setUint32(at, kept, true);
        if (!(outcome instanceof Error)) continue;
        expect(outcome.name).toBe("UserError");
        if (outcome.message.includes("a list of 67108864 in")) refused++;
      }
      expect(refused, kind).toBeGreaterThanOrEqual(6);
    }
  });

  it("refuses a file whose list names a message of another kind", async () => {
    const bytes = Buffer.from(tableToIPC(frames(3), "file"));
    const footerBytes = bytes.readInt32LE(bytes.length - 10);
    const end = bytes.subarray(bytes.length - 10 - footerBytes);
    const batchAt = [...Array(end.length - 8).keys()].find((at) =>
      isBatchPlace(bytes, end.readUInt32LE(at)),
    )!;
    end.writeUInt32LE(8, batchAt);
    await expect(infoOf(bytes)).rejects.toThrow("what it lists at byte 8 is not there");
  });

  it("names a file that is no Arrow", async () => {
    await expect(infoOf(Buffer.from("{}"))).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining("frames.arrow"),
    });
    await expect(infoOf(Buffer.alloc(0))).rejects.toMatchObject({ name: "UserError" });
  });
});

/** Whether a message starts here that is not the first one, which is the schema. */
function isBatchPlace(bytes: Buffer, at: number): boolean {
  return at > 8 && at < bytes.length - 4 && at % 8 === 0 && bytes.readUInt32LE(at) === 0xffffffff;
}
