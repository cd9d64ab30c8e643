import { UserError } from "../core/user-error.ts";
import type { Lengths } from "../evaluation/annotate/write-snapshot.ts";
import type { MediaTimes } from "../summary/browse/playable-media.ts";
import type { Viewed } from "./viewed-folder.ts";

type Media = Pick<Viewed, "registry" | "decoded">;

/** The times of a video as the decoder has them. @throws {UserError} where it cannot be read. */
export async function timesOf({ registry, decoded }: Media, path: string): Promise<MediaTimes> {
  const file = await registry.open(await registry.register(path));
  if (!file) throw new UserError("the video is gone");
  await file.handle.close();
  return decoded.times(file);
}

/**
 * Lengths of videos; each is looked at once as long as the server runs, and again where it could not
 * be read. `problemOf` says why it could not.
 */
export function videoLengths(media: Media): {
  readonly lengths: Lengths;
  problemOf(path: string): string | undefined;
} {
  const known = new Map<string, Promise<number | null>>();
  const problems = new Map<string, string>();
  const lengths = (path: string) => {
    const found = known.get(path);
    if (found) return found;
    const length = timesOf(media, path)
      .then(({ seconds }) => {
        problems.delete(path);
        return seconds;
      })
      .catch((error: unknown) => {
        known.delete(path);
        if (!(error instanceof UserError)) throw error;
        problems.set(path, error.message);
        return null;
      });
    known.set(path, length);
    return length;
  };
  return { lengths, problemOf: (path) => problems.get(path) };
}
