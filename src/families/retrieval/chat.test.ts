import { describe, expect, it } from "vitest";
import { fakeQuestion as sample, says } from "../../../test/fakes/fake-question.ts";
import { play as playSteps, videoOf } from "../../../test/support/play.ts";
import type { ChatAsk, ChatReply, FrameRef } from "../../core/asking/chat.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { chat } from "./chat.ts";
import { retrieval } from "./index.ts";
import { readAnswer, readMoments } from "./parse.ts";
import { type RetrievalOptions, type RetrievalSample, retrievalOptionsSchema } from "./schema.ts";

const frames: readonly FrameRef[] = Array.from({ length: 10 }, (_, at) => ({
  atSeconds: at * 10,
  digest: `${at}`,
  mediaType: "image/jpeg",
  width: 8,
  height: 8,
}));

/** Answers each list of asks with the next list of replies. */
function play(
  replies: readonly (readonly Outcome<ChatReply>[])[],
  options: Partial<RetrievalOptions> = {},
  about = sample,
) {
  const steps = chat.steps(about, {
    options: retrievalOptionsSchema.parse(options),
    prompts: {},
    refs: [{ kind: "video", path: "v.mp4" }],
    sees: true,
    extractor: "json",
  });
  return playSteps(steps, {
    see: videoOf(frames, 100),
    reply: (_, position, list) => replies[list]![position]!,
  });
}

const timesOf = (ask: ChatAsk) =>
  ask.messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      "frames" in part ? part.frames.map(({ atSeconds }) => atSeconds) : [],
    ),
  );
const textOf = (ask: ChatAsk) =>
  ask.messages
    .flatMap(({ parts }) => parts.flatMap((part) => ("text" in part ? [part.text] : [])))
    .join("\n");

const moments = says('[{"start": 18, "end": 31, "score": 0.9}]');
const answer = (text: string) =>
  says(JSON.stringify({ answer: text, citations: [{ start: 20, end: 30 }] }));

