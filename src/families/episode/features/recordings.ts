import type { RecordingPlace } from "../../../core/data/recording.ts";

export const annotationFile = "annotation.hdf5";

/** Cameras of a recording in the order of their blocks; the first has the sound. */
export const cameras = [
  "fisheye_cam0",
  "fisheye_cam1",
  "fisheye_cam2",
  "fisheye_cam3",
  "stereo_left",
  "stereo_right",
] as const;

/** Folders with an annotation and no table. */
export function recordingsAmong(paths: readonly string[]): readonly RecordingPlace[] {
  const all = new Set(paths);
  return paths.flatMap((path) => {
    const place = /^((?:[^/]+\/)*)annotation\.hdf5$/.exec(path)?.[1];
    if (place === undefined || all.has(`${place}windows.csv`)) return [];
    const videos = cameras
      .map((camera) => `${camera}.mp4`)
      .filter((name) => all.has(`${place}${name}`));
    return [{ folder: place.replace(/\/$/, ""), paths: [annotationFile, ...videos] }];
  });
}
