import { UserError } from "../../../core/user-error.ts";
import { writeEpisode } from "../demo/episode/write-episode.ts";

/** A recording that is made, with a configuration that reads it. */
interface Recording {
  /** Below that of the configuration. */
  readonly folder: string;
  readonly config: string;
  write(folder: string): Promise<void>;
}

const tasks = [
  "timeline_action",
  "transition_detection",
  "contact_prediction",
  "hand_trajectory_forecast",
];

const recordings: readonly Recording[] = [
  {
    folder: "recording",
    config: `# A synthetic recording: actions, contacts, objects and captions in annotation.hdf5 are what was simulated. Run it: vidimus run
# All tasks: docs/families/episode.md; how features are derived: docs/episodes.md.
name: my-episode
tasks:
${tasks.map((task) => `  - { id: ${task}, family: episode, data: { format: xperience, path: recording, split: test }, options: { task: ${task} } }\n`).join("")}systems:
  - { kind: majority }
  - { kind: chance }
  # Learns from the earlier part of the recording:
  - { id: linear, kind: heads, head: minimal }
  #   - { id: network, kind: heads, head: neural }
`,
    write: async (folder) => {
      await writeEpisode(folder, {
        frames: 1_200,
        framesPerSecond: 16,
        cameras: ["fisheye_cam0", "stereo_left"],
      });
    },
  },
];

/** The family that a recording is for, as its configuration says. */
function familyOf({ config }: Recording): string {
  return /family: ([\w-]+)/.exec(config)![1]!;
}

/** What is made for a family. */
export function recordingOf(family: string): Recording {
  const found = recordings.find((one) => familyOf(one) === family);
  if (found) return found;
  throw new UserError(
    `--recording: there is none of the family ${family}`,
    `there is one of ${recordings.map(familyOf).join(", ")}`,
  );
}
