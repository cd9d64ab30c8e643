/**
 * The packets of a file are not as its tables say: it has to be read from beginning to end. Not a
 * fault of the file as such.
 */
export class TableError extends Error {
  override readonly name = "TableError";
}
