import { describe, expect, it } from "vitest";
import type { SeeingServerOptions } from "../../../../test/providers/seeing-server.ts";
import { seeingServers } from "../../../../test/providers/seeing-servers.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { loadRegistries } from "../../../evaluation/extend/load-registries.ts";
import { checkSight } from "./check-sight.ts";

const folder = temporaryFolder();
const start = seeingServers();

interface Project {
  readonly system?: string;
  readonly media?: string;
  readonly more?: string;
}

/** One task that shows eight frames of a video, unless said otherwise, and one chat system. */
async function look(
  url: string,
  {
    system = "provider: openai-compatible, model: eye",
    media = '"video":"a.mp4",',
    more = "",
  }: Project = {},
  seed = 7,
) {
  folder.file("q.jsonl", `{"id":"a",${media}"question":"?","choices":["x","y"],"answer":0}\n`);
  folder.file("a.mp4", "never opened");
  const path = folder.file(
    "vidimus.yaml",
    `name: d
tasks: [{ id: qa, family: multiple-choice, data: { path: q.jsonl }, frames: { strategy: uniform, count: 8, longestSide: 256 } }]
systems: [{ id: eye, kind: chat, baseUrl: "${url}", apiKey: "\${EYE_KEY}", ${system} }]
${more}`,
  );
  const loaded = await loadConfig(path, {
    loadRegistries,
    set: [],
    environment: { EYE_KEY: "sk-eye-4711" },
  });
  const { findings, reports } = await checkSight(loaded, { seed, timeLimitMs: 60_000 });
  return { findings, reports, sight: findings.find(({ what }) => what.startsWith("sight of eye")) };
}

const guessed = (count: number) =>
  Array.from({ length: count }, (_, at) => `${1_111 + 7 * at} red`).join("\n");

