import fc from "fast-check";
import { expect, it } from "vitest";
import { formatTargetPlace, meetsTarget, parseTargetPlace } from "./target.ts";

it.each([
  ["map", { metric: "map" }],
  [" moment-r1@0.5 ", { metric: "moment-r1@0.5" }],
  ["fah[domain=airport]", { metric: "fah", slice: { name: "domain", value: "airport" } }],
  [
    "map [metadata.camera = gate 3]",
    { metric: "map", slice: { name: "metadata.camera", value: "gate 3" } },
  ],
  ["map[kind=a=b]", { metric: "map", slice: { name: "kind", value: "a=b" } }],
  ["map[kind=[x]]", { metric: "map", slice: { name: "kind", value: "[x]" } }],
] as const)("%j", (text, place) => {
  expect(parseTargetPlace(text)).toEqual(place);
  expect(parseTargetPlace(formatTargetPlace(place))).toEqual(place);
});

it.each([
  "",
  "map[",
  "map[]",
  "map[domain]",
  "map[domain=]",
  "[domain=a]",
  "map[=a]",
  "map]",
  "map[domain=a]x",
  "a=b",
])("%j is none", (text) => expect(parseTargetPlace(text)).toBeUndefined());

it.each([
  [">=", true, true, false],
  [">", true, false, false],
  ["<=", false, true, true],
  ["<", false, false, true],
] as const)("%s 1 of 2, 1 and 0", (operator, above, equal, below) => {
  const target = { operator, value: 1 };
  expect([meetsTarget(2, target), meetsTarget(1, target), meetsTarget(0, target)]).toEqual([
    above,
    equal,
    below,
  ]);
});

it("reads what it writes", () => {
  const name = fc.stringMatching(/^[a-z0-9@.-]{1,12}$/);
  const value = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== "");
  fc.assert(
    fc.property(name, name, value, (metric, slice, of) => {
      const place = { metric, slice: { name: slice, value: of } };
      expect(parseTargetPlace(formatTargetPlace(place))).toEqual(place);
    }),
  );
});

it("never throws", () => {
  fc.assert(
    fc.property(
      fc.string(),
      (text) => parseTargetPlace(text) === undefined || parseTargetPlace(text)!.metric !== "",
    ),
  );
});
