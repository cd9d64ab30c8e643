import { execFileSync } from "node:child_process";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { makeFolder } from "./make-folder.ts";

const { path } = temporaryFolder();

describe("makeFolder", () => {
  it("makes those that are missing, and is content where all are there", () => {
    const wanted = join(path, "a", "b", "c");
    for (let time = 0; time < 2; time++) {
      makeFolder(wanted);
      expect(statSync(wanted).isDirectory()).toBe(true);
    }
  });

  it("refuses a place below a file", () => {
    const file = join(path, "file");
    writeFileSync(file, "");
    expect(() => makeFolder(join(file, "a", "b"))).toThrow(/ENOTDIR/);
    expect(() => makeFolder(file)).toThrow(/EEXIST/);
  });

  // Node's own way to make several folders never ends here. In a process of its own, which can be
  // ended.
  it.skipIf(!existsSync("/proc/self"))("ends where no folder can be made", () => {
    const code = `import { makeFolder } from ${JSON.stringify(new URL("./make-folder.ts", import.meta.url).href)};
      try { makeFolder("/proc/vidimus/runs/one"); } catch (error) { console.log(error.code, error.path); }`;
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
      timeout: 10_000,
      encoding: "utf8",
    });
    expect(said).toBe("ENOENT /proc/vidimus\n");
  });
});
