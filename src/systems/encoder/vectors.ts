/** The vector at length 1; one of nothing but zeros stays as it is. */
export function normalised(vector: Float32Array | Float64Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const norm = Math.max(Math.sqrt(squares), 1e-12);
  return Float32Array.from(vector, (value) => value / norm);
}

export function meanOf(vectors: readonly Float32Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]!;
  return mean.map((sum) => sum / vectors.length);
}

/** The sum of products, in single precision: the cosine of vectors of length 1. */
export function productOf(first: Float32Array, second: Float32Array): number {
  let product = 0;
  for (let i = 0; i < first.length; i++) product += first[i]! * second[i]!;
  return Math.fround(product);
}
