import { panelColumns, panelRows } from "./kernel.ts";
import { forBlocks, type Rows } from "./rows.ts";
import type { Scaler } from "./scaler.ts";
import { roundedBytes, type Workspace } from "./workspace.ts";

/** Columns that are multiplied at once, so that what is packed stays in the caches. */
const depth = 256;

/** Rows of inner products are padded to whole panels, and so are their columns. */
export function paddedCount(count: number): number {
  return Math.ceil(count / panelRows) * panelRows;
}

/** What inner products of so many rows take up in a workspace, beside their result. */
export function gramBytes(...counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + roundedBytes(8 * paddedCount(count) * depth), 0);
}

/**
 * Inner products of all standardised rows with each other, added to `result`, in double precision.
 * A panel of rows on the left looks like a panel of columns on the right, so that rows are packed
 * once for both. Result: padded count × padded count; the padding stays 0.
 */
export async function addGram(
  result: Float64Array,
  workspace: Workspace,
  rows: Rows,
  scaler: Scaler,
): Promise<void> {
  const size = paddedCount(rows.count);
  const panels = workspace.doubles(size * depth);
  for (let from = 0; from < rows.width; from += depth) {
    await pack(panels, rows, scaler, from);
    for (let i = 0; i < size; i += panelRows)
      addTiles(
        workspace,
        { left: panels, right: panels, result },
        { from: i, rows: size, column: i, step: size },
      );
  }
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++) result[i * size + j] = result[j * size + i]!;
}

/** Inner products of some standardised rows with others, added to `result`: padded as above. */
export async function addCrossGram(
  result: Float64Array,
  workspace: Workspace,
  { left, right, scaler }: { readonly left: Rows; readonly right: Rows; readonly scaler: Scaler },
): Promise<void> {
  const [rows, columns] = [paddedCount(left.count), paddedCount(right.count)];
  const leftPanels = workspace.doubles(rows * depth);
  const rightPanels = workspace.doubles(columns * depth);
  for (let from = 0; from < left.width; from += depth) {
    await pack(leftPanels, left, scaler, from);
    await pack(rightPanels, right, scaler, from);
    for (let j = 0; j < columns; j += panelColumns(8))
      addTiles(
        workspace,
        { left: leftPanels, right: rightPanels, result },
        { from: 0, rows, column: j, step: columns },
      );
  }
}

interface Panels {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly result: Float64Array;
}

interface TileRange {
  readonly from: number;
  readonly rows: number;
  readonly column: number;
  readonly step: number;
}

/** Rows from `from` on, by one panel of columns. */
function addTiles(
  { kernel }: Workspace,
  { left, right, result }: Panels,
  { from, rows, column, step }: TileRange,
): void {
  const rightAt = right.byteOffset + column * depth * 8;
  kernel.tiles64(
    left.byteOffset + from * depth * 8,
    left.byteOffset + rows * depth * 8,
    panelRows * depth * 8,
    rightAt,
    rightAt + panelColumns(8) * depth * 8,
    result.byteOffset + (from * step + column) * 8,
    step * 8,
  );
}

/** Some columns of all rows, standardised, four rows side by side; what is missing is 0. */
async function pack(
  panels: Float64Array,
  rows: Rows,
  { means, deviations }: Scaler,
  from: number,
): Promise<void> {
  const { width } = rows;
  const to = Math.min(width, from + depth);
  const factors = deviations.subarray(from, to).map((deviation) => 1 / deviation);
  if (to - from < depth) panels.fill(0);
  await forBlocks(rows, (values, first, last) => {
    for (let row = first; row < last; row++) {
      let place = (row - (row % panelRows)) * depth + (row % panelRows);
      const start = (row - first) * width;
      for (let j = from; j < to; j++, place += panelRows)
        panels[place] = (values[start + j]! - means[j]!) * factors[j - from]!;
    }
  });
}
