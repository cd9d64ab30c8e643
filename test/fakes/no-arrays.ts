import type { ArraySource } from "../../src/core/data/array-ref.ts";

/** For systems that read no arrays. */
export const noArrays: ArraySource = {
  read: async ({ path }) => {
    throw new TypeError(`nobody should read ${path}`);
  },
  digest: async (path) => {
    throw new TypeError(`nobody should digest ${path}`);
  },
};
