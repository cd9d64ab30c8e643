import { mediaKind } from "../../../../core/data/media-endings.ts";
import { isRecord } from "../../../../core/json.ts";
import { failure, type Result, success } from "../../../../core/result.ts";
import type { Label, LabelSample } from "../../schema.ts";
import { unknownKeys } from "./vista-config.ts";
import type { FieldProblem, YamlText } from "./yaml-text.ts";

/** A task of ViSTa as its YAML file says. */
export interface VistaTask {
  readonly id: string;
  readonly labels: readonly Label[];
  readonly prompt?: string;
  readonly example?: string;
  readonly isMultiLabel: boolean | undefined;
  readonly metadata: LabelSample["metadata"];
}

const taskKeys = [
  "label_prompts",
  "prompt_gpt",
  "example_gpt",
  "prompt_baseline",
  "metadata",
  "task_mode",
];
const modes = ["multiclass", "multilabel"];

/** What models of the experiment need of its tasks. */
export interface TaskNeeds {
  readonly prompt: boolean;
  readonly example: boolean;
}

/** Everything that is wrong with a task file. */
export function taskProblems(value: unknown, needs: TaskNeeds): readonly FieldProblem[] {
  if (!isRecord(value)) return [{ path: [], message: "must be a mapping with label_prompts" }];
  const { label_prompts: labels, metadata, task_mode: mode } = value;
  const needed = [
    ...(needs.prompt ? [["prompt_gpt", "a model of kind gpt"] as const] : []),
    ...(needs.example ? [["example_gpt", "a model with is_one_shot"] as const] : []),
  ].filter(([key]) => value[key] === undefined || value[key] === null);
  return [
    ...unknownKeys(value, taskKeys, []),
    ...(isRecord(labels) && Object.keys(labels).length > 0
      ? Object.entries(labels).flatMap(([id, text]) =>
          typeof text === "string" && text.trim() !== ""
            ? []
            : [{ path: ["label_prompts", id], message: "must be a description" }],
        )
      : [{ path: ["label_prompts"], message: "must map the id of each label to its description" }]),
    ...["prompt_gpt", "example_gpt", "prompt_baseline"].flatMap((key) =>
      value[key] === undefined || value[key] === null || typeof value[key] === "string"
        ? []
        : [{ path: [key], message: "must be a text" }],
    ),
    ...(metadata === undefined || metadata === null || isRecord(metadata)
      ? []
      : [{ path: ["metadata"], message: "must be a mapping" }]),
    ...(mode === undefined || modes.includes(mode as string)
      ? []
      : [{ path: ["task_mode"], message: `must be ${modes.join(" or ")}` }]),
    ...needed.map(([key, who]) => ({ path: [], message: `${key} is missing, which ${who} needs` })),
  ];
}

/** A task file without problems. */
export function vistaTask(id: string, { value: whole, keys }: YamlText): VistaTask {
  const value = whole as Readonly<Record<string, unknown>>;
  const { prompt_gpt: prompt, example_gpt: example } = value;
  const descriptions = value.label_prompts as Readonly<Record<string, string>>;
  const mode = value.task_mode as string | undefined;
  return {
    id,
    labels: keys(["label_prompts"]).map((label) => ({
      description: descriptions[label]!.trim(),
      id: label,
    })),
    ...(typeof prompt === "string" && prompt !== "" ? { prompt } : {}),
    ...(typeof example === "string" && example !== "" ? { example } : {}),
    isMultiLabel: mode === undefined ? undefined : mode === "multilabel",
    metadata: plainMetadata(value.metadata),
  };
}

function plainMetadata(value: unknown): LabelSample["metadata"] {
  return Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).map(([key, own]) => [
      key,
      own === null || ["string", "number", "boolean"].includes(typeof own)
        ? (own as string | number | boolean | null)
        : JSON.stringify(own),
    ]),
  );
}

