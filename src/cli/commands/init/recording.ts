import type { RecordingLayout, StarterRecording } from "../../../core/family/starter.ts";
import { UserError } from "../../../core/user-error.ts";
import { writeEpisode } from "../demo/episode/write-episode.ts";
import type { Template } from "./template.ts";

/** The recording that is made for a family. */
export function recordingOf(template: Template, all: readonly Template[]): StarterRecording {
  if (template.recording) return template.recording;
  const others = all.filter(({ recording }) => recording).map(({ id }) => id);
  throw new UserError(
    `--recording: there is none of the family ${template.id}`,
    `there is one of ${others.join(", ")}`,
  );
}

const writers: Readonly<Record<RecordingLayout, (folder: string) => Promise<unknown>>> = {
  xperience: (folder) =>
    writeEpisode(folder, {
      frames: 1_200,
      framesPerSecond: 16,
      cameras: ["fisheye_cam0", "stereo_left"],
    }),
};

/** Simulates a recording in a folder that is not there yet. */
export async function writeRecording(layout: RecordingLayout, folder: string): Promise<void> {
  await writers[layout](folder);
}
