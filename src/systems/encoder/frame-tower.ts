import type { PixelShape } from "../../core/data/pixel-shape.ts";
import { UserError } from "../../core/user-error.ts";
import { chosenName, type OnnxGraph } from "./onnx-graph.ts";
import { batchSize, floatsOf } from "./text-tower.ts";
import { normalised } from "./vectors.ts";

/** Pictures, or clips of so many frames, as vectors, in their order. */
export interface FrameTower {
  encode(clips: readonly Clip[]): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

/** RGB pixels of each frame, in the tower's shape. */
type Clip = readonly Uint8Array[];

/** The order of the axes: batch, time, colour, height, width. */
type Layout = "bchw" | "bhwc" | "btchw" | "bcthw" | "bthwc";

export interface FrameTowerOptions {
  readonly graph: OnnxGraph;
  readonly input?: string | undefined;
  readonly output?: string | undefined;
  readonly layout: Layout;
  /** Frames of a clip; 1 for a tower of pictures. */
  readonly frames: number;
  readonly shape: PixelShape;
  readonly mean: readonly number[];
  readonly std: readonly number[];
  readonly isNormalised: boolean;
  /** Frames that are put through at once. */
  readonly batch: number;
}

/** Colours between 0 and 1, minus the mean, by the deviation: in single precision, as PyTorch. */
export function frameTower(options: FrameTowerOptions): FrameTower {
  const { graph, frames, layout, shape } = options;
  const input = chosenName(options.input, {
    names: graph.inputNames,
    shown: graph.shown,
    field: "input",
  });
  const output = chosenName(options.output, {
    names: graph.outputNames,
    shown: graph.shown,
    field: "output",
  });
  const sizes = { t: frames, c: 3, h: shape.height, w: shape.width };
  const axes = [...layout.slice(1)] as (keyof typeof sizes)[];
  const dims = axes.map((axis) => sizes[axis]);
  refuseOtherInput(graph, input, { axes, dims });
  const steps = axes.map((_, i) => dims.slice(i + 1).reduce((all, one) => all * one, 1));
  const stepOf = (axis: keyof typeof sizes) => steps[axes.indexOf(axis)] ?? 0;
  const places = { t: stepOf("t"), c: stepOf("c"), h: stepOf("h"), w: stepOf("w") };
  const colours = colourTables(options.mean, options.std);
  const clipSize = dims.reduce((all, one) => all * one, 1);
  const batch = batchSize(graph, input, Math.max(1, Math.floor(options.batch / frames)));

  const encodeBatch = async (clips: readonly Clip[]): Promise<readonly Float32Array[]> => {
    const rows = batch.isFixed ? batch.size : clips.length;
    const data = new Float32Array(rows * clipSize);
    for (const [row, clip] of clips.entries())
      for (const [t, rgb] of clip.entries())
        place(rgb, data, { shape, places, colours, at: row * clipSize + t * places.t });
    const found = (await graph.run({ [input]: { data, dims: [rows, ...dims] } }))[output]!;
    const { data: values, dims: sides } = floatsOf(found, {
      name: output,
      shown: graph.shown,
      dimensions: [2],
    });
    const size = sides[1]!;
    const vectors = clips.map((_, row) => values.slice(row * size, (row + 1) * size));
    return options.isNormalised ? vectors.map(normalised) : vectors;
  };

  return {
    async encode(clips) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < clips.length; from += batch.size)
        vectors.push(...(await encodeBatch(clips.slice(from, from + batch.size))));
      return vectors;
    },
    close: () => graph.close(),
  };
}

interface Placement {
  readonly shape: PixelShape;
  readonly places: Readonly<Record<"c" | "h" | "w", number>>;
  readonly colours: readonly Float32Array[];
  readonly at: number;
}

/** Plain loops over typed arrays: every pixel of every frame passes here (`bench encoder`). */
function place(
  rgb: Uint8Array,
  out: Float32Array,
  { shape: { width, height }, places: { c, h, w }, colours, at }: Placement,
): void {
  const [red, green, blue] = colours as [Float32Array, Float32Array, Float32Array];
  let from = 0;
  for (let y = 0; y < height; y++) {
    let to = at + y * h;
    for (let x = 0; x < width; x++) {
      out[to] = red[rgb[from]!]!;
      out[to + c] = green[rgb[from + 1]!]!;
      out[to + 2 * c] = blue[rgb[from + 2]!]!;
      from += 3;
      to += w;
    }
  }
}

function colourTables(mean: readonly number[], std: readonly number[]): readonly Float32Array[] {
  return [0, 1, 2].map((channel) => {
    const shift = Math.fround(mean[channel]!);
    const scale = Math.fround(std[channel]!);
    return Float32Array.from(
      { length: 256 },
      (_, value) => Math.fround(Math.fround(value / 255) - shift) / scale,
    );
  });
}

function refuseOtherInput(
  graph: OnnxGraph,
  name: string,
  { axes, dims }: { readonly axes: readonly string[]; readonly dims: readonly number[] },
): void {
  const { type, shape } = graph.input(name);
  if (type !== "unknown" && type !== "float32")
    throw new UserError(
      `${graph.shown}: the input ${name} takes ${type}, and frames are fed as float32`,
      "export the model in single precision",
    );
  if (shape.length === 0) return;
  const unfit = axes.filter((_, i) => {
    const side = shape[i + 1];
    return typeof side === "number" && side !== -1 && side !== dims[i];
  });
  const isFit = shape.length === dims.length + 1 && unfit.length === 0;
  const time = axes.indexOf("t");
  if (!isFit && shape.length === dims.length + 1 && unfit.join() === "t")
    throw new UserError(
      `${graph.shown}: the input ${name} takes ${shape[time + 1]} frames, not ${dims[time]}`,
      "leave out frames of the system (--frames of encode), or correct frames of the manifest",
    );
  if (!isFit)
    throw new UserError(
      `${graph.shown}: the input ${name} takes ${shape.join("×")}, but size, frames and layout make batch×${dims.join("×")} (${axes.join("")})`,
      "correct size, frames or layout of the manifest",
    );
}
