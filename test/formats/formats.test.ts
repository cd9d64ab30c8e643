import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parquetWriteFile } from "hyparquet-writer";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DirectSystem } from "../../src/core/asking/system.ts";
import type { Family } from "../../src/core/family.ts";
import { openDataFile } from "../../src/datasets/open-data-file.ts";
import { defaultTask } from "../../src/evaluation/task/default-task.ts";
import { openTask } from "../../src/evaluation/task/open-task.ts";
import { multipleChoice } from "../../src/families/multiple-choice/index.ts";
import type { ChoiceOptions, ChoiceSample } from "../../src/families/multiple-choice/schema.ts";
import { predictions } from "../../src/systems/predictions.ts";
import { firstAsks, videoOf } from "../support/play.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const files = fileURLToPath(new URL("./", import.meta.url));
const folder = temporaryFolder();

beforeEach(() => void vi.stubEnv("VIDIMUS_CACHE", join(folder.path, "cache")));
afterEach(() => void vi.unstubAllEnvs());

interface Reading {
  readonly format: string;
  readonly data: string;
  readonly options?: Partial<ChoiceOptions>;
  readonly media?: string;
}

async function samplesOf(
  { format, data, options = {}, media }: Reading,
  warnings: string[] = [],
): Promise<readonly ChoiceSample[]> {
  const config = defaultTask(multipleChoice as unknown as Family, {
    format,
    data: { path: data, media },
  });
  const task = openTask(
    { ...config, options: { ...(config.options as ChoiceOptions), ...options } },
    {
      directory: files,
      families: [multipleChoice as unknown as Family],
      selection: { seed: 1 },
      seed: 1,
      onWarning: (message) => warnings.push(message),
    },
  );
  const samples: unknown[] = [];
  for await (const batch of task.samples) samples.push(...batch.map(({ sample }) => sample));
  return samples as readonly ChoiceSample[];
}

/**
 * What a file of predictions says about samples: the choice, or why there is none. The format is
 * recognised.
 */
async function answersIn(
  file: string,
  samples: readonly ChoiceSample[],
  variant?: string,
): Promise<readonly (number | string | null)[]> {
  const context = {
    id: "p",
    task: "t",
    family: multipleChoice,
    seed: 1,
    open: (path: string) => openDataFile(resolve(files, path)),
    frame: () => Promise.reject(new Error("nothing is shown")),
  };
  const system = (await predictions.create(
    { path: file, variant },
    context as never,
  )) as DirectSystem;
  const outcomes = await system.ask(samples, new AbortController().signal);
  return outcomes.map((outcome) =>
    outcome.kind === "answered"
      ? (outcome.value as { choice: number | null }).choice
      : outcome.kind,
  );
}

