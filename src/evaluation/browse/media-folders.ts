import { dirname, resolve } from "node:path";
import { isRecord } from "../../core/json.ts";
import { mediaPlace } from "../../datasets/local-media/media-place.ts";
import { runStores } from "../../store/run-stores.ts";
import { runFacts } from "../output/run-files.ts";

/** The folders of data and media that the configuration of a run names. */
export async function mediaFolders(directory: string): Promise<readonly string[]> {
  const header = await runStores.header(directory);
  const spec = header?.spec;
  const tasks = isRecord(spec) && Array.isArray(spec.tasks) ? spec.tasks : [];
  const { base } = await runFacts(runStores.files(directory));
  const folders = tasks.flatMap((task): readonly string[] => {
    const data = isRecord(task) ? task.data : undefined;
    if (!isRecord(data)) return [];
    const paths = (Array.isArray(data.path) ? data.path : [data.path]).filter(
      (path) => typeof path === "string",
    );
    const place = mediaPlace(typeof data.media === "string" ? data.media : undefined);
    const media = place.kind === "none" || place.folder === undefined ? [] : [place.folder];
    return [...paths.map((path) => dirname(path)), ...media];
  });
  return [...new Set(folders.map((folder) => resolve(base, folder)))];
}
