import type { TextProblems } from "../../../../core/data/format.ts";
import type {
  ForeignConfig,
  ForeignConfigContext,
} from "../../../../core/family/foreign-config.ts";
import {
  isVistaConfig,
  readVistaConfig,
  type VistaConfig,
  type VistaModel,
} from "./vista-config.ts";
import { yamlText } from "./yaml-text.ts";

/** What ViSTa asks where the configuration names no model. */
const usualModel = "gpt-4-vision-preview";
/** Of models whose frames are not in the configuration. */
const ownFrames: Readonly<Record<string, number>> = { viclip: 8, s3d: 32 };
const presets: Readonly<Record<string, string>> = { viclip: "viclip-l-14", s3d: "s3d-howto100m" };

/**
 * Experiments of ViSTa as they are: every model becomes a system, and models that are shown other
 * frames, or an example, are asked in a task of their own. Weights of encoders are looked for as
 * ONNX files in `<cache_dir>/encoders/<encoder>`.
 */
export const vistaRun: ForeignConfig = {
  id: "vista",
  summary: "an experiment of ViSTa, by its keys task_dir, video_dir and models",
  recognises: isVistaConfig,
  translate(text, context) {
    const config = readVistaConfig(text);
    if ("problems" in config) return config;
    const missing = missingFolders(config, text, context);
    return missing.problems.length > 0 ? missing : { config: ownConfig(config, context) };
  },
};

function missingFolders(
  config: VistaConfig,
  text: string,
  { locate }: ForeignConfigContext,
): TextProblems {
  const read = yamlText(text);
  if ("problems" in read) return read;
  return read.located(
    (["task_dir", "video_dir", "cache_dir"] as const).flatMap((key) => {
      const path = config[key] ?? "";
      return path === "" || locate(path) !== undefined
        ? []
        : [{ path: [key], message: `no such folder: ${path}` }];
    }),
  );
}

interface AskedModel {
  /** How the model is asked: those that differ are systems of different tasks. */
  readonly frames: number;
  readonly isOneShot: boolean;
  readonly system: {
    readonly id: string;
    readonly kind: string;
    readonly [setting: string]: unknown;
  };
}

function ownConfig(config: VistaConfig, context: ForeignConfigContext): object {
  const models = distinct(config.models.map((model) => askedModel(model, config, context)));
  const groups = Map.groupBy(
    models,
    ({ frames, isOneShot }) => `${frames}-frames${isOneShot ? "-one-shot" : ""}`,
  );
  return {
    name: context.file.replace(/\.[^.]+$/, "").replaceAll(/[^\w.-]+/g, "-") || "vista",
    ...(config.output_dir ? { output: config.output_dir } : {}),
    tasks: [...groups].map(([name, own]) => ({
      id: groups.size === 1 ? "vista" : `vista-${name}`,
      family: "classification",
      data: { format: "vista", path: context.file },
      frames: { strategy: "vista", count: own[0]!.frames, longestSide: 512 },
      options: { similarity: "dot", example: own[0]!.isOneShot },
      extractors: ["standard", "vista"],
      systems: own.map(({ system }) => system.id),
    })),
    systems: models.map(({ system }) => system),
  };
}

function askedModel(
  model: VistaModel,
  config: VistaConfig,
  { environment, locate }: ForeignConfigContext,
): AskedModel {
  if (model.kind === "gpt")
    return {
      frames: model.n_frames,
      isOneShot: model.is_one_shot === true,
      system: chatSystem(model.model ?? usualModel, environment),
    };
  const { encoder, hf_model: clip = "", batch_size: batch = 8 } = model;
  const frames = model.n_frames ?? ownFrames[encoder]!;
  const [name, tag] = clip.split("/");
  const isClip = encoder === "clip";
  const folder = ["encoders", encoder, ...(isClip ? [name!, tag!] : [])].join("/");
  const cache = config.cache_dir ? locate(config.cache_dir) : undefined;
  const weights = cache === undefined ? {} : { path: `${cache.replace(/\/+$/, "")}/${folder}` };
  return {
    frames,
    isOneShot: false,
    system: {
      id: `${isClip ? `clip-${frames}` : encoder}_cosine`,
      kind: "encoder",
      preset: isClip ? `openclip-${name!.toLowerCase()}` : presets[encoder]!,
      ...weights,
      batch,
      frames,
      ...(isClip ? clipSettings : {}),
    },
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
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key } = environment;
  return {
    id: model.replaceAll(/[^\w.-]+/g, "-"),
    kind: "chat",
    ...(baseUrl
      ? {
          provider: "openai-compatible",
          baseUrl,
          ...(key ? { apiKey: `\${OPENAI_API_KEY}` } : {}),
        }
      : { provider: "openai" }),
    model,
    temperature: 0.7,
    maxTokens: 2500,
  };
}

/** Models of one name, such as CLIP with other weights, are numbered. */
function distinct(models: readonly AskedModel[]): readonly AskedModel[] {
  const seen = new Map<string, number>();
  return models.map((model) => {
    const count = (seen.get(model.system.id) ?? 0) + 1;
    seen.set(model.system.id, count);
    return count === 1
      ? model
      : { ...model, system: { ...model.system, id: `${model.system.id}-${count}` } };
  });
}
