import { describe, expect, it } from "vitest";
import { fakeContext } from "../../test/fakes/fake-context.ts";
import { noArrays } from "../../test/fakes/no-arrays.ts";
import type { DirectSystem } from "../core/asking/system.ts";
import type { SystemContext } from "../core/asking/system-kind.ts";
import type { Family } from "../core/family.ts";
import { canonicalJson } from "../core/json.ts";
import { families } from "../families/index.ts";
import { chance, constant, empty, majority, oracle } from "./baseline.ts";

const [family] = families;
const signal = new AbortController().signal;
const samples = Array.from({ length: 60 }, (_, at) =>
  family.data.sample.parse({
    id: `q${at}`,
    group: `v${at}`,
    question: "?",
    choices: ["a", "b", "c", "d"],
    answer: at % 4,
    type: at % 2 ? "odd" : "even",
    media: [],
    metadata: {},
  }),
);

const fitting = {
  seed: 0,
  signal,
  arrays: noArrays,
  onProgress: () => undefined,
};

function context(changes: Partial<SystemContext> = {}): SystemContext {
  return fakeContext({ family, ...changes });
}

async function answers(system: DirectSystem, about = samples): Promise<readonly unknown[]> {
  return (await system.ask(about, signal)).map((outcome) =>
    outcome.kind === "answered" ? outcome.value : outcome.kind,
  );
}

async function guesses(
  settings: { seed?: number },
  changes: Partial<SystemContext> = {},
  about = samples,
): Promise<readonly unknown[]> {
  return answers((await chance.create(settings, context(changes))) as DirectSystem, about);
}

async function* batches() {
  yield samples.slice(0, 7);
  yield samples.slice(7);
}

describe("oracle", () => {
  it("knows the truth", async () => {
    const system = await oracle.create({}, context());
    expect(system).toMatchObject({
      id: "base",
      kind: "oracle",
      speaks: "prediction",
      identity: {},
    });
    expect(await answers(system as DirectSystem)).toEqual(
      samples.map(({ answer }) => ({ choice: answer })),
    );
  });
});

describe("empty", () => {
  it("says nothing", async () => {
    const system = await empty.create({}, context());
    expect(system.kind).toBe("empty");
    expect(await answers(system as DirectSystem)).toEqual(samples.map(() => ({ choice: null })));
  });
});

describe("chance", () => {
  it("guesses the same again, whatever the order and whatever else is asked", async () => {
    const once = await guesses({});
    expect(new Set(once.map((one) => canonicalJson(one))).size).toBe(4);
    expect(await guesses({})).toEqual(once);
    expect(await guesses({}, {}, samples.toReversed())).toEqual(once.toReversed());
    expect(await guesses({}, {}, samples.slice(20, 23))).toEqual(once.slice(20, 23));
    const system = (await chance.create({}, context())) as DirectSystem;
    await system.ask(samples, signal);
    expect(await answers(system)).toEqual(once);
  });

  it("is seeded by the run, unless by itself", async () => {
    const once = await guesses({});
    expect(await guesses({}, { seed: 2 })).not.toEqual(once);
    expect(await guesses({ seed: 1 }, { seed: 2 })).toEqual(once);
    expect(await guesses({ seed: 0 })).toEqual(await guesses({}, { seed: 0 }));
    expect(await guesses({}, { id: "another" })).not.toEqual(once);
  });

  it("names its seed in its identity", async () => {
    expect((await chance.create({}, context({ seed: 5 }))).identity).toEqual({ seed: 5 });
    expect((await chance.create({ seed: 0 }, context({ seed: 5 }))).identity).toEqual({ seed: 0 });
  });

  it.each([{ seed: -1 }, { seed: 1.5 }, { sead: 1 }])("refuses the settings %j", (settings) => {
    expect(chance.configSchema.safeParse(settings).success).toBe(false);
  });
});

describe("majority", () => {
  it("learns the most frequent answer and hands over what it learnt", async () => {
    const system = (await majority.create({}, context())) as DirectSystem;
    const skewed = samples.map((sample) => ({
      ...sample,
      answer: sample.type === "odd" ? 3 : sample.answer,
    }));
    async function* train() {
      yield skewed;
    }
    const { artefact } = await system.fit!(train(), fitting);
    expect(JSON.parse(new TextDecoder().decode(artefact))).toEqual(
      await family.proof.baselines.majority!.fit(train()),
    );
    const odd = skewed.filter(({ type }) => type === "odd");
    expect(await answers(system, odd)).toEqual(odd.map(() => ({ choice: 3 })));
    const other = (await majority.create({}, context())) as DirectSystem;
    await other.restore!(artefact);
    expect(await answers(other, odd)).toEqual(await answers(system, odd));
  });

  it("learns from all batches", async () => {
    const system = (await majority.create({}, context())) as DirectSystem;
    const { artefact } = await system.fit!(batches(), fitting);
    async function* whole() {
      yield samples;
    }
    expect(artefact).toEqual((await system.fit!(whole(), fitting)).artefact);
  });

  it("has no answer where its family says why there is none", async () => {
    const lacks = (_: unknown, { id }: { readonly id: string }) =>
      id === "q1" ? "there is no majority of one" : undefined;
    const { proof } = family;
    const baselines = { ...proof.baselines, majority: { ...proof.baselines.majority!, lacks } };
    const other = { ...family, proof: { ...proof, baselines } } as unknown as Family;
    const system = (await majority.create({}, context({ family: other }))) as DirectSystem;
    await system.fit!(batches(), fitting);
    const [first, second] = await system.ask(samples.slice(0, 2), signal);
    expect(first!.kind).toBe("answered");
    expect(second).toEqual({ kind: "refused", reason: "there is no majority of one" });
  });

  it("is refused where the family has none", async () => {
    const { majority: _, ...rest } = family.proof.baselines;
    const without: Family = { ...family, proof: { ...family.proof, baselines: rest } };
    await expect(majority.create({}, context({ family: without }))).rejects.toMatchObject({
      name: "UserError",
      message: "family multiple-choice has no majority baseline",
      hint: 'remove the system "base" or the task "qa"',
    });
  });
});

describe("constant", () => {
  it("gives one answer to everything, read as a predictions file would be", async () => {
    const system = (await constant.create(
      { prediction: { choice: "b" } },
      context(),
    )) as DirectSystem;
    expect(system.kind).toBe("constant");
    expect(await answers(system)).toEqual(samples.map(() => ({ choice: 1 })));
  });

  it("says so where its answer fits no sample", async () => {
    const system = (await constant.create(
      { prediction: { choice: 7 } },
      context(),
    )) as DirectSystem;
    expect(new Set(await answers(system))).toEqual(new Set(["unparsed"]));
  });

  it("is another system with another answer, not with other spelling", async () => {
    const identity = async (prediction: Parameters<typeof constant.create>[0]["prediction"]) =>
      (await constant.create({ prediction }, context())).identity;
    expect(await identity({ choice: 1, rule: "x" })).toEqual(
      await identity({ rule: "x", choice: 1 }),
    );
    expect(await identity({ choice: 1 })).not.toEqual(await identity({ choice: 2 }));
  });

  it("needs a prediction format", async () => {
    const without: Family = { ...family, data: { ...family.data, predictionFormats: [] } };
    await expect(
      constant.create({ prediction: { choice: 1 } }, context({ family: without })),
    ).rejects.toThrow("has no prediction format");
  });
});
