import { describe, expect, it } from "vitest";
import type { DataFolder } from "../../../../core/data/data-file.ts";
import type { FolderPiece } from "../../../../core/data/format.ts";
import type { LabelSample } from "../../schema.ts";
import { vistaFormat } from "./vista-format.ts";

const labels = "label_prompts:\n  b: two\n  a: one\n";
const videos = '[{"path": "alfred/v1.mp4", "label": "a"}, {"path": "v2.mp4", "label": "b"}]';

/** What the format gives for files by their names. */
async function readFiles(files: Readonly<Record<string, string>>, index?: string) {
  const names = Object.keys(files);
  const folder = {
    path: "tasks",
    index,
    list: async (pattern?: string) =>
      pattern ? names.filter((name) => name.endsWith(".yaml")) : names,
    text: async (path: string) => files[path]!,
  } as Partial<DataFolder> as DataFolder;
  const pieces: FolderPiece<LabelSample>[] = [];
  for await (const piece of vistaFormat.read(folder)) pieces.push(piece);
  return {
    problems: pieces.flatMap(({ where, read }) => (read.ok ? [] : [`${where}: ${read.reason}`])),
    samples: pieces.flatMap(({ read }) => (read.ok ? read.value : [])),
  };
}
const one = (yaml: string, data = videos) => readFiles({ "t.yaml": yaml, "t_data.json": data });
const config = (model: string, tasks = "[t]") =>
  `tasks: ${tasks}\ntask_dir: tasks\nvideo_dir: videos\nmodels: [{ ${model} }]\n`;

describe("tasks of ViSTa", () => {
  it("are read with labels in their order, and with what names tell", async () => {
    const { samples, problems } = await readFiles({
      "level_3/permutation/t.yaml": `${labels}prompt_gpt: Look.\nmetadata: { source: own, n: [1] }\n`,
      "level_3/permutation/t_data.json": videos,
      "about.yaml": "not: a task\n",
    });
    expect(problems).toEqual([]);
    expect(samples[0]).toEqual({
      environment: "Virtual home",
      group: "alfred/v1.mp4",
      id: "level_3/permutation/t/alfred/v1.mp4",
      labels: [
        { id: "b", description: "two" },
        { id: "a", description: "one" },
      ],
      level: "3",
      media: [{ kind: "video", path: "alfred/v1.mp4" }],
      metadata: { source: "own", n: "[1]" },
      prompt: "Look.",
      task: "level_3/permutation/t",
      taskGroup: "Permutation",
      truth: ["a"],
    });
    expect(samples[1]).not.toHaveProperty("environment");
  });

  it("keep the order of labels that are numbers", async () => {
    const { samples } = await one(
      "label_prompts: { 10: ten, 2: two }",
      "[{ path: 'v.mp4', label: 2 }]",
    );
    expect(samples[0]!.labels.map(({ id }) => id)).toEqual(["10", "2"]);
    expect(samples[0]!.truth).toEqual(["2"]);
  });

  it("may have several labels for a video", async () => {
    const { samples } = await one(
      `${labels}task_mode: multilabel\n`,
      '[{"path":"v","label":"a, b"}]',
    );
    expect(samples[0]).toMatchObject({ isMultiLabel: true, truth: ["a", "b"] });
    const some = '[{"path":"v","label":"a,b"},{"path":"w","label":"a"}]';
    expect((await one(labels, some)).samples.map(({ isMultiLabel }) => isMultiLabel)).toEqual([
      true,
      true,
    ]);
  });

  it("are those that the configuration names, in its order", async () => {
    const files = {
      "a.yaml": labels,
      "a_data.json": videos,
      "b.yaml": labels,
      "b_data.json": videos,
    };
    const encoder = "kind: encoder, encoder: s3d, heads: [{ kind: cosine }]";
    const read = await readFiles(files, config(encoder, "[b]"));
    expect(new Set(read.samples.map(({ task }) => task))).toEqual(new Set(["b"]));
  });

  it.each([
    ["label_prompts: {a: one}\n b: 2", videos, /^t\.yaml:2:\d+: not valid YAML/],
    ["prompt_gpt: x\n", videos, /^t\.yaml:1:1: label_prompts: must map the id of each label/],
    ["label_prompts: {a: 1}\n", videos, /^t\.yaml:1:20: label_prompts\.a: must be a description/],
    [
      `${labels}promt_gpt: x\n`,
      videos,
      /^t\.yaml:4:12: promt_gpt: unknown key; did you mean "prompt_gpt"/,
    ],
    [`${labels}prompt_gpt: [x]\n`, videos, /^t\.yaml:4:13: prompt_gpt: must be a text/],
    [`${labels}metadata: 3\n`, videos, /^t\.yaml:4:11: metadata: must be a mapping/],
    [`${labels}task_mode: both\n`, videos, /^t\.yaml:4:12: task_mode: must be multiclass or/],
    [labels, "{path}", /^t_data\.json:1:6: neither JSON nor a literal of JavaScript: expected ":"/],
    [labels, "{}", /^t_data\.json: must be a list of \{ path, label \}/],
    [labels, "[]", /^t_data\.json: holds no video/],
    [labels, "[{}]", /^t_data\.json: \[0\]\.path: must be the path of a video/],
    [labels, "[{path: 'v'}]", /^t_data\.json: \[0\]\.label: must name a label/],
    [labels, "[{path: 'v', label: 'c'}]", /\[0\]\.label: "c" is none of label_prompts: b, a/],
    [`${labels}task_mode: multiclass\n`, "[{path: 'v', label: 'a,b'}]", /"a,b" is none of/],
    [
      labels,
      "[{path: 'v', label: 'a'}, {path: 'w', label: 'a'}, {path: 'v', label: 'b'}]",
      /^t_data\.json: \[2\]\.path: the video v is in this task twice, first as \[0\]$/,
    ],
  ])("are refused with file and field: %j %j", async (yaml, data, message) => {
    const { problems } = await one(yaml, data);
    expect(problems).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    [
      "kind: gpt, n_frames: 2",
      videos,
      /^t\.yaml:1:1: prompt_gpt is missing, which a model of kind gpt/,
    ],
    [
      "kind: gpt, n_frames: 2, is_one_shot: true",
      videos,
      /^t\.yaml:1:1: prompt_gpt is missing.*\n.*example_gpt is missing, which a model with is_one_shot/,
    ],
  ])("must have what models need: %s", async (model, data, message) => {
    const { problems } = await readFiles({ "t.yaml": labels, "t_data.json": data }, config(model));
    expect(problems.join("\n")).toMatch(message);
  });

  it("must say what several labels mean where a model is asked about them", async () => {
    const files = {
      "t.yaml": `${labels}prompt_gpt: x\n`,
      "t_data.json": "[{path: 'v', label: 'a,b'}]",
    };
    const { problems } = await readFiles(files, config("kind: gpt, n_frames: 2"));
    expect(problems).toEqual([
      expect.stringMatching(/^t\.yaml: task_mode: multiclass or multilabel/),
    ]);
  });

  it("are missed where there are none, or not the one that is named", async () => {
    expect((await readFiles({ "a.yaml": labels })).problems).toEqual([
      ".: holds no <id>.yaml with an <id>_data.json beside it",
    ]);
    const named = await readFiles({ "tt.yaml": labels }, config("kind: gpt, n_frames: 2"));
    expect(named.problems).toEqual([expect.stringContaining('did you mean "tt"?')]);
  });
});
