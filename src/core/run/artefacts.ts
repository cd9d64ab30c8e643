/** Bytes that a run keeps by their digest, such as what its systems learnt. */
export interface Artefacts {
  /** Resolves to the SHA-256 of the bytes once they are durable. */
  put(bytes: Uint8Array): Promise<string>;
  /** `undefined` where they are not there, or are not those that were put. */
  get(digest: string): Promise<Uint8Array | undefined>;
}
