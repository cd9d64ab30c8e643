import type {
  DerivationEvents,
  DerivationNotes,
  Recording,
  TableDraft,
} from "../../../core/data/recording.ts";
import type { Result } from "../../../core/result.ts";
import { UserError } from "../../../core/user-error.ts";
import { annotated, type FeatureBlock, type ReadFrames } from "./block.ts";
import { type FrameCaptions, frameCaptions, parseCaption } from "./captions.ts";
import { deriveSettings } from "./derive-settings.ts";
import {
  type AnnotationSources,
  annotationArrays,
  bodyJoints,
  contactsBlock,
  handJoints,
  imuBlock,
  jointsBlock,
  rotationBlock,
  translationBlock,
} from "./motion-blocks.ts";
import { annotationFile, cameras } from "./recordings.ts";
import {
  audioBlocks,
  calibrationBlock,
  captionBlock,
  depthBlock,
  pointCloudBlock,
  videoBlock,
} from "./sense-blocks.ts";
import { boundariesText, handForecast, targetsText, windowsText } from "./table-texts.ts";
import { windowsOf } from "./windows.ts";

/** Why a block is not in the table. */
interface Absence {
  readonly name: string;
  readonly reason: string;
}

/**
 * Makes the table of one episode: features of all windows, block by block so that memory does not
 * depend on its length, their labels, and what tasks are to predict beside them.
 */
export async function deriveTable(
  recording: Recording,
  draft: TableDraft,
  context: DerivationEvents & { readonly options: unknown },
): Promise<DerivationNotes> {
  const settings = deriveSettings(context.options);
  const warnings: string[] = [];
  const frames = await frameCount(recording, (warning) => warnings.push(warning));
  const windows = windowsOf(frames, {
    frames: settings.windowFrames,
    stride: settings.strideFrames,
  });
  if (windows.length === 0)
    throw new UserError(
      `${annotationFile}: ${frames} frames are too few for a window of ${settings.windowFrames}`,
    );
  const captions = await readCaptions(recording, frames, (warning) => warnings.push(warning));
  const sources = await readSources(recording);
  const { blocks, absent } = await availableBlocks({
    recording,
    frames,
    sources,
    captions,
    settings,
    context,
  });
  warnings.push(...blocks.flatMap((block) => block.warnings ?? []));
  let columns = 0;
  const manifest = blocks.map(({ name, dim }) => {
    columns += dim;
    return { name, start: columns - dim, end: columns, dim };
  });
  const matrix = await draft.matrix(
    "shared_windows.npz",
    { name: "X", rows: windows.length, columns },
    {
      starts: { shape: [windows.length], values: Int32Array.from(windows, ({ start }) => start) },
      // As in windows.csv: the last frame of the window.
      ends: { shape: [windows.length], values: Int32Array.from(windows, ({ end }) => end - 1) },
    },
  );
  for (const [i, block] of blocks.entries()) {
    let row = 0;
    for await (const values of block.rows(windows)) {
      context.signal?.throwIfAborted();
      await matrix.put(row++, manifest[i]!.start, values);
      context.onProgress(block.name, row, windows.length);
    }
  }
  warnings.push(...blocks.flatMap((block) => block.found?.() ?? []));
  await draft.text("feature_manifest.json", json(manifest));
  await draft.text("windows.csv", windowsText(windows, captions, settings));
  if (captions) await draft.text("true_boundaries.csv", boundariesText(captions));
  await draft.text(
    "targets.csv",
    await targetsText({ windows, captions, frames, contacts: sources.contacts, settings }),
  );
  await draft.arrays("targets.npz", await handForecast({ windows, frames, sources, settings }));
  await draft.text(
    "available_modalities.json",
    json({
      annotation: annotationFile,
      num_frames: frames,
      num_windows: windows.length,
      feature_dim: columns,
      available: manifest.map(({ name }) => name),
      missing: absent,
      warnings,
    }),
  );
  return { warnings: [...warnings, ...absenceWarning(absent)] };
}

const noFile = /^there is no \w+\.mp4$/;

