import { expect, it } from "vitest";
import { fakeRegistries } from "../../../test/fakes/fake-registries.ts";
import { isRecord } from "../../core/json.ts";
import { configJsonSchema } from "./json-schema.ts";

const schema = configJsonSchema(fakeRegistries());

/** Every schema inside a schema, with where it is. */
function* parts(
  value: unknown,
  path = "#",
): Generator<readonly [path: string, part: Readonly<Record<string, unknown>>]> {
  if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* parts(item, `${path}/${at}`);
  if (!isRecord(value)) return;
  yield [path, value];
  for (const [key, member] of Object.entries(value)) yield* parts(member, `${path}/${key}`);
}

it("is plain data and the same every time", () => {
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  expect(JSON.stringify(configJsonSchema(fakeRegistries()))).toBe(JSON.stringify(schema));
  expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
});

it("describes every key", () => {
  const silent = [...parts(schema)].filter(
    ([path, part]) => /\/properties\/[^/]+$/.test(path) && part.description === undefined,
  );
  expect(silent.map(([path]) => path)).toEqual([]);
});

it("allows no unknown key", () => {
  const open = [...parts(schema)].filter(
    ([, part]) => isRecord(part.properties) && part.additionalProperties !== false,
  );
  expect(open.map(([path]) => path)).toEqual([]);
});

it("knows references by themselves and as a file", () => {
  const { references } = schema.properties as Readonly<Record<string, { readonly items: unknown }>>;
  expect(references!.items).toMatchObject({
    anyOf: [
      { required: ["name", "task", "metric", "value", "source"] },
      { required: ["task", "path"], additionalProperties: false },
    ],
  });
});

it("asks only for what has no default", () => {
  expect(schema.required).toEqual(["name", "tasks", "systems"]);
});

it("has a branch for every family and kind", () => {
  expect(schema).toMatchObject({
    properties: {
      tasks: {
        items: {
          oneOf: [
            {
              title: "quiz",
              description: "The quiz family.",
              required: ["id", "family", "data"],
              properties: {
                family: { const: "quiz" },
                data: {
                  anyOf: [
                    { required: ["path"] },
                    { required: ["huggingface"] },
                    { required: ["url"] },
                  ],
                  properties: { format: { enum: ["quiz-jsonl", "nextqa"], default: "quiz-jsonl" } },
                },
                options: { properties: { answer: { enum: ["letter", "verbatim"] } } },
                extractors: { items: { enum: ["standard", "strict"] } },
              },
            },
            { properties: { family: { const: "story" }, options: { required: ["window"] } } },
          ],
        },
      },
      systems: {
        minItems: 1,
        items: {
          oneOf: [
            {
              title: "oracle",
              description: "The oracle baseline.",
              required: ["kind"],
              properties: { kind: { const: "oracle" } },
            },
            { title: "chance" },
            {
              title: "chat",
              required: ["kind", "model"],
              properties: { id: {}, model: { minLength: 1 } },
            },
            {
              title: "remote",
              oneOf: [
                {
                  required: ["kind", "by", "url"],
                  properties: { kind: { const: "remote" }, by: { const: "http" } },
                },
                {
                  required: ["kind", "by", "command"],
                  properties: { kind: { const: "remote" }, by: { const: "command" } },
                },
              ],
            },
          ],
        },
      },
    },
  });
});

it("works with nothing registered", () => {
  expect(configJsonSchema({ families: [], systemKinds: [] })).toMatchObject({
    properties: { tasks: { items: { oneOf: [] } } },
  });
});
