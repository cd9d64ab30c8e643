import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";

/** Folders whose modules keep no state and touch nothing, and the rules about all modules. */
const pure = [
  "src/{core,math,metrics,families,summary,scoring,report}/**/*.test.ts",
  "test/architecture.test.ts",
];
/** Replace a module (`vi.mock`), which all files of a process would get. */
const isolated = ["src/media/looks/wrong-tables.test.ts"];

// Processes of tests, and those that tests start, load the same modules: compiled once for all.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "node-compile-cache");

/** What all configurations have in common. */
export const shared = {
  setupFiles: ["test/support/property-seed.ts", "test/support/undo-stubs.ts"],
  testTimeout: 120_000,
  // Encoding a video takes seconds, on a busy machine many.
  hookTimeout: 120_000,
  pool: "forks" as const,
  // Files share a process one after the other: modules are loaded once for all of them.
  isolate: false,
  // One more than there are cores: tests also wait, for servers, clocks and other processes.
  maxWorkers: availableParallelism() + 1,
};

/**
 * `npm test`: everything that needs nothing but this repository. The folders left out have a
 * configuration of their own.
 */
export default defineConfig({
  test: {
    ...shared,
    sequence: { sequencer: LongestFirst },
    // In the order of their names: many short tests in the end leave no core idle.
    projects: [
      {
        extends: true,
        test: {
          name: "effects",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [
            ...[...configDefaults.exclude, ...pure, ...isolated],
            ...["test/check-data/**", "test/tools/**"],
          ],
        },
      },
      { extends: true, test: { name: "isolated", include: isolated, isolate: true } },
      { extends: true, test: { name: "pure", include: pure } },
    ],
  },
});
