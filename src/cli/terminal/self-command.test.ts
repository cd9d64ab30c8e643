import { describe, expect, it } from "vitest";
import { selfCommand } from "./self-command.ts";

const path = ["/usr/local/bin", "/usr/bin"];
const from = (script: string, cwd = "/home/ann/qa", checkout?: string) =>
  selfCommand({ script, cwd, path, checkout });

describe("the command that a user types", () => {
  it.each([
    [
      "a package of the project",
      "/home/ann/qa/node_modules/.bin/vidimus",
      "/home/ann/qa",
      "npx vidimus",
    ],
    [
      "the same from a folder in it",
      "/home/ann/qa/node_modules/.bin/vidimus",
      "/home/ann/qa/data",
      "npx vidimus",
    ],
    [
      "a package that npx fetched",
      "/home/ann/.npm/_npx/1f/node_modules/.bin/vidimus",
      "/home/ann/qa",
      "npx vidimus",
    ],
    [
      "the file itself, of the project",
      "/home/ann/qa/node_modules/vidimus/dist/main.js",
      "/home/ann/qa",
      "npx vidimus",
    ],
    [
      "the file itself, of the machine",
      "/usr/lib/node_modules/vidimus/dist/main.js",
      "/home/ann/qa",
      "vidimus",
    ],
    ["a package of the machine", "/usr/local/bin/vidimus", "/home/ann/qa", "vidimus"],
    ["a link that no shell would find", "/opt/tools/vidimus", "/home/ann/qa", "/opt/tools/vidimus"],
    ["a link nearby", "/home/ann/tools/vidimus", "/home/ann/qa", "../tools/vidimus"],
    ["a build", "/home/ann/vidimus/dist/main.js", "/home/ann/vidimus", "node dist/main.js"],
    ["a place with blanks", "/opt/my tools/vidimus", "/home/ann/qa", "'/opt/my tools/vidimus'"],
  ])("for %s", (_, script, cwd, expected) => expect(from(script, cwd)).toBe(expected));

  it("for a checkout is its script there, and the file from anywhere else", () => {
    const [checkout, script] = ["/src/vidimus", "/src/vidimus/src/cli/bin.js"];
    expect(from(script, checkout, checkout)).toBe("npm run -s vidimus --");
    expect(from(script, "/home/ann/qa", checkout)).toBe("node /src/vidimus/src/cli/bin.js");
    expect(from(script, "/src/vidimus/examples", checkout)).toBe("node ../src/cli/bin.js");
  });
});
