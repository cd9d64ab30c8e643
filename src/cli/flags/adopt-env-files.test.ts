import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { adoptEnvFiles } from "./adopt-env-files.ts";

const folder = temporaryFolder();

function files(name: string, contents: Readonly<Record<string, string>>): string {
  const path = join(folder.path, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(contents)) writeFileSync(join(path, file), text);
  return path;
}

describe("adoptEnvFiles", () => {
  it("takes the environment first, then the file that was named, then the one beside the configuration", () => {
    const path = files("both", {
      ".env": "A=beside\nB=beside\nC=beside\nD=beside",
      "own.env": "A=named\nB=named\nD=named",
    });
    const environment: Record<string, string | undefined> = { A: "real", D: "" };
    adoptEnvFiles({ config: join(path, "vidimus.yaml"), file: join(path, "own.env") }, environment);
    expect(environment).toEqual({ A: "real", B: "named", C: "beside", D: "" });
  });

  it("needs no file beside the configuration, but the one that was named", () => {
    const path = files("none", {});
    const environment = {};
    adoptEnvFiles({ config: join(path, "vidimus.yaml"), file: undefined }, environment);
    expect(environment).toEqual({});
    expect(() => adoptEnvFiles({ config: path, file: join(path, "own.env") }, {})).toThrow(
      /own\.env: no such file/,
    );
  });

  it("names file and line of what it cannot read", () => {
    const path = files("wrong", { ".env": "A=1\nB" });
    expect(() => adoptEnvFiles({ config: join(path, "x.yaml"), file: undefined }, {})).toThrow(
      /\.env:2: no variable/,
    );
  });
});
