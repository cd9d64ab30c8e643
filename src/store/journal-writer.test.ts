import { appendFileSync, readFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { UserError } from "../core/user-error.ts";
import { JournalWriter } from "./journal-writer.ts";

const folder = temporaryFolder();
const opened: FileHandle[] = [];
let made = 0;

afterEach(async () => {
  for (const file of opened.splice(0)) await file.close();
});

/**
 * A writer on a real file that notes its syncs, and whose disk is full from the given number of
 * bytes on.
 */
async function writerOf({
  fullAt = Number.POSITIVE_INFINITY,
  guard = (): UserError | undefined => undefined,
} = {}) {
  const path = join(folder.path, `${made++}.jsonl`);
  const file = await open(path, "a+");
  opened.push(file);
  const synced: string[] = [];
  const disk = {
    async write(bytes: Buffer, from: number, length: number) {
      const room = Math.max(0, fullAt - (await file.stat()).size);
      const written = await file.write(bytes, from, Math.min(length, room));
      if (room < length && written.bytesWritten === 0)
        throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      return written;
    },
    async datasync() {
      await file.datasync();
      synced.push(readFileSync(path, "utf8"));
    },
    truncate: (length: number) => file.truncate(length),
  };
  const writer = new JournalWriter(disk as unknown as FileHandle, 0, guard);
  return {
    writer,
    synced,
    path,
    append: (line: string) => writer.append(Buffer.from(line)),
    text: () => readFileSync(path, "utf8"),
  };
}

describe("JournalWriter", () => {
  it("acknowledges lines once they are synced, those of one moment together, in their order", async () => {
    const { append, synced, text, writer } = await writerOf();
    const acknowledged = ["a\n", "ä\n", "c\n"].map((line) =>
      append(line).then(() => synced.length),
    );
    expect(writer.position).toBe(7);
    expect(await Promise.all(acknowledged)).toEqual([1, 1, 1]);
    await append("d\n");
    expect(synced).toEqual(["a\nä\nc\n", "a\nä\nc\nd\n"]);
    expect(text()).toBe("a\nä\nc\nd\n");
  });

  it("drains what was appended before, however much comes after it", async () => {
    const { append, writer, text } = await writerOf();
    await writer.drain();
    void append("first\n");
    let isDrained = false;
    const draining = writer.drain().then(() => {
      isDrained = true;
    });
    while (!isDrained) {
      void append("later\n");
      await new Promise((resolve) => setImmediate(resolve));
    }
    await draining;
    expect(text()).toMatch(/^first\n/);
    await writer.drain();
    expect(Buffer.byteLength(text())).toBe(writer.position);
  });

  it.each([0, 3, 7, 11])(
    "keeps what it acknowledged and nothing else where the disk is full after %i bytes",
    async (fullAt) => {
      const { append, writer, text } = await writerOf({ fullAt });
      const fates: string[] = [];
      const lines = ["one\n", "two\n", "three\n"];
      for (const line of lines) {
        const fate = append(line).then(
          () => fates.push(line),
          (error: unknown) => expect(error).toBeInstanceOf(UserError),
        );
        await writer.drain();
        await fate;
      }
      expect(text()).toBe(fates.join(""));
      expect(fates).toEqual(
        lines.filter((_, i) => lines.slice(0, i + 1).join("").length <= fullAt),
      );
      await expect(append("four\n")).rejects.toThrow(
        "the run log cannot be written: the disk is full (ENOSPC",
      );
      expect(writer.lost.aborted).toBe(true);
    },
  );

  it("writes nothing more, and cuts nothing off, once another process writes the file", async () => {
    let reason: UserError | undefined;
    const { append, writer, path, text } = await writerOf({ guard: () => reason });
    await append("ours\n");
    appendFileSync(path, "theirs\n");
    reason = new UserError("taken over");
    await expect(append("late\n")).rejects.toBe(reason);
    expect(writer.lost.reason).toBe(reason);
    expect(text()).toBe("ours\ntheirs\n");
  });

  it("does not acknowledge lines during whose writing another process took over, nor writes over its lines", async () => {
    let asked = 0;
    const { append, path, text } = await writerOf({
      guard: () => (asked++ === 0 ? undefined : new UserError("taken over")),
    });
    appendFileSync(path, "theirs\n");
    await expect(append("ours\n")).rejects.toThrow("taken over");
    expect(text()).toBe("theirs\nours\n");
  });

  it("tells everybody who waits when a write fails, also those whose lines came meanwhile", async () => {
    const { append, writer } = await writerOf({ fullAt: 2 });
    const first = append("one\n");
    const draining = writer.drain();
    const second = append("two\n");
    for (const lost of [first, second]) await expect(lost).rejects.toThrow("cannot be written");
    await draining;
  });

  it("leaves no failure unhandled where nobody waits", async () => {
    const { append, writer } = await writerOf({ fullAt: 2 });
    const unhandled: unknown[] = [];
    const listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", (reason) => unhandled.push(reason));
    try {
      void append("one\n");
      await writer.drain();
      void append("two\n");
      await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      process.removeAllListeners("unhandledRejection");
      for (const listener of listeners) process.on("unhandledRejection", listener);
    }
    expect(unhandled).toEqual([]);
  });
});
