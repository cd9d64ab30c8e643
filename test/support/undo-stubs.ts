import { afterAll, vi } from "vitest";

// The next file of this process finds the real clock, environment and globals.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
