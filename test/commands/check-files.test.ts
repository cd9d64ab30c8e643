import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { checkFiles } from "../check-data/check-files.ts";
import { setup } from "../check-data/require-check-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

describe("check data", () => {
  afterEach(() => void vi.unstubAllEnvs());

  it("is asked for by name, and what is missing is named", () => {
    vi.stubEnv("VIDIMUS_CHECK_DATA", undefined);
    expect(setup).toThrow(
      'VIDIMUS_CHECK_DATA is not set: name the folder with the check data. "Check data" in CONTRIBUTING.md',
    );
    vi.stubEnv("VIDIMUS_CHECK_DATA", join(folder.path, "nowhere"));
    expect(setup).toThrow(`there is no folder ${join(folder.path, "nowhere")}`);
    for (const name of checkFiles) {
      mkdirSync(dirname(join(folder.path, name)), { recursive: true });
      if (name !== "retrieval/out.test") writeFileSync(join(folder.path, name), "");
    }
    vi.stubEnv("VIDIMUS_CHECK_DATA", folder.path);
    expect(setup).toThrow(`lacks 1 of ${checkFiles.length} files (retrieval/out.test)`);
    writeFileSync(join(folder.path, "retrieval/out.test"), "");
    expect(setup).not.toThrow();
  });

  it("has a source in CONTRIBUTING.md for every file, by its name or its folder", () => {
    const named = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8").matchAll(
      /`([\w./-]+)`/g,
    );
    const places = new Set([...named].map(([, place]) => place));
    const folders = (name: string) =>
      name
        .split("/")
        .slice(1)
        .map(
          (_, i) =>
            `${name
              .split("/")
              .slice(0, i + 1)
              .join("/")}/`,
        );
    expect(
      checkFiles.filter((name) => ![name, ...folders(name)].some((place) => places.has(place))),
    ).toEqual([]);
  });
});
