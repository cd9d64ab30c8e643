import { existsSync } from "node:fs";
import { type FileHandle, link, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { RunHeader } from "../core/run/run-store.ts";
import { UserError } from "../core/user-error.ts";
import { lineStream } from "../files/line-stream.ts";
import { damageOf, decodeLine } from "./journal-line.ts";

export const journalName = "run.jsonl";

/**
 * Puts the journal with its first line in place in one step: a run whose first line is torn never
 * exists.
 */
export async function createJournal(directory: string, line: Buffer): Promise<string> {
  const path = join(directory, journalName);
  const draft = `${path}.${process.pid}.part`;
  const file = await open(draft, "w");
  try {
    await file.writeFile(line);
    await file.datasync();
    await link(draft, path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EEXIST"
      ? new UserError(
          `there is a run in ${directory} already`,
          "continue it with --run, or name another directory",
        )
      : error;
  } finally {
    await file.close();
    await unlink(draft);
  }
  await syncDirectory(directory);
  return path;
}

/** What a run leaves beside its journal: where one of these is, there was a journal. */
const traces = ["run.index", "run.log"];

const startOver = "put it back from a copy, or start over with --new, which asks everything again";

/**
 * The first line of a run's journal; `undefined` where there never was one. @throws {UserError}
 * where there was one that cannot be read now.
 */
export async function runHeaderIn(directory: string): Promise<RunHeader | undefined> {
  if (existsSync(join(directory, journalName))) return await readRunHeader(directory);
  const trace = traces.find((name) => existsSync(join(directory, name)));
  if (trace === undefined) return undefined;
  throw new UserError(
    `the log of the run in ${directory} is gone: ${trace} is there, and ${journalName} is not`,
    startOver,
  );
}

/** The first line of a run's journal. */
export async function readRunHeader(directory: string): Promise<RunHeader> {
  const path = join(directory, journalName);
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT"
      ? new UserError(`no run in ${directory}: ${journalName} is missing`)
      : error;
  });
  try {
    for await (const [first] of lineStream(file)) {
      const decoded = first?.isWhole
        ? decodeLine(first.bytes)
        : ({ ok: false, reason: "the line is torn" } as const);
      if (!decoded.ok)
        throw new UserError(
          `${path}:1: the first line of the run cannot be read: ${decoded.reason}`,
          startOver,
        );
      const header = decoded.record as unknown as RunHeader;
      if (header.schema !== "vidimus-run/1" && header.schema !== "vidimus-run/2")
        throw new UserError(
          `${path}: this run was written in the format "${String(header.schema)}"`,
          "this version reads vidimus-run/1 and vidimus-run/2",
        );
      return header;
    }
    throw new UserError(`${path} is empty: the log of this run is gone`, startOver);
  } finally {
    await file.close();
  }
}

/**
 * Deals with bytes after the last line end, the rest of a write that was cut off: an intact line
 * that lacks only its end is kept, anything else is removed. Gives where the journal ends then, and
 * whether the line was kept.
 */
export async function repairEnd(
  file: FileHandle,
  bytes: Buffer,
  offset: number,
): Promise<{ readonly end: number; readonly isKept: boolean }> {
  const isKept = damageOf(bytes) === undefined;
  if (isKept) await file.write("\n", offset + bytes.length);
  else await file.truncate(offset);
  await file.datasync();
  return { end: isKept ? offset + bytes.length + 1 : offset, isKept };
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } catch {
    // Not every file system can sync a directory.
  } finally {
    await handle.close();
  }
}
