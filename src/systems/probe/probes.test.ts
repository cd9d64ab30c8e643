import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fakeContext } from "../../../test/fakes/fake-context.ts";
import { play, videoOf } from "../../../test/support/play.ts";
import type { ChatReply, FrameRef } from "../../core/asking/chat.ts";
import { conditionedFamily } from "../../core/asking/conditioned-family.ts";
import type { ChatSystem, DirectSystem } from "../../core/asking/system.ts";
import type { SystemKind } from "../../core/asking/system-kind.ts";
import type { MediaRef, Sample } from "../../core/data/sample.ts";
import type { Family } from "../../core/family.ts";
import { answered } from "../../core/run/outcome.ts";
import { families } from "../../families/index.ts";
import { oracle } from "../baseline.ts";
import { permutation, rotation } from "./permutation.ts";
import { probedSystem } from "./probed-system.ts";
import {
  blind,
  optionsOnly,
  shuffledFrames,
  shuffledOptions,
  singleFrame,
  swappedVideo,
} from "./probes.ts";

const multipleChoice = families.find(({ id }) => id === "multiple-choice")!;
const family = multipleChoice as unknown as Family;
const context = { id: "probe", family, seed: 1 };
const frames: readonly FrameRef[] = Array.from({ length: 5 }, (_, at) => ({
  atSeconds: at,
  digest: `f${at}`,
  mediaType: "image/png",
  width: 1,
  height: 1,
}));

function sample(id: string, changes: Readonly<Record<string, unknown>> = {}): Sample {
  return family.data.sample.parse({
    id,
    group: `video of ${id}`,
    question: "Who wins?",
    choices: ["red", "green", "blue"],
    answer: 1,
    media: [{ kind: "video", path: `${id}.mp4` }],
    metadata: {},
    ...changes,
  });
}

function conditionOf(kind: SystemKind, settings: Readonly<Record<string, unknown>> = {}) {
  const parsed = kind.configSchema.parse({ of: "inner", ...settings });
  return kind.probe!(parsed, context).condition;
}

/** What a chat system is asked under a condition, and what its reply comes to. */
function asked(kind: SystemKind, reply: string, settings: Readonly<Record<string, unknown>> = {}) {
  const condition = conditionOf(kind, settings);
  const conditioned = conditionedFamily(family, condition, null);
  const _seen = condition.frames?.(frames, sample("a")) ?? frames;
  const protocolContext = {
    options: family.data.options.parse({}),
    prompts: {},
    refs: conditioned.data.refs(sample("a")),
    sees: true,
    extractor: "standard",
  };
  const steps = conditioned.asking.protocols.chat!.steps(sample("a"), protocolContext);
  const { asks, outcome: ended } = play(steps, {
    see: videoOf(condition.frames?.(frames, sample("a")) ?? frames),
    reply: () => answered<ChatReply>({ text: reply, finish: "stop" }),
  });
  const [ask] = asks;
  const parts = ask!.messages.flatMap((message) => message.parts);
  return {
    text: parts.map((part) => ("text" in part ? part.text : "")).join("\n"),
    shown: parts.flatMap((part) => ("frames" in part ? part.frames : [])),
    ended,
    media: conditioned.data.refs(sample("a")),
  };
}

describe("probes of a chat system", () => {
  it("blind: there is nothing to show", () => {
    const { media, ended } = asked(blind, "B");
    expect(media).toEqual([]);
    expect(ended).toMatchObject({ kind: "answered", value: { choice: 1 } });
  });

  it.each([
    ["first", "f0"],
    ["middle", "f2"],
    ["last", "f4"],
  ])("single-frame: only the %s", (frame, digest) => {
    expect(asked(singleFrame, "B", { frame }).shown.map((one) => one.digest)).toEqual([digest]);
  });

  it("shuffled-frames: all of them, in another order, under the times of the right one", () => {
    const { shown } = asked(shuffledFrames, "B");
    expect(shown.map(({ digest }) => digest).sort()).toEqual(frames.map(({ digest }) => digest));
    expect(shown.map(({ digest }) => digest)).not.toEqual(frames.map(({ digest }) => digest));
    expect(shown.map(({ atSeconds }) => atSeconds)).toEqual([0, 1, 2, 3, 4]);
    expect(asked(shuffledFrames, "B").shown).toEqual(shown);
    expect(asked(shuffledFrames, "B", { seed: 9 }).shown).not.toEqual(shown);
  });

  it("shuffled-options: the reply is read as it was shown, and told about the original", () => {
    const { text, ended } = asked(shuffledOptions, "A");
    expect(text.indexOf("green")).toBeLessThan(text.indexOf("blue"));
    expect(text.indexOf("blue")).toBeLessThan(text.indexOf("red"));
    expect(ended).toMatchObject({ kind: "answered", value: { choice: 1 } });
    expect(asked(shuffledOptions, "B").ended).toMatchObject({ value: { choice: 2 } });
    expect(asked(shuffledOptions, "B", { shift: 2 }).ended).toMatchObject({ value: { choice: 0 } });
  });

  it("options-only: neither question nor media", () => {
    const { text, media } = asked(optionsOnly, "B");
    expect(text).not.toContain("Who wins?");
    expect(text).toContain("green");
    expect(media).toEqual([]);
  });

  it("are part of what identifies the work", () => {
    const settings = { options: family.data.options.parse({}), prompts: {} };
    const all = [blind, singleFrame, shuffledFrames, shuffledOptions, optionsOnly].map((kind) =>
      conditionOf(kind as SystemKind),
    );
    const identities = all.map((condition) =>
      JSON.stringify(
        conditionedFamily(family, condition, null).asking.protocols.chat!.identity(settings),
      ),
    );
    expect(
      new Set([...identities, JSON.stringify(family.asking.protocols.chat!.identity(settings))])
        .size,
    ).toBe(6);
  });

  it("are refused where a family lends nothing", () => {
    const { probes: _, ...asking } = family.asking;
    const bare: Family = { ...family, asking };
    for (const kind of [
      blind,
      swappedVideo,
      shuffledOptions,
      optionsOnly,
    ] as unknown as readonly SystemKind[])
      expect(() =>
        kind.probe!(kind.configSchema.parse({ of: "x" }), { ...context, family: bare }),
      ).toThrow(/does not work on the family/);
  });
});

