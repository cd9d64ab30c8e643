import { describe, expect, it } from "vitest";
import { fakeContext } from "../../../test/fakes/fake-context.ts";
import type { HeadOutput, Learning, LearningProblem } from "../../core/asking/learning.ts";
import type { DirectSystem, Fitted } from "../../core/asking/system.ts";
import type { ArrayRef, ArraySource } from "../../core/data/array-ref.ts";
import type { DataFile } from "../../core/data/data-file.ts";
import type { Sample } from "../../core/data/sample.ts";
import type { Family } from "../../core/family.ts";
import { numpyNormal } from "../../math/learning/numpy-normal.ts";
import { headSchema } from "./head-settings.ts";
import { heads } from "./heads.ts";

/** Rows of a table of features, with a truth of every kind. */
interface Toy extends Sample {
  readonly row: number;
  readonly label?: string;
  readonly labels?: readonly string[];
}

const [count, width] = [380, 20];
const features = Float32Array.from(numpyNormal(1, 1, count * width));
const targets = Float32Array.from({ length: count * 6 }, (_, i) => {
  const [row, j] = [Math.floor(i / 6), i % 6];
  return 2 * features[row * width + j]! - features[row * width + j + 1]! + j;
});
const at = (row: number, column: number) => features[row * width + column]!;
const samples: readonly Toy[] = Array.from({ length: count }, (_, row) => ({
  id: `s${row}`,
  group: "g",
  row,
  label: at(row, 0) > 0.4 ? "high" : at(row, 0) < -0.4 ? "low" : "middle",
  labels: ["a", "b"].filter((_label, j) => at(row, j) > 0.3),
}));
const [train, test] = [samples.slice(0, 300), samples.slice(300)];

function memorySource(reads: ArrayRef[] = []): ArraySource {
  return {
    async read(ref) {
      reads.push(ref);
      const [from, to] = ref.rows!;
      const [values, size] = ref.name === "X" ? [features, width] : [targets, 6];
      return { shape: [to - from, size], values: values.slice(from * size, to * size) };
    },
    digest: async () => "",
  };
}

const refTo = (name: string, row: number): ArrayRef => ({
  path: "table.npz",
  name,
  rows: [row, row + 1],
});

function toyLearning(problem: LearningProblem): Learning<Toy, HeadOutput, unknown> {
  return {
    problem: () => problem,
    inputs: ({ row }) => [refTo("X", row)],
    target({ row, label, labels }) {
      if (problem.kind === "class")
        return label === undefined ? undefined : { kind: "class", label };
      if (problem.kind === "labels") return { kind: "labels", labels: labels! };
      return { kind: "values", refs: [refTo("Y", row)] };
    },
    pool: () => ({
      id: "test",
      items: test.map(({ row }) => ({ inputs: [refTo("X", row)], targets: [refTo("Y", row)] })),
    }),
    predict: (output) => output,
  };
}

interface Making {
  readonly problem?: LearningProblem;
  readonly learning?: Partial<Learning<Toy, HeadOutput, unknown>>;
  readonly files?: Readonly<Record<string, unknown>>;
  readonly arrays?: ArraySource;
}

async function make(settings: Record<string, unknown>, making: Making = {}): Promise<DirectSystem> {
  const { problem = { kind: "class" }, learning, files = {}, arrays = memorySource() } = making;
  const asking = { learning: { ...toyLearning(problem), ...learning } };
  const family = { id: "toy", asking } as unknown as Family;
  const open = (path: string) =>
    ({ path, document: async () => files[path] }) as unknown as DataFile;
  const context = fakeContext({ family, arrays, open });
  return (await heads.create(headSchema.parse(settings), context)) as DirectSystem;
}

async function* inBatches(all: readonly Sample[]): AsyncGenerator<readonly Sample[]> {
  for (let from = 0; from < all.length; from += 120) yield all.slice(from, from + 120);
}

const signal = new AbortController().signal;

async function learn(system: DirectSystem, on: readonly Sample[] = train): Promise<Fitted> {
  const tools = { seed: 1, signal, arrays: memorySource(), onProgress: () => undefined };
  return system.fit!(inBatches(on), tools);
}

async function answers(
  system: DirectSystem,
  about: readonly Sample[] = test,
): Promise<readonly HeadOutput[]> {
  return (await system.ask(about, signal)).map((outcome) => {
    if (outcome.kind !== "answered") throw new Error(outcome.reason);
    return outcome.value as HeadOutput;
  });
}

