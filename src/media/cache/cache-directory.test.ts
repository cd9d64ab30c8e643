import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { cacheDirectory } from "./cache-directory.ts";

it.each([
  ["nothing is set", undefined, {}, join(homedir(), ".cache", "vidimus")],
  ["XDG_CACHE_HOME", undefined, { XDG_CACHE_HOME: "/big" }, "/big/vidimus"],
  [
    "a relative XDG_CACHE_HOME, which does not count",
    undefined,
    { XDG_CACHE_HOME: "big" },
    join(homedir(), ".cache", "vidimus"),
  ],
  [
    "VIDIMUS_CACHE before it",
    undefined,
    { XDG_CACHE_HOME: "/big", VIDIMUS_CACHE: "/frames" },
    "/frames",
  ],
  [
    "an empty VIDIMUS_CACHE, which does not count",
    undefined,
    { XDG_CACHE_HOME: "/big", VIDIMUS_CACHE: "" },
    "/big/vidimus",
  ],
  ["what is asked for before all", "here", { VIDIMUS_CACHE: "/frames" }, resolve("here")],
])("goes by %s", (_, asked, environment, expected) =>
  expect(cacheDirectory(asked, environment)).toBe(expected),
);
