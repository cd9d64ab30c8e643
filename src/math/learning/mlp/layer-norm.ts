/** Rows with mean 0 and variance 1, in place; scales and shifts are the network's. */
export function layerNormRows(values: Float32Array, width: number, { epsilon = 1e-5 } = {}): void {
  for (let at = 0; at < values.length; at += width) {
    let sum = 0;
    for (let j = at; j < at + width; j++) sum += values[j]!;
    const mean = sum / width;
    let squares = 0;
    for (let j = at; j < at + width; j++) squares += (values[j]! - mean) ** 2;
    const scale = 1 / Math.sqrt(squares / width + epsilon);
    for (let j = at; j < at + width; j++) values[j] = (values[j]! - mean) * scale;
  }
}
