import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { fileFacts, fileMd5, streamedDigest } from "./content-digest.ts";

const folder = temporaryFolder();

function file(length: number): { readonly path: string; readonly bytes: Buffer } {
  const path = join(folder.path, `${length}`);
  const bytes = Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 7919) >> 3));
  writeFileSync(path, bytes);
  return { path, bytes };
}

const mebibyte = 1 << 20;

it.each([0, 1, 4_095, 4_096, 4_097, mebibyte - 1, mebibyte, mebibyte + 1, 3 * mebibyte + 5])(
  "digests a file of %i bytes",
  async (length) => {
    const { path, bytes } = file(length);
    const digest = (kind: string) => createHash(kind).update(bytes).digest("hex");
    expect(await fileFacts(path)).toEqual({ sizeBytes: length, sha256: digest("sha256") });
    expect(await fileMd5(path)).toBe(digest("md5"));
  },
);

it("digests all of a file that is longer than it was said to be", async () => {
  const { path, bytes } = file(50_000);
  await using opened = await open(path);
  expect(await streamedDigest("sha256", opened, 10)).toBe(
    createHash("sha256").update(bytes).digest("hex"),
  );
});
