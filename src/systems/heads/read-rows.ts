import type { ArrayRef, ArraySource, NumberArray } from "../../core/data/array-ref.ts";
import { inParallel } from "../../files/in-parallel.ts";
import type { Numbers } from "../../math/learning/rows.ts";

/** Rows that are read at once, at most. */
const mostRows = 512;

/**
 * Arrays in the order of their references. Rows of the same array that lie side by side, as those of
 * neighbouring samples do, are read together.
 */
export async function readArrays(
  source: ArraySource,
  refs: readonly ArrayRef[],
): Promise<readonly NumberArray[]> {
  const found = new Array<NumberArray>(refs.length);
  const byArray = new Map<string, number[]>();
  for (const [i, { path, name, columns, rows }] of refs.entries()) {
    const key = JSON.stringify([path, name, columns, rows === undefined]);
    const places = byArray.get(key);
    if (places) places.push(i);
    else byArray.set(key, [i]);
  }
  const stretches = [...byArray.values()].flatMap((places) => neighbours(refs, places));
  await inParallel(stretches, async ({ rows, places }) => {
    const ref = refs[places[0]!]!;
    const array = await source.read(rows ? { ...ref, rows } : ref);
    for (const place of places) found[place] = rowsOf(array, refs[place]!, rows?.[0] ?? 0);
  });
  return found;
}

interface Stretch {
  readonly rows?: readonly [from: number, to: number] | undefined;
  readonly places: readonly number[];
}

function neighbours(refs: readonly ArrayRef[], places: readonly number[]): readonly Stretch[] {
  if (refs[places[0]!]!.rows === undefined) return [{ places }];
  const sorted = places.toSorted((a, b) => refs[a]!.rows![0] - refs[b]!.rows![0]);
  const stretches: { rows: readonly [number, number]; places: number[] }[] = [];
  for (const place of sorted) {
    const [from, to] = refs[place]!.rows!;
    const last = stretches.at(-1);
    if (last && from <= last.rows[1] && to - last.rows[0] <= mostRows) {
      last.rows = [last.rows[0], Math.max(last.rows[1], to)];
      last.places.push(place);
    } else stretches.push({ rows: [from, to], places: [place] });
  }
  return stretches;
}

function rowsOf({ shape, values }: NumberArray, { rows }: ArrayRef, first: number): NumberArray {
  if (!rows) return { shape, values };
  const [, ...rest] = shape;
  const size = rest.reduce((product, length) => product * length, 1);
  return {
    shape: [rows[1] - rows[0], ...rest],
    values: values.subarray((rows[0] - first) * size, (rows[1] - first) * size),
  };
}

/** Numbers end to end; in single precision where all of them are. */
export function endToEnd(arrays: readonly NumberArray[]): Numbers {
  if (arrays.length === 1) return arrays[0]!.values;
  const length = arrays.reduce((sum, { values }) => sum + values.length, 0);
  const isSingle = arrays.every(({ values }) => values instanceof Float32Array);
  const row = isSingle ? new Float32Array(length) : new Float64Array(length);
  let at = 0;
  for (const { values } of arrays) {
    row.set(values, at);
    at += values.length;
  }
  return row;
}
