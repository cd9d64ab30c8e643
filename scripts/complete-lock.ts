/**
 * Adds to package-lock.json the platform variants (for example `@biomejs/cli-darwin-arm64`) that
 * the registry in use did not offer while the lock file was written. `npm install` leaves them out,
 * and `npm ci` then refuses the lock file on every platform. Run after each change of dependencies:
 * `npm install && npm run lock`.
 */
import { readFileSync, writeFileSync } from "node:fs";

interface LockEntry {
  version?: string;
  optionalDependencies?: Record<string, string>;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const systems = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "openharmony",
  "win32",
  "aix",
  "netbsd",
  "openbsd",
  "sunos",
];
const processors = [
  "arm64",
  "arm",
  "ia32",
  "ppc64",
  "riscv64",
  "s390x",
  "x64",
  "wasm32",
  "loong64",
  "mips64el",
];

/** Without it, npm installs the variants of both C libraries. */
const libraries: Readonly<Record<string, string>> = { musl: "musl", gnu: "glibc" };

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8")) as { packages: Record<string, LockEntry> };
let added = 0;
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[place] || !/^\d/.test(version)) continue;
    const words = name.split(/[/-]/);
    const os = systems.filter((system) => words.includes(system));
    const cpu = processors.filter((processor) => words.includes(processor));
    lock.packages[place] = {
      version,
      cpu,
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    };
    added++;
  }
}
for (const [place, entry] of Object.entries(lock.packages)) {
  const libc = place.split(/[/-]/).flatMap((word) => libraries[word] ?? []);
  if (entry.os?.includes("linux") && libc.length > 0) entry.libc ??= libc;
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} platform variants added`);
