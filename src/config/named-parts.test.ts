import { describe, expect, it } from "vitest";
import { namedParts } from "./named-parts.ts";

const tasks = [{ family: "quiz" }, { family: "story" }];
const systems = [{ kind: "chat" }];

describe("what a configuration names", () => {
  it("is the families of its tasks, and the kinds of its systems and graders", () => {
    const graders = [{ id: "judge", kind: "remote" }];
    expect(namedParts({ tasks, systems, graders }, "/d")).toEqual({
      families: ["quiz", "story"],
      systemKinds: ["chat", "remote"],
    });
  });

  it("is everything with modules of the user, which are named relative to its folder", () => {
    expect(namedParts({ tasks, systems, use: ["./own.ts", "", 7] }, "/d")).toEqual({
      use: { paths: ["./own.ts"], directory: "/d" },
    });
  });

  it.each([
    ["a matrix, whose rows can name anything", { tasks, systems, matrix: [{}] }],
    ["the file of another program", { prompts: [], tests: [] }],
    ["a configuration without systems", { tasks }],
    ["a list", []],
  ])("is everything in %s", (_, tree) => {
    expect(namedParts(tree, "/d")).toEqual({});
  });

  it("keeps a name that is missing or unknown, so that it is noticed", () => {
    expect(namedParts({ tasks: [{}, 1], systems }, "/d")).toMatchObject({
      families: ["undefined", ""],
    });
  });
});
