import { expect, test } from "vitest";
import { expectDoubtedChoices, expectGivenChoices } from "../support/reply-forms.ts";
import reference from "./nextqa.json" with { type: "json" };
import { nextqaFigures, nextqaSamples } from "./nextqa-figures.ts";

const samples = nextqaSamples(reference.questions);

test("every figure that NExT-QA's eval_mc.py prints, on questions of our own", () => {
  expect(samples).toHaveLength(240);
  expect(nextqaFigures(samples, reference.predictions)).toEqual(reference.printed);
});

test("right choices in the words of a reply", () => expectGivenChoices(samples));

test("right choices that a reply denies or doubts", () => expectDoubtedChoices(samples));
