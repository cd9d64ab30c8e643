// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables are what is tested
import { expect, it } from "vitest";
import { mistakeOf } from "../../test/fakes/fake-config.ts";
import { fakeRegistries } from "../../test/fakes/fake-registries.ts";
import { resolveMatrix } from "./resolve-matrix.ts";
import { yamlSource } from "./yaml-source.ts";

const common = `name: demo
tasks:
  - { id: plant-qa, family: quiz, data: { path: val.csv }, options: { examples: 2 } }
systems:
  - { id: model, kind: chat, model: small, apiKey: "\${SOME_KEY}" }
`;

function rowsOf(matrix: string, set: readonly string[] = []) {
  const source = yamlSource(`${common}${matrix}`, "vidimus.yaml");
  return resolveMatrix(source, {
    registries: fakeRegistries(),
    set,
    environment: { SOME_KEY: "s3cr3t-s3cr3t" },
  });
}

const listed = `matrix:
  - name: plain
  - name: long
    set: { tasks.plant-qa.options.examples: 8, "systems[0].model": large }
`;

it("has no rows without a matrix", () => expect(rowsOf("")).toEqual([]));

it("sets values by path, over what is common", () => {
  const rows = rowsOf(listed);
  expect(rows.map(({ name }) => name)).toEqual(["plain", "long"]);
  expect(
    rows.map(({ config }) => (config.tasks[0]!.options as { readonly examples: number }).examples),
  ).toEqual([2, 8]);
  expect(
    rows.map(({ config }) => (config.systems[0]!.settings as { readonly model: string }).model),
  ).toEqual(["small", "large"]);
  expect(rows[1]!.paths).toEqual([
    ["tasks", 0, "options", "examples"],
    ["systems", 0, "model"],
  ]);
});

it("leaves every row a configuration of its own, without secrets", () => {
  const [first, second] = rowsOf(listed);
  expect(first!.spec).not.toHaveProperty("matrix");
  expect(first!.spec).toHaveProperty("name", "demo.plain");
  expect(second!.spec).toMatchObject({ systems: [{ model: "large", apiKey: "${SOME_KEY}" }] });
});

it("multiplies axes, the last changing fastest", () => {
  const rows = rowsOf(
    "matrix:\n  axes:\n    tasks.0.options.examples: [0, 4]\n    tasks.0.options.answer: [letter, verbatim]\n",
  );
  expect(rows.map(({ name }) => name)).toEqual([
    "examples-0_answer-letter",
    "examples-0_answer-verbatim",
    "examples-4_answer-letter",
    "examples-4_answer-verbatim",
  ]);
  expect(rows[3]!.config.tasks[0]!.options).toMatchObject({ examples: 4, answer: "verbatim" });
});

it("names what cannot stand in a folder's name, and tells equal names apart", () => {
  const names = rowsOf(
    'matrix: { axes: { systems.model.model: [a/b, a b, "..", [x]] } }'.replace(", [x]", ""),
  );
  expect(names.map(({ name }) => name)).toEqual(["model-a-b", "model-a-b.2", "model"]);
});

it("takes what --set changes as common", () => {
  const rows = rowsOf(listed, ["tasks.0.options.shuffle=true"]);
  expect(
    rows.map(({ config }) => (config.tasks[0]!.options as { readonly shuffle: boolean }).shuffle),
  ).toEqual([true, true]);
});

const row = (set: string) => `matrix:\n  - name: plain\n  - name: long\n    set: { ${set} }\n`;

it.each([
  [
    row("tasks.plant-qa.options.shuffel: on"),
    'vidimus.yaml:9:44  row "long": tasks[0].options: unknown key "shuffel"\n  9 |     set: { tasks.plant-qa.options.shuffel: on }\n    |                                            ^^\nhint: did you mean "shuffle"?',
  ],
  [
    row("tasks.plant-qa.options.examples: many"),
    'vidimus.yaml:9:45  row "long": tasks[0].options.examples: expected a number, got "many"\n  9 |     set: { tasks.plant-qa.options.examples: many }\n    |                                             ^^^^',
  ],
  [
    row("tasks.plant-q.options.examples: 8"),
    'vidimus.yaml:9:12  row "long": tasks has no element "plant-q"\n  9 |     set: { tasks.plant-q.options.examples: 8 }\n    |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\nhint: did you mean "plant-qa"?',
  ],
  [
    row("name: other"),
    'vidimus.yaml:9:12  row "long": a row cannot set name\n  9 |     set: { name: other }\n    |            ^^^^\nhint: it is the same for all rows',
  ],
  [
    row("budget: 5 USD"),
    'vidimus.yaml:9:12  row "long": a row cannot set budget\n  9 |     set: { budget: 5 USD }\n    |            ^^^^^^\nhint: it is the same for all rows',
  ],
])("%j", (matrix, expected) => expect(mistakeOf(() => rowsOf(matrix))).toBe(expected));

it("tells the mistakes of all rows at once", () => {
  const matrix = "matrix:\n  - { name: a, set: { seed: x } }\n  - { name: b, set: { seed: y } }\n";
  const told = mistakeOf(() => rowsOf(matrix));
  expect(told).toContain('row "a": seed: expected');
  expect(told).toContain('row "b": seed: expected');
});

it("refuses a --set that a row would undo", () => {
  expect(mistakeOf(() => rowsOf(listed, ["tasks.0.options={}"]))).toContain(
    'row "long": tasks[0].options.examples is set by --set tasks.0.options too',
  );
});

it("tells a secret that is written out without showing it", () => {
  const told = mistakeOf(() => rowsOf(row("systems.model.apiKey: sk-1234567890")));
  expect(told).toContain('row "long"');
  expect(told).not.toContain("sk-1234567890");
});
