import { depthStep, panelColumns, panelRows } from "./kernel.ts";
import { roundedBytes, type Workspace } from "./workspace.ts";

type Numbers = Float32Array | Float64Array;

/** A matrix in any array: the number at row i, column j is at `start + i·rowStep + j·columnStep`. */
export interface Matrix {
  readonly values: Numbers;
  readonly start?: number | undefined;
  readonly rowStep: number;
  readonly columnStep: number;
}

/** A matrix row by row. */
export function rowMajor(values: Numbers, columns: number, start = 0): Matrix {
  return { values, start, rowStep: columns, columnStep: 1 };
}

/** The same numbers with rows and columns exchanged. */
export function transposed({ rowStep, columnStep, ...rest }: Matrix): Matrix {
  return { ...rest, rowStep: columnStep, columnStep: rowStep };
}

export interface ProductSize {
  readonly rows: number;
  readonly columns: number;
  readonly depth: number;
}

interface ProductOptions extends ProductSize {
  /** Where the result begins in its array. Default: 0. */
  readonly start?: number;
  /** From one row of the result to the next. Default: as many as there are columns. */
  readonly step?: number;
  /** Subtracts the product instead. */
  readonly isSubtracted?: boolean;
}

/** Blocks that stay in the caches; results do not depend on threads, as there is only one. */
const blockRows = 128;
const blockColumns = 128;
const blockDepth = 256;

/** Adds products of matrices to `result` (row by row, in the workspace). */
export interface Multiplier<Result extends Numbers> {
  add(result: Result, left: Matrix, right: Matrix, options: ProductOptions): void;
}

/** What a multiplier takes up in its workspace. */
export function multiplierBytes(bytes: 4 | 8): number {
  return (
    roundedBytes(blockRows * blockDepth * bytes) +
    roundedBytes(blockColumns * blockDepth * bytes) +
    roundedBytes(blockRows * blockColumns * bytes)
  );
}

/** Of single precision, sums included. */
export function floatMultiplier(workspace: Workspace): Multiplier<Float32Array> {
  return multiplier(workspace.kernel.tiles32, (length) => workspace.floats(length));
}

/** Of double precision, sums included. */
export function doubleMultiplier(workspace: Workspace): Multiplier<Float64Array> {
  return multiplier(workspace.kernel.tiles64, (length) => workspace.doubles(length));
}

function multiplier<Result extends Numbers>(
  tiles: Workspace["kernel"]["tiles32"],
  allocate: (length: number) => Result,
): Multiplier<Result> {
  const leftPanels = allocate(blockRows * blockDepth);
  const rightPanels = allocate(blockColumns * blockDepth);
  const edge = allocate(blockRows * blockColumns);
  const bytes = leftPanels.BYTES_PER_ELEMENT as 4 | 8;
  const width = panelColumns(bytes);

  /** The product of the packed panels, added to the block of the result that begins at `at`. */
  function addBlock(result: Result, at: number, step: number, size: ProductSize): void {
    const { rows, columns, depth } = size;
    const panelBytes = depth * panelRows * bytes;
    const wholeRows = rows - (rows % panelRows);
    const wholeColumns = columns - (columns % width);
    const run = (fromRow: number, toRow: number, panel: number, to: number, rowBytes: number) =>
      tiles(
        leftPanels.byteOffset + (fromRow / panelRows) * panelBytes,
        leftPanels.byteOffset + Math.ceil(toRow / panelRows) * panelBytes,
        panelBytes,
        rightPanels.byteOffset + panel * depth * 32,
        rightPanels.byteOffset + (panel + 1) * depth * 32,
        to,
        rowBytes,
      );
    for (let panel = 0; panel * width < wholeColumns; panel++)
      run(0, wholeRows, panel, result.byteOffset + (at + panel * width) * bytes, step * bytes);
    const over = (fromRow: number, panel: number) => {
      const fromColumn = panel * width;
      edge.fill(0, 0, blockRows * width);
      run(fromRow, rows, panel, edge.byteOffset, width * bytes);
      for (let i = fromRow; i < rows; i++)
        for (let j = fromColumn; j < Math.min(columns, fromColumn + width); j++)
          result[at + i * step + j]! += edge[(i - fromRow) * width + j - fromColumn]!;
    };
    if (wholeRows < rows)
      for (let panel = 0; panel * width < wholeColumns; panel++) over(wholeRows, panel);
    if (wholeColumns < columns) over(0, wholeColumns / width);
  }

  return {
    add(result, left, right, options) {
      const { rows, columns, depth, start = 0, step = columns, isSubtracted = false } = options;
      for (let j = 0; j < columns; j += blockColumns)
        for (let k = 0; k < depth; k += blockDepth) {
          const wide = Math.min(blockColumns, columns - j);
          const deep = Math.min(blockDepth, depth - k);
          const padded = roundUp(deep, depthStep);
          pack(rightPanels, transposed(right), [j, wide], [k, deep, padded], width);
          if (isSubtracted) negate(rightPanels, Math.ceil(wide / width) * width * padded);
          for (let i = 0; i < rows; i += blockRows) {
            const count = Math.min(blockRows, rows - i);
            pack(leftPanels, left, [i, count], [k, deep, padded], panelRows);
            const size = { rows: count, columns: wide, depth: padded };
            addBlock(result, start + i * step + j, step, size);
          }
        }
    },
  };
}

