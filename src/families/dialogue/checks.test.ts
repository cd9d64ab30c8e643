import { expect, it } from "vitest";
import { dialogueChecks } from "./checks.ts";

const stream = { fps: 2, frameCount: 40, group: "v", id: "v", inputs: [], media: [], metadata: {} };
const found = (id: string, texts: readonly string[], label?: string) =>
  dialogueChecks
    .find((check) => check.id === id)!
    .start()
    .add({
      ...stream,
      references: texts.map((text, frame) => ({
        frame,
        text,
        ...(label === undefined ? {} : { label }),
      })),
    });

it.each([
  ["has-references", [], /nothing should be said/],
  ["has-references", ["Go."], undefined],
  ["blank-text", ["Go.", " \n"], /frame 1 is blank/],
  ["comparable-words", ["Go.", "42"], undefined],
  ["comparable-words", ["Go.", "打开盖子"], /frame 1 has no word of Latin letters or digits/],
  ["comparable-words", ["..."], /frame 0/],
])("%s of %j", (id, texts, message) => {
  if (message === undefined) expect(found(id, texts)).toBeUndefined();
  else expect(found(id, texts)).toMatch(message);
});

it.each([
  ["initiative|instruction,feedback", false],
  ["responsive|other", false],
  ["instruction", true],
])("labels like %s are known: %s", (label, isWrong) => {
  expect(found("known-labels", ["Go."], label) !== undefined).toBe(isWrong);
});
