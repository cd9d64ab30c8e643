import type { DataFile, Row } from "../core/data/data-file.ts";
import { UserError } from "../core/user-error.ts";

/** Several files as one: rows follow each other and know their file. */
export function joinedFiles(path: string, parts: () => AsyncIterable<DataFile>): DataFile {
  return {
    path,
    parts,
    async *rows(options) {
      for await (const part of parts())
        for await (const rows of part.rows(options))
          yield rows.map((row) => inFile(row, part.path));
    },
    async document(options) {
      let only: DataFile | undefined;
      for await (const part of parts()) {
        if (only)
          throw new UserError(
            `${path}: several files where one document is expected`,
            `such as ${only.path} and ${part.path}`,
          );
        only = part;
      }
      return only?.document(options);
    },
    async head(options) {
      for await (const part of parts()) return part.head(options);
      return undefined;
    },
  };
}

function inFile(row: Row, path: string): Row {
  return row.path === undefined ? { ...row, path } : row;
}
