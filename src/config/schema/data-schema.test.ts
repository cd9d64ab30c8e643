import { describe, expect, it } from "vitest";
import { mistakeOf, resolveGiven } from "../../../test/fakes/fake-config.ts";

const task = (data: string) => ({ task: `    data: ${data}` });
const sha256 = "0".repeat(64);

describe("where samples come from", () => {
  it.each([
    ["a file", "{ path: a.csv }"],
    ["several", "{ path: [a.csv, b/*.csv] }"],
    ["the hub", "{ huggingface: lab/set-1.0, config: c, split: test, revision: main, path: data }"],
    ["the web", `{ url: "https://example.org/a.zip", sha256: "${sha256}" }`],
    [
      "conditions",
      "{ path: a, where: { a: 1, b: [x, null], c.d: { not: [1], atLeast: 2, contains: x }, g: { contains: [x, y] }, e: null, f: true } }",
    ],
  ])("may be %s", (_, data) => {
    expect(() => resolveGiven(task(data))).not.toThrow();
  });

  it.each([
    ["nothing", "{ split: test }", 'vidimus.yaml:5:11  tasks[0].data: missing key "path"'],
    [
      "two places",
      `{ huggingface: a/b, url: "https://x.y/z", sha256: "${sha256}" }`,
      "tasks[0].data.url: name one source: huggingface or url",
    ],
    [
      "a name without owner",
      "{ huggingface: set }",
      'vidimus.yaml:5:26  tasks[0].data.huggingface: expected owner/name, got "set"',
    ],
    [
      "a revision of a file",
      "{ path: a, revision: main }",
      'vidimus.yaml:5:32  tasks[0].data.revision: "revision" goes with huggingface',
    ],
    [
      "an address without a checksum",
      '{ url: "https://x.y/z.zip" }',
      'tasks[0].data: missing key "sha256"',
    ],
    [
      "a checksum without an address",
      `{ path: a, sha256: "${sha256}" }`,
      'tasks[0].data.sha256: "sha256" goes with url',
    ],
    [
      "a checksum that is none",
      '{ url: "https://x.y/z.zip", sha256: abc }',
      "tasks[0].data.sha256: expected 64 hexadecimal digits in lower case",
    ],
    [
      "an address of another kind",
      `{ url: "ftp://x.y/z.zip", sha256: "${sha256}" }`,
      "tasks[0].data.url",
    ],
    [
      "an unknown comparison",
      "{ path: a, where: { n: { atleast: 3 } } }",
      'tasks[0].data.where.n: unknown key "atleast"',
    ],
    [
      "a comparison with a text",
      "{ path: a, where: { n: { above: x } } }",
      'tasks[0].data.where.n.above: expected a number, got "x"',
    ],
    ["no value to choose from", "{ path: a, where: { n: [] } }", "tasks[0].data.where.n"],
  ])("may not be %s", (_, data, message) => {
    expect(mistakeOf(() => resolveGiven(task(data)))).toContain(message);
  });
});