/** Blocks that are missing for the same reason are listed together. */
function absenceWarning(absent: readonly Absence[]): readonly string[] {
  if (absent.length === 0) return [];
  const blocks = [
    ...Map.groupBy(absent, ({ reason }) => reason.replace(noFile, "there is no MP4 file of it")),
  ].map(([reason, some]) => `${some.map(({ name }) => name).join(", ")} (${reason})`);
  return [`feature blocks that are left out: ${blocks.join(", ")}`];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Arrays with one row for each frame. */
const frameArrays = [
  annotationArrays.body,
  annotationArrays.contacts,
  annotationArrays.leftHand,
  annotationArrays.rightHand,
  annotationArrays.rotation,
  annotationArrays.translation,
  annotationArrays.keyframes,
  "slam/frame_names",
  "depth/depth",
] as const;

async function frameCount(recording: Recording, warn: (message: string) => void): Promise<number> {
  const counts = new Map<string, number>();
  for (const name of frameArrays) {
    const shape = await recording.shape(annotationFile, name);
    if (shape?.[0]) counts.set(name, shape[0]);
  }
  if (counts.size === 0)
    throw new UserError(
      `${annotationFile}: has no array with a row for each frame`,
      `such as ${frameArrays.slice(0, 3).join(", ")}`,
    );
  const least = Math.min(...counts.values());
  const longer = [...counts].find(([, count]) => count > least);
  if (longer)
    warn(
      `${annotationFile}: ${longer[0]} has ${longer[1]} rows, and only the ${least} frames that all arrays have are used`,
    );
  return least;
}

async function readCaptions(
  recording: Recording,
  count: number,
  warn: (message: string) => void,
): Promise<FrameCaptions | undefined> {
  if (!(await recording.shape(annotationFile, "caption"))) return undefined;
  const [text = ""] = await recording.texts(annotationFile, "caption");
  const hasNames = await recording.shape(annotationFile, "slam/frame_names");
  const names = hasNames ? await recording.texts(annotationFile, "slam/frame_names") : undefined;
  const hasTimes = await recording.shape(annotationFile, "video/device_timestamp");
  const timestamps = hasTimes
    ? (await recording.read({ path: annotationFile, name: "video/device_timestamp" })).values
    : undefined;
  try {
    const captions = frameCaptions(parseCaption(text), { count, names, timestamps });
    const [first] = captions.unknown;
    if (first !== undefined)
      warn(
        `${annotationFile}: ${captions.unknown.length} frame names of the caption are of no frame, such as "${first}"`,
      );
    return captions;
  } catch (error) {
    throw new UserError(`${annotationFile}: array "caption": ${(error as Error).message}`);
  }
}

async function readSources(recording: Recording): Promise<AnnotationSources> {
  const array = (name: string, inner: readonly number[]) =>
    annotated(recording, { path: annotationFile, name, inner });
  return {
    body: await array(annotationArrays.body, [bodyJoints, 3]),
    leftHand: await array(annotationArrays.leftHand, [handJoints, 3]),
    rightHand: await array(annotationArrays.rightHand, [handJoints, 3]),
    contacts: await array(annotationArrays.contacts, [21]),
  };
}

interface Wanted {
  readonly recording: Recording;
  readonly frames: number;
  readonly sources: AnnotationSources;
  readonly captions: FrameCaptions | undefined;
  readonly settings: ReturnType<typeof deriveSettings>;
  readonly context: DerivationEvents;
}

/** The blocks in the order of the manifest, and why some are not there. */
async function availableBlocks(wanted: Wanted) {
  const { recording, sources, captions, settings } = wanted;
  const { body } = sources;
  const videos = startVideos(wanted);
  const blocks: FeatureBlock[] = [];
  const absent: Absence[] = [];
  const add = (name: string, block: FeatureBlock | undefined, reason: string) => {
    if (block) blocks.push(block);
    else absent.push({ name, reason });
  };
  const missing = (name: string) => `${annotationFile} has no ${name}`;
  const joints = (name: string, read: ReadFrames | undefined, count: number) =>
    read && jointsBlock(name, { joints: read, body, count });
  add(
    "hand_left_joints",
    joints("hand_left_joints", sources.leftHand, handJoints),
    missing(annotationArrays.leftHand),
  );
  add(
    "hand_right_joints",
    joints("hand_right_joints", sources.rightHand, handJoints),
    missing(annotationArrays.rightHand),
  );
  add("body_joints", joints("body_joints", body, bodyJoints), missing(annotationArrays.body));
  add(
    "body_contacts",
    sources.contacts && contactsBlock(sources.contacts),
    missing(annotationArrays.contacts),
  );
  const array = (name: string, inner: readonly number[]) =>
    annotated(recording, { path: annotationFile, name, inner });
  const places = await array(annotationArrays.translation, [3]);
  add(
    "camera_translation",
    places && (await translationBlock(places)),
    missing(annotationArrays.translation),
  );
  const turns = await array(annotationArrays.rotation, [4]);
  add("camera_rotation_matrix", turns && rotationBlock(turns), missing(annotationArrays.rotation));
  add(
    "imu_accel_gyro",
    await imuBlock(recording, { path: annotationFile, frames: wanted.frames }),
    missing("imu/accel_xyz, gyro_xyz and keyframe_indices"),
  );
  add("depth_confidence", await depthBlock(recording, annotationFile), missing("depth/depth"));
  const first = await addVideos(videos, wanted, add);
  await addSound(wanted, first, add);
  add(
    "caption_objects_interaction_text",
    captions && captionBlock(captions, settings.labelText),
    missing("caption"),
  );
  add(
    "slam_point_cloud",
    await pointCloudBlock(recording, annotationFile),
    missing("slam/point_cloud"),
  );
  add("calibration", await calibrationBlock(recording, annotationFile), missing("calibration"));
  return { blocks, absent };
}

type Add = (name: string, block: FeatureBlock | undefined, reason: string) => void;

type Decoding = ReadonlyMap<string, ReturnType<typeof videoBlock>>;

/** Decoding is begun at once: processes of their own do it while annotations are read. */
function startVideos({ recording, frames }: Wanted): Decoding {
  return new Map(
    cameras.flatMap((camera) => {
      const path = `${camera}.mp4`;
      if (!recording.paths.includes(path)) return [];
      const block = videoBlock(recording, { name: `video_${camera}`, path, frames });
      // Told where it is waited for.
      block.catch(() => undefined);
      return [[camera, block]];
    }),
  );
}

async function addVideos(videos: Decoding, { context }: Wanted, add: Add) {
  let first: FirstVideo = { framesPerSecond: null, reason: "" };
  for (const [i, camera] of cameras.entries()) {
    context.onProgress("videos", i, cameras.length);
    const block = await videos.get(camera);
    const reason = block ? reasonOf(block, `${camera}.mp4`) : `there is no ${camera}.mp4`;
    if (camera === cameras[0])
      first = { framesPerSecond: block?.ok ? block.value.framesPerSecond : null, reason };
    add(`video_${camera}`, block?.ok ? block.value.block : undefined, reason);
  }
  return first;
}

/** The video that sound is of; `reason`: why it has no frames, empty where it has some. */
interface FirstVideo {
  readonly framesPerSecond: number | null;
  readonly reason: string;
}

async function addSound(
  { recording, settings }: Wanted,
  { framesPerSecond, reason }: FirstVideo,
  add: Add,
) {
  const name = "audio_fisheye_cam0_aac";
  const path = `${cameras[0]}.mp4`;
  if (reason !== "") return add(name, undefined, reason);
  if (framesPerSecond === null)
    return add(name, undefined, `${path} does not say how many frames a second has`);
  const sound = await audioBlocks(recording, {
    path,
    framesPerSecond,
    withLogMel: settings.logMel,
  });
  if (!sound.ok) return add(name, undefined, reasonOf(sound, path));
  for (const block of sound.value) add(block.name, block, "");
}

function reasonOf(result: Result<unknown>, path: string): string {
  return result.ok ? "" : `${path}: ${result.reason}`;
}
