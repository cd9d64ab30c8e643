import { renameSync, writeFileSync } from "node:fs";

/** Writes a file so that readers see the old content or the new, never a part of it. */
export function writeAtomically(
  path: string,
  content: string | Uint8Array,
  options: { readonly mode?: number } = {},
): void {
  const draft = `${path}.${process.pid}.part`;
  writeFileSync(draft, content, options);
  renameSync(draft, path);
}
