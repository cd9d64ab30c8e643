// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables are what is tested
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mistakeOf, resolveGiven, resolveText } from "../../test/fakes/fake-config.ts";
import { fakeRegistries } from "../../test/fakes/fake-registries.ts";
import { canonicalJson } from "../core/json.ts";
import { UserError } from "../core/user-error.ts";
import { objectSource } from "./module-source.ts";
import { resolveConfig } from "./resolve-config.ts";

const usualGate = {
  ...{ margin: 0.02, alpha: 0.01, strict: false, metrics: [], targets: "score" },
  ...{ minParseRate: 0.9, maxJudgeFailures: 0.05 },
};

describe("a right configuration", () => {
  it("has its defaults", () => {
    const { config, spec, secrets } = resolveGiven({});
    expect(config).toEqual({
      name: "demo",
      tasks: [
        {
          id: "plant-qa",
          family: "quiz",
          data: { format: "quiz-jsonl", path: "val.csv" },
          frames: { strategy: "uniform", count: 8, longestSide: 768, format: "jpeg", quality: 90 },
          options: {
            answer: "letter",
            shuffle: false,
            examples: 0,
            calibrated: false,
            weight: "auto",
          },
          graders: {},
          prompts: {},
          extractors: ["standard"],
          unanswered: "empty",
          slices: [],
        },
      ],
      systems: [{ id: "oracle", kind: "oracle", settings: {} }],
      graders: [],
      targets: {},
      references: [],
      seed: 1,
      output: "runs",
      minCoverage: 0.9,
      minAnswered: 0.5,
      repeats: 1,
      concurrency: {},
      retries: {
        attempts: 6,
        budget: 10_000,
        waitMs: 500,
        sampleTimeoutMs: 1_800_000,
        holdMs: 600_000,
        sameFailures: 16,
      },
      prices: {},
      cache: { replies: true },
      gate: usualGate,
      use: [],
    });
    expect(spec).toMatchObject({
      systems: [{ id: "oracle", kind: "oracle" }],
      targets: {},
      minCoverage: 0.9,
      minAnswered: 0.5,
    });
    expect(secrets).toEqual([]);
  });

  it("keeps everything that is set", () => {
    const task = `    data: { format: nextqa, path: val.csv, media: videos, split: val, train: train.csv }
    frames: { strategy: middle, count: 4, longestSide: null, format: png }
    options: { answer: verbatim, calibrated: true, weight: 2 }
    prompts: { system: ./system.txt }
    extractors: [strict, standard]
    unanswered: exclude
    slices: [type, metadata.difficulty]
    metrics: [accuracy, ece]`;
    const rest = `targets:\n  plant-qa: { ece: "<= 0.1", coverage: ">= 0.98" }\nseed: 7\noutput: out\nminCoverage: 0.95\nminAnswered: 0.25\nrepeats: 3\nconcurrency: 16\nretries: { attempts: 2 }\nprices: { qwen: { input: 0.5, output: 2 } }\nbudget: 20 USD\ncache: { replies: false }\ngate: { margin: 0.05, targets: met, maxCost: 3 USD }\n$schema: x`;
    const { config, spec } = resolveGiven({
      task,
      rest,
      systems:
        "  - { id: a, kind: chance, seed: 3 }\n  - { kind: remote, by: http, url: http://x }",
    });
    expect(config).toEqual({
      name: "demo",
      tasks: [
        {
          id: "plant-qa",
          family: "quiz",
          data: {
            format: "nextqa",
            path: "val.csv",
            media: "videos",
            split: "val",
            train: "train.csv",
          },
          frames: {
            strategy: "middle",
            count: 4,
            strict: false,
            longestSide: null,
            format: "png",
            quality: 90,
          },
          options: { answer: "verbatim", shuffle: false, examples: 0, calibrated: true, weight: 2 },
          graders: {},
          prompts: { system: "./system.txt" },
          extractors: ["strict", "standard"],
          unanswered: "exclude",
          slices: ["type", "metadata.difficulty"],
          metrics: ["accuracy", "ece"],
        },
      ],
      systems: [
        { id: "a", kind: "chance", settings: { seed: 3 } },
        { id: "remote", kind: "remote", settings: { by: "http", url: "http://x" } },
      ],
      graders: [],
      targets: {
        "plant-qa": {
          ece: { operator: "<=", value: 0.1 },
          coverage: { operator: ">=", value: 0.98 },
        },
      },
      references: [],
      seed: 7,
      output: "out",
      minCoverage: 0.95,
      minAnswered: 0.25,
      repeats: 3,
      concurrency: { most: 16 },
      retries: {
        attempts: 2,
        budget: 10_000,
        waitMs: 500,
        sampleTimeoutMs: 1_800_000,
        holdMs: 600_000,
        sameFailures: 16,
      },
      prices: { qwen: { input: 0.5, output: 2 } },
      budget: 20,
      cache: { replies: false },
      gate: { ...usualGate, margin: 0.05, targets: "met", maxCost: 3 },
      use: [],
    });
    expect(spec).toMatchObject({
      targets: { "plant-qa": { ece: "<= 0.1" } },
      systems: [{ id: "a", kind: "chance", seed: 3 }, { by: "http" }],
    });
  });

  it("may use anchors and merge keys", () => {
    const systems =
      "  - &base { id: a, kind: chat, model: m }\n  - { <<: *base, id: b, temperature: 1 }";
    expect(resolveGiven({ systems }).config.systems[1]).toMatchObject({
      id: "b",
      settings: { model: "m", temperature: 1 },
    });
  });
});