function negate(values: Numbers, count: number): void {
  for (let i = 0; i < count; i++) values[i] = -values[i]!;
}

/** Rows of a block as panels: `width` rows side by side, along the depth, filled up with zeros. */
function pack(
  panels: Numbers,
  { values, start = 0, rowStep, columnStep }: Matrix,
  [firstRow, rows]: readonly [number, number],
  [firstColumn, columns, padded]: readonly [number, number, number],
  width: number,
): void {
  for (let row = 0; row < rows; row += width) {
    const panel = row * padded;
    const count = Math.min(width, rows - row);
    if (count < width || columns < padded) panels.fill(0, panel, panel + width * padded);
    const from = start + (firstRow + row) * rowStep + firstColumn * columnStep;
    if (columnStep === 1)
      for (let r = 0; r < count; r++) {
        let at = from + r * rowStep;
        for (let to = panel + r, end = to + columns * width; to < end; to += width)
          panels[to] = values[at++]!;
      }
    else
      for (let c = 0; c < columns; c++) {
        const at = from + c * columnStep;
        const to = panel + c * width;
        for (let r = 0; r < count; r++) panels[to + r] = values[at + r * rowStep]!;
      }
  }
}

/** A left matrix that is packed once, for many products with narrow matrices. */
export interface FixedLeft {
  /** Adds the product with a matrix row by row; the result is row by row, in the workspace. */
  add(result: Float64Array, right: Float64Array): void;
}

/** What a fixed matrix takes up in its workspace beside itself. */
export function fixedLeftBytes(rows: number, depth: number): number {
  const padded = roundUp(depth, depthStep);
  return (
    roundedBytes(8 * panelColumns(8) * padded) +
    roundedBytes(8 * roundUp(rows, panelRows) * panelColumns(8))
  );
}

/**
 * Packs a matrix where it is, since it may be most of the memory: it cannot be read any more. Its
 * rows, in the workspace, are filled up with zeros to a multiple of `depthStep`, and so is their number
 * to one of `panelRows`.
 */
export function fixedLeft(
  { kernel, doubles }: Workspace,
  left: Float64Array,
  { rows, columns, depth }: ProductSize,
): FixedLeft {
  const padded = roundUp(depth, depthStep);
  const width = panelColumns(8);
  const right = doubles(width * padded);
  const block = doubles(roundUp(rows, panelRows) * width);
  const strip = panelRows * padded;
  for (let from = 0; from < left.length; from += strip)
    pack(
      left.subarray(from, from + strip),
      rowMajor(left.slice(from, from + strip), padded),
      [0, panelRows],
      [0, padded, padded],
      panelRows,
    );
  return {
    add(result, values) {
      for (let j = 0; j < columns; j += width) {
        const wide = Math.min(width, columns - j);
        const panel = transposed(rowMajor(values, columns));
        pack(right, panel, [j, wide], [0, depth, padded], width);
        block.fill(0);
        kernel.tiles64(
          ...([left.byteOffset, left.byteOffset + left.byteLength] as const),
          panelRows * padded * 8,
          ...([right.byteOffset, right.byteOffset + right.byteLength] as const),
          ...([block.byteOffset, width * 8] as const),
        );
        for (let i = 0; i < rows; i++)
          for (let c = 0; c < wide; c++) result[i * columns + j + c]! += block[i * width + c]!;
      }
    },
  };
}

function roundUp(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}
