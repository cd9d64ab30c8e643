import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["test/property-seed.ts"],
    testTimeout: 120_000,
    // Real processes, servers and disks may lose a race on a crowded machine: one more try, which the output names. What is wrong stays wrong.
    retry: 1,
    pool: "forks",
    maxWorkers: 2,
  },
});