describe("precedence", () => {
  const rest = "seed: ${SEED:-5}";

  it.each([
    ["the default", {}, 1],
    ["the file", { rest }, 5],
    ["the environment", { rest, environment: { SEED: "6" } }, 6],
    ["--set", { rest, environment: { SEED: "6" }, set: ["seed=7"] }, 7],
    ["the last --set", { rest, set: ["seed=7", "seed=8"] }, 8],
    [
      "the environment inside --set",
      { rest, set: ["seed=${OTHER}"], environment: { OTHER: "9" } },
      9,
    ],
  ])("%s decides", (_, given, seed) => expect(resolveGiven(given).config.seed).toBe(seed));

  it("does not ask for a variable that --set replaces", () => {
    expect(resolveGiven({ rest: "output: ${UNSET}", set: ["output=x"] }).config.output).toBe("x");
  });
});

describe("the environment", () => {
  const systems = `  - kind: chat
    model: \${MODEL}
    apiKey: \${OPENAI_API_KEY}
    temperature: \${TEMPERATURE}
    headers: { x-note: "costs $\${5}", authorization: "Bearer \${PASS}" }`;
  const environment = {
    MODEL: "12",
    OPENAI_API_KEY: "sk-000111222",
    TEMPERATURE: "0.5",
    PASS: "open sesame",
  };

  it("gives values of the type that is asked for, and keeps secrets out of the spec", () => {
    const { config, spec, secrets } = resolveGiven({ systems, environment });
    expect(config.systems[0]?.settings).toMatchObject({
      model: "12",
      apiKey: "sk-000111222",
      temperature: 0.5,
      headers: { "x-note": "costs ${5}", authorization: "Bearer open sesame" },
    });
    expect(spec).toMatchObject({
      systems: [
        {
          model: "12",
          apiKey: "${OPENAI_API_KEY}",
          temperature: 0.5,
          headers: { "x-note": "costs $${5}", authorization: "Bearer ${PASS}" },
        },
      ],
    });
    expect(secrets.toSorted()).toEqual(["open sesame", "sk-000111222"]);
  });

  it("makes the same spec whatever the secret is", () => {
    const other = resolveGiven({
      systems,
      environment: { ...environment, OPENAI_API_KEY: "demo" },
    });
    expect(canonicalJson(other.spec)).toBe(
      canonicalJson(resolveGiven({ systems, environment }).spec),
    );
  });

  it("never shows a secret in a message", () => {
    const wrong = systems.replace("TEMPERATURE", "OPENAI_API_KEY");
    expect(mistakeOf(() => resolveGiven({ systems: wrong, environment }))).toBe(
      "vidimus.yaml:10:18  systems[0].temperature: expected a number, got a secret",
    );
  });
});

it("a spec can be loaded again and says the same", () => {
  const given = {
    systems: "  - { kind: chat, model: '$${x}', apiKey: '${K}' }",
    environment: { K: "k" },
    rest: "targets: { plant-qa: { accuracy: '> 0' } }",
  };
  const { config, spec } = resolveGiven(given);
  const again = resolveConfig(objectSource(spec, "spec"), {
    registries: fakeRegistries(),
    set: [],
    environment: given.environment,
  });
  expect(again.config).toEqual(config);
  expect(again.spec).toEqual(spec);
});

describe("whatever is given, it is a configuration or a mistake of the user", () => {
  const attempt = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
    }
  };
  const words =
    "name tasks systems targets id family kind data path options quiz story chat oracle plant-qa demo metrics accuracy ${X} ${ apiKey __proto__".split(
      " ",
    );
  const leaf = fc.oneof(fc.constantFrom(...words), fc.integer(), fc.boolean(), fc.constant(null));
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...words), tie("tree"), { maxKeys: 5 }),
    ),
  }));

  it("as a tree with settings", () => {
    const assignment = fc
      .tuple(fc.array(fc.constantFrom(...words, "0", "[1]", ""), { maxLength: 3 }), leaf)
      .map(([path, value]) => `${path.join(".")}=${value}`);
    fc.assert(
      fc.property(tree, fc.array(assignment, { maxLength: 2 }), (value, set) =>
        attempt(() =>
          resolveConfig(objectSource(value, "x"), {
            registries: fakeRegistries(),
            set,
            environment: { X: "x" },
          }),
        ),
      ),
      { numRuns: 300 },
    );
  });

  it("as text", () => {
    const piece = fc.constantFrom(
      ...words,
      ":",
      ": ",
      "\n",
      "\n  ",
      "- ",
      "[",
      "]",
      "{",
      "}",
      ", ",
      '"',
      "&a ",
      "*a",
      "#",
      "|",
      ">",
      "\t",
      "<<",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) =>
        attempt(() => resolveText(pieces.join(""))),
      ),
      { numRuns: 300 },
    );
  });
});
