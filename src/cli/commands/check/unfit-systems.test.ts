import { expect, it } from "vitest";
import { loadRegistries } from "../../../evaluation/extend/load-registries.ts";
import { unfitSystems } from "./unfit-systems.ts";

const registries = await loadRegistries();

it("names systems that a task cannot ask, and why", () => {
  const config = {
    tasks: [
      { id: "find", family: "retrieval" },
      { id: "pick", family: "multiple-choice", systems: ["usual"] },
      { id: "talk", family: "dialogue", systems: ["vectors", "model", "meaning"] },
    ],
    systems: [
      { id: "usual", kind: "majority", settings: {} },
      { id: "vectors", kind: "pixel-encoder", settings: {} },
      { id: "model", kind: "chat", settings: {} },
      { id: "meaning", kind: "similarity-table", settings: {} },
    ],
  };
  const loaded = { config, registries } as unknown as Parameters<typeof unfitSystems>[0];
  expect(unfitSystems(loaded)).toEqual([
    { task: "find", system: "usual", reason: "family retrieval has no majority baseline" },
    { task: "find", system: "meaning", reason: expect.stringContaining("speaks similarity") },
    {
      task: "talk",
      system: "vectors",
      reason: "it speaks encoder, which family dialogue has no protocol for",
    },
    { task: "talk", system: "meaning", reason: expect.stringContaining("speaks similarity") },
  ]);
});
