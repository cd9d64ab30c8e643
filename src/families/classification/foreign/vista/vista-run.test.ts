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

  it("asks all models in one task, each with the frames and the example that it is shown", () => {
    const read = translated(
      text(
        `kind: encoder, encoder: viclip, ${heads}`,
        `kind: encoder, encoder: clip, hf_model: ViT-B-32/openai, n_frames: 16, ${heads}`,
        `kind: encoder, encoder: s3d, batch_size: 2, ${heads}`,
        "kind: gpt, n_frames: 4, is_one_shot: true",
      ),
    );
    expect(read).toMatchObject({
      config: {
        name: "my-exp",
        tasks: [
          {
            id: "vista",
            data: { format: "vista", path: "my exp.yaml" },
            frames: { strategy: "vista", count: 8 },
            options: { similarity: "dot" },
          },
        ],
        systems: [
          { id: "viclip_cosine", kind: "encoder", preset: "viclip-l-14", batch: 8, frames: 8 },
          {
            id: "clip-16_cosine",
            preset: "openclip-vit-b-32",
            path: "cache/encoders/clip/ViT-B-32/openai",
            frames: 16,
            resize: "stretch",
            renormalize: false,
            mean: [0.48145466, 0.4578275, 0.40821073],
          },
          { id: "s3d_cosine", preset: "s3d-howto100m", batch: 2, frames: 32 },
          {
            id: "gpt-4-vision-preview",
            kind: "chat",
            provider: "openai",
            model: "gpt-4-vision-preview",
            temperature: 0.7,
            imageDetail: "low",
            frames: 4,
            options: { example: true },
          },
        ],
      },
    });
    if ("config" in read) expect((read.config as { tasks: object[] }).tasks).toHaveLength(1);
  });

  const clip = (weights: string) =>
    `kind: encoder, encoder: clip, hf_model: ${weights}, n_frames: 4, ${heads}`;
  const idsOf = (...models: readonly string[]) => {
    const read = translated(text(...models));
    if (!("config" in read)) throw new Error(JSON.stringify(read));
    return (read.config as { systems: { id: string }[] }).systems.map(({ id }) => id);
  };

  it("calls models of one name by what tells them apart", () => {
    expect(idsOf(clip("ViT-B-32/openai"), clip("ViT-L-14/openai"))).toEqual([
      "clip-4_cosine_ViT-B-32-openai",
      "clip-4_cosine_ViT-L-14-openai",
    ]);
    const gpt = "kind: gpt, model: m, n_frames";
    expect(idsOf(`${gpt}: 4`, `${gpt}: 4, is_one_shot: true`, `${gpt}: 8`)).toEqual([
      "m_4-frames",
      "m_one-shot_4-frames",
      "m_8-frames",
    ]);
    expect(idsOf(`${gpt}: 4`, `${gpt}: 4`)).toEqual(["m", "m_2"]);
  });

  it("reads the manifest beside weights, and needs one for models without a preset", () => {
    const folder = "cache/encoders/clip/ViT-B-16/openai";
    const all = ["tasks", "videos", "cache"];
    expect(translated(text(clip("ViT-B-16/openai")))).toMatchObject({
      problems: [
        { at: "6:47", message: expect.stringContaining(`${folder} has no manifest.yaml, which`) },
      ],
    });
    const viclip = "cache/encoders/viclip/manifest.yaml";
    const found = translated(
      text(clip("ViT-B-16/openai"), `kind: encoder, encoder: viclip, ${heads}`),
      {},
      [...all, `${folder}/manifest.yaml`, viclip],
    );
    expect(found).toMatchObject({
      config: {
        systems: [
          { manifest: `${folder}/manifest.yaml`, frames: 4, resize: "stretch" },
          { manifest: viclip },
        ],
      },
    });
    expect(JSON.stringify(found)).not.toContain('"preset"');
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
    expect(system(base)).toMatchObject({ ...local, apiKey: `\${OPENAI_API_KEY:-}` });
    // Else the same experiment would be another run once a key is set.
    expect(system({ ...base, OPENAI_API_KEY: "k" })).toEqual(system(base));
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
