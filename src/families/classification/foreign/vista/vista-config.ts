import type { TextProblems } from "../../../../core/data/format.ts";
import { isRecord } from "../../../../core/json.ts";
import { closest } from "../../../../core/suggest.ts";
import { type FieldProblem, yamlText } from "./yaml-text.ts";

/** An experiment of ViSTa: which models are asked about which tasks, and where these lie. */
export interface VistaConfig {
  readonly tasks: readonly string[];
  readonly models: readonly VistaModel[];
  readonly task_dir: string;
  readonly video_dir: string;
  readonly cache_dir?: string;
  readonly output_dir?: string;
}

type VistaModel = VistaEncoder | VistaGpt;

export interface VistaEncoder {
  readonly kind: "encoder";
  readonly encoder: "viclip" | "s3d" | "clip";
  readonly heads: readonly { readonly kind: "cosine" }[];
  readonly batch_size?: number;
  /** Of CLIP only: model and tag of OpenCLIP, with one slash between. */
  readonly hf_model?: string;
  readonly n_frames?: number;
}

export interface VistaGpt {
  readonly kind: "gpt";
  readonly n_frames: number;
  readonly model?: string;
  readonly is_one_shot?: boolean;
  readonly async_batch?: boolean;
}

/** Whether a configuration is one of ViSTa, by its keys. */
export function isVistaConfig(value: unknown): boolean {
  return isRecord(value) && ["task_dir", "video_dir", "models"].every((key) => key in value);
}

/** Reads the configuration of an experiment by all rules that need no other file. */
export function readVistaConfig(text: string): VistaConfig | TextProblems {
  const read = yamlText(text);
  if ("problems" in read) return read;
  const problems = vistaProblems(read.value);
  return problems.length > 0 ? read.located(problems) : (read.value as VistaConfig);
}

const keys = ["tasks", "models", "task_dir", "video_dir", "cache_dir", "output_dir"];

/** Everything that is wrong with what a configuration of ViSTa holds. */
function vistaProblems(value: unknown): readonly FieldProblem[] {
  if (!isRecord(value))
    return [{ path: [], message: `must be a mapping with ${keys.slice(0, 4).join(", ")}` }];
  return [
    ...unknownKeys(value, keys, []),
    ...["task_dir", "video_dir"].flatMap((key) => textProblem(value[key], [key])),
    ...["cache_dir", "output_dir"].flatMap((key) =>
      value[key] === undefined || value[key] === null ? [] : textProblem(value[key], [key]),
    ),
    ...taskProblems(value.tasks),
    ...(Array.isArray(value.models) && value.models.length > 0
      ? value.models.flatMap((model, at) => modelProblems(model, ["models", at]))
      : [{ path: ["models"], message: "must be a list of at least one model" }]),
  ];
}

function taskProblems(tasks: unknown): readonly FieldProblem[] {
  if (!Array.isArray(tasks) || tasks.length === 0)
    return [{ path: ["tasks"], message: "must be a list of at least one id of a task" }];
  return tasks.flatMap((task: unknown, at) => {
    if (typeof task !== "string" || task === "") return textProblem(task, ["tasks", at]);
    return tasks.indexOf(task) < at
      ? [{ path: ["tasks", at], message: `"${task}" is listed twice` }]
      : [];
  });
}

type Path = FieldProblem["path"];
type Fields = Readonly<Record<string, unknown>>;

const encoderKeys = ["kind", "encoder", "heads", "batch_size", "hf_model", "n_frames"];
const gptKeys = ["kind", "n_frames", "model", "is_one_shot", "async_batch"];
const modelKeys = [...new Set([...encoderKeys, ...gptKeys])];
const encoders = ["viclip", "s3d", "clip"];

function modelProblems(model: unknown, path: Path): readonly FieldProblem[] {
  if (!isRecord(model)) return [{ path, message: "must be a mapping with kind" }];
  if (model.kind === "encoder") return encoderProblems(model, path);
  if (model.kind === "gpt") return gptProblems(model, path);
  return [{ path: [...path, "kind"], message: `must be encoder or gpt, got ${told(model.kind)}` }];
}

