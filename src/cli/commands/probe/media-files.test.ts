import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { UserError } from "../../../core/user-error.ts";
import { mediaFiles } from "./media-files.ts";

const root = temporaryFolder();
const choice = { limit: undefined, isOffline: undefined };

function folder(name: string): string {
  const path = join(root.path, name);
  mkdirSync(path, { recursive: true });
  return path;
}

async function namesIn(path: string): Promise<readonly string[]> {
  return (await mediaFiles([path], choice)).map(
    ({ kind, name }) => `${kind} ${name.slice(path.length + 1)}`,
  );
}

it("takes what looks like media, whatever the case of its ending, in the order of names", async () => {
  const path = folder("plain/deeper");
  for (const name of ["b.MP4", "a.png", "notes.txt", "c.gif"]) writeFileSync(join(path, name), "");
  expect(await namesIn(join(root.path, "plain"))).toEqual([
    "image deeper/a.png",
    "video deeper/b.MP4",
    "video deeper/c.gif",
  ]);
});

it("takes links that lead nowhere or in a circle for files, and goes once into folders that are linked", async () => {
  const path = folder("links");
  symlinkSync("two.mp4", join(path, "one.mp4"));
  symlinkSync("one.mp4", join(path, "two.mp4"));
  symlinkSync("nothing", join(path, "three.mp4"));
  symlinkSync(".", join(path, "again"));
  expect(await namesIn(path)).toEqual(["video one.mp4", "video three.mp4", "video two.mp4"]);
  expect(await namesIn(join(path, "one.mp4"))).toEqual(["video "]);
});

it("leaves TypeScript alone, which ends as transport streams do", async () => {
  const path = folder("streams");
  writeFileSync(join(path, "program.ts"), "Great(1);\n");
  writeFileSync(join(path, "stream.ts"), Buffer.from("4740000010", "hex"));
  writeFileSync(join(path, "empty.ts"), "");
  execFileSync("sh", ["-c", 'mkfifo "$0"', join(path, "pipe.ts")]);
  expect(await namesIn(path)).toEqual(["video empty.ts", "video pipe.ts", "video stream.ts"]);
  expect(await namesIn(join(path, "program.ts"))).toEqual(["video "]);
});

it("refuses what is not there", async () => {
  await expect(mediaFiles([join(root.path, "none.mp4")], choice)).rejects.toThrow(UserError);
});