describe("a chat system that finds and reads", () => {
  it("is shown everything first, then only what it found", () => {
    const { lists, outcome } = play([[moments], [answer("helmet")]]);
    expect(lists.map((list) => list.map(timesOf))).toEqual([
      [[0, 10, 20, 30, 40, 50, 60, 70, 80, 90]],
      [[20, 30]],
    ]);
    expect(outcome).toEqual(
      answered({
        answer: "helmet",
        citations: [{ startSeconds: 20, endSeconds: 30 }],
        clips: [{ startSeconds: 18, endSeconds: 31, score: 0.9 }],
      }),
    );
  });

  it("is asked under three conditions at once, for attribution", () => {
    const { lists, outcome } = play(
      [[moments], [answer("gloves"), answer("helmet"), answer("shoes")]],
      { attribution: true },
    );
    expect(lists[1]!.map(timesOf)).toEqual([[20, 30], [40], []]);
    expect(outcome).toMatchObject({
      value: { answer: "gloves", conditions: { gold: "helmet", none: "shoes" } },
    });
    const unread = play([[moments], [answer("gloves"), says("?"), answer("shoes")]], {
      attribution: true,
    }).outcome;
    expect(unread).toMatchObject({ value: { conditions: { none: "shoes" } } });
    expect(
      play([[moments], [answer("a"), noAnswer("failed", "down"), answer("b")]], {
        attribution: true,
      }).outcome.kind,
    ).toBe("failed");
  });

  it("is not asked to read where it found nothing, or nothing that the video has", () => {
    for (const none of [says("[]"), says('[{"start": 200, "end": 300}]')]) {
      const { lists, outcome } = play([[none], []]);
      expect(lists.flat()).toHaveLength(1);
      expect(outcome).toMatchObject({ kind: "answered", value: { answer: "", citations: [] } });
    }
    const { lists, outcome } = play([[says("[]")], [answer("helmet"), answer("shoes")]], {
      attribution: true,
    });
    expect(lists[1]!.map(timesOf)).toEqual([[40], []]);
    expect(outcome).toMatchObject({
      value: { answer: "", conditions: { gold: "helmet", none: "shoes" } },
    });
  });

  it("is found again by its evidence only where that is shown", () => {
    const { asked } = retrieval.asking;
    const moved = { ...sample, answer: "gloves", evidence: [] };
    const of = (one: RetrievalSample, options: Partial<RetrievalOptions>) =>
      asked!(one, retrievalOptionsSchema.parse(options));
    expect(of(moved, {})).toEqual(of(sample, {}));
    expect(of(moved, { attribution: true })).not.toEqual(of(sample, { attribution: true }));
    expect(of({ ...sample, answer: null }, {})).not.toEqual(of(sample, {}));
  });

  it("sees what is on screen at a moment without length, and nothing of evidence beyond the end", () => {
    const point = says('[{"start": 42, "end": 42}]');
    expect(play([[point], [answer("helmet")]]).lists[1]!.map(timesOf)).toEqual([[40]]);
    const beyond = {
      ...sample,
      evidence: [{ startSeconds: 400, endSeconds: 410, relevance: "primary" as const }],
    };
    const { lists, outcome } = play(
      [[moments], [answer("gloves"), answer("shoes")]],
      { attribution: true },
      beyond,
    );
    expect(lists[1]!.map(timesOf)).toEqual([[20, 30], []]);
    expect(outcome).toMatchObject({ value: { conditions: { none: "shoes" } } });
  });

  it("looks at each moment by itself, and shows a frame once", () => {
    const both = says('[{"start": 15, "end": 35}, {"start": 25, "end": 45}]');
    const { lists, looks } = play([[both], [answer("helmet")]]);
    expect(looks).toEqual([
      [{ ref: 0 }],
      [
        { ref: 0, span: [15, 35] },
        { ref: 0, span: [25, 45] },
      ],
    ]);
    expect(lists[1]!.map(timesOf)).toEqual([[20, 30, 40]]);
  });

  it("is asked about no true evidence where there is none", () => {
    const { lists, outcome } = play(
      [[moments], [answer("gloves"), answer("shoes")]],
      { attribution: true },
      { ...sample, evidence: [] },
    );
    expect(lists[1]!.map(timesOf)).toEqual([[20, 30], []]);
    expect(outcome).toMatchObject({ value: { conditions: { none: "shoes" } } });
  });

  describe("where nothing is to be found", () => {
    const everything = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90];
    const open = { ...sample, evidence: [] };

    it("is shown everything and answers at once", () => {
      const { lists, outcome } = play(
        [[answer("helmet")]],
        { find: false, transcript: true },
        open,
      );
      expect(lists.map((list) => list.map(timesOf))).toEqual([[everything]]);
      expect(textOf(lists[0]![0]!)).toContain("safety first");
      expect(outcome).toMatchObject({ kind: "answered", value: { answer: "helmet", clips: [] } });
    });

    it("is compared with answers from nothing", () => {
      const { lists, outcome } = play(
        [[answer("helmet"), answer("shoes")]],
        { find: false, attribution: true },
        open,
      );
      expect(lists[0]!.map(timesOf)).toEqual([everything, []]);
      expect(outcome).toMatchObject({ value: { conditions: { none: "shoes" } } });
    });

    it("still reads what another system found, and finds what has no known answer", () => {
      const given = { ...open, found: { clips: [{ startSeconds: 40, endSeconds: 50 }] } };
      expect(
        play([[answer("x")]], { find: false }, given).lists.map((list) => list.map(timesOf)),
      ).toEqual([[[40]]]);
      expect(play([[moments]], { find: false }, { ...open, answer: null }).outcome).toMatchObject({
        value: { clips: [{}] },
      });
    });

    const surveyed = async (
      samples: readonly RetrievalSample[],
      options: Partial<RetrievalOptions> = {},
    ) => {
      const batches = (async function* () {
        yield samples;
      })();
      return chat.survey!(retrievalOptionsSchema.parse(options))?.read(batches);
    };
    it.each<readonly [string, boolean, readonly RetrievalSample[]]>([
      ["open questions alone", false, [open, open]],
      ["one moment among them", true, [open, sample]],
      ["names of clips", true, [{ ...open, clips: [{ id: "c", gain: 1 }] }]],
      ["answers that are not known", true, [{ ...open, answer: null }]],
    ])("the data says: %s", async (_, find, samples) => {
      const { options, remark } = (await surveyed(samples))!;
      expect(options.find).toBe(find);
      expect(remark === undefined).toBe(find);
    });

    it("says so where there are no transcripts to read", async () => {
      const { transcript, ...silent } = sample;
      expect((await surveyed([silent, sample], { transcript: true }))!.remark).toBeUndefined();
      expect((await surveyed([silent], { transcript: true }))!.remark).toBe(
        "transcript: true changes nothing: no sample has a transcript",
      );
      expect((await surveyed([silent], { transcript: true, find: true }))!.remark).toContain(
        "no sample has a transcript",
      );
      expect((await surveyed([silent]))!.remark).toBeUndefined();
    });

    it("a task decides by itself, and only answering at once is another question", async () => {
      expect(await surveyed([open], { find: true })).toBeUndefined();
      const identity = (options: Partial<RetrievalOptions>) =>
        chat.identity({ options: retrievalOptionsSchema.parse(options), prompts: {} });
      expect(identity({ find: true })).toEqual(identity({}));
      expect(identity({ find: false })).not.toEqual(identity({}));
    });
  });

  it("reads what is said only where the task does", () => {
    const near = says('[{"start": 40, "end": 45}]');
    expect(textOf(play([[near], [answer("x")]]).lists[1]![0]!)).not.toContain("safety first");
    expect(textOf(play([[near], [answer("x")]], { transcript: true }).lists[1]![0]!)).toContain(
      "safety first",
    );
  });

  it("only finds where no answer is known", () => {
    const { lists, outcome } = play([[moments]], {}, { ...sample, answer: null });
    expect(lists).toHaveLength(1);
    expect(outcome).toMatchObject({ value: { clips: [{ startSeconds: 18 }] } });
  });

  it("is never shown the truth while finding", () => {
    const { lists } = play([[moments], [answer("x")]]);
    expect(lists.flat().map(textOf).join("\n")).not.toContain("a helmet");
  });

  it.each([
    ["refused", [[noAnswer("refused", "no")]]],
    ["unparsed", [[says("somewhere")]]],
    ["truncated", [[answered({ text: "[", finish: "length" as const })]]],
    ["unparsed", [[moments], [says("a helmet")]]],
    ["refused", [[moments], [noAnswer("refused", "no")]]],
  ])("ends as %s where it was not answered", (kind, replies) => {
    expect(play(replies).outcome.kind).toBe(kind);
  });
});

