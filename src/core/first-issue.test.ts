import { expect, it } from "vitest";
import { z } from "zod";
import { firstIssue } from "./first-issue.ts";

const schema = z.strictObject({
  id: z.string().min(1),
  labels: z.union([z.record(z.string(), z.string()), z.array(z.string())]),
  kind: z.enum(["a", "b"]).optional(),
  size: z.number().max(3, "size is at most 3").optional(),
});
const right = { id: "x", labels: ["a"] };

it.each([
  [{ ...right, id: 3 }, "id: must be text, got a number"],
  [{ labels: ["a"] }, "id: is missing; must be text"],
  [{ ...right, id: "" }, "id: must be text that is not empty"],
  [{ id: "x" }, "labels: is missing; must be a mapping or a list"],
  [{ ...right, labels: 3 }, "labels: must be a mapping or a list"],
  [{ ...right, kind: "c" }, 'kind: must be "a" or "b"'],
  [{ ...right, size: 4 }, "size: size is at most 3"],
  [{ id: "x", lables: ["a"] }, 'row: unknown field "lables"; did you mean "labels"?'],
  [{ ...right, colour: 1 }, 'row: unknown field "colour"'],
  [3, "row: must be a mapping, got a number"],
])("%j", (value, text) => {
  expect(firstIssue(schema.safeParse(value).error!)).toBe(text);
});

it("names the whole as it is called", () => {
  expect(firstIssue(z.array(z.string()).safeParse({}).error!, "scores")).toBe(
    "scores: must be a list, got a mapping",
  );
});
