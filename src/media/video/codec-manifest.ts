import { findPackageJSON } from "node:module";

/**
 * Path of the manifest of the package with FFmpeg's binary for this platform, which has the version
 * of `node-av`; `undefined` if the package was left out of the installation.
 */
export function codecManifest(): string | undefined {
  const toolchain = process.platform === "win32" ? "-msvc" : "";
  const name = `@seydx/node-av-${process.platform}-${process.arch}${toolchain}`;
  try {
    return findPackageJSON(name, import.meta.url);
  } catch {
    return undefined;
  }
}
