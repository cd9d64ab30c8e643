import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Asked } from "../../core/asking/asked.ts";
import type { EmbedAsk, EmbedReply } from "../../core/asking/embed.ts";
import type { EncoderSystem } from "../../core/asking/system.ts";
import {
  defineSystemKind,
  type FileProblem,
  type SystemContext,
} from "../../core/asking/system-kind.ts";
import { answered, failed, type NoAnswer, type Outcome } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { frameEmbedder } from "./embed-frames.ts";
import { folderFiles, hubFiles } from "./encoder-files.ts";
import { usableProviders } from "./execution-providers.ts";
import { type Manifest, numbers3 } from "./manifest.ts";
import { runtimeName } from "./onnx-graph.ts";
import { type EncoderSource, namedFiles, type OpenEncoder, openEncoder } from "./open-encoder.ts";
import { type EncoderPreset, encoderPresets, presetNames } from "./presets.ts";
import { checkManifest, readManifest } from "./read-manifest.ts";

const settingsSchema = z
  .strictObject({
    manifest: z
      .string()
      .min(1)
      .optional()
      .describe("file that describes the model; docs/encoders.md"),
    preset: z.enum(presetNames).optional().describe("a public model, in place of a manifest"),
    path: z.string().min(1).optional().describe("folder of the preset's files"),
    huggingface: z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/, "must be owner/name")
      .optional()
      .describe("model of the hub that has the preset's files"),
    revision: z
      .string()
      .min(1)
      .default("main")
      .describe("commit, tag or branch of the hub's model"),
    frames: z.int().min(1).optional().describe("in place of the manifest's"),
    resize: z.enum(["stretch", "crop"]).optional().describe("in place of the manifest's"),
    mean: numbers3.optional().describe("in place of the manifest's"),
    std: numbers3.optional().describe("in place of the manifest's"),
    renormalize: z.boolean().optional().describe("in place of the manifest's"),
    batch: z.int().min(1).default(16).describe("frames that are put through at once, at most"),
    threads: z
      .int()
      .min(1)
      .optional()
      .describe("threads of one run; default: ONNX Runtime chooses"),
    executionProviders: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe(
        "where it computes, such as [cuda, cpu], [coreml, cpu] or [dml, cpu]; default: CPU",
      ),
  })
  .superRefine(({ manifest, preset, path, huggingface }, context) => {
    const problem = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if ((manifest === undefined) === (preset === undefined))
      problem("manifest", "needs manifest or preset, one of the two");
    if (manifest !== undefined && (path !== undefined || huggingface !== undefined))
      problem("path", "goes with a preset; files of a manifest are relative to it");
    if (path !== undefined && huggingface !== undefined)
      problem("path", "needs path or huggingface, not both");
  });
type EncoderSettings = z.infer<typeof settingsSchema>;

/** How many asks are put to it at once; frames are put through in batches of their own. */
const asksAtOnce = 64;

/** An encoder of frames and texts in ONNX, described by a manifest or a preset. */
export const encoder = defineSystemKind({
  id: "encoder",
  summary: "an encoder of frames and texts in ONNX: CLIP, SigLIP, ViCLIP, S3D and models like them",
  configSchema: settingsSchema,
  files: ({ manifest, path }) => [manifest ?? path ?? []].flat(),
  fileProblems: encoderProblems,
  filesHint: ({ preset, path }) => preset && path && exportHint(encoderPresets[preset]),
  label: ({ manifest, preset }) => `encoder:${preset ?? basename(manifest!)}`,
  looks: () => true,
  speaks: "encoder",
  create: async (settings, context): Promise<EncoderSystem> => {
    const open = await configuredEncoder(settings, context);
    const embedFrames = open.frames
      ? frameEmbedder(open.frames, { context, batch: settings.batch })
      : undefined;
    return {
      id: context.id,
      kind: "encoder",
      speaks: "encoder",
      identity: await open.identity(),
      cacheable: true,
      sees: open.frames !== undefined,
      concurrency: asksAtOnce,
      maxBatch: open.isOneByOne ? 1 : asksAtOnce,
      ...(open.frames ? { pixels: open.frames.shape } : {}),
      ...(open.frames?.wanted === undefined ? {} : { frames: open.frames.wanted }),
      ask: stoppedByUserErrors(async (asks, signal) => {
        const texts = asks.flatMap((ask) => ("text" in ask ? [ask.text] : []));
        const vectors = (await open.texts?.encode(texts)) ?? [];
        const clips =
          (await embedFrames?.(
            asks.flatMap((ask) => ("text" in ask ? [] : [ask.frames])),
            signal,
          )) ?? [];
        let text = 0;
        let clip = 0;
        return asks.map((ask: EmbedAsk): Asked<EmbedReply> => {
          if (!("text" in ask)) return counted(clips[clip++] ?? withoutTower("image or video"));
          const vector = vectors[text++];
          return counted(vector ? answered(vector) : withoutTower("text"));
        });
      }),
      [Symbol.asyncDispose]: async () => open[Symbol.asyncDispose](),
    };
  },
  async check(settings, { id, directory }) {
    const what = `model of ${id}`;
    const { manifest, path } = settings;
    if (manifest === undefined && path === undefined)
      return [{ what, state: "fine", detail: `${settings.preset} is fetched from the hub` }];
    try {
      const open = (file: string) => ({ path: resolve(directory, file) });
      await using opened = await configuredEncoder(settings, { open });
      await opened.open();
      const towers = [opened.frames ? "frames" : [], opened.texts ? "texts" : []].flat();
      return [{ what, state: "fine", detail: `opens, and embeds ${towers.join(" and ")}` }];
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return [{ what, state: "problem", detail }];
    }
  },
});

