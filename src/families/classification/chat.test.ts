import { describe, expect, it } from "vitest";
import { play, videoOf } from "../../../test/support/play.ts";
import type { ChatAsk } from "../../core/asking/chat.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import { chat } from "./chat.ts";
import { type LabelOptions, type LabelSample, labelOptionsSchema } from "./schema.ts";

const frames = [0, 1].map((atSeconds) => ({
  atSeconds,
  digest: `d${atSeconds}`,
  mediaType: "image/jpeg",
  width: 2,
  height: 2,
}));
const sample: LabelSample = {
  group: "v.mp4",
  id: "drawer/v.mp4",
  labels: [
    { id: "open", description: "the drawer is opened" },
    { id: "close", description: "the drawer is closed" },
  ],
  media: [{ kind: "video", path: "v.mp4" }],
  metadata: {},
  task: "drawer",
  truth: ["open"],
  prompt: "A robot works in a kitchen.",
  example: "Frame 1: a closed drawer.",
};

function asked(options: Partial<LabelOptions>, replies: readonly string[], extractor = "standard") {
  const context = {
    options: { ...labelOptionsSchema.parse({}), ...options },
    prompts: {},
    refs: sample.media,
    sees: true,
    extractor,
  };
  return play(chat.steps(sample, context), {
    see: videoOf(frames),
    reply: (_ask, _place, list) => answered({ text: replies[list] ?? "", finish: "stop" as const }),
  });
}
const texts = ({ messages }: ChatAsk) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => ("text" in part ? [part.text] : [])));
const shows = ({ messages }: ChatAsk) =>
  messages.some(({ parts }) => parts.some((part) => "frames" in part));

describe("a chat system that scores labels", () => {
  it("describes what it sees, compares without seeing, and scores in the same dialogue", () => {
    const replies = ["1: a hand pulls", "open fits", "- (open) 4\n- (close) 1/5"];
    const { asks, outcome } = asked({}, replies);
    expect(outcome).toEqual(answered({ scores: { open: 4, close: 1 } }));
    expect(asks.map(shows)).toEqual([true, false, false]);
    expect(texts(asks[0]!).join("\n")).toContain("A robot works in a kitchen.");
    expect(texts(asks[0]!).join("\n")).not.toContain("the drawer is opened");
    expect(texts(asks[1]!).join("\n")).toContain("1: a hand pulls");
    expect(texts(asks[1]!).join("\n")).toContain("- (close) the drawer is closed");
    expect(asks[2]!.messages.slice(0, 2)).toEqual(asks[1]!.messages);
    expect(asks[2]!.messages[2]).toEqual({ role: "assistant", parts: [{ text: "open fits" }] });
  });

  it("does all of it in one ask where that is wanted", () => {
    const { asks, outcome } = asked({ asks: "one" }, ["- (close) 5"], "vista");
    expect(outcome).toEqual(answered({ scores: { open: -0.1, close: 5 } }));
    expect(asks).toHaveLength(1);
    expect(shows(asks[0]!)).toBe(true);
    expect(texts(asks[0]!).join("\n")).toContain("- (open) the drawer is opened");
  });

  it("is shown the example of the task where that is wanted", () => {
    const firstTexts = (example: boolean) => texts(asked({ example }, []).asks[0]!).join("\n");
    expect(firstTexts(true)).toContain("Frame 1: a closed drawer.");
    expect(firstTexts(false)).not.toContain("Frame 1: a closed drawer.");
  });

  it("ends where an ask does", () => {
    const context = {
      options: labelOptionsSchema.parse({}),
      prompts: {},
      refs: sample.media,
      sees: true,
      extractor: "standard",
    };
    const at = (cut: number) =>
      play(chat.steps(sample, context), {
        reply: (_ask, _place, list) =>
          list === cut
            ? noAnswer("refused", "no")
            : answered({ text: "…", finish: "stop" as const }),
      });
    for (const cut of [0, 1, 2]) {
      expect(at(cut).asks).toHaveLength(cut + 1);
      expect(at(cut).outcome.kind).toBe("refused");
    }
    const truncated = play(chat.steps(sample, context), {
      reply: () => answered({ text: "…", finish: "length" as const }),
    });
    expect([truncated.outcome.kind, truncated.asks.length]).toEqual(["truncated", 1]);
  });

  it("takes a reply that was made elsewhere as the scores, however it would ask itself", () => {
    const context = {
      options: labelOptionsSchema.parse({}),
      prompts: {},
      refs: sample.media,
      sees: false,
    };
    const given = (extractor: string, finish: "stop" | "length" = "stop") =>
      chat.readGiven!({ text: "- (open) 3/5", finish }, sample, { ...context, extractor });
    expect(given("standard")).toEqual(answered({ scores: { open: 3 } }));
    expect(given("vista")).toMatchObject({ value: { scores: { open: 5 } } });
    expect(given("standard", "length").kind).toBe("truncated");
  });
});
