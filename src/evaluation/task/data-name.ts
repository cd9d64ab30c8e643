import { basename } from "node:path";

/**
 * What a file or folder is called, without the ending that tells its format. Numbers are no
 * endings: `notalk0.5-maxlen_4k` and `notalk0.3-maxlen_4k` are two.
 */
export function dataName(path: string): string {
  return basename(path).replace(/(?<=.)\.[a-z]\w*$/i, "");
}
