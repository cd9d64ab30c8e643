import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Folders whose modules keep no state: their tests may share a process. */
const pure = "src/{core,math,metrics,families,summary,scoring,report}/**/*.test.ts";

// Processes of tests, and those that tests start, load the same modules: compiled once for all.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "node-compile-cache");

/** What all configurations have in common. */
export const shared = {
  setupFiles: "test/support/property-seed.ts",
  testTimeout: 120_000,
  // Encoding a video takes seconds, on a busy machine many.
  hookTimeout: 120_000,
  pool: "forks",
  // One more than there are cores: tests also wait, for servers, clocks and other processes.
  maxWorkers: availableParallelism() + 1,
} as const;

/**
 * `npm test`: everything that needs nothing but this repository. The folders left out have a
 * configuration of their own.
 */
export default defineConfig({
  test: {
    ...shared,
    // In the order of their names: many short tests in the end leave no core idle.
    projects: [
      {
        extends: true,
        test: {
          name: "effects",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, pure, "test/check-data/**", "test/tools/**"],
        },
      },
      { extends: true, test: { name: "pure", include: [pure], isolate: false } },
    ],
  },
});
