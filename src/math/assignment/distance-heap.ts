/**
 * Columns by distance, nearest first; of equal distances no order is promised. A column may be put
 * in again when it has come nearer.
 */
export interface DistanceHeap {
  push(distance: number, column: number): void;
  /** The nearest column, −1 when there is none. */
  pop(): number;
  clear(): void;
}

/**
 * A binary heap on two parallel arrays, since one object per entry costs more than the comparisons.
 */
export function distanceHeap(): DistanceHeap {
  const distances: number[] = [];
  const columns: number[] = [];
  return {
    push(distance, column) {
      let at = distances.length;
      distances.push(distance);
      columns.push(column);
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (distances[parent]! <= distance) break;
        distances[at] = distances[parent]!;
        columns[at] = columns[parent]!;
        at = parent;
      }
      distances[at] = distance;
      columns[at] = column;
    },
    pop() {
      const nearest = columns[0];
      if (nearest === undefined) return -1;
      const distance = distances.pop()!;
      const column = columns.pop()!;
      const length = distances.length;
      if (length === 0) return nearest;
      let at = 0;
      for (let child = 1; child < length; child = 2 * at + 1) {
        if (child + 1 < length && distances[child + 1]! < distances[child]!) child++;
        if (distances[child]! >= distance) break;
        distances[at] = distances[child]!;
        columns[at] = columns[child]!;
        at = child;
      }
      distances[at] = distance;
      columns[at] = column;
      return nearest;
    },
    clear() {
      distances.length = 0;
      columns.length = 0;
    },
  };
}
