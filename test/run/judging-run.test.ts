import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { AspectSummary } from "../../src/summary/aspect-summary.ts";
import type { Summary } from "../../src/summary/summary.ts";
import type { SystemSummary } from "../../src/summary/system-summary.ts";
import { compatibleWire, openaiChatWire } from "../providers/openai-chat-wire.ts";
import { type Behaviour, providerServer } from "../providers/provider-server.ts";
import { type ModelAnswer, usage } from "../providers/wire.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");
type Run = Summary & { readonly directory: string };

async function run(args: readonly string[], status = 0): Promise<Run> {
  const ended = await cli([...args, "--json"], { cwd: folder.path });
  expect(ended.status, ended.stderr).toBe(status);
  return JSON.parse(ended.stdout) as Run;
}

function runs(): readonly string[] {
  const place = join(folder.path, "runs");
  return existsSync(place) ? readdirSync(place) : [];
}

function systemOf({ tasks }: Summary, id = "mine"): SystemSummary {
  return tasks[0]!.systems.find((system) => system.id === id)!;
}

function aspectOf(summary: Summary, id: string, system = "mine"): AspectSummary {
  return systemOf(summary, system).aspects!.find((aspect) => aspect.id === id)!;
}

describe("answers under a judge and under people", () => {
  // Twelve videos of two questions; every fourth answer is wrong, and a judge calls it so.
  const questions = Array.from({ length: 24 }, (_, i) => `q${i}`);
  const isWrong = (id: string) => Number(id.slice(1)) % 4 === 3;
  const labelFor = (id: string) => (isWrong(id) ? "Unfaithful" : "Faithful");
  const head = "sample,system,aspect,rater,value,adjudicated";
  /** Two raters agree but on q5, which a third settles. */
  const rows = questions
    .slice(0, 20)
    .flatMap((id) => [
      `${id},mine,faithfulness,ann,${labelFor(id)},`,
      `${id},mine,faithfulness,bob,${id === "q5" ? "Unfaithful" : labelFor(id)},`,
      `${id},mine,correctness,ann,${isWrong(id) ? "incorrect" : "correct"},`,
    ]);
  const labels = [
    head,
    ...rows,
    "q5,mine,faithfulness,cara,Faithful,true",
    "q77,mine,faithfulness,ann,Faithful,",
    "",
  ].join("\n");

  folder.file(
    "qa.jsonl",
    lines(
      questions.map((id, i) => ({
        id,
        video: `v${i >> 1}.mp4`,
        question: `What is ${id}?`,
        answer: `thing ${id}`,
        duration: 60,
        evidence: [],
      })),
    ),
  );
  folder.file(
    "answers.jsonl",
    lines(
      questions.map((id) => ({
        id,
        answer: isWrong(id) ? `nothing ${id}` : `the thing ${id}`,
        clips: [],
      })),
    ),
  );

  let isShy = true;
  /**
   * Says what is right, but for q0 (nonsense), q1 (a refusal) and q2 (on the first run the server
   * fails).
   */
  function judgement(text: string): ModelAnswer {
    const id = /What is (q\d+)\?/.exec(text)![1]!;
    if (isShy && id === "q0") return { text: "I would say so." };
    if (isShy && id === "q1") return { text: "", refusal: "I cannot judge this." };
    return {
      text: text.includes("True answer")
        ? JSON.stringify({ correct: !isWrong(id) })
        : JSON.stringify({ label: labelFor(id) }),
    };
  }

  function config(url: string, more = "", model = "judge-1"): void {
    folder.file(
      "vidimus.yaml",
      `name: judged
tasks:
  - id: qa
    family: retrieval
    data: { path: qa.jsonl }
    graders: { judge: referee }
${more}
systems:
  - { id: mine, kind: predictions, path: answers.jsonl }
  - { id: oracle, kind: oracle }
graders:
  - { id: referee, kind: chat, provider: openai-compatible, baseUrl: "${url}/v1", model: ${model} }
retries: { attempts: 1 }
`,
    );
  }

  it("a failed judge is never a score and is asked again; people are read beside it", async () => {
    let isDown = true;
    const behave = ({ text }: { text: string }): Behaviour =>
      isDown && text.includes("What is q2?") ? "error" : "ok";
    await using server = await providerServer({
      wire: compatibleWire,
      answer: ({ text }) => judgement(text),
      behave,
    });
    config(server.url, "    systems: [mine]");
    const first = await run(["run", "--new"], 3);
    expect(systemOf(first).metrics["answer-correctness"]).toMatchObject({ n: 21, value: 15 / 21 });
    expect(systemOf(first).graders![0]).toMatchObject({ role: "judge", due: 24, graded: 21 });
    expect(
      systemOf(first)
        .graders![0]!.reasons.map(({ reason }) => reason)
        .join(),
    ).toContain("I cannot judge this");

    isDown = false;
    const asked = server.questions.length;
    const second = await run(["run"]);
    expect(second.directory).toBe(first.directory);
    expect(server.questions.length - asked).toBeLessThanOrEqual(2);
    expect(systemOf(second).metrics["answer-correctness"]).toMatchObject({ n: 22, value: 16 / 22 });
    expect(aspectOf(second, "faithfulness")).toEqual({
      id: "faithfulness",
      title: "Faithfulness",
      judge: expect.objectContaining({ n: 0, agreement: {} }),
    });
    expect(readFileSync(join(second.directory, "report.html"), "utf8")).toContain(
      "not checked against people (faithfulness, correctness)",
    );

    const { tasks } = JSON.parse(readFileSync(join(second.directory, "manifest.json"), "utf8"));
    expect(tasks[0].graders.judge.wording.wording.correctness).toContain(
      "Does the answer to be judged say the same",
    );

    // The same run goes on when labels are named.
    folder.file("labels.csv", labels);
    config(server.url, "    systems: [mine]\n    labels: labels.csv");
    const third = await run(["run", "--export", "vigil"]);
    expect(third.directory).toBe(first.directory);
    expect(server.questions.length - asked).toBeLessThanOrEqual(2);
    const { people, judge } = aspectOf(third, "faithfulness");
    expect(people).toMatchObject({
      raters: ["ann", "bob"],
      answers: 24,
      labelled: 20,
      shared: 20,
      adjudicated: 1,
      disputed: 0,
      withheld: null,
    });
    expect(people!.scores.faithfulness).toMatchObject({
      value: 15 / 20,
      n: 20,
      interval: expect.stringContaining("Korn–Graubard"),
    });
    // 14 Faithful, 5 Unfaithful, one the raters differ on: chance .75·.7 + .25·.3.
    expect(people!.agreement["cohen-kappa"]!.value).toBeCloseTo((0.95 - 0.6) / 0.4, 12);
    expect(people!.agreement["cohen-kappa"]!.low).not.toBeNull();
    // Twenty labelled answers, of which the judge said nothing of two.
    expect(judge).toMatchObject({
      n: 18,
      agreement: { "judge-agreement": { value: 1, n: 18 }, "cohen-kappa": { value: 1 } },
    });
    expect(judge!.confusion!.rows[0]).toEqual(["Faithful", 13, 0, 0, 0]);
    expect(aspectOf(third, "correctness").people).toMatchObject({
      withheld: expect.stringContaining("two raters"),
    });
    expect(aspectOf(third, "correctness").people!.scores).toEqual({});
    expect(systemOf(third).remarks).toContain(
      "labels of 1 sample that this run does not have: q77",
    );
    const report = JSON.parse(
      readFileSync(join(third.directory, "exports", "vigil", "qa", "mine", "report.json"), "utf8"),
    );
    expect(report.rag_metrics).toMatchObject({ faithfulness: 15 / 20, faithfulness_by: "people" });
    const page = readFileSync(join(third.directory, "report.html"), "utf8");
    for (const text of [
      "By people",
      "The judge against people",
      "PABAK",
      "Correctness by people is withheld",
    ])
      expect(page).toContain(text);
    expect(JSON.parse(readFileSync(join(third.directory, "metrics.json"), "utf8")).tasks).toEqual(
      third.tasks,
    );

    // What the judge said nothing about is asked again on request alone.
    isShy = false;
    const spoken = await run(["run", "--retry", "refused,unparsed"]);
    expect(systemOf(spoken).graders![0]).toMatchObject({ due: 24, graded: 24 });
    expect(aspectOf(spoken, "faithfulness").judge!.n).toBe(20);

    // Another judge is another score.
    config(server.url, "    systems: [mine]", "judge-2");
    const other = await run(["run"]);
    expect(other.directory).not.toBe(first.directory);
    expect(systemOf(other).metrics.faithfulness!.signature).not.toBe(
      systemOf(third).metrics.faithfulness!.signature,
    );
    expect(new Set(server.questions.map(({ model }) => model))).toEqual(
      new Set(["judge-1", "judge-2"]),
    );
    expect(server.refused).toEqual([]);
  });

  it("labels are given to runs and predictions that know of none, with another rule of quoting", async () => {
    folder.file("people.csv", labels);
    config("http://127.0.0.1:9", "    systems: [mine]");
    folder.file(
      "plain.yaml",
      readFileSync(join(folder.path, "vidimus.yaml"), "utf8")
        .replace(/ +graders: \{.*\n/, "")
        .replace("name: judged", "name: plain"),
    );
    const { directory } = await run(["run", "plain.yaml"]);
    const scored = await run(["score", directory, "--labels", "people.csv", "--export", "vigil"]);
    expect(aspectOf(scored, "faithfulness")).toMatchObject({ people: { withheld: null } });
    expect(aspectOf(scored, "faithfulness").judge).toBeUndefined();
    expect(readFileSync(join(directory, "report.html"), "utf8")).toContain(
      "Faithfulness by people",
    );
    const strict = await run([
      "score",
      directory,
      "--labels",
      "people.csv",
      "--kappa-by",
      "lower",
      "--export",
      "vigil",
    ]);
    expect(aspectOf(strict, "faithfulness").people!.withheld).toContain(
      "the lower limit of Cohen's kappa is",
    );
    const report = JSON.parse(
      readFileSync(join(directory, "exports", "vigil", "qa", "mine", "report.json"), "utf8"),
    );
    expect(report.rag_metrics).toMatchObject({ faithfulness: null, faithfulness_by: null });

    folder.file("unnamed.csv", labels.replaceAll(",mine,", ",,"));
    const flags = [
      "score",
      "--family",
      "retrieval",
      "--data",
      "qa.jsonl",
      "--predictions",
      "answers.jsonl",
    ];
    const direct = await run([...flags, "--labels", "unnamed.csv"]);
    expect(aspectOf(direct, "faithfulness", "answers")).toMatchObject({
      people: { labelled: 20, withheld: null },
    });
    const { stderr } = await cli([...flags, "--labels", "people.csv"], { cwd: folder.path });
    expect(stderr).toContain(
      "62 rows left out: about systems that the task does not ask: mine (62); it asks answers",
    );
  });

  it.each([
    ["--new", "labels: none.csv", "none.csv", "named as labels"],
    ["--new", "labels: { path: bad.csv, kappaBy: upper }", "kappaBy", "lower"],
    [
      "--new",
      "labels: bad.csv",
      "bad.csv:3: value: faithfulness must be one of",
      "Partially Faithful",
    ],
    [
      "--dry-run",
      "labels: bad.csv",
      "bad.csv:3: value: faithfulness must be one of",
      "Partially Faithful",
    ],
  ])("mistakes are told before anything runs: %s with %s", async (flag, more, ...messages) => {
    folder.file(
      "bad.csv",
      `${head}\nq1,mine,faithfulness,ann,Faithful,\nq2,mine,faithfulness,ann,fine,\n`,
    );
    config("http://127.0.0.1:9", `    ${more}`);
    const before = runs();
    const { status, stderr } = await cli(["run", flag], { cwd: folder.path });
    expect(status).toBe(2);
    for (const message of messages) expect(stderr).toContain(message);
    expect(runs()).toEqual(before);
  });
});

describe("what a judge takes", () => {
  const ids = Array.from({ length: 12 }, (_, i) => `q${i}`);
  const place = (system: string, url: string) => {
    folder.file(
      "asked.jsonl",
      lines(
        ids.map((id) => ({
          id,
          video: `${id}.mp4`,
          question: `What is ${id}?`,
          answer: `thing ${id}`,
        })),
      ),
    );
    folder.file("given.jsonl", lines(ids.map((id) => ({ id, answer: `the thing ${id}` }))));
    folder.file(
      "costs.yaml",
      `name: costs
tasks:
  - { id: qa, family: retrieval, data: { path: asked.jsonl }, graders: { judge: referee }, metrics: [answer-correctness] }
systems: [${system}]
graders:
  - { id: referee, kind: chat, provider: openai-compatible, baseUrl: "${url}/v1", model: judge-1, maxTokens: 50 }
prices: { judge-1: { input: 1, output: 2 } }
`,
    );
  };
  const given = "{ id: mine, kind: predictions, path: given.jsonl }";
  const says = ({ text }: { text: string }): ModelAnswer =>
    text.includes("True answer")
      ? { text: '{"correct": true}' }
      : { text: '{"label": "Faithful"}' };

  it("is estimated, told in every table, and nothing when it comes from the cache", async () => {
    await using server = await providerServer({ wire: compatibleWire, answer: says });
    place(given, server.url);
    const plan = async (args: readonly string[] = []) => {
      const { status, stdout, stderr } = await cli(
        ["run", "costs.yaml", "--dry-run", "--json", ...args],
        { cwd: folder.path },
      );
      expect(status, stderr).toBe(0);
      return JSON.parse(stdout).plans[0];
    };
    const planned = await plan();
    expect(planned).toMatchObject({
      remaining: 12,
      graders: [{ role: "judge", id: "referee", estimate: { asks: 24, images: 0 } }],
    });
    expect(planned).not.toHaveProperty("estimate");
    const [least, most] = planned.graders[0].estimate.cost;
    expect([least > 0, most > least]).toEqual([true, true]);
    expect((await cli(["run", "costs.yaml", "--dry-run"], { cwd: folder.path })).stdout).toMatch(
      /qa +judge of mine +24 /,
    );
    expect(server.questions).toEqual([]);

    const first = await run(["run", "costs.yaml", "--new"]);
    const [judge] = systemOf(first).graders!;
    const { input, output } = usage;
    expect(judge).toMatchObject({
      id: "referee",
      resources: { asks: 24, cached: 0, retries: 0, unpriced: 0 },
    });
    expect(judge!.resources!.tokens).toMatchObject({ input: 24 * input, output: 24 * output });
    expect(judge!.resources!.cost).toBeCloseTo((24 * (input + 2 * output)) / 1e6, 12);
    expect(judge!.resources!.times.total).toMatchObject({ n: 12 });
    expect(systemOf(first).resources).toBeUndefined();
    const page = readFileSync(join(first.directory, "report.html"), "utf8");
    expect(page).toContain("judge of mine");
    const [row] = parse(readFileSync(join(first.directory, "samples.csv"), "utf8"), {
      columns: true,
    }) as Record<string, string>[];
    expect(row).toMatchObject({
      requests: "",
      grading_requests: "2",
      grading_cached: "0",
      grading_input_tokens: String(2 * input),
    });
    expect((await run(["score", first.directory])).tasks).toEqual(first.tasks);
    expect((await plan()).graders).toBeUndefined();
    const why = await cli(["cache", "why", first.directory, "q3"], { cwd: folder.path });
    expect(why.stdout).toMatch(
      /^qa, judge of mine: ask 1 of step 1: asked anew[\s\S]*ask 2 of step 1/,
    );

    const again = await run(["run", "costs.yaml", "--new"]);
    expect(systemOf(again).graders![0]!.resources).toMatchObject({
      asks: 24,
      cached: 24,
      tokens: { input: 0, output: 0 },
      cost: 0,
    });
    expect(server.questions).toHaveLength(24);
  });

  it("is estimated for answers that are there and wait for their grades", async () => {
    let isDown = true;
    await using server = await providerServer({
      wire: compatibleWire,
      answer: says,
      behave: ({ text }) => (isDown && /What is q\d\?/.test(text) ? "too-large" : "ok"),
    });
    place(given, server.url);
    const set = ["--set", "cache.replies=false", "--set", "retries.sameFailures=0"];
    const first = await run(["run", "costs.yaml", "--new", ...set], 3);
    expect(systemOf(first).graders![0]).toMatchObject({
      due: 12,
      graded: 2,
      resources: { asks: 24, unpriced: 20 },
    });
    const read = await cli(["score", first.directory, "--json"], { cwd: folder.path });
    expect(JSON.parse(read.stdout).tasks).toEqual(first.tasks);
    const { stdout } = await cli(
      ["run", "costs.yaml", "--dry-run", "--json", "--run", first.directory],
      { cwd: folder.path },
    );
    expect(JSON.parse(stdout).plans[0]).toMatchObject({
      settled: 12,
      remaining: 0,
      graders: [{ estimate: { asks: 20 } }],
    });
    isDown = false;
    const second = await run(["run", "costs.yaml", "--run", first.directory, ...set]);
    // What failed stays counted beside what was asked again.
    expect(systemOf(second).graders![0]).toMatchObject({
      graded: 12,
      resources: { asks: 24 + 20, unpriced: 20 },
    });
    expect((await run(["score", first.directory])).tasks).toEqual(second.tasks);
  });

  it("is told with what of its settings was not sent", async () => {
    await using server = await providerServer({ wire: openaiChatWire, answer: says });
    place("{ id: mine, kind: predictions, path: given.jsonl }", server.url);
    const config = readFileSync(join(folder.path, "costs.yaml"), "utf8")
      .replace("provider: openai-compatible", "provider: openai, temperature: 0.5, seed: 3")
      .replaceAll("judge-1", "gpt-5-mini");
    folder.file("costs.yaml", config);
    folder.file(".env", "OPENAI_API_KEY=sk-of-a-test\n");
    const first = await run(["run", "costs.yaml", "--new"]);
    expect(systemOf(first).graders![0]!.resources).toMatchObject({ dropped: ["temperature"] });
    const { tasks } = JSON.parse(readFileSync(join(first.directory, "manifest.json"), "utf8"));
    expect(tasks[0].graders.judge.dropped).toEqual(["temperature"]);
    expect((await run(["score", first.directory])).tasks).toEqual(first.tasks);

    const choices = ids.map((id) => ({
      id,
      group: id,
      question: `What is ${id}?`,
      choices: ["a", "b"],
      answer: 0,
      media: [],
    }));
    folder.file("choices.jsonl", lines(choices));
    folder.file(
      "thinker.yaml",
      `name: thinker
tasks: [{ id: qa, family: multiple-choice, data: { path: choices.jsonl, media: none } }]
systems: [{ id: thinker, kind: chat, provider: openai, baseUrl: "${server.url}/v1", model: gpt-5-mini }]
`,
    );
    const { stdout } = await cli(["run", "thinker.yaml"], { cwd: folder.path });
    expect(
      stdout.match(/configured and not sent: temperature; the model refuses it/g),
    ).toHaveLength(1);
    const thinker = await run(["run", "thinker.yaml", "--set", "minAnswered=0"]);
    expect(systemOf(thinker, "thinker").resources!.dropped).toEqual(["temperature"]);
    const { cells } = JSON.parse(readFileSync(join(thinker.directory, "manifest.json"), "utf8"));
    expect(cells[0].dropped).toEqual(["temperature"]);
    expect(readFileSync(join(thinker.directory, "report.html"), "utf8")).toContain(
      "Configured and not sent: temperature",
    );
    // From the cache alone it is told as well.
    const cached = await run(["run", "thinker.yaml", "--new", "--set", "minAnswered=0"]);
    expect(systemOf(cached, "thinker").resources).toMatchObject({
      cached: 12,
      dropped: ["temperature"],
    });
    expect(server.refused).toEqual([]);
  });
});

describe("open questions", () => {
  it("of MMBench-Video are called right or wrong by a judge", async () => {
    const right = ({ text }: { text: string }) => text.includes("Answer to be judged: apples");
    await using server = await providerServer({
      wire: compatibleWire,
      answer: (asked) => ({
        text: asked.text.includes("True answer")
          ? `{"correct": ${right(asked)}}`
          : '{"label": "Faithful"}',
      }),
    });
    const columns = [
      "index",
      "video",
      "video_type",
      "question",
      "answer",
      "dimensions",
      "video_path",
    ];
    const row = (index: number) => [
      index,
      "m",
      "Vlog",
      `What is sold (${index})?`,
      "Fresh apples",
      "['OCR', 'Perception']",
      "./video/m.mp4",
    ];
    folder.file("open.tsv", [columns, row(0), row(1)].map((cells) => cells.join("\t")).join("\n"));
    folder.file(
      "open.jsonl",
      lines([
        { id: "0", answer: "apples" },
        { id: "1", answer: "pears" },
      ]),
    );
    folder.file(
      "open.yaml",
      `name: open
tasks:
  - id: open
    family: retrieval
    data: { format: mmbench-video, path: open.tsv }
    graders: { judge: referee }
    metrics: [answer-correctness]
systems: [{ id: mine, kind: predictions, path: open.jsonl }]
graders: [{ id: referee, kind: chat, provider: openai-compatible, baseUrl: "${server.url}/v1", model: m }]
`,
    );
    const summary = await run(["run", "open.yaml"]);
    expect(systemOf(summary)).toMatchObject({
      headline: "answer-correctness",
      metrics: { "answer-correctness": { value: 1 / 2, n: 2 } },
    });
  });
});

describe("the page about judging", () => {
  const page = readFileSync(
    fileURLToPath(new URL("../../docs/judging.md", import.meta.url)),
    "utf8",
  );
  const blocks = (language: string) =>
    [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
      (match) => match[1]!,
    );

  it("has an example that runs", async () => {
    const path = join(folder.path, "page");
    const [qa, answers] = blocks("json");
    folder.file("page/qa.jsonl", qa!);
    folder.file("page/answers.jsonl", answers!);
    folder.file("page/labels.csv", blocks("csv")[0]!);
    folder.file("page/vidimus.yaml", blocks("yaml")[0]!);
    const { status, stdout, stderr } = await cli(["run", "--json"], { cwd: path });
    expect(status, stderr).toBe(0);
    const summary = JSON.parse(stdout) as Run;
    const { people, judge } = aspectOf(summary, "faithfulness", "rag");
    expect(people).toMatchObject({
      labelled: 4,
      adjudicated: 1,
      withheld: expect.stringContaining("Cohen's kappa is 0.667"),
    });
    expect(judge).toMatchObject({ n: 4, agreement: { "judge-agreement": { value: 1 } } });
    expect(systemOf(summary, "rag").metrics["answer-correctness"]!.value).toBe(1 / 2);
    folder.file(
      "page/vidimus.yaml",
      blocks("yaml")[0]!.replace("    labels: labels.csv\n", blocks("yaml")[1]!),
    );
    const again = await cli(["run", "--json"], { cwd: path });
    expect(
      aspectOf(JSON.parse(again.stdout) as Run, "faithfulness", "rag").people!.withheld,
    ).toContain("no lower limit");
  });
});

describe("a dialogue's judge", () => {
  const streams = Array.from({ length: 12 }, (_, i) => ({
    id: `s${i}`,
    duration: 30,
    goal: `goal ${i}`,
    turns: [{ role: "assistant", seconds: 5, text: `Step ${i}.` }],
  }));
  const mark = (i: number) => 1 + (i % 5);
  const marks = (overall: number, more: object = {}) =>
    JSON.stringify({ correctness: overall, promptness: 3, efficiency: 3, overall, ...more });

  /**
   * Three judgements each; of s0 one is out of range and one no JSON, of s1 all are, s2 is refused.
   */
  function judgement(text: string): ModelAnswer {
    const i = Number(/wanted to do: goal (\d+)/.exec(text)![1]);
    const at = Number(/rating (\d) of 3/.exec(text)![1]);
    if (i === 0 && at < 3) return { text: at === 1 ? `Bad.\n---\n${marks(6)}` : "No marks today." };
    if (i === 1) return { text: `---\n${marks(0)}` };
    if (i === 2) return { text: "", finish: "filter" };
    return { text: `So so.\n---\n${marks(i === 3 && at === 1 ? 5 : mark(i))}` };
  }

  it("is asked three times, and only marks on the scale count; people's marks are set against its own", async () => {
    await using server = await providerServer({
      wire: compatibleWire,
      answer: ({ text }) => judgement(text),
    });
    folder.file("streams.jsonl", lines(streams));
    folder.file(
      "talk.jsonl",
      lines(streams.map(({ id }, i) => ({ id, utterances: [{ seconds: 5, text: `Step ${i}!` }] }))),
    );
    folder.file(
      "marks.jsonl",
      lines(
        streams.flatMap(({ id }, i) =>
          ["ann", "bob"].map((rater) => ({
            sample: id,
            aspect: "overall",
            rater,
            value: rater === "bob" && i === 9 ? 4 : mark(i),
          })),
        ),
      ),
    );
    folder.file(
      "talk.yaml",
      `name: talk
tasks:
  - { id: talk, family: dialogue, data: { path: streams.jsonl }, graders: { judge: referee }, labels: marks.jsonl }
systems: [{ id: mine, kind: predictions, path: talk.jsonl }]
graders:
  - { id: referee, kind: chat, provider: openai-compatible, baseUrl: "${server.url}/v1", model: m, temperature: 0.7 }
`,
    );
    const summary = await run(["run", "talk.yaml", "--new"]);
    expect(server.questions).toHaveLength(36);
    expect(server.refused).toEqual([]);
    expect(systemOf(summary).graders!.find(({ role }) => role === "judge")).toMatchObject({
      due: 12,
      graded: 10,
    });
    // s3 is given 5, 4 and 4; the others their own mark thrice.
    const judged = [0, 4, 5, 6, 7, 8, 9, 10, 11].map(mark).reduce((sum, one) => sum + one, 13 / 3);
    expect(systemOf(summary).metrics.judge_overall).toMatchObject({
      n: 10,
      value: expect.closeTo(judged / 10, 12),
    });
    const { people, judge } = aspectOf(summary, "overall");
    expect(people).toMatchObject({ labelled: 12, shared: 12, withheld: null });
    expect(Object.keys(people!.agreement)).toContain("cohen-kappa-quadratic");
    expect(people!.scores.people_overall).toMatchObject({
      n: 12,
      value: expect.closeTo((streams.reduce((sum, _, i) => sum + mark(i), 0) - 0.5) / 12, 12),
    });
    expect(judge).toMatchObject({
      n: 10,
      agreement: { "cohen-kappa-quadratic": { n: 10, value: 1 } },
    });
    expect(aspectOf(summary, "promptness").judge).toMatchObject({ n: 0 });
    const again = await run(["score", summary.directory]);
    expect(again.tasks).toEqual(summary.tasks);
    expect(server.questions).toHaveLength(36);
  });
});
