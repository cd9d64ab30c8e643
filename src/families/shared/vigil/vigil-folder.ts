import type { DataFolder } from "../../../core/data/data-file.ts";
import type { FolderPiece } from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";

/** Where an annotation stands in a benchmark folder. */
interface VigilPlace {
  /** The folder that holds `annotations`; absent where that is the benchmark folder itself. */
  readonly domain: string | undefined;
  /** Path of a video of that domain, below the benchmark folder. */
  videoPath(id: string): string;
  /** Length of a video of that domain, where any annotation of the folder tells it. */
  durationOf(id: string): number | undefined;
  /**
   * The name by which the whole benchmark knows an annotation or a video: its own or, where several
   * domains use that, `<domain>/<name>`.
   */
  nameOf(name: string): string;
}

type Item = Readonly<Record<string, unknown>>;

export interface VigilReading<T> {
  /** Whether an annotation is of this kind: others are another family's. */
  isOwn(item: Item): boolean;
  /** The members that name something which must not be taken for that of another domain. */
  readonly names: readonly string[];
  read(item: unknown, place: VigilPlace): Result<T>;
  /** What is missing where no file holds such an annotation. */
  readonly wanted: string;
}

/**
 * A benchmark folder `<domain>/{videos,annotations}`: every JSON file of `annotations` holds one
 * object or a list of them, comments tolerated.
 */
export async function* readVigilFolder<T>(
  folder: DataFolder,
  reading: VigilReading<T>,
): AsyncIterable<FolderPiece<T>> {
  const { isOwn, read, wanted } = reading;
  const files = (await folder.list("**/*.json")).filter(
    (path) => path.split("/").at(-2) === "annotations",
  );
  const survey = await surveyFolder(folder, files, reading);
  let isEmpty = true;
  for (const path of files) {
    const place = placeOf(domainOf(path), survey);
    const document = await folder.json(path, { comments: true });
    for (const [at, item] of itemsOf(document).entries()) {
      if (!isRecord(item)) {
        yield {
          where: path,
          read: failure(`${Array.isArray(document) ? `${at}: ` : ""}must be an object`),
        };
        continue;
      }
      if (!isOwn(item)) continue;
      isEmpty = false;
      const result = read(item, place);
      yield {
        where: Array.isArray(document) ? `${path}#${at}` : path,
        read: result.ok ? success([result.value]) : result,
      };
    }
  }
  if (isEmpty)
    yield { where: folder.path, read: failure(`no file annotations/*.json holds ${wanted}`) };
}

function itemsOf(document: unknown): readonly unknown[] {
  return Array.isArray(document) ? document : [document];
}

function domainOf(path: string): string {
  return path.split("/").slice(0, -2).join("/");
}

interface FolderSurvey {
  /** Names that occur in more than one domain. */
  readonly shared: ReadonlySet<string>;
  /** Lengths of videos by `<domain>/<video>`. */
  readonly durations: ReadonlyMap<string, number>;
}

/** Reads all annotations once, since one may tell what others need. */
async function surveyFolder<T>(
  folder: DataFolder,
  files: readonly string[],
  { isOwn, names }: VigilReading<T>,
): Promise<FolderSurvey> {
  const shared = new Set<string>();
  const durations = new Map<string, number>();
  const domains = new Map<string, string>();
  for (const path of files) {
    const domain = domainOf(path);
    for (const item of itemsOf(await folder.json(path, { comments: true }))) {
      if (!isRecord(item)) continue;
      if (typeof item.duration_sec === "number" && item.duration_sec > 0)
        durations.set(`${domain}/${item.video_id}`, item.duration_sec);
      if (!isOwn(item)) continue;
      for (const name of new Set(names.map((member) => String(item[member])))) {
        const first = domains.get(name) ?? domain;
        domains.set(name, first);
        if (first !== domain) shared.add(name);
      }
    }
  }
  return { shared, durations };
}

function placeOf(folder: string, { shared, durations }: FolderSurvey): VigilPlace {
  const below = folder === "" ? [] : [folder];
  return {
    domain: folder.split("/").at(-1) || undefined,
    videoPath: (id) => [...below, "videos", `${id}.mp4`].join("/"),
    durationOf: (id) => durations.get(`${folder}/${id}`),
    nameOf: (name) => (shared.has(name) ? [...below, name].join("/") : name),
  };
}