/** A model that cannot be opened, or does not fit its manifest, will do no better when asked again. */
function stoppedByUserErrors(ask: EncoderSystem["ask"]): EncoderSystem["ask"] {
  return async (asks, signal) => {
    try {
      return await ask(asks, signal);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const reason = error.hint === undefined ? error.message : `${error.message}; ${error.hint}`;
      return asks.map(() => counted(failed("auth", reason)));
    }
  };
}

/** Nothing is known of an ask but that it was one. */
function counted<T>(outcome: Outcome<T>): Asked<T> {
  return { ...outcome, facts: {} };
}

function withoutTower(tower: "text" | "image or video"): NoAnswer {
  return failed("deterministic", `the encoder has no ${tower} tower: its manifest names none`);
}

/** Where files and models of the settings are. */
interface EncoderPlaces extends Pick<SystemContext, "model" | "warn"> {
  open(path: string): { readonly path: string };
}

/**
 * Opens what the settings name, with a manifest of their own or a preset's; towers that nobody will
 * use stay closed.
 */
export async function configuredEncoder(
  settings: EncoderSettings,
  context: EncoderPlaces,
  isUsed: (tower: "image" | "video" | "text") => boolean = () => true,
): Promise<OpenEncoder> {
  const source = settings.preset
    ? presetSource(settings, context)
    : await manifestSource(context.open(settings.manifest!).path, settings.manifest!);
  const manifest = overridden(source.manifest, settings);
  const unused = (["image", "video", "text"] as const).filter((tower) => !isUsed(tower));
  const without = Object.fromEntries(unused.map((tower) => [tower, undefined]));
  const { warn } = context;
  return openEncoder(
    { ...source, manifest: { ...manifest, ...without } },
    { ...settings, ...(warn ? { warn } : {}) },
  );
}

export async function manifestSource(path: string, shown: string): Promise<EncoderSource> {
  return { manifest: await readManifest(path, shown), files: folderFiles(dirname(path)), shown };
}

/** What keeps the model from being opened, as far as can be seen without opening it. */
async function encoderProblems(
  settings: EncoderSettings,
  directory: string,
): Promise<readonly FileProblem[]> {
  return [...(await runtimeProblem(settings)), ...(await weightProblems(settings, directory))];
}

async function runtimeProblem(settings: EncoderSettings): Promise<readonly FileProblem[]> {
  try {
    await usableProviders(settings.executionProviders);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [{ file: runtimeName, problem: [error.message, error.hint ?? []].flat().join("; ") }];
  }
}

/** A manifest that cannot be read, and files of the model that are missing; graphs stay closed. */
async function weightProblems(
  settings: EncoderSettings,
  directory: string,
): Promise<readonly FileProblem[]> {
  const { manifest, path, preset } = settings;
  const place = manifest ?? path;
  if (place === undefined || !existsSync(resolve(directory, place))) return [];
  const open = (file: string) => ({ path: resolve(directory, file) });
  try {
    const source = preset
      ? presetSource(settings, { open })
      : await manifestSource(open(place).path, place);
    const folder = preset ? place : dirname(place);
    const names = namedFiles(source.manifest);
    const found = await Promise.all(names.map(source.files.find));
    return names.flatMap((name, at) =>
      found[at] === undefined ? [{ file: join(folder, name) }] : [],
    );
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [{ file: place, problem: error.message }];
  }
}

function presetSource(settings: EncoderSettings, context: EncoderPlaces): EncoderSource {
  const name = settings.preset!;
  const preset: EncoderPreset = encoderPresets[name];
  const manifest = checkManifest(preset.manifest, () => name);
  if (settings.path !== undefined)
    return {
      manifest,
      shown: settings.path,
      files: folderFiles(presetFolder(settings.path, preset, context)),
    };
  const model = settings.huggingface ?? preset.huggingface;
  if (model === undefined)
    throw new UserError(
      `the preset ${name} needs path: no public model of the hub has its files in ONNX`,
      `tools/export/${preset.script} writes them from the public checkpoint`,
    );
  if (!context.model)
    throw new UserError(`the model ${model} cannot be fetched here`, "name a folder as path");
  const files = hubFiles(context.model(model, settings.revision), namedFiles(manifest));
  return { manifest, shown: model, files };
}

function exportHint({ script }: EncoderPreset): string {
  return `tools/export/${script} writes the files of this model there from the public checkpoint`;
}

function presetFolder(path: string, preset: EncoderPreset, context: EncoderPlaces): string {
  try {
    return context.open(path).path;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message, exportHint(preset));
  }
}

function overridden(manifest: Manifest, settings: EncoderSettings): Manifest {
  const { frames, resize, mean, std, renormalize } = settings;
  const given = Object.entries({ frames, resize, mean, std, renormalize });
  return {
    ...manifest,
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  };
}
