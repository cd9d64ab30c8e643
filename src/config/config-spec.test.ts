// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables are what is tested
import { expect, it } from "vitest";
import type { Config } from "./config.ts";
import { configSpec } from "./config-spec.ts";

function configWith(settings: unknown): Config {
  return {
    name: "demo-test",
    tasks: [],
    graders: [],
    systems: [{ id: "a", kind: "chat", settings }],
    targets: {},
    references: [],
    seed: 1,
    output: "runs",
    minCoverage: 0,
    minAnswered: 0,
    repeats: 1,
    concurrency: {},
    retries: { attempts: 6, budget: 10, waitMs: 1, sampleTimeoutMs: 1, holdMs: 0, sameFailures: 0 },
    prices: {},
    cache: { replies: true },
    gate: {
      ...{ margin: 0.02, alpha: 0.01, strict: false, metrics: [], targets: "score" },
      ...{ minParseRate: 0.9, maxJudgeFailures: 0.05 },
    },
    use: [],
  };
}

const expansions = [{ path: ["systems", 0, "apiKey"], secretTemplate: "${KEY}" }];

it("writes a secret as the name of its variable", () => {
  const spec = configSpec(configWith({ apiKey: "sk-123456" }), {
    expansions,
    secrets: ["sk-123456"],
  });
  expect(spec).toMatchObject({ systems: [{ id: "a", kind: "chat", apiKey: "${KEY}" }] });
});

it("hides a secret that a schema moved to another field", () => {
  const spec = configSpec(configWith({ headers: { authorization: "Bearer sk-123456" } }), {
    expansions,
    secrets: ["sk-123456"],
  });
  expect(spec).toMatchObject({
    systems: [{ id: "a", kind: "chat", headers: { authorization: "Bearer [secret]" } }],
  });
  expect(spec).not.toHaveProperty("systems.0.apiKey");
});

it("leaves words alone that happen to be a short secret", () => {
  expect(
    configSpec(configWith({ apiKey: "test" }), { expansions, secrets: ["test"] }),
  ).toMatchObject({ name: "demo-test" });
});

it("leaves out what is not set", () => {
  expect(
    Object.keys(
      (
        configSpec(configWith({ a: undefined }), { expansions, secrets: [] }) as {
          systems: [object];
        }
      ).systems[0],
    ),
  ).toEqual(["id", "kind"]);
});
