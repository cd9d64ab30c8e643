/** How cells of a coarser grid are made of those of a finer one, along one axis. */
interface AxisWeights {
  /** First of the whole cells inside, and the one behind the last. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Weight of every whole cell. */
  readonly inner: Float64Array;
  /** Weights of the cells before and behind, which are cut. */
  readonly before: Float64Array;
  readonly behind: Float64Array;
}

interface GridSize {
  readonly width: number;
  readonly height: number;
}

/** What is thinner than this, of a cell, is left out, as by OpenCV. */
const thin = 1e-3;

function axisWeights(length: number, cells: number): AxisWeights {
  const scale = length / cells;
  const weights = {
    from: new Int32Array(cells),
    to: new Int32Array(cells),
    inner: new Float64Array(cells),
    before: new Float64Array(cells),
    behind: new Float64Array(cells),
  };
  for (let cell = 0; cell < cells; cell++) {
    const start = cell * scale;
    const end = start + scale;
    const width = Math.min(scale, length - start);
    const to = Math.min(Math.floor(end), length - 1);
    const from = Math.min(Math.ceil(start), to);
    weights.from[cell] = from;
    weights.to[cell] = to;
    weights.inner[cell] = 1 / width;
    if (from - start > thin) weights.before[cell] = (from - start) / width;
    if (end - to > thin) weights.behind[cell] = Math.min(end - to, 1, width) / width;
  }
  return weights;
}

/**
 * Resizes grids of one size to another (row by row, the channels of a cell side by side): every cell becomes the mean over the area that it covers,
 * as `INTER_AREA` of OpenCV has it where grids shrink.
 */
export function areaResizer(
  { width, height, channels }: GridSize & { readonly channels: number },
  size: GridSize,
): (values: ArrayLike<number>) => Float64Array {
  const across = axisWeights(width, size.width);
  const down = axisWeights(height, size.height);
  const line = new Float64Array(size.width * channels);
  const step = width * channels;

  // The hot loop of `bench episode-features`: whole cells are added up before they are weighed.
  function squeeze(values: ArrayLike<number>, row: number): void {
    const start = row * step;
    for (let cell = 0; cell < size.width; cell++) {
      const from = across.from[cell]!;
      const to = across.to[cell]!;
      const before = across.before[cell]!;
      const behind = across.behind[cell]!;
      const inner = across.inner[cell]!;
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        const end = start + to * channels + channel;
        for (let at = start + from * channels + channel; at < end; at += channels)
          sum += values[at]!;
        sum *= inner;
        if (before > 0) sum += before * values[start + (from - 1) * channels + channel]!;
        if (behind > 0) sum += behind * values[end]!;
        line[cell * channels + channel] = sum;
      }
    }
  }

  /** The same for colours, in one pass over the line. */
  function squeezeColours(values: ArrayLike<number>, row: number): void {
    const start = row * step;
    for (let cell = 0; cell < size.width; cell++) {
      const from = start + 3 * across.from[cell]!;
      const to = start + 3 * across.to[cell]!;
      const before = across.before[cell]!;
      const behind = across.behind[cell]!;
      const inner = across.inner[cell]!;
      let [red, green, blue] = [0, 0, 0];
      for (let at = from; at < to; at += 3) {
        red += values[at]!;
        green += values[at + 1]!;
        blue += values[at + 2]!;
      }
      [red, green, blue] = [red * inner, green * inner, blue * inner];
      if (before > 0) {
        red += before * values[from - 3]!;
        green += before * values[from - 2]!;
        blue += before * values[from - 1]!;
      }
      if (behind > 0) {
        red += behind * values[to]!;
        green += behind * values[to + 1]!;
        blue += behind * values[to + 2]!;
      }
      line[3 * cell] = red;
      line[3 * cell + 1] = green;
      line[3 * cell + 2] = blue;
    }
  }

  const squeezed = channels === 3 ? squeezeColours : squeeze;
  return (values) => {
    const resized = new Float64Array(size.width * size.height * channels);
    let held = -1;
    for (let cell = 0; cell < size.height; cell++) {
      const at = cell * line.length;
      const add = (row: number, weight: number) => {
        if (row !== held) squeezed(values, row);
        held = row;
        for (let i = 0; i < line.length; i++) resized[at + i]! += weight * line[i]!;
      };
      const from = down.from[cell]!;
      const to = down.to[cell]!;
      if (down.before[cell]! > 0) add(from - 1, down.before[cell]!);
      for (let row = from; row < to; row++) add(row, down.inner[cell]!);
      if (down.behind[cell]! > 0) add(to, down.behind[cell]!);
    }
    return resized;
  };
}
