/** Rows of numbers of streams, by the streams' numbers; not every stream has one. */
export interface StreamRows {
  /** Of a stream that has none, `undefined`. */
  row(stream: number): Float64Array | undefined;
  put(stream: number, row: Float64Array): void;
}

export function streamRows(columnCount: number): StreamRows {
  let rows = new Float64Array(64 * columnCount);
  let isKnown = new Uint8Array(64);

  function reserve(stream: number): void {
    if (stream < isKnown.length) return;
    const length = Math.max(2 * isKnown.length, stream + 1);
    const [moreRows, moreKnown] = [new Float64Array(length * columnCount), new Uint8Array(length)];
    moreRows.set(rows);
    moreKnown.set(isKnown);
    [rows, isKnown] = [moreRows, moreKnown];
  }

  return {
    row: (stream) =>
      isKnown[stream] ? rows.subarray(stream * columnCount, (stream + 1) * columnCount) : undefined,
    put(stream, row) {
      reserve(stream);
      rows.set(row, stream * columnCount);
      isKnown[stream] = 1;
    },
  };
}
