import { configDefaults, defineConfig } from "vitest/config";

/** `npm test`: everything that needs nothing but this repository. The folders left out have a configuration of their own. */
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "test/check-data/**", "test/tools/**"],
    setupFiles: ["test/support/property-seed.ts"],
    testTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
