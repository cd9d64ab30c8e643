import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { testPictures } from "../../test/media/test-pictures.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { probeOf } from "./probe-job.ts";

const folder = temporaryFolder();

it("compares a file with the digest that a list has of it", async () => {
  const bytes = Buffer.from(await testPictures.bmp!());
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const job = {
    work: "probe",
    kind: "image",
    path: folder.file("a.bmp", bytes),
    name: "a.bmp",
  } as const;
  const picture = { kind: "image", width: 96, height: 64 };
  expect(await probeOf(job)).toEqual({ ...picture, warnings: [] });
  expect(await probeOf({ ...job, known: { list: "sums", digest: sha256 } })).toEqual({
    ...picture,
    warnings: [],
  });
  expect(await probeOf({ ...job, known: { list: "sums" } })).toEqual({
    ...picture,
    warnings: ["is not in sums"],
  });
  bytes[bytes.length - 1]! ^= 1;
  folder.file("a.bmp", bytes);
  await expect(probeOf({ ...job, known: { list: "sums", digest: sha256 } })).rejects.toThrow(
    "differs from the digest in sums",
  );
});
