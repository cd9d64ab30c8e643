import type { temporaryFolder } from "../support/temporary-folder.ts";

type Folder = ReturnType<typeof temporaryFolder>;

const tasks = {
  "foundation/drawer": {
    yaml: `label_prompts:
  open: a hand opens the drawer
  close: a hand closes the drawer
  none: nobody touches the drawer
prompt_gpt: The camera is worn on the head.
example_gpt: "Frame 1: a closed drawer."
metadata: { level: 1 }
`,
    // A literal of JavaScript, as some tasks are written.
    data: `// three videos
[
  { path: 'alfred/d1.mp4', label: 'open' },
  { "path": "alfred/d2.mp4", label: "close", },
  { path: 'alfred/d3.mp4', label: 'none' },
];
`,
  },
  "level_2/remix/cup": {
    yaml: "label_prompts: { up: the cup is lifted, down: the cup is put down }\nprompt_gpt: A table.\nexample_gpt: None.\n",
    data: '[{"path":"real_life/c1.mp4","label":"up"},{"path":"real_life/c2.mp4","label":"down"},{"path":"alfred/d1.mp4","label":"down"}]',
  },
} as const;

/** Raw scores of one model, by task and video, in the order of the labels. */
const scores: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  "foundation/drawer": {
    "alfred/d1.mp4": [0.3, 0.25, 0.2],
    "alfred/d2.mp4": [0.31, 0.27, 0.19],
    "alfred/d3.mp4": [0.29, 0.24, 0.23],
  },
  "level_2/remix/cup": {
    "real_life/c1.mp4": [0.6, 0.4],
    "real_life/c2.mp4": [0.55, 0.45],
    "alfred/d1.mp4": [0.3, 0.7],
  },
};

const labels: Readonly<Record<string, readonly string[]>> = {
  "foundation/drawer": ["open", "close", "none"],
  "level_2/remix/cup": ["up", "down"],
};

export const models = {
  viclip: "{ kind: encoder, encoder: viclip, heads: [{ kind: cosine }] }",
  gpt: "{ kind: gpt, n_frames: 4, model: watcher }",
};

export function configText(
  model: string = models.viclip,
  names: readonly string[] = Object.keys(tasks),
): string {
  return `tasks: [${names.join(", ")}]\ntask_dir: tasks\nvideo_dir: videos\nmodels:\n  - ${model}\n`;
}

/** Writes tasks and configuration; videos are left out. */
export function writeExperiment(folder: Folder, config = configText()): void {
  folder.file("config.yaml", config);
  folder.file("videos/about.txt", "videos");
  for (const [id, { yaml, data }] of Object.entries(tasks)) {
    folder.file(`tasks/${id}.yaml`, yaml);
    folder.file(`tasks/${id}_data.json`, data);
  }
}

const truths: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "foundation/drawer": {
    "alfred/d1.mp4": "open",
    "alfred/d2.mp4": "close",
    "alfred/d3.mp4": "none",
  },
  "level_2/remix/cup": {
    "real_life/c1.mp4": "up",
    "real_life/c2.mp4": "down",
    "alfred/d1.mp4": "down",
  },
};

/** The rows of `results.csv`; a model's scores are multiplied by its factor. */
export function resultsText(factors: Readonly<Record<string, number>>): string {
  const lines = Object.entries(factors).flatMap(([model, factor]) =>
    Object.entries(scores).flatMap(([task, videos]) =>
      Object.entries(videos).flatMap(([video, given]) =>
        given.map((score, place) => {
          const truth = truths[task]![video]!;
          const at = labels[task]!.indexOf(truth);
          return [task, model, video, labels[task]![place], place, score * factor, truth, at].join(
            ",",
          );
        }),
      ),
    ),
  );
  const header = "task,model,video,label,label_idx,score,true_label,true_label_idx";
  return `${[header, ...lines].join("\n")}\n`;
}
