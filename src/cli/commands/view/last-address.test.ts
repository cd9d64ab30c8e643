import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { keepAddress, lastAddress } from "./last-address.ts";

const cache = temporaryFolder();
afterEach(() => vi.unstubAllEnvs());

it("is that of the folder, for some hours, and nobody else's to read", () => {
  vi.stubEnv("VIDIMUS_CACHE", cache.path);
  const address = { port: 4000, token: "secret", at: 1_000_000 };
  expect(lastAddress("/runs", 1_000_000)).toBeUndefined();
  keepAddress("/runs", address);
  expect(lastAddress("/runs", 1_000_001)).toEqual(address);
  expect(lastAddress("/other", 1_000_001)).toBeUndefined();
  expect(lastAddress("/runs", 1_000_000 + 12 * 3_600_000)).toBeUndefined();
  const [name] = readdirSync(join(cache.path, "view"));
  expect(statSync(join(cache.path, "view", name!)).mode & 0o077).toBe(0);
});

it("is forgotten where it cannot be kept", () => {
  vi.stubEnv("VIDIMUS_CACHE", cache.file("file", ""));
  keepAddress("/runs", { port: 1, token: "x", at: 1 });
  expect(lastAddress("/runs", 1)).toBeUndefined();
});
