import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { demoClips } from "./clips.ts";

it("shows only kinds of clips that the learned encoder was not trained on", () => {
  const path = new URL("../../../../tools/demo-encoder/held-out.json", import.meta.url);
  const heldOut = new Set(
    (JSON.parse(readFileSync(path, "utf8")) as string[][]).map((kind) => kind.join()),
  );
  const shown = new Set(
    demoClips().map(({ colour, shape, motion }) => [colour, shape, motion].join()),
  );
  expect(shown).toEqual(heldOut);
});
