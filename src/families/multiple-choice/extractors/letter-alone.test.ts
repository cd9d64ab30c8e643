import fc from "fast-check";
import { expect, it } from "vitest";
import { letterAlone } from "./letter-alone.ts";
import { readByRules, readStandard } from "./standard.ts";

const choice = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    "A",
    "the B.",
    "a b",
    "(C)",
    "Option A",
    "Answer: B",
    "A and B",
    "none of the above",
    "it stops",
    "A   B   C",
    "<strong>B</strong>",
    "(((B)))",
    "      C",
    "The Bs",
    "over A",
  ),
);
const reply = fc.tuple(
  fc.constantFrom("", " ", "\n"),
  fc.constantFrom(..."ABCDEFZabc"),
  fc.constantFrom("", " ", "\n", "\r\n"),
);

it("reads a letter as the rules read it, whatever the choices are", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(choice, { minLength: 1, maxLength: 6 }),
      reply,
      (choices, [before, letter, after]) => {
        const text = `${before}${letter}${after}`;
        expect(readStandard(text, choices)).toEqual(readByRules(text, choices));
      },
    ),
    { numRuns: 500 },
  );
});

it("leaves to the rules what is more than a letter, names no choice, or might be a choice itself", () => {
  const plain = ["it starts", "it stops slowly"];
  expect(letterAlone("B", plain)).toBe(1);
  for (const text of ["b", "C", "B.", "", "AB"])
    expect(letterAlone(text, plain), text).toBeUndefined();
  expect(letterAlone("B", ["it starts", "the A."])).toBeUndefined();
  expect(letterAlone("B", ["it starts", "<b>bold</b>"])).toBeUndefined();
});
