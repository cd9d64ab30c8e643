import { expect, it } from "vitest";
import { z } from "zod";
import { fakeRegistries } from "../../../test/fakes/fake-registries.ts";
import { defineConfig } from "../define-config.ts";
import { refuseUnknownKeys } from "../problems/refuse-unknown-keys.ts";
import { configSchema } from "./config-schema.ts";

const input = defineConfig({
  name: "demo",
  tasks: [
    {
      id: "a",
      family: "story",
      data: { path: "x" },
      options: { window: 2 },
      unanswered: "exclude",
    },
  ],
  systems: [{ kind: "chat", model: "m", temperature: 1 }],
  targets: { a: { recall: ">= 0.5", coverage: ">0.9" } },
});

it("accepts what defineConfig accepts", () => {
  expect(configSchema(fakeRegistries()).parse(input)).toMatchObject({
    tasks: [{ options: { window: 2 } }],
    systems: [{ id: "chat" }],
  });
});

it("knows nothing where nothing is registered", () => {
  const result = configSchema({ families: [], systemKinds: [] }).safeParse(input);
  expect(result.error?.issues.map(({ path }) => path)).toEqual([
    ["tasks", 0, "family"],
    ["systems", 0, "kind"],
  ]);
});

it("has types for what TypeScript users write", () => {
  // @ts-expect-error a comparison has an operator
  defineConfig({ ...input, targets: { a: { recall: "0.5" } } });
  // @ts-expect-error a misspelt key
  defineConfig({ ...input, sead: 3 });
  // @ts-expect-error a system has a kind
  defineConfig({ ...input, systems: [{ id: "a" }] });
});

it("refuses unknown keys unless the schema says what they are", () => {
  const fields = { a: z.number() };
  const value = { a: 1, b: 2 };
  expect(refuseUnknownKeys(z.object(fields)).safeParse(value).success).toBe(false);
  expect(refuseUnknownKeys(z.looseObject(fields)).parse(value)).toEqual(value);
  expect(refuseUnknownKeys(z.record(z.string(), z.number())).parse(value)).toEqual(value);
});

it("keeps the refinements of a schema it makes strict", () => {
  const schema = refuseUnknownKeys(
    z.object({ a: z.number() }).refine(({ a }) => a > 0, "must be positive"),
  );
  expect(schema.safeParse({ a: -1 }).success).toBe(false);
});
