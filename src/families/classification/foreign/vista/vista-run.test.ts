import { describe, expect, it } from "vitest";
import { vistaRun } from "./vista-run.ts";

const head = "tasks: [a]\ntask_dir: tasks\nvideo_dir: videos\ncache_dir: cache\n";
const text = (...models: readonly string[]) =>
  `${head}models:\n${models.map((model) => `  - { ${model} }\n`).join("")}`;
const heads = "heads: [{ kind: cosine }]";

function translated(
  written: string,
  environment: Readonly<Record<string, string>> = {},
  folders: readonly string[] = ["tasks", "videos", "cache"],
) {
  return vistaRun.translate(written, {
    file: "my exp.yaml",
    environment,
    locate: (path) => (folders.includes(path) ? path : undefined),
  });
}

describe("an experiment of ViSTa as a configuration", () => {
  it("is known by its keys", () => {
    const keys = { task_dir: "a", video_dir: "b", models: [] };
    expect(vistaRun.recognises(keys)).toBe(true);
    const { models: _, ...less } = keys;
    expect(vistaRun.recognises({ ...less, tasks: [] })).toBe(false);
    expect(vistaRun.recognises("task_dir")).toBe(false);
  });

  it("asks models that see the same frames in one task", () => {
    expect(
      translated(
        text(
          `kind: encoder, encoder: viclip, ${heads}`,
          `kind: encoder, encoder: clip, hf_model: ViT-B-32/openai, n_frames: 8, ${heads}`,
          `kind: encoder, encoder: s3d, batch_size: 2, ${heads}`,
          "kind: gpt, n_frames: 8, is_one_shot: true",
        ),
      ),
    ).toMatchObject({
      config: {
        name: "my-exp",
        tasks: [
          {
            id: "vista-8-frames",
            data: { format: "vista", path: "my exp.yaml" },
            frames: { strategy: "vista", count: 8 },
            options: { similarity: "dot", example: false },
            systems: ["viclip_cosine", "clip-8_cosine"],
          },
          { id: "vista-32-frames", systems: ["s3d_cosine"] },
          {
            id: "vista-8-frames-one-shot",
            options: { example: true },
            systems: ["gpt-4-vision-preview"],
          },
        ],
        systems: [
          { id: "viclip_cosine", kind: "encoder", preset: "viclip-l-14", batch: 8 },
          {
            id: "clip-8_cosine",
            preset: "openclip-vit-b-32",
            path: "cache/encoders/clip/ViT-B-32/openai",
            frames: 8,
            resize: "stretch",
            renormalize: false,
            mean: [0.48145466, 0.4578275, 0.40821073],
          },
          { id: "s3d_cosine", preset: "s3d-howto100m", batch: 2 },
          { kind: "chat", provider: "openai", model: "gpt-4-vision-preview", temperature: 0.7 },
        ],
      },
    });
  });

  it("calls the task plainly where all see the same, and models of one name apart", () => {
    const clip = (weights: string) =>
      `kind: encoder, encoder: clip, hf_model: ${weights}, n_frames: 4, ${heads}`;
    expect(translated(text(clip("ViT-B-32/openai"), clip("ViT-L-14/openai")))).toMatchObject({
      config: {
        tasks: [{ id: "vista", systems: ["clip-4_cosine", "clip-4_cosine-2"] }],
        systems: [{ id: "clip-4_cosine" }, { id: "clip-4_cosine-2", preset: "openclip-vit-l-14" }],
      },
    });
  });

  it("asks the server that OPENAI_BASE_URL names, with the key where there is one", () => {
    const gpt = text("kind: gpt, n_frames: 4, model: org/gpt-4o");
    const system = (environment: Readonly<Record<string, string>>) => {
      const read = translated(gpt, environment);
      return "config" in read ? (read.config as { systems: object[] }).systems[0] : read;
    };
    expect(system({})).toMatchObject({ id: "org-gpt-4o", provider: "openai", model: "org/gpt-4o" });
    const base = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
    const local = { provider: "openai-compatible", baseUrl: base.OPENAI_BASE_URL };
    expect(system(base)).toMatchObject(local);
    expect(system(base)).not.toHaveProperty("apiKey");
    expect(system({ ...base, OPENAI_API_KEY: "k" })).toMatchObject({
      ...local,
      apiKey: `\${OPENAI_API_KEY}`,
    });
  });

  it("needs the folders that it names", () => {
    const gpt = text("kind: gpt, n_frames: 4");
    expect(translated(gpt, {}, ["tasks"])).toEqual({
      problems: [
        { at: "3:12", message: "video_dir: no such folder: videos" },
        { at: "4:12", message: "cache_dir: no such folder: cache" },
      ],
    });
    expect(translated(text("kind: gpt"))).toMatchObject({ problems: [{ at: "6:5" }] });
  });
});
