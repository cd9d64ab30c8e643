import type { SystemContext } from "../../src/core/asking/system-kind.ts";

/**
 * What a test's system is made for. Files and frames that a system has no business with are not
 * there.
 */
export function fakeContext(
  given: Pick<SystemContext, "family"> & Partial<SystemContext>,
): SystemContext {
  return {
    id: "base",
    task: "qa",
    seed: 1,
    open(path) {
      throw new Error(`no file was to be opened, but ${path} was`);
    },
    frame: async ({ digest }) => {
      throw new Error(`no frame was to be read, but ${digest} was`);
    },
    ...given,
  };
}
