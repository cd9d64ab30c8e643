import { describe, expect, it } from "vitest";
import { mistakeOf, resolveGiven } from "../../../test/fakes/fake-config.ts";
import { fakeRegistries } from "../../../test/fakes/fake-registries.ts";
import { type ConfigInput, defineConfig } from "../define-config.ts";
import { configSchema } from "./config-schema.ts";
import { framesSchema } from "./frames-schema.ts";
import { configJsonSchema } from "./json-schema.ts";
import { schemaAt } from "./schema-at.ts";

type FramesInput = NonNullable<ConfigInput["tasks"][number]["frames"]>;

const withFrames = (frames: FramesInput) =>
  defineConfig({
    name: "x",
    tasks: [{ id: "a", family: "quiz", data: { path: "x" }, frames }],
    systems: [{ kind: "oracle" }],
  });
const encoding = { longestSide: 768, format: "jpeg", quality: 90 };

describe("every strategy as TypeScript users write it", () => {
  it.each<[FramesInput, object]>([
    [{ strategy: "uniform", count: 1 }, encoding],
    [
      { strategy: "middle", count: 4 },
      { ...encoding, strict: false },
    ],
    [{ strategy: "vista", count: 4, strict: true }, encoding],
    [{ strategy: "fps", rate: 0.5, max: 10_000 }, encoding],
    [{ strategy: "explicit", times: [3, 0] }, encoding],
    [{ strategy: "window", from: 2, to: 2, count: 1 }, encoding],
    [{ strategy: "all", longestSide: null, format: "webp", quality: 1 }, {}],
    [
      { strategy: "all", longestSide: 16, format: undefined },
      { format: "jpeg", quality: 90 },
    ],
  ])("%j", (frames, defaults) => {
    expect(configSchema(fakeRegistries()).parse(withFrames(frames)).tasks[0]?.frames).toEqual({
      ...frames,
      ...defaults,
    });
  });

  it("has types that refuse the rest", () => {
    // @ts-expect-error an unknown strategy
    withFrames({ strategy: "random", count: 3 });
    // @ts-expect-error a parameter of another strategy
    withFrames({ strategy: "fps", rate: 1, max: 8, count: 8 });
    // @ts-expect-error a parameter that is missing
    withFrames({ strategy: "window", from: 1, count: 8 });
    // @ts-expect-error an unknown format
    withFrames({ strategy: "all", format: "jpg" });
  });
});

describe("one mistake is told with its line", () => {
  it.each([
    [
      "{ strategy: unifrom, count: 3 }",
      '25  tasks[0].frames.strategy: expected STRATEGIES, got "unifrom"',
      "            ^^^^^^^",
      'did you mean "uniform"?',
    ],
    [
      "{ count: 4, rate: 2 }",
      '13  tasks[0].frames: "count" goes with even steps, "rate" with so many frames a second: name one of them',
      "^^^^^^^^^^^^^^^^^^^^^",
      undefined,
    ],
    [
      "{ strategy: random }",
      '25  tasks[0].frames.strategy: expected STRATEGIES, got "random"',
      "            ^^^^^^",
      undefined,
    ],
    [
      "{ stategy: all }",
      '15  tasks[0].frames: unknown key "stategy"',
      "  ^^^^^^^",
      'did you mean "strategy"?',
    ],
    [
      "{ strategy: fps, rate: 1, max: 4, count: 8 }",
      '47  tasks[0].frames: unknown key "count"',
      "                                  ^^^^^",
      "keys here: strategy, rate, max, longestSide, format, quality",
    ],
    [
      "{ strategy: uniform, count: 8, strict: true }",
      '44  tasks[0].frames: unknown key "strict"',
      "                               ^^^^^^",
      "keys here: strategy, count, longestSide, format, quality",
    ],
    [
      "{ strategy: vista }",
      '13  tasks[0].frames: missing key "count"',
      "^^^^^^^^^^^^^^^^^^^",
      "count: How many frames.",
    ],
    [
      "{ strategy: uniform, count: 0 }",
      "41  tasks[0].frames.count: expected a number of at least 1, got 0",
      "                            ^",
      undefined,
    ],
    [
      "{ strategy: uniform, count: 1.5 }",
      "41  tasks[0].frames.count: expected a whole number, got 1.5",
      "                            ^^^",
      undefined,
    ],
    [
      "{ strategy: fps, rate: 0, max: 4 }",
      "36  tasks[0].frames.rate: expected a number of more than 0, got 0",
      "                       ^",
      undefined,
    ],
    [
      "{ strategy: fps, rate: 1, max: 10001 }",
      "44  tasks[0].frames.max: expected a number of at most 10000, got 10001",
      "                               ^^^^^",
      undefined,
    ],
    [
      "{ strategy: window, from: 10, to: 4, count: 3 }",
      '47  tasks[0].frames.to: expected a time of at least "from" (10), got 4',
      "                                  ^",
      undefined,
    ],
    [
      "{ strategy: explicit, times: [] }",
      "42  tasks[0].frames.times: expected a list of at least 1 element, got an empty list",
      "                             ^^",
      undefined,
    ],
    [
      "{ strategy: explicit, times: [3, -1] }",
      "46  tasks[0].frames.times[1]: expected a number of at least 0, got -1",
      "                                 ^^",
      undefined,
    ],
    [
      "{ strategy: all, format: jpg }",
      '38  tasks[0].frames.format: expected "jpeg", "png" or "webp", got "jpg"',
      "                         ^^^",
      'did you mean "jpeg"?',
    ],
    [
      "uniform",
      '13  tasks[0].frames: expected a mapping, got "uniform"',
      "^^^^^^^",
      "keys here: strategy, count, longestSide, format, quality, strict, rate, max, times, from, to",
    ],
  ])("%s", (frames, message, mark, hint) => {
    const strategies = '"uniform", "middle", "vista", "fps", "explicit", "window" or "all"';
    const text = `vidimus.yaml:6:${message}\n  6 |     frames: ${frames}\n    |             ${mark}${hint === undefined ? "" : `\nhint: ${hint}`}`;
    expect(
      mistakeOf(() => resolveGiven({ task: `    data: { path: x }\n    frames: ${frames}` })),
    ).toBe(text.replaceAll("STRATEGIES", strategies));
  });
});

