import { configDefaults, defineConfig } from "vitest/config";
import { shared } from "../../vitest.config.ts";

/**
 * `npm run test:tools`: what works together with other programs of the machine. A test fails where
 * its program is not there.
 */
export default defineConfig({
  test: { ...shared, include: ["test/tools/*.test.ts"], exclude: configDefaults.exclude },
});