describe("swapped-video", () => {
  async function* batches(samples: readonly Sample[]) {
    yield samples;
  }
  const swapped = async (samples: readonly Sample[]) => {
    const condition = conditionOf(swappedVideo);
    const surveyed = await condition.survey!(batches(samples));
    return {
      surveyed,
      of: (one: Sample) =>
        family.data.refs(condition.sample!(one).sample).map(({ path }: MediaRef) => path),
    };
  };

  it("gives every video to another question, whatever the order of samples", async () => {
    const samples = Array.from({ length: 20 }, (_, i) => sample(`s${i}`));
    const { of, surveyed } = await swapped(samples);
    const given = samples.map((one) => of(one)[0]!);
    expect(new Set(given).size).toBe(20);
    for (const [i, path] of given.entries()) expect(path).not.toBe(`s${i}.mp4`);
    const again = await swapped(samples.toReversed());
    expect(samples.map((one) => again.of(one)[0])).toEqual(given);
    expect(again.surveyed).toEqual(surveyed);
    expect((await swapped(samples.slice(1))).surveyed).not.toEqual(surveyed);
  });

  it("keeps kinds apart where it can", async () => {
    const pictures = ["p1", "p2"].map((id) =>
      sample(id, { media: [{ kind: "image", path: `${id}.png` }] }),
    );
    const { of } = await swapped([...pictures, sample("v1"), sample("v2"), sample("v3")]);
    expect(of(pictures[0]!)).toEqual(["p2.png"]);
    const alone = await swapped([pictures[0]!, sample("v1"), sample("v2")]);
    expect(alone.of(pictures[0]!)[0]).toMatch(/^v/);
  });

  it("needs two videos", async () => {
    await expect(swapped([sample("a"), sample("b", { group: "video of a" })])).rejects.toThrow(
      /at least two/,
    );
  });
});

describe("probedSystem", () => {
  const signal = new AbortController().signal;

  it("gives direct systems changed samples, and reads their predictions back", async () => {
    const inner = (await oracle.create(
      {},
      fakeContext({ family: multipleChoice }),
    )) as DirectSystem;
    const condition = conditionOf(shuffledOptions);
    const probed = probedSystem(inner, {
      id: "p",
      kind: "shuffled-options",
      condition,
    }) as DirectSystem;
    expect(await probed.ask([sample("a")], signal)).toMatchObject([
      { kind: "answered", value: { choice: 1 } },
    ]);
    const first: DirectSystem = {
      ...inner,
      ask: async (samples) => samples.map(() => answered({ choice: 0 })),
    };
    expect(
      await (probedSystem(first, { id: "p", kind: "x", condition }) as DirectSystem).ask(
        [sample("a")],
        signal,
      ),
    ).toMatchObject([{ value: { choice: 1 } }]);
    expect(probed.identity).not.toEqual(inner.identity);
  });

  it("refuses to change frames that are not shown", async () => {
    const inner = await oracle.create({}, fakeContext({ family: multipleChoice }));
    expect(() =>
      probedSystem(inner, { id: "p", kind: "x", condition: conditionOf(singleFrame) }),
    ).toThrow(/shown none/);
  });

  it("leaves chat systems to the protocol", () => {
    const inner = {
      id: "q",
      kind: "chat",
      speaks: "chat",
      sees: true,
      identity: { model: "m" },
      concurrency: 1,
      ask: async () => [],
    } as ChatSystem;
    expect(
      probedSystem(inner, { id: "p", kind: "blind", condition: conditionOf(blind) }),
    ).toMatchObject({
      id: "p",
      kind: "blind",
      identity: { model: "m" },
    });
  });
});

describe("permutation and rotation", () => {
  it("hold every number once, and move something", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (count, stream) => {
          const order = permutation(count, () => stream.next().value as number);
          expect([...order].sort((a, b) => a - b)).toEqual(
            Array.from({ length: count }, (_, i) => i),
          );
          if (count > 1) expect(order.some((value, i) => value !== i)).toBe(true);
        },
      ),
    );
    expect(rotation(4, 1)).toEqual([1, 2, 3, 0]);
    expect(rotation(3, 4)).toEqual([1, 2, 0]);
  });
});
