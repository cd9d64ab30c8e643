import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type {
  RecordedAudio,
  RecordedFrames,
  Recording,
  RecordingPlace,
} from "../../core/data/recording.ts";
import { failure, type Result, success } from "../../core/result.ts";
import { UserError } from "../../core/user-error.ts";
import { arrayFolder } from "../../datasets/arrays/array-folder.ts";
import { type Hdf5File, hdf5File } from "../../datasets/arrays/hdf5-file.ts";
import { DecodePool } from "../../media/decode-pool.ts";

/** After how long without a frame a file is given up on. */
const timeLimitMs = 120_000;

export interface OpenRecordingOptions {
  /** Where decoded frames and sound are put while the recording is open. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** The files of a recording, opened as they are needed and closed together. */
export function openRecording(
  root: string,
  { paths }: Pick<RecordingPlace, "paths">,
  { scratch, signal }: OpenRecordingOptions,
): Recording & AsyncDisposable {
  const opening = new AsyncDisposableStack();
  const arrays = opening.use(arrayFolder(root));
  const pool = opening.use(new DecodePool({ timeLimitMs }));
  const annotations = new Map<string, Promise<Hdf5File>>();
  opening.defer(async () => {
    for (const file of annotations.values())
      await file.then(
        (one) => one.close(),
        () => undefined,
      );
  });
  const annotation = (path: string) => {
    const file = annotations.get(path) ?? hdf5File(join(root, path));
    annotations.set(path, file);
    return file;
  };
  let decoded = 0;
  const outputFile = () => join(scratch, `decoded-${decoded++}.raw`);
  const opened = async (path: string): Promise<FileHandle> => opening.use(await open(path, "r"));
  return {
    paths,
    async shape(path, name) {
      return (await annotation(path)).shape(name);
    },
    read: (ref) => arrays.read(ref),
    async texts(path, name) {
      try {
        return (await annotation(path)).texts(name);
      } catch (error) {
        if (error instanceof UserError) throw error;
        throw new UserError(`${path}: array "${name}": ${(error as Error).message}`);
      }
    },
    async frames(path, size): Promise<Result<RecordedFrames>> {
      const output = outputFile();
      const job = { work: "thumbnails", path: join(root, path), name: path, size, output } as const;
      const outcome = await pool.run(job, signal);
      if (outcome.kind !== "answered") return notDecoded(outcome.reason, path);
      const file = await opened(output);
      const frameBytes = size.width * size.height * 3;
      return success({
        ...outcome.value,
        read: (from, to) => bytesAt(file, from * frameBytes, (to - from) * frameBytes),
      });
    },
    async audio(path, samplesPerSecond): Promise<Result<RecordedAudio>> {
      const output = outputFile();
      const job = {
        work: "audio",
        path: join(root, path),
        name: path,
        samplesPerSecond,
        output,
      } as const;
      const outcome = await pool.run(job, signal);
      if (outcome.kind !== "answered") return notDecoded(outcome.reason, path);
      const file = await opened(output);
      return success({
        length: outcome.value.samples,
        async read(from, to) {
          const bytes = await bytesAt(file, from * 4, (to - from) * 4);
          return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
        },
      });
    },
    [Symbol.asyncDispose]: () => opening.disposeAsync(),
  };
}

function notDecoded(reason: string, path: string): Result<never> {
  return failure(reason.startsWith(`${path}: `) ? reason.slice(path.length + 2) : reason);
}

async function bytesAt(
  file: FileHandle,
  at: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, at + filled);
    if (bytesRead === 0) throw new Error("what was decoded is shorter than it should be");
    filled += bytesRead;
  }
  return bytes;
}
