import type { DataFolder } from "../../../../core/data/data-file.ts";
import type { FolderFormat, FolderPiece } from "../../../../core/data/format.ts";
import { failure } from "../../../../core/result.ts";
import { closest } from "../../../../core/suggest.ts";
import type { LabelSample } from "../../schema.ts";
import { literalText } from "./literal-text.ts";
import { readVistaConfig, type VistaConfig } from "./vista-config.ts";
import {
  type TaskNeeds,
  taskProblems,
  taskSamples,
  type VistaTask,
  vistaTask,
} from "./vista-task.ts";
import { yamlText } from "./yaml-text.ts";

type Piece = FolderPiece<LabelSample>;

/**
 * Tasks of ViSTa: for each id a file `<id>.yaml` and a list of videos `<id>_data.json`, all that lie
 * below the folder, or those that an experiment's configuration names. Ids may have slashes.
 */
export const vistaFormat: FolderFormat<LabelSample> = {
  id: "vista",
  summary:
    "ViSTa: an experiment's configuration (YAML), or its folder of tasks: <id>.yaml with label_prompts and <id>_data.json with path and label of videos",
  media: "`path`, relative to `video_dir` of the configuration, or to the media folder",
  reads: "folder",
  places(text) {
    const config = readVistaConfig(text);
    return "problems" in config ? config : { folder: config.task_dir, media: config.video_dir };
  },
  async *read(folder): AsyncGenerator<Piece> {
    const config = folder.index === undefined ? undefined : readVistaConfig(folder.index);
    if (config && "problems" in config)
      throw new TypeError("a configuration with problems names no folder");
    const files = await folder.list("**/*.yaml");
    const found = files.map((file) => file.slice(0, -".yaml".length));
    const listed = new Set(await folder.list());
    const ids = config?.tasks ?? found.filter((id) => listed.has(`${id}_data.json`));
    if (ids.length === 0)
      yield { where: ".", read: failure("holds no <id>.yaml with an <id>_data.json beside it") };
    for (const id of ids)
      if (found.includes(id)) yield* readTask(id, folder, config);
      else yield { where: `${id}.yaml`, read: failure(noSuchTask(id, found)) };
  },
};

function noSuchTask(id: string, known: readonly string[]): string {
  const near = closest(id, known);
  return `no such file, though the configuration names the task "${id}"${near ? `; did you mean "${near}"?` : ""}`;
}

async function* readTask(
  id: string,
  folder: DataFolder,
  config: VistaConfig | undefined,
): AsyncGenerator<Piece> {
  const read = yamlText(await folder.text(`${id}.yaml`));
  const problems =
    "problems" in read
      ? read.problems
      : read.located(taskProblems(read.value, needsOf(config))).problems;
  for (const { at, message } of problems)
    yield { where: `${id}.yaml:${at}`, read: failure(message) };
  if ("problems" in read || problems.length > 0) return;
  const task = vistaTask(id, read);
  yield await readVideos(task, folder, needsOf(config));
}

async function readVideos(task: VistaTask, folder: DataFolder, needs: TaskNeeds): Promise<Piece> {
  const where = `${task.id}_data.json`;
  const data = literalText(await folder.text(where));
  if (!data.ok) {
    const [, at = "1:1", reason = data.reason] = /^(\d+:\d+): (.*)$/s.exec(data.reason) ?? [];
    return {
      where: `${where}:${at}`,
      read: failure(`neither JSON nor a literal of JavaScript: ${reason}`),
    };
  }
  const read = taskSamples(task, data.value);
  const isUndecided = task.isMultiLabel === undefined && needs.prompt;
  if (read.ok && isUndecided && read.value.some(({ isMultiLabel }) => isMultiLabel))
    return {
      where: `${task.id}.yaml`,
      read: failure(
        "task_mode: multiclass or multilabel is missing, which a model of kind gpt needs where videos have several labels",
      ),
    };
  return { where, read: read.ok ? { ok: true, value: sameMode(read.value) } : read };
}

/** Where one video of a task has several labels, all of them may. */
function sameMode(samples: readonly LabelSample[]): readonly LabelSample[] {
  return samples.some(({ isMultiLabel }) => isMultiLabel)
    ? samples.map((sample) => ({ ...sample, isMultiLabel: true as const }))
    : samples;
}

function needsOf(config: VistaConfig | undefined): TaskNeeds {
  const asked = config?.models.filter((model) => model.kind === "gpt") ?? [];
  return { prompt: asked.length > 0, example: asked.some((model) => model.is_one_shot === true) };
}
