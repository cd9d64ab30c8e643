import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/**
 * A real browser: the one that `VIDIMUS_BROWSER` names, one of this machine, or the one inside the
 * npm package, which needs no installation. Nothing is ever downloaded.
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await browserPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--autoplay-policy=no-user-gesture-required",
    ],
  });
}

async function browserPath(): Promise<string> {
  if (process.env.VIDIMUS_BROWSER) return process.env.VIDIMUS_BROWSER;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installed = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync);
  if (installed !== undefined) return installed;
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}
