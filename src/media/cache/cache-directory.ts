import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/**
 * Where frames and digests are kept between runs: the directory that is asked for, else
 * `VIDIMUS_CACHE`, else `vidimus` below `XDG_CACHE_HOME`, else `~/.cache/vidimus`. The place never
 * changes a result, only what has to be decoded again.
 */
export function cacheDirectory(
  asked?: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const named = asked || environment.VIDIMUS_CACHE;
  if (named) return resolve(named);
  const shared = environment.XDG_CACHE_HOME;
  // The XDG specification says to ignore relative paths.
  return join(shared && isAbsolute(shared) ? shared : join(homedir(), ".cache"), "vidimus");
}
