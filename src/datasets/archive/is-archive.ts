const wholeEnding = /\.(?:tar\.gz|tgz|tar|zip)$/i;
const partEnding = /^(.*\.(?:tar\.gz|tgz|tar|zip))(?:\.part[._-]?|[._-])(?:[a-z]{2}|\d{1,4})$/i;

/** Whether a file of this name is unpacked before it is read. */
export function isArchive(name: string): boolean {
  return wholeEnding.test(name);
}

/**
 * The name of the archive that a file is, or that it is a part of (`videos.tar.part.aa`,
 * `videos.zip.001`); `undefined` where it is none.
 */
export function archiveName(file: string): string | undefined {
  return isArchive(file) ? file : partEnding.exec(file)?.[1];
}
