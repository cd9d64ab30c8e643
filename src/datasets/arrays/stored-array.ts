/** Numbers as they are handed out: single precision where the file has no more. */
export type Numbers = Float32Array | Float64Array;

/** One array of a file, of which rows can be read. */
export interface StoredArray {
  readonly shape: readonly number[];
  /**
   * Whether one row costs as much as all of them, such as in an archive that is compressed: it is
   * then read once, and kept.
   */
  readonly isReadWhole: boolean;
  /** Rows along the first dimension, flat; an array without dimensions has one. */
  rows(from: number, to: number): Promise<Numbers>;
}

/** A file of arrays that stays open until it is closed. */
export interface ArrayFile {
  /** Names of its arrays; empty where the file is one array without a name. */
  readonly names: readonly string[];
  /** @throws {Error} whose message says what is wrong with the array, without its name. */
  array(name: string | undefined): Promise<StoredArray>;
  close(): Promise<void>;
}

export function rowLength(shape: readonly number[]): number {
  return shape.slice(1).reduce((all, size) => all * size, 1);
}

export function rowCount(shape: readonly number[]): number {
  return shape[0] ?? 1;
}

/** The name of the array that is meant where none is given: the only one of its file. */
export function chosenName(names: readonly string[], name: string | undefined): string {
  const found = name === undefined && names.length === 1 ? names[0] : name;
  if (found === undefined)
    throw new Error(`it holds ${names.length} arrays, and none is named: ${listed(names)}`);
  if (!names.includes(found))
    throw new Error(`there is none of this name; it holds ${listed(names)}`);
  return found;
}

const mostListed = 12;

function listed(names: readonly string[]): string {
  if (names.length === 0) return "nothing";
  const some = names.slice(0, mostListed).join(", ");
  return names.length > mostListed ? `${some} and ${names.length - mostListed} more` : some;
}
