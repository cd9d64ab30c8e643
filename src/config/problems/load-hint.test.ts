import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadHint } from "./load-hint.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "vidimus-module-"));
});
afterEach(() => rm(directory, { recursive: true }));

/** In a process of its own, because vitest loads modules in its own way. */
async function loadInNode(file: string, content: string, packageJson: object): Promise<unknown> {
  await writeFile(join(directory, "package.json"), JSON.stringify(packageJson));
  await writeFile(join(directory, file), content);
  const script = `
    import { moduleSource } from ${JSON.stringify(new URL("../module-source.ts", import.meta.url).href)};
    const told = await moduleSource(${JSON.stringify(join(directory, file))}, ${JSON.stringify(file)}).then(
      ({ value }) => ({ value }),
      ({ name, message, hint }) => ({ name, message, hint }),
    );
    console.log(JSON.stringify(told));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--no-warnings",
    "--input-type=module",
    "-e",
    script,
  ]);
  return JSON.parse(stdout.replaceAll(directory, "DIRECTORY"));
}

const imports =
  'import { basename } from "node:path";\nexport default { name: basename("a/b") as string };';
const exportsOnly = 'export default { name: "b" };';
const defines =
  'import { defineConfig } from "vidimus";\nexport default defineConfig({ name: "b" });';
const rename = (name: string) =>
  `name it ${name}, or write "type": "module" in the package.json of its project`;
const install =
  "install vidimus in the project of this file, or write export default { … } without defineConfig";

describe("a module that Node refuses", () => {
  it.each([
    [
      "vidimus.config.ts",
      imports,
      "cannot be loaded: Cannot use import statement outside a module",
      rename("vidimus.config.mts"),
    ],
    ["v.ts", exportsOnly, "cannot be loaded: Unexpected token 'export'", rename("v.mts")],
    ["v.js", exportsOnly, "cannot be loaded: Unexpected token 'export'", rename("v.mjs")],
    [
      "v.mts",
      defines,
      "cannot be loaded: Cannot find package 'vidimus' imported from DIRECTORY/v.mts",
      install,
    ],
    [
      "v.mts",
      'import "./none.ts";',
      "cannot be loaded: Cannot find module 'DIRECTORY/none.ts' imported from DIRECTORY/v.mts",
      undefined,
    ],
    ["v.mjs", "import 3;", "cannot be loaded: Unexpected number", undefined],
  ])("%s %j", async (file, content, message, hint) => {
    const told = await loadInNode(file, content, { type: "commonjs" });
    expect(told).toEqual({
      name: "UserError",
      message: `${file}: ${message}`,
      ...(hint === undefined ? {} : { hint }),
    });
  });

  it("is loaded as the hint says", async () => {
    expect(await loadInNode("vidimus.config.mts", imports, { type: "commonjs" })).toEqual({
      value: { name: "b" },
    });
    expect(await loadInNode("vidimus.config.ts", imports, { type: "module" })).toEqual({
      value: { name: "b" },
    });
    expect(await loadInNode("vidimus.config.ts", imports, {})).toEqual({ value: { name: "b" } });
  });
});

it.each([
  ["another error", new Error("outside a module"), "a.ts"],
  ["another syntax error", new SyntaxError("Unexpected token '}'"), "a.ts"],
  [
    "a name that is right already",
    new SyntaxError("Cannot use import statement outside a module"),
    "a.mts",
  ],
  [
    "another package",
    Object.assign(new Error("Cannot find package 'zod' imported from a.ts"), {
      code: "ERR_MODULE_NOT_FOUND",
    }),
    "a.ts",
  ],
  ["no error", "thrown", "a.ts"],
])("has no hint for %s", (_, error, file) => expect(loadHint(error, file)).toBeUndefined());
