import { registerHooks } from "node:module";

const subpaths = ["metrics", "families", "media", "report"] as const;

/**
 * Lets the user's modules import "vidimus" wherever they lie, installed there or not, and always
 * get the program that runs: one copy of every class, and the same version. Asked for once per
 * process; asking again changes nothing.
 */
export function serveOwnPackage(): void {
  const key = Symbol.for("vidimus.own-package");
  const asked = globalThis as { [key]?: boolean };
  if (asked[key]) return;
  asked[key] = true;
  registerHooks({
    resolve(specifier, context, next) {
      const own = ownEntry(specifier);
      return own === undefined ? next(specifier, context) : { url: own, shortCircuit: true };
    },
  });
}

function ownEntry(specifier: string): string | undefined {
  const [name, subpath] = specifier.split("/");
  if (name !== "vidimus") return undefined;
  const isSource = import.meta.url.endsWith(".ts");
  const at = (file: string) =>
    new URL(isSource ? `../../public/${file}.ts` : `./${file}.js`, import.meta.url).href;
  if (subpath === undefined) return at("index");
  return (subpaths as readonly string[]).includes(subpath) ? at(subpath) : undefined;
}