const classesOf = (outputs: readonly HeadOutput[]) =>
  outputs.map((output) => {
    if (output.kind !== "class") throw new Error(output.kind);
    return output.classes[output.probabilities.indexOf(Math.max(...output.probabilities))];
  });
const share = (right: readonly boolean[]) => right.filter(Boolean).length / right.length;

const both = [
  { head: "minimal", epochs: 150 },
  { head: "neural", hidden: [16, 12], epochs: 30, batch: 32, rate: 5e-3 },
];
const problems: readonly LearningProblem[] = [
  { kind: "class" },
  { kind: "labels" },
  { kind: "values" },
  { kind: "match", projects: "query" },
  { kind: "match", projects: "candidates" },
];

describe.each(both)("the $head head", (settings) => {
  it("learns classes", async () => {
    const system = await make(settings);
    const { report } = await learn(system);
    expect(report?.figures).toMatchObject({ samples: 300, features: 20, classes: 3 });
    expect(report?.figures["train accuracy"]).toBeGreaterThan(0.9);
    expect(report?.warnings).toEqual([]);
    const given = classesOf(await answers(system));
    expect(share(given.map((label, i) => label === test[i]!.label))).toBeGreaterThan(0.6);
  });

  it("learns labels", async () => {
    const system = await make(settings, { problem: { kind: "labels" } });
    const { report } = await learn(system);
    expect(report?.figures).toMatchObject({ labels: 2 });
    expect(report?.figures["train micro F1"]).toBeGreaterThan(0.9);
    const given = await answers(system);
    const right = given.map(
      (output, i) =>
        output.kind === "labels" &&
        output.vocabulary
          .filter((_, j) => output.probabilities[j]! >= 0.5)
          .sort()
          .join() === test[i]!.labels!.join(),
    );
    expect(share(right)).toBeGreaterThan(0.6);
  });

  it("learns numbers", async () => {
    const system = await make(settings, { problem: { kind: "values" } });
    const { report } = await learn(system);
    expect(report?.figures).toMatchObject({ targets: 6 });
    expect(report?.figures["train R²"]).toBeGreaterThan(0.8);
    const [first] = await answers(system);
    expect(first).toMatchObject({ kind: "values" });
    expect(first?.kind === "values" && first.values).toHaveLength(6);
  });

  it.each(["query", "candidates"] as const)("ranks a pool, projecting the %s", async (projects) => {
    const system = await make(settings, { problem: { kind: "match", projects } });
    await learn(system);
    const ranks = (await answers(system)).map((output, i) => {
      if (output.kind !== "match") throw new Error(output.kind);
      expect(output.order).toHaveLength(test.length);
      // One side is projected, the other is as it is.
      expect(output.similarities[i]).toBeLessThan(1 - 1e-9);
      return output.order.indexOf(i);
    });
    expect(share(ranks.map((rank) => rank === 0))).toBeGreaterThan(0.6);
  });

  it.each(problems)("answers as before when it is restored: %o", async (problem) => {
    const learnt = await make(settings, { problem });
    const { artefact } = await learn(learnt);
    const restored = await make(settings, { problem });
    await restored.restore!(artefact);
    expect(await answers(restored)).toEqual(await answers(learnt));
  });

  it.each(problems)("learns the same again, also from features in a file: %o", async (problem) => {
    const { artefact } = await learn(await make(settings, { problem }));
    const again = await learn(await make({ ...settings, memoryMegabytes: 1e-6 }, { problem }));
    expect(Buffer.from(again.artefact).equals(artefact)).toBe(true);
  });

  it("reports samples that were kept out, and learns without them", async () => {
    const { report } = await learn(await make({ ...settings, validation: 0.2 }));
    expect(report?.figures).toMatchObject({ samples: 240, "validation samples": 60 });
    expect(report?.figures["validation accuracy"]).toBeGreaterThan(0.5);
    const without = await learn(await make(settings), train.slice(0, 240));
    expect(report?.figures["train loss"]).toBe(without.report?.figures["train loss"]);
  });

  it("says that there is one class only", async () => {
    const same = train.map((sample) => ({ ...sample, label: "same" }));
    const { report } = await learn(await make(settings), same);
    expect(report?.warnings).toEqual([
      'all training samples are of one class ("same"): there is nothing to learn, and scores mean nothing',
    ]);
  });

  it("says which classes it has not seen, and keeps their order", async () => {
    const classes = ["middle", "never", "low", "high"];
    const target = ({ label }: Toy) => ({ kind: "class" as const, label: label!, classes });
    const system = await make(settings, { learning: { target } });
    const { report } = await learn(system);
    expect(report?.warnings).toEqual(['1 of 4 classes have no training sample: "never"']);
    expect((await answers(system))[0]).toMatchObject({ classes });
  });

  it("stops where it is told to", async () => {
    const system = await make(settings);
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error("stopped"));
    const tools = { seed: 1, signal: stop.signal, arrays: memorySource(), onProgress };
    await expect(system.fit!(inBatches(train), tools)).rejects.toThrow("stopped");
  });
});

