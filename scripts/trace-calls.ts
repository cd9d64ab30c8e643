/**
 * Loaded before the program (`node --import`): writes the sources of this repository whose
 * functions were called, in the order of their first calls, to the file that `VIDIMUS_TRACE` names.
 * Functions are found by how the formatter writes them: a line that ends in `) {` or `=> {`.
 */
import { writeFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const called = new Set<string>();
(globalThis as { vidimusCalled?: (path: string) => void }).vidimusCalled = (path) => {
  if (!called.has(path) && !isLoading()) called.add(path);
};

/**
 * Whether a module is only being loaded: what it then calls, such as makers of schemas, is no part
 * of the way.
 */
function isLoading(): boolean {
  Error.stackTraceLimit = 100;
  const { stack = "" } = new Error("where?");
  const [inside, ...loader] = stack.split("ModuleJob");
  return loader.length > 0 && !inside!.includes("src/cli/bin.js");
}

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.startsWith(new URL("src/", root).href) || !url.endsWith(".ts")) return loaded;
    const path = relative(fileURLToPath(root), fileURLToPath(url));
    const code = stripTypeScriptTypes(String(loaded.source), { mode: "strip" });
    const call = `globalThis.vidimusCalled(${JSON.stringify(path)});`;
    const traced = code.replace(
      /^(?!\s*(?:\} )?(?:switch|for|while|if|else|catch)\b)(.*(?:\)|=>)\s*\{)[ \t]*$/gm,
      `$1${call}`,
    );
    return { format: "module", source: traced, shortCircuit: true };
  },
});

process.on("exit", () => {
  if (process.env.VIDIMUS_TRACE) writeFileSync(process.env.VIDIMUS_TRACE, [...called].join("\n"));
});
