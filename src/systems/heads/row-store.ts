import { tmpdir } from "node:os";
import { UserError } from "../../core/user-error.ts";
import { realDisk, UnlinkedFile } from "../../files/unlinked-file.ts";
import { blockRows, type Numbers, type Rows } from "../../math/learning/rows.ts";

/** Rows that are added one after the other, kept in memory up to a bound and in a file beyond. */
export interface RowStore extends Rows, Disposable {
  add(row: Numbers): void;
  /** Changes all rows, block by block; a block is valid during the call. */
  update(change: (block: Numbers) => void): void;
}

interface RowStoreOptions {
  readonly width: number;
  /** Double precision only where the numbers have it. */
  readonly isDouble: boolean;
  readonly memoryBytes: number;
}

/** Whole blocks of rows lie in memory as far as they fit, else in a temporary file. */
export function openRowStore({ width, isDouble, memoryBytes }: RowStoreOptions): RowStore {
  const make = (length: number): Numbers =>
    isDouble ? new Float64Array(length) : new Float32Array(length);
  const rowBytes = width * (isDouble ? 8 : 4);
  const inMemory = Math.max(1, Math.floor(memoryBytes / (rowBytes * blockRows)));
  const blocks: Numbers[] = [];
  const row = make(width);
  let count = 0;
  /** The block that rows are added to. */
  let last = make(0);
  let file: UnlinkedFile | undefined;

  const indexOf = (at: number) => Math.floor(at / blockRows);
  const isFiled = (index: number) => index >= inMemory && (index + 1) * blockRows <= count;
  const placeOf = (at: number) => (at - inMemory * blockRows) * rowBytes;

  function held(index: number): Numbers {
    const values = blocks[index] ?? last;
    if (values.length === 0) throw new Error("rows are read after they were disposed of");
    return values;
  }

  function block(index: number): Numbers {
    const length = Math.min(blockRows, count - index * blockRows) * width;
    if (!isFiled(index)) return held(index).subarray(0, length);
    const values = make(length);
    file!.read(bytesOf(values), placeOf(index * blockRows));
    return values;
  }

  return {
    get count() {
      return count;
    },
    width,
    add(values) {
      const index = indexOf(count);
      if (count % blockRows === 0) {
        last = make(blockRows * width);
        if (index < inMemory) blocks.push(last);
      }
      last.set(values, (count % blockRows) * width);
      count += 1;
      if (!isFiled(index)) return;
      file ??= openFile();
      file.append(bytesOf(last));
    },
    read(from, to) {
      const first = indexOf(from) * blockRows;
      if (to <= first + blockRows)
        return block(indexOf(from)).subarray((from - first) * width, (to - first) * width);
      const joined = make((to - from) * width);
      for (let at = from; at < to; ) {
        const skipped = at % blockRows;
        const wanted = Math.min(blockRows - skipped, to - at);
        const part = block(indexOf(at)).subarray(skipped * width, (skipped + wanted) * width);
        joined.set(part, (at - from) * width);
        at += wanted;
      }
      return joined;
    },
    pick(rows, into) {
      for (let i = 0; i < rows.length; i++) {
        const at = rows[i]!;
        const index = indexOf(at);
        if (isFiled(index)) {
          file!.read(bytesOf(row), placeOf(at));
          into.set(row, i * width);
          continue;
        }
        const start = (at % blockRows) * width;
        into.set(held(index).subarray(start, start + width), i * width);
      }
    },
    update(change) {
      // The file only grows, so what changes goes into another.
      let changed: UnlinkedFile | undefined;
      for (let index = 0; index * blockRows < count; index++) {
        const values = block(index);
        change(values);
        if (!isFiled(index)) continue;
        changed ??= openFile();
        changed.append(bytesOf(values));
      }
      file?.[Symbol.dispose]();
      file = changed;
    },
    [Symbol.dispose]() {
      blocks.length = 0;
      // A late reader gets an error rather than other rows.
      last = make(0);
      file?.[Symbol.dispose]();
    },
  };
}

function openFile(): UnlinkedFile {
  const folder = tmpdir();
  const file = UnlinkedFile.open(folder, realDisk);
  if (file) return file;
  throw new UserError(
    `the features do not fit into memory, and no temporary file can be made in ${folder}`,
    "raise memoryMegabytes, or name another folder as TMPDIR",
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: Numbers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Some of the rows, as rows of their own. */
export function someRows(rows: Rows, from: number, to: number): Rows {
  if (from === 0 && to === rows.count) return rows;
  return {
    count: to - from,
    width: rows.width,
    read: (first, last) => rows.read(from + first, from + last),
    pick: (picked, into) =>
      rows.pick(
        Array.from(picked, (at) => from + at),
        into,
      ),
  };
}
