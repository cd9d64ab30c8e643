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

/** Lengths of videos; each is looked at once as long as the server runs. */
export function videoLengths(media: Media): Lengths {
  const known = new Map<string, Promise<number | null>>();
  return (path) => {
    const found = known.get(path);
    if (found) return found;
    const length = timesOf(media, path)
      .then(({ seconds }) => seconds)
      .catch((error: unknown) => {
        known.delete(path);
        if (error instanceof UserError) return null;
        throw error;
      });
    known.set(path, length);
    return length;
  };
}