/** The samples of a task, from its list of videos. */
export function taskSamples(task: VistaTask, data: unknown): Result<readonly LabelSample[]> {
  if (!Array.isArray(data)) return failure("must be a list of { path, label }");
  if (data.length === 0) return failure("holds no video, so that the task cannot be scored");
  const samples: LabelSample[] = [];
  const seen = new Map<string, number>();
  for (const [at, entry] of data.entries()) {
    const sample = readEntry(task, entry);
    if (!sample.ok) return failure(`[${at}].${sample.reason}`);
    const before = seen.get(sample.value.group);
    if (before !== undefined)
      return failure(
        `[${at}].path: the video ${sample.value.group} is in this task twice, first as [${before}]`,
      );
    seen.set(sample.value.group, at);
    samples.push(sample.value);
  }
  return success(samples);
}

function readEntry(task: VistaTask, entry: unknown): Result<LabelSample> {
  const { path, label } = isRecord(entry) ? entry : {};
  if (typeof path !== "string" || path === "") return failure("path: must be the path of a video");
  const truth = trueLabels(task, label);
  if (!truth.ok) return failure(`label: ${truth.reason}`);
  const { labels, isMultiLabel = truth.value.length > 1, prompt, example, metadata } = task;
  return success({
    ...placeOf(task, path),
    ...(example === undefined ? {} : { example }),
    group: path,
    id: `${task.id}/${path}`,
    ...(isMultiLabel ? { isMultiLabel: true as const } : {}),
    labels,
    media: [{ kind: mediaKind(path) ?? "video", path }],
    metadata,
    ...(prompt === undefined ? {} : { prompt }),
    task: task.id,
    truth: truth.value,
  });
}

/** A label, or several with commas between; ids that hold commas themselves stay whole. */
function trueLabels(
  { labels, isMultiLabel }: VistaTask,
  label: unknown,
): Result<readonly string[]> {
  const ids = labels.map(({ id }) => id);
  const text = typeof label === "number" ? String(label) : label;
  if (typeof text !== "string" || text === "") return failure("must name a label");
  if (ids.includes(text)) return success([text]);
  const parts = isMultiLabel === false ? [text] : text.split(",").map((part) => part.trim());
  const stranger = parts.find((part) => !ids.includes(part));
  return stranger === undefined
    ? success([...new Set(parts)])
    : failure(`"${stranger}" is none of label_prompts: ${ids.join(", ")}`);
}

const environments: readonly (readonly [part: string, name: string])[] = [
  ["alfred", "Virtual home"],
  ["minecraft", "Minecraft"],
  ["real_life", "Real world"],
];

/**
 * Level, group and environment: as the metadata of the task say, else by the names that ViSTa gives
 * its tasks and videos. Permuted and substituted tasks are in no level.
 */
function placeOf(
  { id, metadata }: VistaTask,
  path: string,
): Pick<LabelSample, "level" | "taskGroup" | "environment"> {
  const level = stated(metadata, ["level"]) ?? levelOf(id);
  const taskGroup = stated(metadata, ["group", "problem_set_type"]) ?? groupOf(id);
  const environment =
    stated(metadata, ["environment"]) ??
    environments.find(([part]) => path.toLowerCase().includes(part))?.[1];
  return {
    ...(environment === undefined ? {} : { environment }),
    ...(level === undefined ? {} : { level }),
    ...(taskGroup === undefined ? {} : { taskGroup }),
  };
}

function stated(metadata: VistaTask["metadata"], names: readonly string[]): string | undefined {
  const found = names.map((name) => metadata[name]).find((value) => value != null && value !== "");
  return found === undefined || found === null ? undefined : String(found);
}

function levelOf(id: string): string | undefined {
  if (/permuted|substituted/.test(id)) return undefined;
  if (/foundation|extrapyramidal/.test(id)) return "1";
  return /level[ _-]?(\d+)/i.exec(id)?.[1];
}

function groupOf(id: string): string | undefined {
  if (/permuted|substituted/.test(id)) return undefined;
  return id.includes("remix") ? "General" : id.includes("permutation") ? "Permutation" : undefined;
}
