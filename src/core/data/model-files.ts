/** The files of a model, in a folder or on the hub. */
export interface ModelFiles {
  /** Names of all files, relative to the model, with forward slashes. */
  list(): Promise<readonly string[]>;
  /** Where a file lies on this disk, fetched when it is not there. */
  path(file: string): Promise<string>;
}
