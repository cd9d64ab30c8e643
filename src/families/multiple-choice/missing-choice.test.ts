import { expect, it } from "vitest";
import { missingChoice } from "./missing-choice.ts";

const sample = {
  id: "q",
  group: "g",
  question: "?",
  choices: ["a", "b", "c"],
  answer: 0,
  media: [],
  metadata: {},
};

it.each([null, 0, 2])("finds nothing wrong with %s", (choice) => {
  expect(missingChoice({ choice }, sample)).toBeUndefined();
});

it.each([3, 99])("says what %s could have been", (choice) => {
  expect(missingChoice({ choice }, sample)).toContain(
    `${choice} is none of the choices; give an index from 0 to 2`,
  );
});
