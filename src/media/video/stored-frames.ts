import type { Vector } from "apache-arrow";
import { isRecord } from "../../core/json.ts";
import { arrowBatches } from "../../files/arrow/arrow-batches.ts";
import { arrowInfo } from "../../files/arrow/arrow-info.ts";
import { imageFormat } from "../image/image-format.ts";
import { decodeSource } from "../image/read-image.ts";
import type { DecodedFrame } from "./decoded-frame.ts";
import { MediaError } from "./media-error.ts";
import type { Video } from "./open-video.ts";
import type { VideoProbe } from "./probe-video.ts";

/** Columns that hold one picture a row, as ProAssist writes them. */
const frameColumns = ["frame", "image"];

/**
 * Frames that an Arrow file stores one a row, as base64 or as bytes, in the order of time: row k is
 * shown at k / `framesPerSecond`. The file says nothing of times, so that the rate must be known.
 */
export async function openStoredFrames(
  path: string,
  framesPerSecond: number | undefined,
): Promise<Video> {
  if (framesPerSecond === undefined)
    throw new MediaError(path, "holds frames without times, and the data does not say their rate");
  const { rows = 0, columns = [] } = await infoOf(path);
  const column = frameColumns.find((name) => columns.includes(name));
  if (column === undefined)
    throw new MediaError(
      path,
      `has no column of frames (${frameColumns.join(", ")}), only ${columns.join(", ")}`,
    );
  if (rows === 0) throw new MediaError(path, "holds no frame");
  const times = Float64Array.from({ length: rows }, (_, row) => row / framesPerSecond);
  const warnings: string[] = [];
  async function* frames(indices: readonly number[]): AsyncGenerator<DecodedFrame> {
    for await (const { index, bytes } of storedBytes(path, column!, indices)) {
      const { warnings: noticed, ...image } = await decoded(path, index, bytes);
      warnings.push(...noticed.filter((warning) => !warnings.includes(warning)));
      yield {
        index,
        atSeconds: times[index]!,
        ...image,
        rgb: Buffer.from(image.rgb.buffer, image.rgb.byteOffset, image.rgb.byteLength),
      };
    }
  }
  return {
    path,
    warnings,
    packetsDecoded: 0,
    endSeconds: rows / framesPerSecond,
    framesPerSecond,
    async probe() {
      for await (const { bytes } of storedBytes(path, column, [0]))
        return probeOf(await decoded(path, 0, bytes), {
          rows,
          framesPerSecond,
          codec: imageFormat(bytes) ?? "unknown",
        });
      throw new MediaError(path, "holds no frame");
    },
    times: async () => times,
    frames,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function infoOf(path: string) {
  try {
    return await arrowInfo(path);
  } catch (error) {
    throw new MediaError(path, reasonOf(error, path));
  }
}

interface StoredFrame {
  readonly index: number;
  readonly bytes: Uint8Array;
}

/** Rows at these places, which rise; the file is read no further than the last of them. */
async function* storedBytes(
  path: string,
  column: string,
  indices: readonly number[],
): AsyncGenerator<StoredFrame> {
  let [from, next] = [0, 0];
  const batches = arrowBatches(path);
  while (next < indices.length) {
    const step = await batches.next().catch((error: unknown) => {
      throw new MediaError(path, reasonOf(error, path));
    });
    if (step.done) throw new MediaError(path, `ends before frame ${indices[next]}`);
    const { batch, schema } = step.value;
    const values = batch.getChildAt(schema.fields.findIndex(({ name }) => name === column));
    for (; next < indices.length && indices[next]! < from + batch.numRows; next++) {
      const index = indices[next]!;
      yield { index, bytes: bytesAt(values, index - from) ?? new Uint8Array() };
    }
    from += batch.numRows;
  }
  await batches.return(undefined);
}

function bytesAt(values: Vector | null, row: number): Uint8Array | undefined {
  const value: unknown = values?.get(row);
  if (typeof value === "string") return Buffer.from(value, "base64");
  if (value instanceof Uint8Array) return value;
  // A picture as Hugging Face stores it.
  const inner =
    isRecord(value) || (typeof value === "object" && value !== null)
      ? (value as { readonly bytes?: unknown }).bytes
      : undefined;
  return inner instanceof Uint8Array ? inner : undefined;
}

async function decoded(path: string, index: number, bytes: Uint8Array) {
  try {
    return await decodeSource(bytes);
  } catch (error) {
    throw new MediaError(path, `frame ${index}: ${reasonOf(error, path)}`);
  }
}

interface StoredFacts {
  readonly rows: number;
  readonly framesPerSecond: number;
  readonly codec: string;
}

function probeOf(
  { width, height }: { readonly width: number; readonly height: number },
  { rows, framesPerSecond, codec }: StoredFacts,
): VideoProbe {
  return {
    container: "arrow",
    codec,
    streams: [],
    width,
    height,
    rotation: 0,
    mirrored: false,
    pixelAspect: 1,
    pixelFormat: "rgb24",
    bitDepth: 8,
    durationSeconds: rows / framesPerSecond,
    durationFrom: "container",
    framesPerSecond,
    isVariableRate: false,
    firstSeconds: 0,
    lastSeconds: (rows - 1) / framesPerSecond,
    frameCount: { count: rows, exact: true, from: "table" },
    warnings: [],
  };
}

function reasonOf(error: unknown, path: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
}