it("tells the parameters of a strategy that are missing together with those of another", () => {
  expect(
    mistakeOf(() =>
      resolveGiven({
        task: "    data: { path: x }\n    frames: { strategy: fps, count: 8, quality: 0 }",
      }),
    ),
  ).toBe(
    `vidimus.yaml:6:13  tasks[0].frames: missing key "rate"; rate: Frames per second.
vidimus.yaml:6:13  tasks[0].frames: missing key "max"; max: At most so many; beyond that they are spread evenly.
vidimus.yaml:6:30  tasks[0].frames: unknown key "count"; keys here: strategy, rate, max, longestSide, format, quality
vidimus.yaml:6:49  tasks[0].frames.quality: expected a number of at least 1, got 0`,
  );
});

describe("for editors", () => {
  const schema = configJsonSchema(fakeRegistries());
  const keysOf = (frames: unknown) =>
    schemaAt(schema, { tasks: [{ family: "story", frames }] }, ["tasks", 0, "frames"]).keys;

  it.each([
    ["uniform", ["count"]],
    ["middle", ["count", "strict"]],
    ["vista", ["count", "strict"]],
    ["fps", ["rate", "max"]],
    ["explicit", ["times"]],
    ["window", ["from", "to", "count"]],
    ["all", []],
  ])("%s has its own keys", (strategy, own) => {
    expect(keysOf({ strategy })).toEqual(["strategy", ...own, "longestSide", "format", "quality"]);
  });

  it.each([
    [[], "Which frames of a video systems are shown."],
    [["strategy"], "Evenly within a part of the video."],
    [["to"], "Where it ends, in seconds."],
    [
      ["longestSide"],
      "Frames whose longer side is larger are scaled down to it; null keeps their size.",
    ],
  ])("%j is described", (path, description) => {
    const tree = { tasks: [{ family: "quiz", frames: { strategy: "window" } }] };
    expect(schemaAt(schema, tree, ["tasks", 0, "frames", ...path]).description).toBe(description);
  });
});

const encoded = { longestSide: 768, format: "jpeg", quality: 90 };

it.each([
  [{ count: 4 }, { strategy: "uniform", count: 4 }],
  [
    { count: 4, format: "png" },
    { strategy: "uniform", count: 4, format: "png" },
  ],
  [
    { rate: 2, max: 9 },
    { strategy: "fps", rate: 2, max: 9 },
  ],
  [{ times: [1] }, { strategy: "explicit", times: [1] }],
  [
    { from: 1, to: 2, count: 3 },
    { strategy: "window", from: 1, to: 2, count: 3 },
  ],
  [{ longestSide: 64 }, { strategy: "uniform", count: 8, longestSide: 64 }],
])("a strategy that is not named follows from the rest: %j", (frames, expected) =>
  expect(framesSchema().parse(frames)).toEqual({ ...encoded, ...expected }),
);

it("what says only how frames are encoded keeps the family's strategy, and a count does not", () => {
  const usual = { strategy: "fps", rate: 2, max: 100 } as const;
  expect(framesSchema(usual).parse({ quality: 50 })).toEqual({ ...encoded, ...usual, quality: 50 });
  expect(framesSchema(usual).parse({ count: 4 })).toMatchObject({ strategy: "uniform", count: 4 });
});
