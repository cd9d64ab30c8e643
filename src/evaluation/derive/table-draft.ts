import { closeSync, createReadStream, ftruncateSync, openSync, writeSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TableArray, TableDraft } from "../../core/data/recording.ts";
import { writeNpz } from "../../datasets/arrays/write-npz.ts";

/** A table that is being derived, in a folder of its own. */
export interface FolderDraft extends TableDraft {
  /** Writes what waited for its last part. */
  finish(): Promise<void>;
}

/** Matrices are filled on disk: memory does not depend on the length of a recording. */
export function folderDraft(folder: string): FolderDraft {
  const unfinished: (() => Promise<void>)[] = [];
  return {
    text: (path, text) => writeFile(join(folder, path), text),
    arrays: (path, arrays) => writeNpz(join(folder, path), inputs(arrays)),
    async matrix(path, { name, rows, columns }, others) {
      const raw = join(folder, `${path}.raw`);
      const file = openSync(raw, "w");
      ftruncateSync(file, rows * columns * 4);
      unfinished.push(async () => {
        closeSync(file);
        const pieces = () => createReadStream(raw, { highWaterMark: 1 << 20 });
        await writeNpz(join(folder, path), {
          [name]: { shape: [rows, columns], values: { type: "<f4", pieces } },
          ...inputs(others),
        });
        await rm(raw);
      });
      return {
        // Thousands of small parts: waiting for each would take longer than writing it.
        async put(row, column, values) {
          const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
          writeSync(file, bytes, 0, bytes.length, (row * columns + column) * 4);
        },
      };
    },
    async finish() {
      for (const end of unfinished) await end();
    },
  };
}

function inputs(arrays: Readonly<Record<string, TableArray>>) {
  return Object.fromEntries(
    Object.entries(arrays).map(([name, { shape, values }]) => [name, { shape, values }]),
  );
}
