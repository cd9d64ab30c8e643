import type {
  ForeignConfig,
  ForeignConfigContext,
} from "../../../../core/family/foreign-config.ts";
import {
  isVistaConfig,
  readVistaConfig,
  type VistaConfig,
  type VistaEncoder,
  type VistaGpt,
} from "./vista-config.ts";
import { type FieldProblem, yamlText } from "./yaml-text.ts";

/** What ViSTa asks where the configuration names no model. */
const usualModel = "gpt-4-vision-preview";
/** Where ViSTa keeps weights where the configuration names no place. */
const usualCache = "/data/datasets/vlm_benchmark/.cache";
/** Of models whose frames are not in the configuration. */
const ownFrames: Readonly<Record<string, number>> = { viclip: 8, s3d: 32 };
const presets: Readonly<Record<string, string>> = { viclip: "viclip-l-14", s3d: "s3d-howto100m" };
/** Models of OpenCLIP that need no manifest. */
const clipPresets = ["ViT-B-32", "ViT-L-14", "ViT-H-14", "ViT-bigG-14"];

/**
 * Experiments of ViSTa as they are: every model becomes a system of one task, with the frames that
 * it is shown and, where it is one-shot, the example. Weights of encoders are looked for as ONNX
 * files in `<cache_dir>/encoders/<encoder>`, with a manifest or by a preset.
 */
export const vistaRun: ForeignConfig = {
  id: "vista",
  summary: "an experiment of ViSTa, by its keys task_dir, video_dir and models",
  recognises: isVistaConfig,
  translate(text, context) {
    const read = yamlText(text);
    if ("problems" in read) return read;
    const config = readVistaConfig(text);
    if ("problems" in config) return config;
    const missing = [...missingFolders(config, context), ...unknownModels(config, context)];
    return missing.length > 0 ? read.located(missing) : { config: ownConfig(config, context) };
  },
};

function missingFolders(
  config: VistaConfig,
  { locate }: ForeignConfigContext,
): readonly FieldProblem[] {
  return (["task_dir", "video_dir", "cache_dir"] as const).flatMap((key) => {
    const path = config[key] ?? "";
    return path === "" || locate(path) !== undefined
      ? []
      : [{ path: [key], message: `no such folder: ${path}` }];
  });
}

/** Models of OpenCLIP that neither a preset nor a manifest describes. */
function unknownModels(
  config: VistaConfig,
  context: ForeignConfigContext,
): readonly FieldProblem[] {
  return config.models.flatMap((model, at) => {
    if (model.kind !== "encoder" || model.encoder !== "clip") return [];
    const weights = weightsOf(model, config, context);
    if ("manifest" in weights || weights.preset !== undefined) return [];
    const [name, tag] = model.hf_model!.split("/");
    const message = `${weights.path} has no manifest.yaml, which ${name} needs (models without one: ${clipPresets.join(", ")}); tools/export/open_clip_to_onnx.py ${name} ${tag} ${weights.path} writes it with the weights`;
    return [{ path: ["models", at, "hf_model"], message }];
  });
}

interface AskedModel {
  /** What tells models of one name apart, the most telling first. */
  readonly marks: readonly string[];
  readonly frames: number;
  readonly system: {
    readonly id: string;
    readonly kind: string;
    readonly [setting: string]: unknown;
  };
}

function ownConfig(config: VistaConfig, context: ForeignConfigContext): object {
  const models = config.models.map((model) =>
    model.kind === "gpt" ? askedGpt(model, context) : askedEncoder(model, config, context),
  );
  return {
    name: context.file.replace(/\.[^.]+$/, "").replaceAll(/[^\w.-]+/g, "-") || "vista",
    ...(config.output_dir ? { output: config.output_dir } : {}),
    tasks: [
      {
        id: "vista",
        family: "classification",
        data: { format: "vista", path: context.file },
        frames: { strategy: "vista", count: models[0]!.frames, longestSide: 512 },
        options: { similarity: "dot" },
        extractors: ["standard", "vista"],
      },
    ],
    systems: withOwnIds(models).map(({ system }) => system),
  };
}

