import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { decoderVersion } from "./decoder-version.ts";
import { knownDecoderVersion } from "./known-decoder-version.ts";

const folder = temporaryFolder();
const place = (name: string) => ({
  directory: join(folder.path, name),
  note: join(folder.path, name, "decoder-version.json"),
});

it("asks the decoders once, and believes what was noted from then on", async () => {
  const { directory, note } = place("noted");
  expect((await knownDecoderVersion(directory)).version).toBe(decoderVersion());
  const { installation } = JSON.parse(readFileSync(note, "utf8")) as { installation: string };
  writeFileSync(note, JSON.stringify({ installation, version: "another" }));
  const known = await knownDecoderVersion(directory);
  expect(known.version).toBe("another");
  await expect(known.confirm()).rejects.toThrow(
    "what decodes pictures has changed: another before",
  );
  const corrected = await knownDecoderVersion(directory);
  expect(corrected.version).toBe(decoderVersion());
  await corrected.confirm();
});

it.each([
  "",
  "{",
  "[]",
  '{"installation": "elsewhere", "version": "another"}',
  '{"version": "another"}',
])("asks where %j is noted", async (text) => {
  const { directory, note } = place("odd");
  await knownDecoderVersion(directory);
  writeFileSync(note, text);
  expect((await knownDecoderVersion(directory)).version).toBe(decoderVersion());
});

it("asks every time where nothing can be noted", async () => {
  const file = folder.file("no-folder", "");
  expect((await knownDecoderVersion(join(file, "below"))).version).toBe(decoderVersion());
});