function encoderProblems(model: Fields, path: Path): readonly FieldProblem[] {
  const isClip = model.encoder === "clip";
  const misplaced = ["model", "async_batch", "is_one_shot"].filter((key) => isGiven(model[key]));
  return [
    ...misplaced.map((key) => ({
      path: [...path, key],
      message: "is only for models of kind gpt",
    })),
    ...unknownKeys(model, modelKeys, path),
    ...(encoders.includes(model.encoder as string)
      ? []
      : [
          {
            path: [...path, "encoder"],
            message: `must be ${encoders.join(", ")}, got ${told(model.encoder)}`,
          },
        ]),
    ...headProblems(model.heads, [...path, "heads"]),
    ...countProblem(model.batch_size, [...path, "batch_size"], { least: 1, isNeeded: false }),
    ...(isClip
      ? [
          ...countProblem(model.n_frames, [...path, "n_frames"], { least: 2, isNeeded: true }),
          ...clipModelProblem(model.hf_model, [...path, "hf_model"]),
        ]
      : ["n_frames", "hf_model"]
          .filter((key) => isGiven(model[key]))
          .map((key) => ({ path: [...path, key], message: "is only for the encoder clip" }))),
  ];
}

function gptProblems(model: Fields, path: Path): readonly FieldProblem[] {
  const misplaced = ["batch_size", "encoder", "heads", "hf_model"].filter((key) =>
    isGiven(model[key]),
  );
  return [
    ...misplaced.map((key) => ({
      path: [...path, key],
      message: "is only for models of kind encoder",
    })),
    ...unknownKeys(model, modelKeys, path),
    ...countProblem(model.n_frames, [...path, "n_frames"], { least: 2, isNeeded: true }),
    ...(isGiven(model.model) ? textProblem(model.model, [...path, "model"]) : []),
    ...["is_one_shot", "async_batch"]
      .filter((key) => isGiven(model[key]) && typeof model[key] !== "boolean")
      .map((key) => ({
        path: [...path, key],
        message: `must be true or false, got ${told(model[key])}`,
      })),
    ...(model.async_batch === true
      ? [{ path: [...path, "async_batch"], message: "must be false: batches are not supported" }]
      : []),
  ];
}

function headProblems(heads: unknown, path: Path): readonly FieldProblem[] {
  if (!Array.isArray(heads) || heads.length === 0)
    return [{ path, message: "an encoder needs at least one head, such as { kind: cosine }" }];
  return heads.flatMap((head: unknown, at): readonly FieldProblem[] => {
    const own = [...path, at];
    if (!isRecord(head)) return [{ path: own, message: "must be a mapping with kind: cosine" }];
    if (isGiven(head.alpha))
      return [{ path: [...own, "alpha"], message: "is not allowed: there is no projection head" }];
    if (head.kind !== "cosine")
      return [{ path: [...own, "kind"], message: `must be cosine, got ${told(head.kind)}` }];
    return unknownKeys(head, ["kind", "alpha"], own);
  });
}

function clipModelProblem(value: unknown, path: Path): readonly FieldProblem[] {
  return typeof value === "string" && /^[^/]+\/[^/]+$/.test(value)
    ? []
    : [
        {
          path,
          message: `must be <model>/<tag> of OpenCLIP with exactly one slash, got ${told(value)}`,
        },
      ];
}

function countProblem(
  value: unknown,
  path: Path,
  { least, isNeeded }: { readonly least: number; readonly isNeeded: boolean },
): readonly FieldProblem[] {
  if (!isNeeded && !isGiven(value)) return [];
  return Number.isSafeInteger(value) && (value as number) >= least
    ? []
    : [{ path, message: `must be a whole number from ${least} on, got ${told(value)}` }];
}

function textProblem(value: unknown, path: Path): readonly FieldProblem[] {
  return typeof value === "string" && value !== ""
    ? []
    : [{ path, message: `must be a text, got ${told(value)}` }];
}

/** Keys that nobody reads are mistakes, most often of spelling. */
export function unknownKeys(
  value: Fields,
  known: readonly string[],
  path: Path,
): readonly FieldProblem[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const near = closest(key, known);
      return {
        path: [...path, key],
        message: `unknown key; ${near ? `did you mean "${near}"?` : `the keys are ${known.join(", ")}`}`,
      };
    });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function told(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
