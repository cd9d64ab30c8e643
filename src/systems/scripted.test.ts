import { describe, expect, it, vi } from "vitest";
import { fakeContext } from "../../test/fakes/fake-context.ts";
import type { ChatAsk } from "../core/asking/chat.ts";
import type { ChatSystem } from "../core/asking/system.ts";
import { families } from "../families/index.ts";
import { scripted } from "./scripted.ts";

const [family] = families;
const never = new AbortController().signal;

async function system(settings: unknown): Promise<ChatSystem> {
  return (await scripted.create(
    scripted.configSchema.parse(settings),
    fakeContext({ id: "script", family }),
  )) as ChatSystem;
}

const asking = (text: string): ChatAsk => ({
  messages: [
    { role: "system", parts: [{ text: "You are asked." }] },
    { role: "user", parts: [{ frames: [] }, { text }] },
  ],
});

/** What the script says to each text: the reply, or the kind of outcome with its reason. */
async function said(own: ChatSystem, ...texts: readonly string[]): Promise<string[]> {
  const outcomes = await own.ask(texts.map(asking), never);
  return outcomes.map((one) =>
    one.kind === "answered"
      ? `${one.value.text}|${one.value.finish}`
      : `${one.kind}: ${one.reason}`,
  );
}

describe("scripted", () => {
  it("answers by the first rule that matches", async () => {
    const own = await system({
      rules: [{ match: "red", reply: "A" }, { match: "re", reply: "B" }, { reply: "C" }],
    });
    expect(own).toMatchObject({
      id: "script",
      kind: "scripted",
      speaks: "chat",
      concurrency: 8,
      timeoutMs: 60_000,
    });
    expect(await said(own, "a red car", "a reef", "nothing", "RED")).toEqual([
      "A|stop",
      "B|stop",
      "C|stop",
      "A|stop",
    ]);
  });

  it("looks at what the user says, over all its lines", async () => {
    const own = await system({
      rules: [
        { match: "You are asked", reply: "system" },
        { match: "^second.*third$", reply: "lines" },
      ],
    });
    expect(await said(own, "first\nsecond\nthird")).toEqual(["lines|stop"]);
    const parts = [{ text: "second" }, { text: "third" }];
    expect(await own.ask([{ messages: [{ role: "user", parts }] }], never)).toMatchObject([
      { kind: "answered" },
    ]);
    const apart = await system({ rules: [{ match: "^third$", reply: "A" }] });
    expect(await apart.ask([{ messages: [{ role: "user", parts }] }], never)).toMatchObject([
      { kind: "answered" },
    ]);
    expect(await own.ask([{ messages: [{ role: "assistant", parts }] }], never)).toMatchObject([
      { kind: "failed" },
    ]);
  });

  it("fails where no rule matches", async () => {
    expect(await said(await system({ rules: [{ match: "x", reply: "A" }] }), "y")).toEqual([
      "failed: no rule of the script matches",
    ]);
  });

  it("puts groups of the match into the reply, and leaves other dollars alone", async () => {
    const own = await system({
      rules: [{ match: "(\\w+) or (\\w+)( please)?", reply: "$2, not $1$3; it costs $7 (of $0)" }],
    });
    expect(await said(own, "this or that")).toEqual([
      "that, not this; it costs $7 (of this or that)|stop",
    ]);
  });

  it("chooses among several replies by the ask alone", async () => {
    const rules = [{ reply: ["A", "B", "C"] }];
    const texts = Array.from({ length: 60 }, (_, at) => `question ${at}`);
    const once = await said(await system({ rules }), ...texts);
    expect(new Set(once)).toEqual(new Set(["A|stop", "B|stop", "C|stop"]));
    expect(await said(await system({ rules }), ...texts.toReversed())).toEqual(once.toReversed());
    expect(await said(await system({ rules }), texts[7]!)).toEqual([once[7]]);
  });

  it.each([
    [{ refuse: "never" }, "refused: never"],
    [{ fail: "no connection" }, "failed: no connection"],
    [{ truncate: "Let me" }, "Let me|length"],
    [{ reply: "" }, "|stop"],
  ])("does as %j says", async (rule, expected) => {
    expect(await said(await system({ rules: [rule] }), "anything")).toEqual([expected]);
  });

  it("applies a rule so many times and then no more", async () => {
    const own = await system({ rules: [{ match: "x", fail: "busy", times: 2 }, { reply: "A" }] });
    expect(await said(own, "x", "y", "x", "x")).toEqual([
      "failed: busy",
      "A|stop",
      "failed: busy",
      "A|stop",
    ]);
    expect(await said(own, "x")).toEqual(["A|stop"]);
    const once = await system({ rules: [{ reply: "A", times: 1 }] });
    expect(await said(once, "x", "x")).toEqual(["A|stop", "failed: no rule of the script matches"]);
  });

  it("hangs until it is told to stop", async () => {
    const stop = new AbortController();
    const ended = vi.fn();
    const asked = (await system({ rules: [{ hang: true }] }))
      .ask([asking("x")], stop.signal)
      .finally(ended);
    asked.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ended).not.toHaveBeenCalled();
    stop.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });

  it("does not hang where it was told to stop before", async () => {
    await expect(
      (await system({ rules: [{ hang: true }] })).ask(
        [asking("x")],
        AbortSignal.abort(new Error("enough")),
      ),
    ).rejects.toThrow("enough");
  });

  it("takes its time, unless it is told to stop", async () => {
    const own = await system({ rules: [{ reply: "A" }], delayMs: 40 });
    const startedAt = performance.now();
    expect(await said(own, "x", "y")).toEqual(["A|stop", "A|stop"]);
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeGreaterThan(35);
    const slow = await system({ rules: [{ reply: "A" }], delayMs: 60_000 });
    const stop = new AbortController();
    const asked = slow.ask([asking("x")], stop.signal);
    stop.abort();
    await expect(asked).rejects.toThrow("aborted");
  });

  it.each([
    { rules: [] },
    { rules: [{}] },
    { rules: [{ reply: "A", refuse: "no" }] },
    { rules: [{ match: "(", reply: "B" }] },
    { rules: [{ replay: "A" }] },
    { rules: [{ reply: [] }] },
    { rules: [{ times: 0 }] },
    { rules: [{}], delayMs: -1 },
    {},
  ])("refuses the settings %j", (settings) => {
    expect(scripted.configSchema.safeParse(settings).success).toBe(false);
  });

  it("is another system with other rules, not with another pace", async () => {
    const { identity } = await system({ rules: [{ reply: "A" }] });
    expect(
      (await system({ rules: [{ reply: "A" }], delayMs: 5, concurrency: 2, timeoutMs: 9 }))
        .identity,
    ).toEqual(identity);
    expect((await system({ rules: [{ reply: "B" }] })).identity).not.toEqual(identity);
  });

  it("passes on how it may be asked", async () => {
    expect(await system({ rules: [{ reply: "A" }], concurrency: 2, timeoutMs: 9 })).toMatchObject({
      concurrency: 2,
      timeoutMs: 9,
    });
  });
});