describe("heads", () => {
  it("reports the R² of training samples also where these are fewer than the features", async () => {
    const few = train.slice(0, 15);
    const system = await make({ head: "minimal" }, { problem: { kind: "values" } });
    const { report } = await learn(system, few);
    let [errors, spread] = [0, 0];
    for (let j = 0; j < 6; j++) {
      const column = few.map(({ row }) => targets[row * 6 + j]!);
      const mean = column.reduce((sum, value) => sum + value, 0) / few.length;
      for (const value of column) spread += (value - mean) ** 2;
    }
    for (const [i, output] of (await answers(system, few)).entries())
      for (const [j, value] of numbersOf(output).entries())
        errors += (value - targets[few[i]!.row * 6 + j]!) ** 2;
    expect(report?.figures["train R²"]).toBeCloseTo(1 - errors / spread, 9);
  });

  it("says where training did not converge", async () => {
    const random = train.map((sample, i) => ({ ...sample, label: `${(i * 7919) % 2}` }));
    const { report } = await learn(await make({ head: "minimal", epochs: 1, rate: 1e-9 }), random);
    expect(report?.warnings[0]).toMatch(/^training did not converge: .* at the level of chance/);
    const rising = await learn(await make({ head: "minimal", rate: 60 }));
    expect(rising.report?.warnings[0]).toMatch(/^training did not converge: the loss rose from/);
  });

  it("tells the losses of its history as they come", async () => {
    for (const settings of both) {
      const told: unknown[] = [];
      const { report } = await (await make(settings)).fit!(inBatches(train), {
        ...{ seed: 1, signal, arrays: memorySource(), onProgress: () => undefined },
        onEpoch: (epoch) => told.push(epoch),
      });
      expect(told.length).toBeGreaterThan(1);
      expect(told).toEqual(report?.history);
    }
  });

  it("gives the minimal head the same answers whatever the order of the samples", async () => {
    for (const problem of [{ kind: "class" }, { kind: "values" }] as const) {
      const [straight, turned] = [
        await make(both[0]!, { problem }),
        await make(both[0]!, { problem }),
      ];
      await learn(straight);
      // The first three stay in front, so that classes keep their order.
      await learn(turned, [...train.slice(0, 3), ...train.slice(3).reverse()]);
      const [a, b] = [await answers(straight), await answers(turned)];
      for (const [i, output] of a.entries())
        for (const [j, value] of numbersOf(output).entries())
          expect(Math.abs(value - numbersOf(b[i]!)[j]!)).toBeLessThan(1e-9);
    }
  });

  it("reads rows that lie side by side together", async () => {
    const reads: ArrayRef[] = [];
    const system = await make({ head: "minimal", epochs: 1 });
    const tools = { seed: 1, signal, arrays: memorySource(reads), onProgress: () => undefined };
    await system.fit!(inBatches(train), tools);
    expect(reads.map(({ rows }) => rows)).toEqual([
      [0, 120],
      [120, 240],
      [240, 300],
    ]);
  });

  it("takes first weights and the order of samples from files", async () => {
    const settings = {
      head: "neural",
      hidden: [4],
      epochs: 1,
      batch: 64,
      dropout: 0.5,
      rate: 1e-9,
    };
    const state = {
      "0.weight": Array(20).fill(1),
      "0.bias": Array(20).fill(0),
      "1.weight": Array.from({ length: 4 }, () => Array(20).fill(0)),
      "1.bias": [0, 0, 0, 0],
      "4.weight": Array.from({ length: 3 }, () => Array(4).fill(0)),
      "4.bias": [5, 0, 0],
    };
    const order = { order: [Array.from({ length: 300 }, (_, i) => 299 - i)] };
    const system = await make(
      { ...settings, initial: "weights.npz", order: "order.json" },
      { files: { "weights.npz": state, "order.json": order } },
    );
    expect(system.identity).toMatchObject({
      ...{ initial: expect.stringMatching(/^[0-9a-f]{64}$/), order: expect.any(String) },
    });
    await learn(system);
    const first = train[0]!.label;
    expect(new Set(classesOf(await answers(system)))).toEqual(new Set([first]));
  });

  it.each([
    [{ order: [[0, 300]] }, "order.json: epoch 1 names sample 300, but there are 300"],
    [{ order: [] }, "order.json: no order of training samples"],
    [
      { order: [[0, 1]], masks: [[[[1, 0]]]] },
      "order.json: the mask of epoch 1, batch 1, layer 1 has not the 8 units that are needed",
    ],
  ])("refuses the order %o", async (order, message) => {
    const settings = { head: "neural", hidden: [4], epochs: 1, order: "order.json" };
    const making = make(settings, { files: { "order.json": order } });
    await expect(making.then((system) => learn(system))).rejects.toThrow(message);
  });

  it.each([
    [[1, 2], "weights.npz: expected an npz file of named arrays"],
    [{ "0.weight": [1] }, 'weights.npz: the array "0.weight" has no bias beside it'],
    [
      { "0.weight": [1], "0.bias": [0], "1.weight": [[1, 2]], "1.bias": [0] },
      'weights.npz: the array "1.weight" takes 2 inputs, but 1 come from the layer before',
    ],
    [
      { "0.weight": [1], "0.bias": [0], "1.weight": [[1]], "1.bias": [0] },
      "the initial weights take 1 features to 1 outputs, but the task has 20 features and 3 outputs",
    ],
  ])("refuses the weights %o", async (weights, message) => {
    const settings = { head: "neural", initial: "weights.npz" };
    const making = make(settings, { files: { "weights.npz": weights } });
    await expect(making.then((system) => learn(system))).rejects.toThrow(message);
  });

  it("refuses settings of the other head", () => {
    const { error } = headSchema.safeParse({ head: "minimal", hidden: [4], order: "order.json" });
    expect(error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
      ["hidden", "the minimal head has no hidden"],
      ["order", "the minimal head has no order"],
    ]);
  });

  it("names all that decides in its identity, and no more", async () => {
    expect((await make({ head: "minimal", memoryMegabytes: 5 })).identity).toEqual({
      ...{ head: "minimal", seed: 7, epochs: 400, rates: { class: 0.12, labels: 0.05 } },
      ...{ penalty: 0.002, spread: 0.01, ridgePenalty: 10 },
    });
    expect((await make({ head: "neural", validation: 0.1 })).identity).toEqual({
      ...{ head: "neural", seed: 7, validation: 0.1, epochs: 80, rate: 0.001 },
      ...{ hidden: [128, 128], dropout: 0.1, batch: 128, decay: 0.0001 },
    });
  });

  it("refuses a family that says nothing of learning", async () => {
    const family = { id: "choices", asking: {} } as unknown as Family;
    const making = heads.create(headSchema.parse({ head: "minimal" }), fakeContext({ family }));
    await expect(making).rejects.toThrow(
      "family choices has no features that heads could learn from",
    );
  });

  it("refuses features that are not finite, and samples without a truth", async () => {
    const combine = () => Float32Array.of(1, Number.NaN);
    await expect(
      make({ head: "minimal" }, { learning: { combine } }).then((one) => learn(one)),
    ).rejects.toThrow('sample "s0": number 2 of its features is NaN');
    const none = train.map(({ label, ...rest }) => rest);
    await expect(make({ head: "minimal" }).then((one) => learn(one, none))).rejects.toThrow(
      "no training sample has a truth to learn from",
    );
  });

  it("has no answer to a sample with other features", async () => {
    const system = await make({ head: "minimal", epochs: 1 });
    await learn(system);
    const combine = () => Float32Array.of(1, 2);
    const other = await make({ head: "minimal", epochs: 1 }, { learning: { combine } });
    await other.restore!((await learn(system)).artefact);
    expect(await other.ask(test.slice(0, 1), signal)).toEqual([
      { kind: "missing", reason: "it has 2 features, but the head learnt from 20" },
    ]);
  });
});

function numbersOf(output: HeadOutput): Float64Array {
  if (output.kind === "values") return output.values;
  if (output.kind === "match") return output.similarities;
  return output.probabilities;
}
