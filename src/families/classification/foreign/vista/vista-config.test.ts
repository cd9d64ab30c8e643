import { describe, expect, it } from "vitest";
import { readVistaConfig } from "./vista-config.ts";

const rest = "task_dir: tasks\nvideo_dir: videos\n";
const withModel = (model: string) => `tasks: [a/b]\n${rest}models:\n  - { ${model} }\n`;
const heads = "heads: [{ kind: cosine }]";
const viclip = `kind: encoder, encoder: viclip, ${heads}`;
const clip = `kind: encoder, encoder: clip, ${heads}`;
const gpt = "kind: gpt, n_frames: 4";

describe("reading the configuration of an experiment", () => {
  it.each([
    [viclip],
    [`${viclip}, batch_size: 8`],
    [`${clip}, hf_model: ViT-B-32/openai, n_frames: 2`],
    [gpt],
    [`${gpt}, model: gpt-4o, is_one_shot: true, async_batch: false`],
  ])("accepts { %s }", (model) =>
    expect(readVistaConfig(withModel(model))).toMatchObject({ task_dir: "tasks", tasks: ["a/b"] }),
  );

  it.each([
    ["tasks: [a]\n  models: []", "2:1", /^not valid YAML: /],
    ["- a", "1:1", /^must be a mapping with tasks, models, task_dir, video_dir$/],
    [`${withModel(viclip)}taks: []\n`, "6:7", /^taks: unknown key; did you mean "tasks"\?$/],
    [`tasks: [a]\nvideo_dir: v\nmodels: [{ ${viclip} }]`, "1:1", /^task_dir: must be a text/],
    [`tasks: []\n${rest}models: [{ ${viclip} }]`, "1:8", /^tasks: must be a list of at least one/],
    [`tasks: [a, a]\n${rest}models: [{ ${viclip} }]`, "1:12", /^tasks\.1: "a" is listed twice$/],
    [`tasks: [a]\n${rest}models: []`, "4:9", /^models: must be a list of at least one model$/],
    [
      withModel(`${gpt}, colour: red`),
      "5:39",
      /the keys are kind, encoder, heads, batch_size, hf_model, n_frames, model, is_one_shot, async_batch$/,
    ],
    [withModel("kind: vlm"), "5:13", /^models\.0\.kind: must be encoder or gpt, got "vlm"$/],
    [withModel(`kind: encoder, ${heads}`), "5:5", /\.encoder: must be viclip, s3d, clip, got noth/],
    [
      withModel("kind: encoder, encoder: s3d"),
      "5:5",
      /\.heads: an encoder needs at least one head/,
    ],
    [withModel("kind: encoder, encoder: s3d, heads: []"), "5:43", /\.heads: an encoder needs/],
    [withModel("kind: encoder, encoder: s3d, heads: [{ kind: x }]"), "5:52", /must be cosine/],
    [
      withModel("kind: encoder, encoder: s3d, heads: [{ kind: cosine, alpha: 1 }]"),
      "5:67",
      /heads\.0\.alpha: is not allowed/,
    ],
    [withModel(`${viclip}, n_frames: 8`), "5:76", /n_frames: is only for the encoder clip/],
    [withModel(`${viclip}, hf_model: a/b`), "5:76", /hf_model: is only for the encoder clip/],
    [withModel(`${viclip}, model: m`), "5:73", /model: is only for models of kind gpt/],
    [withModel(`${viclip}, is_one_shot: true`), "5:79", /is_one_shot: is only for models of kind/],
    [withModel(`${viclip}, async_batch: false`), "5:79", /async_batch: is only for models of kind/],
    [withModel(`${viclip}, batch_size: 0`), "5:78", /batch_size: must be a whole number from 1 on/],
    [withModel(`${viclip}, bach_size: 2`), "5:77", /unknown key; did you mean "batch_size"\?/],
    [withModel(`${clip}, n_frames: 8`), "5:5", /hf_model: must be <model>\/<tag>.* got nothing/],
    [withModel(`${clip}, n_frames: 8, hf_model: a/b/c`), "5:87", /one slash, got "a\/b\/c"/],
    [withModel(`${clip}, hf_model: a/b`), "5:5", /n_frames: must be a whole number from 2 on/],
    [withModel(`${clip}, hf_model: a/b, n_frames: 1`), "5:89", /from 2 on, got 1/],
    [withModel(`${gpt}, batch_size: 2`), "5:43", /batch_size: is only for models of kind encoder/],
    [withModel(`${gpt}, encoder: clip`), "5:40", /encoder: is only for models of kind encoder/],
    [withModel(`${gpt}, heads: []`), "5:38", /heads: is only for models of kind encoder/],
    [withModel(`${gpt}, hf_model: a/b`), "5:41", /hf_model: is only for models of kind encoder/],
    [withModel(`${gpt}, async_batch: true`), "5:44", /async_batch: must be false/],
    [withModel(`${gpt}, is_one_shot: maybe`), "5:44", /is_one_shot: must be true or false/],
    [withModel("kind: gpt"), "5:5", /n_frames: must be a whole number from 2 on, got nothing/],
  ])("names field and place of what is wrong: %j", (text, at, message) => {
    const read = readVistaConfig(text);
    if (!("problems" in read)) throw new Error("no problem was found");
    expect(read.problems).toEqual([{ at, message: expect.stringMatching(message) }]);
  });
});
