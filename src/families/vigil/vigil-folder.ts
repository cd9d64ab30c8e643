import type { DataFolder } from "../../core/data-file.ts";
import type { FolderPiece } from "../../core/format.ts";
import { isRecord } from "../../core/json.ts";
import { failure, type Result, success } from "../../core/result.ts";

/** Where an annotation stands in a benchmark folder. */
interface VigilPlace {
  /** The folder that holds `annotations`; absent where that is the benchmark folder itself. */
  readonly domain: string | undefined;
  /** Path of a video of that domain, below the benchmark folder. */
  videoPath(id: string): string;
}

export interface VigilReading<T> {
  /** Whether an annotation is of this kind: others are another family's. */
  isOwn(item: Readonly<Record<string, unknown>>): boolean;
  read(item: unknown, place: VigilPlace): Result<T>;
  /** What is missing where no file holds such an annotation. */
  readonly wanted: string;
}

/** A benchmark folder `<domain>/{videos,annotations}`: every JSON file of `annotations` holds one object or a list of them, comments tolerated. */
export async function* readVigilFolder<T>(folder: DataFolder, { isOwn, read, wanted }: VigilReading<T>): AsyncIterable<FolderPiece<T>> {
  let isEmpty = true;
  for (const path of await folder.list("**/*.json")) {
    const parts = path.split("/");
    if (parts.at(-2) !== "annotations") continue;
    const place = placeOf(parts.slice(0, -2));
    const document = await folder.json(path, { comments: true });
    for (const [at, item] of (Array.isArray(document) ? document : [document]).entries()) {
      if (!isRecord(item)) {
        yield { where: path, read: failure(`${Array.isArray(document) ? `${at}: ` : ""}must be an object`) };
        continue;
      }
      if (!isOwn(item)) continue;
      isEmpty = false;
      const result = read(item, place);
      yield { where: Array.isArray(document) ? `${path}#${at}` : path, read: result.ok ? success([result.value]) : result };
    }
  }
  if (isEmpty) yield { where: folder.path, read: failure(`no file annotations/*.json holds ${wanted}`) };
}

function placeOf(above: readonly string[]): VigilPlace {
  return { domain: above.at(-1), videoPath: (id) => [...above, "videos", `${id}.mp4`].join("/") };
}
