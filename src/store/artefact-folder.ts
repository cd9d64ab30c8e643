import { mkdirSync } from "node:fs";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Artefacts } from "../core/run/artefacts.ts";
import { bytesDigest } from "../files/content-digest.ts";

/** Keeps artefacts as files that are named by their digests; the folder is made for the first. */
export function artefactFolder(directory: string): Artefacts {
  return {
    async put(bytes) {
      const digest = bytesDigest(bytes);
      mkdirSync(directory, { recursive: true });
      const draft = join(directory, `${digest}.${process.pid}.part`);
      await using file = await open(draft, "w");
      await file.writeFile(bytes);
      await file.datasync();
      await rename(draft, join(directory, digest));
      return digest;
    },
    async get(digest) {
      if (!/^[0-9a-f]{64}$/.test(digest)) return undefined;
      const bytes = await readFile(join(directory, digest)).catch(() => undefined);
      return bytes && bytesDigest(bytes) === digest ? bytes : undefined;
    },
  };
}