function askedGpt(model: VistaGpt, { environment }: ForeignConfigContext): AskedModel {
  const { n_frames: frames, is_one_shot: isOneShot = false } = model;
  return {
    marks: [isOneShot ? "one-shot" : "", `${frames}-frames`],
    frames,
    system: {
      ...chatSystem(model.model ?? usualModel, environment),
      frames,
      ...(isOneShot ? { options: { example: true } } : {}),
    },
  };
}

function askedEncoder(
  model: VistaEncoder,
  config: VistaConfig,
  context: ForeignConfigContext,
): AskedModel {
  const { encoder, hf_model: clip, n_frames: given, batch_size: batch = 8 } = model;
  const frames = given ?? ownFrames[encoder]!;
  const weights = weightsOf(model, config, context);
  return {
    marks: [clip?.replace("/", "-") ?? ""],
    frames,
    system: {
      id: `${clip === undefined ? encoder : `clip-${frames}`}_cosine`,
      kind: "encoder",
      ...weights,
      batch,
      // A manifest says itself how many frames its video tower takes.
      ...(clip === undefined && "manifest" in weights ? {} : { frames }),
      ...(clip === undefined ? {} : clipSettings),
    },
  };
}

type Weights =
  | { readonly manifest: string }
  | { readonly preset: string | undefined; readonly path: string };

/** A manifest beside the weights, as the scripts of tools/export write it, else a preset. */
function weightsOf(
  { encoder, hf_model: clip }: VistaEncoder,
  { cache_dir: cache }: VistaConfig,
  { locate }: ForeignConfigContext,
): Weights {
  const root = (locate(cache || usualCache) ?? usualCache).replace(/\/+$/, "");
  const path = [root, "encoders", encoder, ...(clip === undefined ? [] : [clip])].join("/");
  const manifest = locate(`${path}/manifest.yaml`);
  if (manifest !== undefined) return { manifest };
  const name = clip?.split("/")[0];
  if (name === undefined) return { preset: presets[encoder]!, path };
  return {
    preset: clipPresets.includes(name) ? `openclip-${name.toLowerCase()}` : undefined,
    path,
  };
}

/** ViSTa prepares frames for all weights of OpenCLIP as OpenAI's were trained. */
const clipSettings = {
  resize: "stretch",
  renormalize: false,
  mean: [0.48145466, 0.4578275, 0.40821073],
  std: [0.26862954, 0.26130258, 0.27577711],
};

/** As ViSTa asks; `OPENAI_BASE_URL` says where, as the program's own library has it. */
function chatSystem(model: string, environment: ForeignConfigContext["environment"]) {
  const { OPENAI_BASE_URL: baseUrl } = environment;
  return {
    id: model.replaceAll(/[^\w.-]+/g, "-"),
    kind: "chat",
    ...(baseUrl
      ? {
          provider: "openai-compatible",
          baseUrl,
          // The same with a key and without one: a key that is set later starts no other run.
          apiKey: `\${OPENAI_API_KEY:-}`,
        }
      : { provider: "openai" }),
    model,
    imageDetail: "low",
    temperature: 0.7,
    maxTokens: 2500,
  };
}

/**
 * Models of one name, such as CLIP with other weights, get what tells them apart behind it; those
 * that nothing tells apart are numbered.
 */
function withOwnIds(models: readonly AskedModel[]): readonly AskedModel[] {
  const seen = new Map<string, number>();
  return models.map((model) => {
    const { system, marks } = model;
    const alike = models.filter((other) => other.system.id === system.id);
    const telling = marks.filter(
      (mark, at) => mark !== "" && alike.some((other) => other.marks[at] !== mark),
    );
    const id = [system.id, ...telling].join("_");
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    return { ...model, system: { ...system, id: times === 1 ? id : `${id}_${times}` } };
  });
}