describe("sight", () => {
  it.each<readonly [string, SeeingServerOptions, string, RegExp]>([
    ["drops pictures", { keep: () => [] }, "problem", /^sees nothing: .*dropped/],
    [
      "drops pictures and leaves a mark for each",
      { keep: () => [], bill: (came) => 40 + 3 * came },
      "problem",
      /^sees nothing: .*too few for a picture/,
    ],
    [
      "keeps the first three",
      { keep: (all) => all.slice(0, 3) },
      "problem",
      /only 3 of 8 frames arrive, the first ones.*tokens of 3 are billed.*of 1 frame it sees all/,
    ],
    [
      "keeps the last four",
      { keep: (all) => all.slice(-4) },
      "problem",
      /only 4 of 8 frames arrive, the last ones.*of 4 frames it sees all/,
    ],
    [
      "keeps every other one",
      { keep: (all) => all.filter((at) => at % 2 === 0) },
      "problem",
      /only 4 of 8 frames/,
    ],
    [
      "keeps six and counts nothing",
      { keep: (all) => all.slice(0, 6), bill: () => undefined },
      "problem",
      /names only 6 of 8 frames.*does not say/,
    ],
    [
      "sees and bills everything alike",
      { bill: () => 900 },
      "warning",
      /sees 8 of 8 frames.*billed like nothing/,
    ],
    [
      "sees nothing and bills everything alike",
      { keep: () => [], bill: () => 900 },
      "problem",
      /^sees nothing/,
    ],
    ["is billed and guesses", { say: (lines) => guessed(lines.length) }, "problem", /guesses/],
    ["guesses without end", { say: () => guessed(1_200) }, "problem", /guesses/],
    [
      "names colours alone, in order",
      { say: (lines) => lines.map((line) => line.slice(5)).join(", ") },
      "warning",
      /every colour in order/,
    ],
    ["counts nothing and sees", { bill: () => undefined }, "fine", /sees 8 of 8.*does not say/],
    [
      "words it in its own way",
      {
        say: (lines) =>
          `I see: ${lines.map((line) => `the ${line.slice(5)} one says ${[...line.slice(0, 4)].join(" ")}`).join("; ")}.`,
      },
      "fine",
      /8 of 8/,
    ],
    [
      "misreads one of eight",
      { say: (lines) => lines.map((line, at) => (at === 5 ? "0000" : line)).join("\n") },
      "warning",
      /names 7 of 8 frames/,
    ],
    [
      "takes four at most",
      {
        refuse: (came) =>
          came > 4
            ? { status: 400, message: "At most 4 image(s) may be provided in one prompt." }
            : undefined,
      },
      "problem",
      /takes 4 frames and not 8: 400: At most 4/,
    ],
    [
      "takes no pictures",
      {
        refuse: (came) =>
          came > 0 ? { status: 400, message: "eye is not a multimodal model" } : undefined,
      },
      "problem",
      /answers text and takes no pictures: 400: eye is not/,
    ],
    [
      "rejects the key",
      { refuse: () => ({ status: 401, message: "who are you?" }) },
      "problem",
      /cannot be asked: .*401/,
    ],
  ])("of a server that %s", async (_, options, state, detail) => {
    const { sight } = await look((await start(options)).url);
    expect(sight).toMatchObject({ state, detail: expect.stringMatching(detail) });
  });

  it("is of a whole video where the system takes one", async () => {
    const server = await start();
    const { sight, reports } = await look(server.url, {
      system: "provider: openai-compatible, model: eye, video: native",
    });
    expect(sight).toMatchObject({
      state: "fine",
      detail: expect.stringContaining("8 of 8 moments"),
    });
    expect(reports[0]!.asks.map(({ shown, named }) => [shown, named])).toEqual([
      [0, 0],
      [2, 2],
      [8, 8],
    ]);
    expect(server.came).toEqual([0, 1, 1]);
  });

  it("ends with the part of a whole video that is looked at", async () => {
    const { url } = await start({ keep: (seconds) => seconds.slice(0, 6) });
    const { sight } = await look(url, {
      system: "provider: openai-compatible, model: eye, video: native",
    });
    expect(sight).toMatchObject({
      state: "problem",
      detail: expect.stringMatching(/names only 3 of 8 moments, the first/),
    });
  });

  it("is asked for without what would be in the way: short replies, stops", async () => {
    const server = await start();
    const system = 'provider: openai-compatible, model: eye, maxTokens: 1, stop: ["\\n"]';
    expect((await look(server.url, { system })).sight!.state).toBe("fine");
    expect(server.bodies.map(({ max_tokens, stop }) => [max_tokens, stop])).toEqual(
      Array.from({ length: 4 }, () => [4_096, undefined]),
    );
  });

  it("is of other codes by another seed", async () => {
    const { url } = await start();
    const replies = async (seed: number) =>
      (await look(url, {}, seed)).reports[0]!.asks.at(-1)!.reply;
    const first = await replies(1);
    expect(await replies(2)).not.toBe(first);
    expect(await replies(1)).toBe(first);
  });

  it("is nobody's business where no task shows anything", async () => {
    const server = await start();
    expect((await look(server.url, { media: "" })).sight).toMatchObject({
      state: "fine",
      detail: expect.stringContaining("no task shows"),
    });
    expect(server.came).toEqual([]);
  });

  it("is what a text-only model has none of", async () => {
    const server = await start();
    const system = "provider: openai, model: gpt-4-0613";
    expect((await look(server.url, { system })).sight).toMatchObject({
      state: "problem",
      detail: expect.stringMatching(/text-only.*"qa"/),
    });
    expect((await look(server.url, { system, media: "" })).sight).toMatchObject({
      state: "fine",
      detail: expect.stringContaining("text-only"),
    });
    expect(server.came).toEqual([]);
  });

  it("goes no further than the system takes frames, which is a problem where tasks show more", async () => {
    const server = await start();
    const { sight, findings } = await look(server.url, {
      system: "provider: openai-compatible, model: eye, maxFrames: 2",
    });
    expect(sight).toMatchObject({
      state: "fine",
      detail: expect.stringContaining("2 of 2 frames"),
    });
    expect(findings.find(({ what }) => what === "frames of eye")).toMatchObject({
      state: "problem",
      detail: expect.stringMatching(/"qa" shows 8.*2 frames/),
    });
    expect(server.came).toEqual([0, 1, 2]);
  });

  it("is looked at once for rows that do not differ in it", async () => {
    const server = await start();
    const rows =
      "matrix:\n  - name: one\n  - name: two\n    set: { tasks.qa.slices: [type] }\n  - name: few\n    set: { tasks.qa.frames.count: 2 }\n";
    const { findings } = await look(server.url, { more: rows });
    expect(findings.map(({ what, state }) => [what, state])).toEqual([
      ['sight of eye (rows "one", "two")', "fine"],
      ['sight of eye (row "few")', "fine"],
    ]);
    expect(server.came.toSorted()).toEqual([0, 0, 1, 1, 2, 4, 8]);
  });

  it("cannot be asked for where the data cannot be read", async () => {
    const { url } = await start();
    const { findings } = await look(url, { media: '"video":7,' });
    expect(findings[0]).toMatchObject({
      what: "data of qa",
      state: "problem",
      detail: expect.stringContaining("q.jsonl"),
    });
  });
});