describe("layouts of samples", () => {
  it("EgoSchema as its repository and as the hub have it", async () => {
    const own = await samplesOf({ format: "egoschema-folder", data: "egoschema" });
    expect(own).toEqual([
      {
        id: "0a1b-kitchen",
        group: "0a1b-kitchen",
        question: "What is C mainly doing?",
        choices: [
          "C is washing the dishes.",
          "C is cutting bread.",
          "C is laying the table.",
          "C is watering plants.",
          "C is reading a recipe.",
        ],
        answer: 2,
        media: [{ kind: "video", names: ["0a1b-kitchen"], path: "videos/0a1b-kitchen.mp4" }],
        metadata: { google_drive_id: "drive-1" },
      },
      expect.objectContaining({ id: "2c3d-garage", answer: null }),
    ]);
    const ofHub = await samplesOf({ format: "egoschema", data: "egoschema-hub.jsonl" });
    expect(ofHub).toEqual(
      own.map((sample, at) => ({ ...sample, metadata: { question_idx: String(at) } })),
    );
    const hidden = await samplesOf({ format: "egoschema", data: "egoschema/questions.json" });
    expect(hidden.map(({ answer }) => answer)).toEqual([null, null]);
  });

  it("Video-MME as a table of the hub, as JSON lines and as the official template", async () => {
    const rows = readFileSync(join(files, "video-mme.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const names = Object.keys(rows[0]!);
    const path = join(folder.path, "test-00000-of-00001.parquet");
    parquetWriteFile({
      filename: path,
      columnData: names.map((name) => ({ name, data: rows.map((row) => row[name]) })),
    });
    const lines = await samplesOf({ format: "video-mme", data: "video-mme.jsonl" });
    expect(lines[0]).toEqual({
      id: "001-1",
      group: "moonMOON123",
      question: "How many craters are named?",
      choices: ["One.", "Two.", "Three.", "Four."],
      answer: 2,
      type: "Counting Problem",
      media: [{ kind: "video", names: ["moonMOON123"], path: "data/moonMOON123.mp4" }],
      metadata: {
        video_id: "001",
        videoID: "moonMOON123",
        duration: "short",
        domain: "Knowledge",
        sub_category: "Astronomy",
        url: "https://example.org/watch?v=moonMOON123",
      },
      subtitles: { isOptional: true, path: "subtitle/moonMOON123.srt" },
    });
    expect(await samplesOf({ format: "video-mme", data: path })).toEqual(lines);
    const template = await samplesOf({ format: "video-mme", data: "video-mme-results.json" });
    expect(
      template.map(({ id, answer, choices, type }) => ({ id, answer, choices, type })),
    ).toEqual(lines.map(({ id, answer, choices, type }) => ({ id, answer, choices, type })));
  });

  it("LongVideoBench with and without truth", async () => {
    const samples = await samplesOf({
      format: "longvideobench",
      data: "longvideobench/lvb_val.json",
    });
    expect(samples[0]).toEqual({
      id: "harbour77_0",
      group: "harbour77",
      question: "When the subtitle says 'cast off', what does the man in yellow do?",
      choices: ["He loosens a rope", "He waves", "He sits down", "He jumps ashore"],
      answer: 0,
      type: "T2A",
      media: [{ kind: "video", names: ["harbour77"], path: "videos/harbour77.mp4" }],
      metadata: {
        video_id: "harbour77",
        topic_category: "NP-News-Programs",
        level: "L1-Perception",
        duration_group: 15,
        duration: 12.5,
        position: "[40,80]",
        view_count: 321,
      },
      subtitles: { offsetSeconds: 100, path: "subtitles/harbour77_en.json" },
    });
    const hidden = await samplesOf({
      format: "longvideobench",
      data: "longvideobench/lvb_test_wo_gt.json",
    });
    expect(hidden.map(({ answer }) => answer)).toEqual([null, null]);
  });

  it("tables with a column for each choice", async () => {
    const samples = await samplesOf({ format: "csv", data: "table.csv" });
    expect(samples[0]).toEqual({
      id: "1",
      group: "street.mp4",
      question: "What is the man holding, and where?",
      choices: ["a map", "an umbrella"],
      answer: 1,
      type: "object",
      media: [{ kind: "video", path: "street.mp4" }],
      metadata: { weather: "rain" },
    });
    expect(samples.map(({ answer, choices }) => [answer, choices.length])).toEqual([
      [1, 2],
      [1, 4],
      [null, 2],
    ]);
  });

  it("MMBench-Video only where choices were added, and says why", async () => {
    await expect(samplesOf({ format: "mmbench-video", data: "mmbench-video.tsv" })).rejects.toThrow(
      /mmbench-video\.tsv:2: this is an open question: .*graded from 0 to 3 by a judge/,
    );
    const [sample] = await samplesOf({
      format: "mmbench-video",
      data: "mmbench-video-choices.tsv",
    });
    expect(sample).toEqual({
      id: "0",
      group: "market_1",
      question: "What is sold at the first stall?",
      choices: ["Fresh apples", "Bread", "Shoes"],
      answer: 0,
      type: "Perception",
      media: [{ kind: "video", names: ["market_1"], path: "video/market_1.mp4" }],
      metadata: { video_type: "Vlog", dimensions: "OCR, Perception" },
    });
  });

  it.each([
    ["egoschema", { q_uid: "a", question: "?", "option 0": "x" }, "five choices"],
    [
      "egoschema",
      { q_uid: "a", question: "?", option: ["x", "y"], answer: "7" },
      "index from 0 to 1",
    ],
    ["egoschema", { question: "?" }, "q_uid is missing"],
    [
      "video-mme",
      { question_id: "1", videoID: "v", question: "?", options: ["A. x", "B. y"], answer: "E" },
      'answer is "E"',
    ],
    ["video-mme", { question_id: "1", videoID: "v", question: "?", options: "A. x" }, "options is"],
    ["video-mme", { videoID: "v", questions: [{ question: "?" }] }, "question_id is missing"],
    [
      "longvideobench",
      { id: "a", video_path: "v.mp4", question: "?", candidates: ["x", "y"], correct_choice: 2 },
      "correct_choice is 2",
    ],
    ["longvideobench", { id: "a", question: "?" }, "video_path is missing"],
    ["csv", { id: "a", question: "?", A: "x" }, "2 or more choices"],
    ["csv", { question: "?", A: "x", B: "y" }, "there is no id"],
    [
      "csv",
      { id: "a", question: "?", A: "x", B: "y", answer: "z" },
      'answer: "z" is none of the choices',
    ],
  ])("%s refuses %j", async (format, row, reason) => {
    const data = join(folder.path, "bad.jsonl");
    writeFileSync(data, `${JSON.stringify(row)}\n`);
    await expect(samplesOf({ format, data })).rejects.toThrow(
      new RegExp(`bad\\.jsonl:1: .*${reason.replace(/[()]/g, "\\$&")}`),
    );
  });
});

describe("predictions of other tools", () => {
  const choices = ["a rose", "the sea", "grass"];
  const plain = (id: string, own = choices): ChoiceSample => ({
    id,
    group: id,
    question: "?",
    choices: own,
    answer: 0,
    media: [],
    metadata: {},
  });
  const colours = ["q1", "q2", "q3"].map((id) => plain(id));

  it("are recognised and joined by id", async () => {
    const videoMme = await samplesOf({ format: "video-mme", data: "video-mme.jsonl" });
    const table = await samplesOf({ format: "csv", data: "table.csv" });
    const ego = await samplesOf({ format: "egoschema-folder", data: "egoschema" });
    expect(await answersIn("video-mme-results.json", videoMme)).toEqual([2, 1]);
    expect(await answersIn("samples_videomme.jsonl", videoMme)).toEqual([2, "unparsed"]);
    expect(
      await answersIn("samples_likelihoods.jsonl", [plain("0"), plain("1"), plain("2")]),
    ).toEqual([0, 2, "missing"]);
    expect(await answersIn("samples_likelihoods.jsonl", [plain("0", ["a", "b"])])).toEqual([
      "unparsed",
    ]);
    expect(await answersIn("colours.json", colours)).toEqual([0, 2, "unparsed"]);
    expect(await answersIn("colours.eval", colours)).toEqual([0, 2, "unparsed"]);
    expect(await answersIn("vlmevalkit.tsv", table)).toEqual([1, "failed", "missing"]);
    expect(await answersIn("promptfoo.json", table)).toEqual([1, "failed", "missing"]);
    expect(await answersIn("answer-map.json", table)).toEqual([1, 0, 1]);
    expect(await answersIn("egoschema-submission.csv", ego)).toEqual([2, "unparsed"]);
    expect(await answersIn("egoschema/subset_answers.json", ego)).toEqual([2, "missing"]);
  });

  it("of several models in one file need one to be named", async () => {
    const document = JSON.parse(readFileSync(join(files, "promptfoo.json"), "utf8")) as {
      results: { results: { provider: object }[] };
    };
    document.results.results[1]!.provider = { id: "another" };
    const path = join(folder.path, "two.json");
    writeFileSync(path, JSON.stringify(document));
    const table = await samplesOf({ format: "csv", data: "table.csv" });
    await expect(answersIn(path, table)).rejects.toThrow(
      `${path}: holds answers of several kinds: "openai:gpt #0", "another #0"`,
    );
    expect(await answersIn(path, table, "openai:gpt #0")).toEqual([1, "missing", "missing"]);
    await expect(answersIn(path, table, "third")).rejects.toThrow(
      'holds no answer of the variant "third"',
    );
  });

  it("by several filters of lm-eval are one where the words are the same, and need one to be named where they are not", async () => {
    const row = (id: number, filter: string, words: object) =>
      `${JSON.stringify({ doc_id: id, doc: {}, filter, ...words })}\n`;
    const said = (text: string, filtered: string) => ({
      resps: [[text]],
      filtered_resps: [filtered],
    });
    const same = folder.file(
      "samples_same.jsonl",
      row(0, "strict", said("B", "[invalid]")) +
        row(1, "strict", said("C", "C")) +
        row(0, "loose", said("B", "B")) +
        row(1, "loose", said("C", "C")),
    );
    const samples = [plain("0"), plain("1")];
    expect(await answersIn(same, samples)).toEqual([1, 2]);
    const apart = folder.file(
      "samples_apart.jsonl",
      ["A", "B"]
        .map((text, at) => row(0, ["strict", "loose"][at]!, { filtered_resps: [text] }))
        .join(""),
    );
    await expect(answersIn(apart, samples)).rejects.toThrow(
      `${apart}: holds answers of several kinds: "strict", "loose"`,
    );
    expect(await answersIn(apart, samples, "loose")).toEqual([1, "missing"]);
    const twice = folder.file("samples_twice.jsonl", row(0, "none", said("A", "A")).repeat(2));
    await expect(answersIn(twice, samples)).rejects.toThrow(
      `${twice}:2: a second prediction for "0"`,
    );
  });

  it("with an id that occurs twice in one object are refused", async () => {
    const path = folder.file("twice.json", '{\n"1": "A",\n"2": "B",\n"1": "C"}');
    await expect(answersIn(path, [plain("1")])).rejects.toThrow(
      `${path}:4: the key "1" occurs a second time`,
    );
  });

  it("says so where a packed log is damaged", async () => {
    writeFileSync(
      join(folder.path, "cut.eval"),
      readFileSync(join(files, "colours.eval")).subarray(0, 5000),
    );
    const head = openDataFile(join(folder.path, "cut.eval")).head();
    await expect(head).rejects.toThrow(/cut\.eval: is no log of inspect_ai/);
  });
});

describe("subtitles", () => {
  const frame = (atSeconds: number) => ({
    atSeconds,
    digest: `d${atSeconds}`,
    mediaType: "image/jpeg",
    width: 2,
    height: 2,
  });

  function parts(sample: ChoiceSample, subtitles: ChoiceOptions["subtitles"]) {
    const steps = multipleChoice.asking.protocols.chat!.steps(sample, {
      options: { answer: "letter", subtitles },
      prompts: {},
      refs: sample.media,
      sees: true,
      extractor: "standard",
    });
    const [ask] = firstAsks(steps, videoOf([0, 2, 4, 6, 8].map(frame)));
    const [text, ...rest] = ask!.messages.at(-1)!.parts;
    const shown = rest.map((part) =>
      "frames" in part
        ? part.frames.map(({ atSeconds }) => atSeconds)
        : "text" in part
          ? part.text
          : "",
    );
    return { text: "text" in text! ? text.text : "", shown };
  }

  it("of a file stand between the frames, on the clock of the clip", async () => {
    const reading = {
      format: "longvideobench",
      data: "longvideobench/lvb_val.json",
      media: "longvideobench",
    };
    const [none] = await samplesOf(reading);
    const [sample] = await samplesOf({ ...reading, options: { subtitles: "interleaved" } });
    expect(sample!.subtitles!.cues).toHaveLength(3);
    expect(parts(none!, "none").shown).toEqual([[0, 2, 4, 6, 8]]);
    expect(parts(sample!, "none").shown).toEqual([[0, 2, 4, 6, 8]]);
    expect(parts(sample!, "interleaved").shown).toEqual([
      [0, 2],
      "Ready everyone?",
      [4, 6],
      "Cast off!",
      [8],
    ]);
    expect(parts(sample!, "all").shown).toEqual([
      [0, 2],
      "Ready everyone?",
      [4, 6],
      "Cast off!",
      [8],
      "Long after the clip.",
    ]);
    expect(parts(sample!, "interleaved").text).toContain(
      "What is said in the video is given as text",
    );
    expect(parts(sample!, "none").text).not.toContain("What is said");
    const silent = {
      ...sample!,
      subtitles: { cues: [{ startSeconds: 100, endSeconds: 101, text: "Long after the frames." }] },
    };
    expect(parts(silent, "interleaved")).toEqual(parts(sample!, "none"));
    expect(parts(silent, "all").text).toContain("What is said");
  });

  it("may stand in the row, as cues or as a path", async () => {
    const data = join(folder.path, "said.jsonl");
    const row = { question: "?", choices: ["x", "y"], video: "v.mp4" };
    const cues = [{ start: 1, end: 3, text: "Hello" }];
    writeFileSync(join(folder.path, "v.srt"), "1\n00:00:01,000 --> 00:00:03,000\nHello\n");
    writeFileSync(
      data,
      [
        { id: "a", subtitles: cues },
        { id: "b", subtitles: "v.srt" },
      ]
        .map((one) => JSON.stringify({ ...row, ...one }))
        .join("\n"),
    );
    const samples = await samplesOf({
      format: "jsonl",
      data,
      options: { subtitles: "interleaved" },
    });
    for (const sample of samples)
      expect(parts(sample, "interleaved").shown).toEqual([[0, 2], "Hello", [4, 6, 8]]);
  });

  it("that are not there are told: as an error, or counted where a layout does not always have them", async () => {
    const data = join(folder.path, "lost.jsonl");
    const row = { question: "?", choices: ["x", "y"], video: "v.mp4" };
    writeFileSync(data, JSON.stringify({ ...row, id: "a", subtitles: "nowhere.srt" }));
    const options = { subtitles: "interleaved" } as const;
    await expect(samplesOf({ format: "jsonl", data, options })).rejects.toThrow(
      /sample "a": no such file: .*nowhere\.srt/,
    );
    writeFileSync(data, JSON.stringify({ ...row, id: "a", subtitles: "../outside.srt" }));
    await expect(samplesOf({ format: "jsonl", data, options })).rejects.toThrow(
      /lies outside the media folder/,
    );
    writeFileSync(
      join(folder.path, "latin.srt"),
      Buffer.from("1\n00:00:01,000 --> 00:00:03,000\nGr\xfc\xdfe\n", "latin1"),
    );
    writeFileSync(data, JSON.stringify({ ...row, id: "a", subtitles: "latin.srt" }));
    await expect(samplesOf({ format: "jsonl", data, options })).rejects.toThrow(
      /latin\.srt.*UTF-8/,
    );
    await expect(
      samplesOf({ format: "video-mme", data: "video-mme.jsonl", options }),
    ).rejects.toThrow(/no sample has its text file: subtitle\/moon/);
    const warnings: string[] = [];
    const found = join(folder.path, "mme.jsonl");
    const rows = readFileSync(join(files, "video-mme.jsonl"), "utf8").trim().split("\n");
    writeFileSync(found, [rows[0], rows[1]!.replaceAll("moonMOON123", "sun")].join("\n"));
    writeFileSync(join(folder.path, "sun.srt"), "");
    const media = join(folder.path, "media");
    mkdirSync(join(media, "subtitle"), { recursive: true });
    writeFileSync(join(media, "subtitle", "sun.srt"), "1\n00:00:01,000 --> 00:00:03,000\nBright\n");
    const samples = await samplesOf({ format: "video-mme", data: found, options, media }, warnings);
    expect(samples.map(({ subtitles }) => subtitles?.cues?.length)).toEqual([undefined, 1]);
    expect(warnings).toEqual([
      "1 samples have no text file and are asked without: subtitle/moonMOON123.srt",
    ]);
  });
});

it("docs/formats.md tells of every format and export", () => {
  const page = readFileSync(
    fileURLToPath(new URL("../../docs/formats.md", import.meta.url)),
    "utf8",
  );
  const {
    data: { formats, predictionFormats },
    display: { exports },
  } = multipleChoice;
  const named = [...formats, ...predictionFormats, ...exports].map(({ id }) => id);
  expect(named.filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
});
