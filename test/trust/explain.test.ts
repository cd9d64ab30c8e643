import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { evaluate } from "../../src/evaluation/evaluate.ts";
import { explainRuns } from "../../src/evaluation/explain/explain-runs.ts";
import { explainSample } from "../../src/evaluation/explain/explain-sample.ts";
import { explanationText } from "../../src/report/text/explanation-text.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
const rows = Array.from({ length: 12 }, (_, at) => ({
  id: `q${at}`,
  question: `What is in picture ${at}?`,
  choices: ["red", "blue"],
  answer: at % 2,
  media: [`p${at % 3}.png`],
}));

/** Runs the usual configuration with something changed, and gives the folder of the run. */
async function runWith(set: readonly string[], data: readonly object[] = rows): Promise<string> {
  folder.file("qa.jsonl", data.map((row) => JSON.stringify(row)).join("\n"));
  return (await evaluate(join(cwd, "vidimus.yaml"), { set, isNew: true })).directory;
}

async function explained(a: string, b: string) {
  const { pairs } = await explainRuns({ directory: a, name: "A" }, { directory: b, name: "B" });
  return pairs[0]!;
}

let usual = "";

beforeAll(async () => {
  for (const at of [0, 1, 2])
    await sharp({
      create: { width: 64, height: 32, channels: 3, background: { r: 60 + 90 * at, g: 9, b: 9 } },
    }).toFile(join(cwd, `p${at}.png`));
  folder.file("own.md", "Another wording. {{question}} {{choices}}");
  folder.file(
    "vidimus.yaml",
    "name: why\ntasks: [{ id: qa, family: multiple-choice, data: { path: qa.jsonl, media: . } }]\nsystems: [{ id: eyes, kind: pixels }, { kind: oracle }]\n",
  );
  usual = await runWith([]);
});

