import type { DataFolder } from "../../../core/data/data-file.ts";
import type { FolderTask } from "../../../core/data/format.ts";
import { type EpisodeTaskId, episodeTaskIds, isTaskId } from "../tasks.ts";

/** The systems of a folder of results, and where each has its tasks. */
const resultSystems = [
  { id: "minimal", place: "" },
  { id: "neural_mlp", place: "neural_mlp/" },
] as const;

/** Files that hold predictions, best first. */
const predictionFiles = ["predictions.csv", "predictions.npz", "ranks.csv"] as const;

/** Predictions of one system on one task. */
export interface ResultFile {
  readonly system: string;
  readonly task: EpisodeTaskId;
  /** The folder of the task, with a final slash. */
  readonly place: string;
  readonly path: string;
}

/** All predictions of a folder, in the order of the protocol. */
export async function resultFiles(folder: DataFolder): Promise<readonly ResultFile[]> {
  const files = new Set(await folder.list());
  return episodeTaskIds.flatMap((task) =>
    resultSystems.flatMap(({ id, place }): readonly ResultFile[] => {
      const own = `${place}${task}/`;
      const name = predictionFiles.find((file) => files.has(`${own}${file}`));
      return name === undefined ? [] : [{ system: id, task, place: own, path: `${own}${name}` }];
    }),
  );
}

/** The tasks that a folder holds predictions of. */
export async function resultTasks(folder: DataFolder): Promise<readonly FolderTask[]> {
  const found = new Set((await resultFiles(folder)).map(({ task }) => task));
  return [...found].map((task) => ({ id: task, options: { task } }));
}

/** Whether a path is a file of predictions of a task. */
export function isResultFile(path: string): boolean {
  const [, task, name] = /^(?:neural_mlp\/)?([^/]+)\/([^/]+)$/.exec(path) ?? [];
  return task !== undefined && isTaskId(task) && predictionFiles.some((file) => file === name);
}
