import { type FileHandle, open } from "node:fs/promises";

const newline = 0x0a;
const waiting = new Map<string, Promise<void>>();

/**
 * Appends one JSON line and waits until the disk has it. A last line that a crash cut off is taken
 * away first: it was never acknowledged. Calls for one file wait for each other.
 */
export function appendLine(path: string, record: object): Promise<void> {
  const before = waiting.get(path) ?? Promise.resolve();
  const own = before.catch(() => undefined).then(() => append(path, record));
  waiting.set(path, own);
  const forget = () => {
    if (waiting.get(path) === own) waiting.delete(path);
  };
  own.then(forget, forget);
  return own;
}

async function append(path: string, record: object): Promise<void> {
  const file = await open(path, "a+");
  try {
    const tail = await tailOf(file);
    const isWhole = tail.length > 0 && isJson(tail.toString("utf8"));
    if (tail.length > 0 && !isWhole) await file.truncate((await file.stat()).size - tail.length);
    await file.write(`${isWhole ? "\n" : ""}${JSON.stringify(record)}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** What stands behind the last line break. */
async function tailOf(file: FileHandle): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let end = (await file.stat()).size; end > 0; ) {
    const start = Math.max(0, end - (1 << 16));
    const piece = Buffer.alloc(end - start);
    await file.read(piece, 0, piece.length, start);
    const last = piece.lastIndexOf(newline);
    pieces.unshift(piece.subarray(last + 1));
    if (last >= 0) break;
    end = start;
  }
  return Buffer.concat(pieces);
}

/** The records of a file of JSON lines; a last line that was cut off is none. */
export function recordsIn(text: string): readonly unknown[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const last = lines.at(-1);
  const isTorn = !text.endsWith("\n") && last !== undefined && !isJson(last);
  return (isTorn ? lines.slice(0, -1) : lines).map((line) => JSON.parse(line) as unknown);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
