const endings = [".zip", ".tar", ".tar.gz", ".tgz"] as const;

/** Whether a file of this name is unpacked before it is read. */
export function isArchive(name: string): boolean {
  return endings.some((ending) => name.toLowerCase().endsWith(ending));
}
