import { configDefaults, defineConfig } from "vitest/config";
import { shared } from "../../vitest.config.ts";

/**
 * `npm run test:check-data`: official programs on their own data, which `VIDIMUS_CHECK_DATA` names.
 */
export default defineConfig({
  test: {
    ...shared,
    include: ["test/check-data/*.test.ts"],
    // METEOR's jar is no part of the folder: its tests run where `VIDIMUS_METEOR_JAR` names it.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.VIDIMUS_METEOR_JAR ? [] : ["test/check-data/meteor.test.ts"]),
    ],
    globalSetup: ["test/check-data/require-check-data.ts"],
  },
});
