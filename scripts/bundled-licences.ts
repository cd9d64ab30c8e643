import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Chunk {
  readonly type: string;
  readonly moduleIds?: readonly string[];
}

/**
 * The folder of the package a module lies in, by the last `node_modules` of its path; `undefined`
 * for our own.
 */
function packageFolder(module: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0];
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Readonly<Record<string, string>>;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const head = `${name} ${version} (${license})\n\n`;
  if (file) return `${head}${readFileSync(join(folder, file), "utf8").trim()}\n`;
  // A licence that every copy must carry can be named where its package forgot the text.
  if (license === "MIT" || license === "Unlicense")
    return `${head}The package holds no text of its licence and names it: ${license}.\n`;
  throw new Error(`${name}: cannot be part of the program, its package has no licence file`);
}

/**
 * A plug-in of the build: lays the licences of all packages that became part of the program beside
 * it, as they ask for.
 */
export function bundledLicences(fileName: string) {
  return {
    name: "bundled-licences",
    generateBundle(
      this: { emitFile(file: { type: "asset"; fileName: string; source: string }): unknown },
      _options: unknown,
      bundle: Readonly<Record<string, Chunk>>,
    ) {
      const folders = new Set(
        Object.values(bundle).flatMap(({ moduleIds = [] }) =>
          moduleIds.map(packageFolder).filter((folder) => folder !== undefined),
        ),
      );
      const source = [...folders]
        .sort()
        .map(licenceOf)
        .join(`\n${"-".repeat(80)}\n\n`);
      this.emitFile({ type: "asset", fileName, source });
    },
  };
}
