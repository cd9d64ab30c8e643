// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables are what is tested
import { describe, expect, it } from "vitest";
import { applySet } from "./apply-set.ts";

const tree = {
  name: "demo",
  tasks: [
    { id: "plant-qa", data: { path: "a" } },
    { id: "b", options: null },
  ],
  systems: [
    { kind: "chance" },
    { id: "gpt-4.1", kind: "chat", model: "x" },
    { id: "gpt-4", kind: "chat" },
  ],
  targets: { "a.b": { f1: "> 0" } },
};

describe("paths", () => {
  it.each([
    ["name=x", ["name"]],
    ["tasks.0.data.path=x", ["tasks", 0, "data", "path"]],
    ["tasks[0].data.path=x", ["tasks", 0, "data", "path"]],
    ["tasks.plant-qa.data.path=x", ["tasks", 0, "data", "path"]],
    ['tasks["plant-qa"].data["path"]=x', ["tasks", 0, "data", "path"]],
    ["tasks['b'].options.answer=x", ["tasks", 1, "options", "answer"]],
    ["tasks.b[options].answer=x", ["tasks", 1, "options", "answer"]],
    ["systems.chance.seed=3", ["systems", 0, "seed"]],
    ["systems.gpt-4.1.model=x", ["systems", 1, "model"]],
    ["systems.gpt-4.model=x", ["systems", 2, "model"]],
    ["systems.3.kind=x", ["systems", 3, "kind"]],
    ["targets.a.b.f1=x", ["targets", "a.b", "f1"]],
    ["targets.new.f1=x", ["targets", "new", "f1"]],
    ["tasks.b.slices.0=x", ["tasks", 1, "slices", 0]],
    [" seed =x", ["seed"]],
  ])("%s", (assignment, path) => {
    const { settings, problems } = applySet(tree, [assignment]);
    expect(problems).toEqual([]);
    expect(settings.map((setting) => setting.path)).toEqual([path]);
  });

  it.each([
    ["seed", "--set seed", "expected path=value", "for example --set seed=2"],
    [
      "=x",
      "--set ",
      '"" is not a path',
      "write keys with dots between them, such as tasks.0.data.path",
    ],
    [
      "tasks..id=x",
      "--set tasks..id",
      '"tasks..id" is not a path',
      "write keys with dots between them, such as tasks.0.data.path",
    ],
    [
      "name.=x",
      "--set name.",
      '"name." is not a path',
      "write keys with dots between them, such as tasks.0.data.path",
    ],
    [
      "tasks[0=x",
      "--set tasks[0",
      '"tasks[0" is not a path',
      "write keys with dots between them, such as tasks.0.data.path",
    ],
    ["name.x=1", "--set name.x", "name is text and has no keys", undefined],
    [
      "tasks.plant-q.id=x",
      "--set tasks.plant-q.id",
      'tasks has no element "plant-q"',
      'did you mean "plant-qa"?',
    ],
    [
      "tasks.zzzzzz.id=x",
      "--set tasks.zzzzzz.id",
      'tasks has no element "zzzzzz"',
      "elements here: plant-qa, b",
    ],
    ["tasks.9.id=x", "--set tasks.9.id", "tasks has only 2 elements", undefined],
    [
      "tasks.b.slices.9=x",
      "--set tasks.b.slices.9",
      "tasks[1].slices has only 0 elements",
      undefined,
    ],
    ["name=[1", "--set name", "the value is not valid YAML", "put it in quotes"],
    ["name='x", "--set name", "the value is not valid YAML", "put it in quotes"],
  ])("%s is refused", (assignment, label, message, hint) => {
    const applied = applySet(tree, [assignment]);
    expect(applied.tree).toBe(tree);
    expect(applied.problems).toMatchObject([{ message, hint, place: { label } }]);
  });
});

describe("values", () => {
  it.each([
    ["3", 3],
    ["0.5", 0.5],
    ["true", true],
    ["null", null],
    ["", null],
    ["yes", "yes"],
    ["some text", "some text"],
    ['"3"', "3"],
    ["'a # b'", "a # b"],
    ["[a, 2]", ["a", 2]],
    ["{ a: [1] }", { a: [1] }],
    ["a=b", "a=b"],
    [">= 0.80", ">= 0.80"],
    ["#fff", "#fff"],
    ["a #b", "a #b"],
    ["a: b", "a: b"],
    ["- a", "- a"],
    ["@x", "@x"],
    ["*x", "*x"],
    ["&x y", "&x y"],
    ["!t y", "!t y"],
    ["|", "|"],
    ["http://x:1/y?z=${KEY}", "http://x:1/y?z=${KEY}"],
  ])("%s", (text, value) => expect(applySet({}, [`x=${text}`]).tree).toEqual({ x: value }));
});

it("applies in order, each on the result of the one before", () => {
  const applied = applySet({ tasks: [] }, [
    "tasks.0.id=a",
    "tasks.a.data={path: x}",
    "tasks.a.data.path=y",
  ]);
  expect(applied).toMatchObject({
    tree: { tasks: [{ id: "a", data: { path: "y" } }] },
    problems: [],
  });
});

it("never shows the value in its place", () => {
  const { settings } = applySet(tree, ["systems.gpt-4.apiKey=sk-123"]);
  expect(settings.map(({ place }) => place.label)).toEqual(["--set systems.gpt-4.apiKey"]);
});
