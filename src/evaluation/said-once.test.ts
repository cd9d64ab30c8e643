import { expect, it } from "vitest";
import { saidOnce } from "./said-once.ts";

it("passes equal warnings on once, and all notes", () => {
  const seen: unknown[] = [];
  const say = saidOnce((event) => seen.push(event));
  const [warning, other] = ["one", "two"].map((text) => ({ type: "warning", text }) as const);
  const note = { type: "note", text: "one" } as const;
  for (const event of [warning!, note, warning!, other!, note]) say(event);
  expect(seen).toEqual([warning, note, other, note]);
});
