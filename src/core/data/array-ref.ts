/**
 * Numbers in a file that a sample refers to, as it refers to media: the path is relative to the
 * folder of the task's data.
 */
export interface ArrayRef {
  readonly path: string;
  /** The array of a file that holds several (npz, HDF5), or the column of a table. */
  readonly name?: string | undefined;
  /** Along the first dimension: `from` included, `to` not. All rows if left out. */
  readonly rows?: readonly [from: number, to: number] | undefined;
  /**
   * Parts of each row, laid out flat, in this order: `from` included, `to` not. The whole row if
   * left out.
   */
  readonly columns?: readonly (readonly [from: number, to: number])[] | undefined;
}

/** Numbers in the order of their dimensions, the last one fastest. */
export interface NumberArray {
  readonly shape: readonly number[];
  /** Single precision where the file has it, double precision for everything else. */
  readonly values: Float32Array | Float64Array;
}

/** Where arrays come from; handed in, so that families and heads open no files. */
export interface ArraySource {
  /** @throws {UserError} that names file, array and what is wrong. */
  read(ref: ArrayRef): Promise<NumberArray>;
  /** SHA-256 of the file. */
  digest(path: string): Promise<string>;
}
