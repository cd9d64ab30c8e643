import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeRegistries } from "../../test/fakes/fake-registries.ts";
import { loadConfig } from "./load-config.ts";

const loadRegistries = async () => fakeRegistries();

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "vidimus-config-"));
});
afterEach(() => rm(directory, { recursive: true }));

const input = {
  name: "demo",
  tasks: [{ id: "a", family: "quiz", data: { path: "x.csv" } }],
  systems: [{ kind: "oracle" }],
};

async function load(file: string, content?: string) {
  const path = join(directory, file);
  if (content !== undefined) await writeFile(path, content);
  return loadConfig(path, { loadRegistries, set: ["seed=4"], environment: {} });
}

describe("a configuration file", () => {
  it.each([
    [
      "vidimus.yaml",
      "name: demo\ntasks:\n  - { id: a, family: quiz, data: { path: x.csv } }\nsystems: [{ kind: oracle }]\n",
    ],
    [
      "vidimus.yml",
      "\uFEFFname: demo\r\ntasks:\r\n  - id: a\r\n    family: quiz\r\n    data: { path: x.csv }\r\nsystems: [{ kind: oracle }]\r\n",
    ],
    [
      "vidimus.json",
      JSON.stringify({ $schema: "./config.schema.json", ...input }, undefined, "\t"),
    ],
    [
      "vidimus.config.ts",
      `interface A { readonly name: string }\nconst config = ${JSON.stringify(input)} satisfies A;\nexport default config;`,
    ],
    ["vidimus.config.mjs", `export const config = ${JSON.stringify(input)};`],
  ])("%s", async (file, content) => {
    const loaded = await load(file, content);
    expect(loaded.config).toMatchObject({
      name: "demo",
      tasks: [{ id: "a", data: { path: "x.csv" } }],
      systems: [{ id: "oracle" }],
      seed: 4,
    });
    expect(loaded.directory).toBe(directory);
  });

  it("is called in messages what the user called it", async () => {
    await writeFile(join(directory, "v.yaml"), "a: 1\nname: x");
    const path = relative(process.cwd(), join(directory, "v.yaml"));
    await expect(loadConfig(path, { loadRegistries, set: [], environment: {} })).rejects.toThrow(
      `${path}:1:1  unknown key "a"`,
    );
  });
});

describe("a file that cannot be used", () => {
  it.each([
    [
      "none.yaml",
      undefined,
      "none.yaml: no such file",
      "name a configuration file; docs/configuration.md has an example",
    ],
    [
      "folder/none.yaml",
      undefined,
      "folder/none.yaml: no such file",
      "name a configuration file; docs/configuration.md has an example",
    ],
    [
      "none.ts",
      undefined,
      "none.ts: no such file",
      "name a configuration file; docs/configuration.md has an example",
    ],
    ["", undefined, ": is a folder", "name the configuration file in it"],
    [
      "x.toml",
      "",
      "x.toml: not a configuration file",
      "its name must end in .yaml, .yml, .json, .ts, .mts, .js or .mjs",
    ],
    [
      "a.mjs",
      "export const other = 1;",
      "a.mjs: exports no configuration",
      "write export default defineConfig({ name: …, tasks: […], systems: […] })",
    ],
    [
      "b.mjs",
      "export default () => ({});",
      "b.mjs: exports no configuration",
      "write export default defineConfig({ name: …, tasks: […], systems: […] })",
    ],
    [
      "c.mjs",
      "throw new Error('out of order');",
      "c.mjs: cannot be loaded: out of order",
      undefined,
    ],
    [
      "d.mjs",
      "const a = {}; a.a = a; export default a;",
      "d.mjs: not plain data: Converting circular structure to JSON",
      "a configuration holds texts, numbers, true and false, lists and mappings",
    ],
  ])("%s %j", async (file, content, message, hint) => {
    const path = file === "" ? directory : `${directory}/`;
    await expect(load(file, content)).rejects.toMatchObject({
      name: "UserError",
      message: `${path}${message}`,
      hint,
    });
  });

  it("may have a neighbour that was meant", async () => {
    await writeFile(join(directory, "vidimus.yml"), "");
    await writeFile(join(directory, "vidimus.yam"), "");
    await expect(load("vidimus.yaml")).rejects.toMatchObject({
      hint: 'did you mean "vidimus.yml"?',
    });
  });
});
