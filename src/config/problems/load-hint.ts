import { basename, extname } from "node:path";

/**
 * What to do about a configuration module that Node could not load, for the two obstacles that lie
 * in the project around it.
 */
export function loadHint(error: unknown, file: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const extension = extname(file);
  const isPlain = /^\.[jt]s$/i.test(extension);
  if (
    isPlain &&
    error.name === "SyntaxError" &&
    /outside a module|Unexpected token 'export'/.test(error.message)
  ) {
    const renamed = `${basename(file, extension)}.m${extension.slice(1)}`;
    return `name it ${renamed}, or write "type": "module" in the package.json of its project`;
  }
  if (
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.startsWith("Cannot find package 'vidimus'")
  ) {
    return "install vidimus in the project of this file, or write export default { … } without defineConfig";
  }
  return undefined;
}