describe("explain of two runs", () => {
  it("finds nothing where nothing differs", async () => {
    const { differences, answers, common } = await explained(usual, await runWith([]));
    expect([differences, answers.differing, common]).toEqual([[], 0, 12]);
  });

  it("names edited data first, with the words of both sides", async () => {
    const edited = rows.map((row, at) =>
      at < 2 ? { ...row, question: "What else?" } : at === 2 ? { ...row, answer: 1 } : row,
    );
    const other = await runWith([], edited.slice(0, 11));
    folder.file("old.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
    const { differences, onlyA } = await explained(usual, other);
    expect(differences[0]).toMatchObject({
      input: "data",
      text: "3 of 11 common samples say something else, 2 of them in what is asked, 1 are only in A",
    });
    // The file was edited in its place: what it said before is gone.
    expect(differences[0]!.sides[0]).toMatchObject({
      where: "q0",
      a: expect.stringContaining("not say this any more"),
      b: expect.stringContaining("What else?"),
    });
    expect(onlyA).toBe(1);
    const moved = await runWith(["tasks.qa.data.path=old.jsonl"], edited);
    expect((await explained(moved, other)).differences[0]!.sides[0]).toEqual({
      where: "q0: question",
      a: "What is in picture 0?",
      b: "What else?",
    });
  });

  it("names the wording, the sampler and what was shown", async () => {
    const worded = await explained(usual, await runWith(["tasks.qa.options.answer=verbatim"]));
    expect(worded.differences[0]).toMatchObject({ input: "prompt" });
    expect(JSON.stringify(worded.differences[0]!.sides)).toContain("letter");
    const smaller = await explained(usual, await runWith(["tasks.qa.frames.longestSide=16"]));
    expect(smaller.differences.map(({ input }) => input)).toEqual(["sampler", "frames"]);
    expect(smaller.differences[0]!.sides).toEqual([{ where: "longestSide", a: "768", b: "16" }]);
    expect(smaller.differences[1]!.text).toMatch(/of 12 of 12 samples are of the same moments/);
    const kept = readFileSync(join(cwd, "p1.png"));
    await sharp(kept).negate().toFile(join(cwd, "new.png"));
    writeFileSync(join(cwd, "p1.png"), readFileSync(join(cwd, "new.png")));
    const other = await explained(usual, await runWith([]));
    writeFileSync(join(cwd, "p1.png"), kept);
    expect(other.differences[0]).toMatchObject({
      input: "media",
      text: "the files of 4 of 12 samples are not the same",
    });
    expect(other.differences[0]!.sides[0]!.where).toBe("q1");
    // Other files are reason enough for other pixels.
    expect(other.differences).toHaveLength(1);
  });

  it("says that a file was gone, and why nothing was shown", async () => {
    renameSync(join(cwd, "p1.png"), join(cwd, "away.png"));
    const { differences } = await explained(usual, await runWith([]));
    renameSync(join(cwd, "away.png"), join(cwd, "p1.png"));
    expect(differences).toEqual([
      {
        input: "media",
        text: "frames of 4 of 12 samples were shown in A alone",
        sides: expect.arrayContaining([
          {
            where: "q1",
            a: expect.stringContaining("p1.png"),
            b: expect.stringMatching(/p1\.png/),
          },
        ]),
      },
    ]);
  });

  it("names files of answers, and answers in words", async () => {
    for (const [name, choice] of [
      ["first", 0],
      ["second", 1],
    ] as const)
      folder.file(`${name}.jsonl`, rows.map(({ id }) => JSON.stringify({ id, choice })).join("\n"));
    const from = (name: string) =>
      runWith([`systems=[{ id: model, kind: predictions, path: ${name}.jsonl }]`]);
    const { differences, answers } = await explained(await from("first"), await from("second"));
    expect(differences).toMatchObject([
      {
        input: "parameters",
        text: "what the system is set to differs",
        sides: [
          {
            where: "path",
            a: expect.stringMatching(/^first\.jsonl \(sha256 /),
            b: expect.stringMatching(/^second\.jsonl \(sha256 /),
          },
        ],
      },
    ]);
    expect(answers.sides[0]).toMatchObject({
      a: expect.stringMatching(/^red · \{/),
      b: expect.stringMatching(/^blue · \{/),
    });
  });

  it("prints which input differs first", async () => {
    const smaller = await runWith(["tasks.qa.frames.longestSide=16"]);
    const document = await explainRuns(
      { directory: usual, name: "A" },
      { directory: smaller, name: "B" },
    );
    expect(explanationText(document, 80)).toContain(
      "The first input that differs is the sampler: how frames are chosen and encoded\ndiffers.",
    );
  });
});

describe("explain of one sample", () => {
  it("has frames, words, reply, rule, evidence and score", async () => {
    await runWith([]);
    const { explanation } = await explainSample({ directory: usual, name: "run", sample: "q4" });
    expect(explanation.answers.map(({ system }) => system)).toEqual(["eyes"]);
    const [answer] = explanation.answers;
    expect(answer).toMatchObject({
      outcome: "unparsed",
      reason: expect.any(String),
      extractor: "standard@2",
      asks: [{ reply: expect.stringMatching(/./) }],
      looks: [{ path: "p1.png", frames: [{ width: 64, height: 32 }] }],
      values: { accuracy: expect.any(Number) },
    });
    expect(answer!.asks[0]!.messages!.at(-1)!.text).toContain("What is in picture 4?");
    expect(answer!.asks[0]!.messages!.at(-1)!.text).toContain("[frame 0 s]");
    expect(Object.keys(answer!.evidence)[0]).toMatch(/^choice/);
  });

  it("writes a page with the frames, and says where a sample is not known", async () => {
    const shown = await cli(["explain", usual, "q4", "--html", "q4.html"], { cwd });
    expect(shown.status).toBe(0);
    expect(readFileSync(join(cwd, "q4.html"), "utf8")).toContain("data:image/jpeg;base64,");
    const unknown = await cli(["explain", usual, "/no/run"], { cwd });
    expect([unknown.status, unknown.stderr]).toEqual([
      2,
      expect.stringContaining("/no/run is no run"),
    ]);
  });

  it("takes a part of an id that is of one sample", async () => {
    const sampleOf = async (sample: string) =>
      (await explainSample({ directory: usual, name: "run", sample })).explanation.sample;
    expect(await sampleOf("q1")).toBe("q1");
    expect(await sampleOf("11")).toBe("q11");
    await expect(sampleOf("q")).rejects.toThrow("12 samples have q in their ids");
  });

  it("reads data that was moved, and keeps what may not be handed on out of pages", async () => {
    const secret = await runWith(["tasks.qa.data.redistribute=false"]);
    const page = await cli(["explain", secret, "q4", "--html", "secret.html"], { cwd });
    expect(page.status, page.stderr).toBe(0);
    const html = readFileSync(join(cwd, "secret.html"), "utf8");
    expect(html).toContain("may not be handed on");
    for (const word of ["What is in picture", "data:image/jpeg", "p1.png"])
      expect(html).not.toContain(word);
    mkdirSync(join(cwd, "moved"));
    renameSync(join(cwd, "qa.jsonl"), join(cwd, "moved/qa.jsonl"));
    const gone = await cli(["explain", usual, "q4"], { cwd });
    expect([gone.status, gone.stderr]).toEqual([2, expect.stringContaining("--base <folder>")]);
    const found = await cli(["explain", usual, "q4", "--base", "moved"], { cwd });
    expect(found.stdout).toContain("What is in picture 4?");
    renameSync(join(cwd, "moved/qa.jsonl"), join(cwd, "qa.jsonl"));
  });
});
