import { spawn } from "node:child_process";

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
  linux: ["xdg-open"],
};

/** Opens an address in the user's browser where there is one; the address is printed anyway. */
export function openBrowser(url: string): void {
  const opener = openers[process.platform];
  if (!opener || !process.stdout.isTTY) return;
  const [program, ...before] = opener;
  const child = spawn(program, [...before, url], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