describe("replies", () => {
  it.each([
    "",
    "42",
    '{"clips": [], "n": 0}',
    '{"clips": 1}',
    '[{"start": 3}]',
    '[{"start": 3, "end": 1}]',
    '[{"start": "3", "end": "5"}]',
  ])("are no moments: %s", (text) => {
    expect(readMoments(text).kind).toBe("unparsed");
  });

  it.each([
    "",
    "a helmet",
    "[]",
    '{"citations": []}',
    '{"answer": 3}',
    '{"answer": "x", "citations": [{"start": 2, "end": 1}]}',
  ])("are no answer: %s", (text) => {
    expect(readAnswer(text).kind).toBe("unparsed");
  });

  it("are found in fences and in other text", () => {
    expect(readMoments("```json\n[]\n```")).toEqual(answered([]));
    expect(readMoments('{"moments": [{"start": 1, "end": 2}]}')).toEqual(
      answered([{ startSeconds: 1, endSeconds: 2 }]),
    );
    expect(readMoments('{"moments": [], "others": []}')).toMatchObject({
      reason: expect.stringMatching(
        /^the reply holds no JSON list of moments: Invalid input/,
      ) as string,
    });
    expect(readAnswer('Well: {"answer": "x"} so.')).toEqual(
      answered({ answer: "x", citations: [] }),
    );
  });
});
