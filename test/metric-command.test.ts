import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command, Option } from "commander";
import { describe, expect, it } from "vitest";
import type { Flags } from "../src/cli/command.ts";
import { commands } from "../src/cli/commands.ts";
import { askMetrics } from "../src/cli/metric/ask-metrics.ts";
import { metricInputs } from "../src/cli/metric/index.ts";
import { figuresJson } from "../src/cli/metric/print-figures.ts";
import { scoreFigures } from "../src/cli/metric/score-figures.ts";
import type { Family } from "../src/core/family.ts";
import { UserError } from "../src/core/user-error.ts";
import { families } from "../src/families/index.ts";
import { metricPages } from "../src/metrics/index.ts";
import { textMetrics } from "../src/metrics/text/index.ts";
import { cli, type Finished } from "./cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
const cwd = folder.path;

interface Scored {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly interval: string;
  readonly n: number;
  /** Tables and curves have none. */
  readonly signature: string;
  readonly segments?: readonly number[];
  readonly queries?: Readonly<Record<string, number | null>>;
  readonly rows?: readonly unknown[];
  readonly points?: readonly unknown[];
}

function write(name: string, content: string | Uint8Array | object): string {
  const isText = typeof content === "string" || content instanceof Uint8Array;
  writeFileSync(join(cwd, name), isText ? content : JSON.stringify(content));
  return name;
}

/** The real command line, in a process of its own. */
async function metric(...args: readonly string[]): Promise<Finished> {
  return cli(["metric", ...args], { cwd });
}

const { options: commandOptions } = commands.find(({ name }) => name === "metric")!;

/** What commander makes of the arguments; in this process, since starting one takes longer than most metrics. */
function parsed(args: readonly string[]): { readonly names: readonly string[]; readonly flags: Flags } {
  const program = new Command().argument("[names]").exitOverride();
  for (const { flags, parse } of commandOptions) {
    const option = new Option(flags);
    if (parse === "repeat") option.argParser((text: string, before: readonly string[] = []) => [...before, text]);
    if (parse === "list") option.argParser((text: string) => text.split(","));
    if (parse === "whole") option.argParser(Number);
    program.addOption(option);
  }
  program.parse(
    args.map((arg) => (/^[\w-]+\.(?:txt|jsonl?|csv)$/.test(arg) ? join(cwd, arg) : arg)),
    { from: "user" },
  );
  return { names: program.args[0]?.split(",") ?? [], flags: program.opts() };
}

async function printed(args: readonly string[]) {
  const { names, flags } = parsed(args);
  const { input, metrics } = askMetrics(metricInputs, names, flags);
  const files = await input.open(flags, metrics);
  const settings = { seed: Number(flags.seed ?? 1), hasIntervals: flags.intervals !== false, hasSegments: flags.perSegment === true };
  return figuresJson({ files, scores: scoreFigures(files, settings) });
}

async function scores(...args: readonly string[]): Promise<Readonly<Record<string, Scored>>> {
  return JSON.parse([...(await printed(args))].join("")) as Record<string, Scored>;
}

/** What a mistake is answered with. */
async function refusal(...args: readonly string[]): Promise<string> {
  const error: unknown = await printed(args).then(
    () => "no mistake",
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  const { message, hint = "" } = error as UserError;
  return `${message}\n${hint}`.replaceAll(`${cwd}/`, "");
}

const verbs = ["opens", "closes", "lifts", "turns", "cleans", "holds"];
const things = ["the red valve", "a small box", "the engine cover", "two long pipes"];
const hypotheses = Array.from({ length: 24 }, (_, i) => `The worker ${verbs[i % 6]} ${things[i % 4]}, slowly.`);
const references = Array.from({ length: 24 }, (_, i) => `A worker ${verbs[(i + (i % 5 === 0 ? 1 : 0)) % 6]} ${things[i % 4]} slowly`);
write("hyp.txt", `${hypotheses.join("\n")}\n`);
write("ref.txt", `${references.join("\n")}\n`);
const texts = ["--hypotheses", "hyp.txt", "--references", "ref.txt"];

describe("text", () => {
  it("prints value, interval, n and signature of every metric", async () => {
    const found = await scores("bleu,cider,rouge-l", ...texts);
    expect(Object.keys(found)).toEqual(["bleu-1", "bleu-2", "bleu-3", "bleu-4", "cider", "rouge-l"]);
    const pairs = hypotheses.map((candidate, i) => ({ candidate, references: [references[i]!] }));
    for (const [id, kind] of [
      ["bleu-4", "bleu"],
      ["cider", "cider-d"],
      ["rouge-l", "rouge-l"],
    ] as const) {
      const direct = textMetrics
        .find((one) => one.id === kind)!
        .create({})(pairs)
        .at(-1)!;
      const { value, low, high, n, signature } = found[id]!;
      expect(value).toBe(direct.score());
      expect({ n, signature }).toEqual({ n: 24, signature: `${direct.metric.signature} of ${direct.metric.measure}` });
      expect(low).toBeLessThan(value!);
      expect(high).toBeGreaterThan(value!);
    }
  });

  it("draws the same resamples for the same seed, others for another, and none when told", async () => {
    const [one, same, other, none] = await Promise.all([
      scores("rouge-l", ...texts),
      scores("rouge-l", ...texts, "--seed", "1"),
      scores("rouge-l", ...texts, "--seed", "2"),
      scores("rouge-l", ...texts, "--no-intervals"),
    ]);
    expect(same).toEqual(one);
    expect(other["rouge-l"]!.low).not.toBe(one["rouge-l"]!.low);
    expect(other["rouge-l"]!.value).toBe(one["rouge-l"]!.value);
    expect(none["rouge-l"]).toMatchObject({ low: null, high: null, interval: "none: not asked for" });
  });

  it("reads several references, leaves out blank ones, and tells of segments without any", async () => {
    write("h.txt", "a cat sits\r\na dog runs");
    write("r1.txt", "a cat lies\n\n");
    write("r2.txt", "a cat sits\n\n");
    const { status, stdout, stderr } = await metric(
      ...["rouge-l", "--hypotheses", "h.txt", "--references", "r1.txt", "--references", "r2.txt", "--per-segment", "--json"],
    );
    expect(status).toBe(0);
    expect(stderr).toBe(
      "1 segment has no reference, since all reference lines are blank; compared with the empty text (first: r1.txt:2)\n",
    );
    expect((JSON.parse(stdout) as Record<string, Scored>)["rouge-l"]).toMatchObject({ value: 0.5, n: 2, segments: [1, 0] });
  });

  it("draws whole groups of segments where they are named", async () => {
    write("groups.txt", references.map((_, i) => `video ${i % 12}`).join("\n"));
    expect((await scores("rouge-l", ...texts, "--groups", "groups.txt"))["rouge-l"]!.interval).toContain("only 12 groups");
    write("groups-short.txt", "one\n");
    expect(await refusal("rouge-l", ...texts, "--groups", "groups-short.txt")).toContain(
      "hyp.txt has 24 lines, but groups-short.txt has 1 line",
    );
    write("groups-blank.txt", "one\n\n".repeat(12));
    expect(await refusal("rouge-l", ...texts, "--groups", "groups-blank.txt")).toContain("groups-blank.txt:2: is blank");
  });

  it("takes lines as tokens when told, and says so", async () => {
    const given = await scores("rouge-l", ...texts, "--tokenized");
    const made = await scores("rouge-l", ...texts);
    expect(given["rouge-l"]!.value).toBeLessThan(made["rouge-l"]!.value!);
    expect(given["rouge-l"]!.signature).toContain("tokens:given");
    expect(made["rouge-l"]!.signature).toContain("tokens:ptb");
  });

  it("sets options of one metric or of all that have them", async () => {
    const found = await scores("rouge-l,cider-d", ...texts, "--option", "beta=2", "--option", "cider-d.sigma=3");
    expect(found["rouge-l"]!.signature).toContain("beta:2");
    expect(found["cider-d"]!.signature).toContain("sigma:3");
  });

  it("takes METEOR's tables from where they are, and says which", async () => {
    mkdirSync(join(cwd, "tables/function"), { recursive: true });
    mkdirSync(join(cwd, "tables/nonbreaking"), { recursive: true });
    mkdirSync(join(cwd, "tables/synonym"), { recursive: true });
    write("tables/function/english.words", "a\nthe\n");
    write("tables/nonbreaking/english.prefixes", "Mr\n");
    write("tables/synonym/english.synsets", "box\n7\nvalve\n7\n");
    write("tables/synonym/english.exceptions", "");
    write("one.txt", "the valve opens now\n");
    write("other.txt", "the box opens now\n");
    const files = ["meteor", "--hypotheses", "one.txt", "--references", "other.txt"];
    const [without, synonyms, told] = await Promise.all([
      scores(...files),
      scores(...files, "--meteor-resources", join(cwd, "tables")),
      scores(...files, "--meteor-resources", join(cwd, "tables"), "--option", "matchers=exact,stem"),
    ]);
    expect(without.meteor!.signature).toContain("matchers:exact+stem|");
    expect(synonyms.meteor!.signature).toContain("matchers:exact+stem+synonym|");
    expect(synonyms.meteor!.value).toBeGreaterThan(told.meteor!.value!);
    expect(await refusal("rouge-l", ...files.slice(1), "--meteor-resources", "x")).toContain("goes with the metric meteor");
    expect((await metric(...files)).stderr).toContain("figures are not the official ones");
  });

  it("gives metrics that read plain text what stands in the files", async () => {
    const found = await scores("sacrebleu,bleu", ...texts, "--option", "tokenize=none");
    const same = await scores("bleu", ...texts);
    expect(found["bleu-4"]).toEqual(same["bleu-4"]);
    expect(found.sacrebleu!.signature).toContain("tokenize:none");
    const exact = await scores("sacrebleu", ...texts, "--option", "lowercase=true");
    expect(exact.sacrebleu!.value).toBeGreaterThan(found.sacrebleu!.value!);
  });

  it("shows people a table, with segments in columns", async () => {
    const { status, stdout } = await metric("rouge-l", ...texts, "--per-segment");
    expect(status).toBe(0);
    expect(stdout).toMatch(/metric +what it is +score +95 % interval +segments/);
    expect(stdout).toMatch(/rouge-l +ROUGE-L +0\.\d{4} +0\.\d{4} to 0\.\d{4} +24/);
    expect(stdout).toMatch(/^rouge-l {2}rouge-l-coco\|/m);
    expect(stdout).toMatch(/^24\t0\.\d{4}$/m);
  });
});

describe("mistakes", () => {
  write("short.txt", "one line\n");
  write("latin.txt", Uint8Array.of(0x61, 0xe9, 0x0a));
  it.each([
    [["bleu", "--hypotheses", "hyp.txt", "--references", "short.txt"], "hyp.txt has 24 lines, but short.txt has 1 line"],
    [["bleu", "--hypotheses", "hyp.txt"], "missing: --references"],
    [["bleu", "--references", "ref.txt"], "missing: --hypotheses"],
    [["bleu", "--hypotheses", "none.txt", "--references", "ref.txt"], "no such file: none.txt"],
    [["bleu", "--hypotheses", "latin.txt", "--references", "ref.txt"], "latin.txt: not UTF-8"],
    [["blue", ...texts], 'did you mean "bleu"?'],
    [[], "no metric was named"],
    [["bleu,kappa", ...texts], "bleu and kappa do not read the same files"],
    [["bleu", ...texts, "--qrels", "q"], "--qrels goes with metrics of retrieval, not with those of text"],
    [["rouge-l", ...texts, "--option", "beat=2"], 'did you mean "beta"?'],
    [["rouge-l", ...texts, "--option", "beta=much"], "--option beta=much: expected a number from 0 on"],
    [["rouge-l", ...texts, "--option", "bleu.beta=1"], "bleu is not among the metrics asked for"],
    [["rouge-l", ...texts, "--option", "beta"], "expected name=value"],
    [["rouge-l,meteor", ...texts, "--option", "beta=1"], 'rouge-l and meteor mean different things by "beta"'],
  ])("%j", async (args, message) => {
    expect(await refusal(...args)).toContain(message);
  });

  it("are told without a stack, and end with 2, also those that a metric finds", async () => {
    const { status, stdout, stderr } = await metric("rouge-l", ...texts, "--option", "beta=0");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe("error: beta is 0, but it must be above 0\n");
  });
});

const truths = {
  database: Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `v${i}`,
      {
        subset: i < 10 ? "validation" : "training",
        duration: 360,
        annotations: [{ label: i % 2 ? "jump" : "run", segment: [10, 20] }],
      },
    ]),
  ),
};
const found = {
  results: Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [
      `v${i}`,
      [
        { label: i % 2 ? "jump" : "run", segment: i === 0 ? [10, 17] : [10, 20], score: 0.9 },
        ...(i === 4 ? [{ label: "run", segment: [100, 110], score: 0.95 }] : []),
      ],
    ]),
  ),
};
write("gt.json", truths);
write("pred.json", found);
const events = ["--reference", "gt.json", "--prediction", "pred.json"];

describe("detection", () => {
  it("scores ActivityNet files at every tIoU and on average", async () => {
    const result = await scores("detection-map", ...events, "--tiou", "0.5:0.25:0.75");
    expect(Object.keys(result)).toEqual(["detection-map", "detection-map@0.5", "detection-map@0.75"]);
    // "run": one false detection stands first, so that five right ones reach a precision of 5/6 everywhere.
    expect(result["detection-map@0.5"]!.value).toBeCloseTo((1 + 5 / 6) / 2, 12);
    // At .75 the shortened one (tIoU .7) is missed: four of five truths, at most 4/6.
    expect(result["detection-map@0.75"]!.value).toBeCloseTo((1 + (4 / 5) * (4 / 6)) / 2, 12);
    expect(result["detection-map"]!.value).toBeCloseTo(
      (result["detection-map@0.5"]!.value! + result["detection-map@0.75"]!.value!) / 2,
      12,
    );
    expect(result["detection-map"]).toMatchObject({ n: 10, signature: expect.stringContaining("tiou:0.5,0.75") });
    expect(result["detection-map"]!.low).toBeLessThan(result["detection-map"]!.value!);
  });

  it("has other definitions, metrics, tables and curves on the same files", async () => {
    const result = await scores(
      "detection-map,event-f1-micro,false-alarms-per-hour,miss-rate,type-average-precision,det",
      ...events,
      "--definition",
      "sum",
      "--tiou",
      "0.5",
    );
    expect(result["detection-map"]!.signature).toContain("definition:sum");
    expect(result["event-f1-micro"]!.value).toBeCloseTo(20 / 21, 12);
    expect(result["false-alarms-per-hour"]!.value).toBeCloseTo(1, 12);
    expect(result["type-average-precision"]!.rows).toHaveLength(2);
    expect(result.det!.points!.length).toBeGreaterThan(1);
    const open = await scores("event-f1-micro", ...events, "--option", "ambiguous=jump");
    expect(open["event-f1-micro"]!.value).toBeCloseTo(10 / 11, 12);
    const recall = await scores("average-recall", ...events, "--tiou", "0.5", "--option", "proposals=area");
    expect(recall["average-recall-area"]!.signature).toContain("proposals:area|ties:input-order|tiou:0.5|");
  });

  it("prints tables without cutting their numbers, however many tIoU there are", async () => {
    const { stdout } = await metric("type-average-precision,false-alarms", ...events);
    expect(stdout).toMatch(/^jump +5 +5 +100\.00 %(?: +100\.00 %){10}$/m);
    expect(stdout).toContain("False alarms by event type (any confidence, tIoU ≥ 0.5)");
  });

  it("scores another subset on request and names what is wrong in a file", async () => {
    const { stderr } = await metric("detection-map", ...events, "--subset", "training");
    expect(stderr).toContain("2 videos of the subset training");
    expect(stderr).toContain("10 predicted videos are not in the ground truth");
    expect(await refusal("detection-map", ...events, "--subset", "test")).toContain('gt.json: the ground truth has no subset "test"');
    write("bad.json", { results: { v1: [{ label: "run", segment: [3, 1], score: 1 }] } });
    expect(await refusal("detection-map", "--reference", "gt.json", "--prediction", "bad.json")).toContain(
      "bad.json: results.v1[0].segment",
    );
    expect(await refusal("detection-map", "--reference", "pred.json", "--prediction", "gt.json")).toBe(
      "pred.json holds predictions and gt.json the ground truth\nswap --reference and --prediction",
    );
    write("torn.json", '{"results": ');
    expect(await refusal("detection-map", "--reference", "gt.json", "--prediction", "torn.json")).toContain("torn.json");
    expect(await refusal("detection-map", ...events, "--tiou", "0.5:0:1")).toContain("--tiou 0.5:0:1: expected");
    expect((await scores("detection-map", ...events, "--definition", "thumos"))["detection-map"]!.signature).toContain(
      "definition:thumos14",
    );
    expect(await refusal("detection-map", ...events, "--definition", "coco")).toContain("activitynet, thumos14, sum, 101-point");
  });
});

describe("frames", () => {
  it("scores frames, and names what is wrong in a row", async () => {
    write("frames.csv", "video,frames,scores,truth\na,4,0.1 0.9 0.8 0.2,2-3\nb,4,0.1 0.5 0.3 0.2,\n");
    const result = await scores("frames", "--table", "frames.csv");
    expect(result["frame-auc"]).toMatchObject({ value: 1, n: 2 });
    expect(result["frame-map"]!.value).toBe(1);
    write("frames-json.csv", 'video,frames,scores,truth\na,4,"[0.1,0.9,0.8,0.2]","[[2, 3]]"\nb,4,0.1 0.5 0.3 0.2,[]\n');
    expect(await scores("frames", "--table", "frames-json.csv")).toEqual(result);
    write("frames-bad.csv", "video,frames,scores,truth\na,4,0.1 0.9 0.8 0.2,3-2\n");
    expect(await refusal("frame-auc", "--table", "frames-bad.csv")).toContain(
      "frames-bad.csv:2: truth must be intervals of frames from 1 to 4",
    );
    write(
      "frames-twice.jsonl",
      '{"video":"a","frames":2,"scores":[1,2],"truth":[[1,1]]}\n{"video":"a","frames":2,"scores":[1,2],"truth":[]}\n',
    );
    expect(await refusal("frame-auc", "--table", "frames-twice.jsonl")).toContain('frames-twice.jsonl:2: a has a row of type "" already');
  });
});

describe("retrieval", () => {
  write("qrels.txt", "1 0 a 1\n1 0 b 0\n1 0 c 2\n2 0 a 1\n3 0 z 1\n");
  write("run.txt", "1 Q0 b 1 9 me\n1 Q0 a 2 8 me\n1 Q0 c 3 7 me\n2 Q0 a 1 3.5 me\n4 Q0 x 1 1 me\n");
  const files = ["--qrels", "qrels.txt", "--run", "run.txt"];

  it("prints trec_eval's measures by its names and tells which queries are left out", async () => {
    const { status, stdout, stderr } = await metric("retrieval", ...files, "--json", "--per-query");
    expect(status).toBe(0);
    const result = JSON.parse(stdout) as Record<string, Scored>;
    expect(Object.keys(result)).toHaveLength(4 + 5 + 11 + 9);
    expect(result.num_q!.value).toBe(2);
    expect(result.num_rel_ret!.value).toBe(3);
    expect(result.map!.value).toBeCloseTo(((1 / 2 + 2 / 3) / 2 + 1) / 2, 12);
    expect(result.recip_rank).toMatchObject({ value: 0.75, n: 2, queries: { 1: 0.5, 2: 1, 3: null } });
    expect(result.P_5!.value).toBeCloseTo((2 / 5 + 1 / 5) / 2, 12);
    expect(stderr).toContain("1 of 3 queries are not in the run (3)");
    expect(stderr).toContain("left out since nobody judged them: 1 of the queries of the run (4)");
    expect(stderr).toContain("no scores of single queries: num_q, num_ret, num_rel, num_rel_ret, gm_map");
  });

  it("tells which queries have nothing to find", async () => {
    write("none-qrels.txt", "1 0 a 1\n2 0 a 0\n");
    const none = ["map", "--qrels", "none-qrels.txt", "--run", "run.txt"];
    expect((await metric(...none)).stderr).toContain("1 of 2 queries have no relevant document (2): counted as 0");
    expect((await metric(...none, "--option", "noTruth=skip")).stderr).toContain("1 of 2 queries have no relevant document (2): left out");
  });

  it("counts missing queries on request, and takes measures and metrics by name", async () => {
    const result = await scores("retrieval", ...files, "--measures", "P_1,ndcg_cut.2,recip_rank", "--option", "missing=zero");
    expect(Object.keys(result)).toEqual(["P_1", "ndcg_cut_2", "recip_rank"]);
    expect(result.recip_rank).toMatchObject({ value: 0.5, n: 3 });
    const own = await scores("hit,ndcg", ...files, "--option", "k=1", "--option", "ndcg.gain=exponential");
    expect(own["hit@1"]!.value).toBe(0.5);
    expect(own["ndcg@1-exponential"]!.signature).toContain("gain:exponential");
  });

  it("names file and line of a mistake", async () => {
    write("bad-run.txt", "1 Q0 b 1 9 me\n1 Q0 c\n");
    expect(await refusal("retrieval", "--qrels", "qrels.txt", "--run", "bad-run.txt")).toContain("bad-run.txt:2: ");
    write("twice-run.txt", "1 Q0 b 1 9 me\n1 Q0 b 2 8 me\n");
    expect(await refusal("retrieval", "--qrels", "qrels.txt", "--run", "twice-run.txt")).toContain(
      "twice-run.txt: the run returns b twice",
    );
    expect(await refusal("retrieval", ...files, "--measures", "Pee_5")).toContain('no measure "Pee_5"');
    expect(await refusal("retrieval", "--qrels", "no.txt", "--run", "run.txt")).toContain("no such file: no.txt");
  });
});

describe("moments", () => {
  const reference = Array.from({ length: 12 }, (_, i) => ({
    ...{ qid: i, duration: 20, relevant_windows: [[2, 8]] },
    ...{
      relevant_clip_ids: [1, 2, 3],
      saliency_scores: [
        [4, 4, 4],
        [1, 1, 1],
        [1, 1, 1],
      ],
    },
  }));
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  write("moments.jsonl", lines(reference));

  it("scores QVHighlights files", async () => {
    const predictions = reference.slice(0, 11).map(({ qid }) => ({
      ...{ qid, pred_relevant_windows: [[2, qid === 0 ? 20 : 8, 0.9]] },
      pred_saliency_scores: [0, qid === 1 ? -1 : 1, 0.5, 0, 0, 0, 0, 0, 0, 0],
    }));
    write("found.jsonl", lines(predictions));
    const { status, stdout, stderr } = await metric("moments", "--reference", "moments.jsonl", "--prediction", "found.jsonl", "--json");
    expect(status).toBe(0);
    expect(stderr).toContain("1 of 12 queries have no prediction");
    const result = JSON.parse(stdout) as Record<string, Scored>;
    expect(result["moment-r1@0.5"]).toMatchObject({ value: 10 / 12, n: 12 });
    expect(result["highlight-hit@1-very-good"]).toMatchObject({ value: 10 / 12, n: 12 });
    expect(result["moment-map-long"]).toMatchObject({ value: null, n: 0, interval: "none: the score is not defined" });
  });

  it("gives no figure of what no record tells", async () => {
    write("windows.jsonl", lines(reference.map(({ qid }) => ({ qid, pred_relevant_windows: [[2, 8, 0.9]] }))));
    const files = ["--reference", "moments.jsonl", "--prediction", "windows.jsonl"];
    expect(Object.keys(await scores("moments", ...files)).filter((key) => !key.startsWith("moment-"))).toEqual([]);
    expect((await metric("moments", ...files, "--json")).stderr).toContain(
      "highlight-hit is left out: no record of windows.jsonl has pred_saliency_scores",
    );
    expect(await refusal("highlight-hit", ...files)).toContain(
      "windows.jsonl: no record has pred_saliency_scores, which highlight-hit reads",
    );
    expect(await refusal("moments", "--reference", "windows.jsonl", "--prediction", "moments.jsonl")).toContain(
      "are --reference and --prediction swapped?",
    );
  });

  it("names file, line and field of a mistake", async () => {
    write("bad.jsonl", '{"qid": 0, "pred_relevant_windows": [[1, 2]]}\n');
    expect(await refusal("moments", "--reference", "moments.jsonl", "--prediction", "bad.jsonl")).toContain(
      "bad.jsonl:1: pred_relevant_windows[0] must be 3 numbers",
    );
    write("twice.jsonl", '{"qid": 0}\n{"qid": 0}\n');
    expect(await refusal("moments", "--reference", "twice.jsonl", "--prediction", "bad.jsonl")).toContain(
      "twice.jsonl:2: the query 0 stands at twice.jsonl:1 already",
    );
  });
});

describe("tables", () => {
  // 20 items: both yes 8, both no 6, yes/no 4, no/yes 2.
  const pairs: readonly string[] = [
    ...Array(8).fill("yes,yes"),
    ...Array(6).fill("no,no"),
    ...Array(4).fill("yes,no"),
    ...Array(2).fill("no,yes"),
  ];
  write("ratings.csv", `item,ann,bob\n${pairs.map((pair, i) => `i${i},${pair}`).join("\n")}\n`);
  write(
    "long.csv",
    `item,rater,rating\n${pairs.flatMap((pair, i) => pair.split(",").map((rating, at) => `i${i},${["ann", "bob"][at]},${rating}`)).join("\n")}\n`,
  );
  write("labels.csv", `truth,prediction,group\n${pairs.map((pair, i) => `${pair},g${i % 10}`).join("\n")}\n`);

  it("scores agreement, in wide and long tables alike", async () => {
    const result = await scores("kappa,pabak", "--ratings", "ratings.csv");
    const chance = (12 * 10 + 8 * 10) / 400;
    expect(result.kappa!.value).toBeCloseTo((14 / 20 - chance) / (1 - chance), 12);
    expect(result.kappa).toMatchObject({ n: 20, interval: expect.stringContaining("bootstrap") });
    expect(result.pabak!.value).toBeCloseTo(0.4, 12);
    const long = await scores("kappa,pabak", "--ratings", "long.csv");
    expect(long).toEqual(result);
  });

  it("chooses raters, and refuses what a measure is not defined for", async () => {
    write("three.csv", "item,ann,bob,cy\n1,a,a,b\n2,b,b,b\n3,a,b,\n");
    expect(await refusal("kappa", "--ratings", "three.csv")).toMatch(/three.csv: kappa compares two raters.*\n.*raters=ann,bob/);
    expect((await scores("kappa", "--ratings", "three.csv", "--option", "raters=ann,bob")).kappa!.n).toBe(3);
    expect(await refusal("kappa", "--ratings", "three.csv", "--option", "raters=ann,dan")).toContain('three.csv: has no rater "dan"');
    expect((await metric("kappa", "--ratings", "three.csv", "--option", "raters=ann,cy")).stderr).toBe(
      "kappa: 1 of 3 items lack ratings and are left out\n",
    );
    expect(await refusal("weighted-kappa", "--ratings", "ratings.csv")).toContain("categories=low,middle,high");
    expect(await refusal("fleiss", "--ratings", "three.csv")).toContain("alpha");
    expect(await refusal("kappa", "--ratings", "three.csv", "--option", "raters=ann,ann")).toContain('the rater "ann" is named twice');
    write("one.csv", "item,ann\n1,a\n");
    expect(await refusal("alpha", "--ratings", "one.csv")).toContain("agreement needs two");
  });

  it("gives all measures of agreement that fit", async () => {
    const { status, stdout, stderr } = await metric("agreement", "--ratings", "ratings.csv", "--json");
    expect(status).toBe(0);
    expect(Object.keys(JSON.parse(stdout) as object)).toContain("alpha");
    expect(stderr).toContain("icc is left out: ");
  });

  it("scores labels, resampling groups", async () => {
    const result = await scores("classification", "--table", "labels.csv");
    expect(result.accuracy).toMatchObject({ value: 0.7, n: 20, interval: expect.stringContaining("only 10 groups") });
    expect(result["balanced-accuracy"]!.value).toBeCloseTo((8 / 12 + 6 / 8) / 2, 12);
    expect(result["macro-f1"]!.value).toBeCloseTo((16 / 22 + 12 / 18) / 2, 12);
    expect(result["confusion-matrix"]!.rows).toEqual([
      ["no", 6, 2, 0],
      ["yes", 4, 8, 0],
    ]);
    const one = await scores("class-f1", "--table", "labels.csv", "--option", "positive=yes");
    expect(one["class-f1"]!.value).toBeCloseTo(16 / 22, 12);
    expect(await refusal("class-f1", "--table", "labels.csv")).toContain("class-f1 needs the class");
    expect(await refusal("macro-f1", "--table", "labels.csv", "--option", "classes=options")).toContain(
      'labels.csv: has no column "options"',
    );
    expect(await refusal("macro-f1", "--table", "ratings.csv")).toContain('ratings.csv: has no column "truth" and "prediction"');
  });

  it("resamples none but the rows that count", async () => {
    const rows = Array.from({ length: 20 }, (_, i) => `${i < 9 ? ["a", "b"][i % 2] : ""},${["a", "b"][i % 3 ? 0 : 1]}`);
    write("hidden.csv", `truth,prediction\n${rows.join("\n")}\n`);
    const hidden = await scores("accuracy,macro-f1", "--table", "hidden.csv");
    expect(hidden["macro-f1"]).toMatchObject({ n: 9, interval: "none: fewer than 10 groups (9)" });
    expect(hidden.accuracy).toMatchObject({ n: 9, interval: "none: fewer than 10 groups (9)" });
  });

  it("scores sets of labels and scored labels", async () => {
    write("sets.csv", "truth,prediction\na;b,b;a\na,a;b\n,a\n");
    expect((await scores("exact-match", "--table", "sets.csv"))["exact-match"]).toMatchObject({ value: 0.5, n: 2 });
    expect((await metric("exact-match", "--table", "sets.csv")).stderr).toBe("1 of 3 rows have no truth: left out\n");
    write("lists.csv", 'truth,prediction\n"[""a"", ""b""]",b;a\n[],\n[],a\n');
    expect((await scores("exact-match", "--table", "lists.csv"))["exact-match"]).toMatchObject({ value: 2 / 3, n: 3 });
    write("scored.csv", "truth,score:a,score:b\na,.9,.1\nb,.2,.8\nb,.7,.3\n");
    expect((await scores("label-ap", "--table", "scored.csv"))["label-ap"]!.value).toBeCloseTo(1, 12);
    write("unscored.csv", "truth,score:a\na,high\n");
    expect(await refusal("label-ap", "--table", "unscored.csv")).toContain("unscored.csv:2: the score of a must be a number");
  });

  it("scores numbers, vectors, poses and boundaries", async () => {
    write("numbers.csv", "truth,prediction\n1,2\n3,3\n5,2\n7,\n");
    const numbers = await scores("regression", "--table", "numbers.csv");
    expect(numbers.mae).toMatchObject({ value: 4 / 3, n: 3 });
    expect(numbers.mse!.value).toBeCloseTo(10 / 3, 12);
    expect(numbers.r2!.value).toBeCloseTo(1 - 10 / 8, 12);
    write("poses.jsonl", '{"truth": [[[0, 0]], [[0, 0]]], "prediction": [[[3, 4]], [[0, 1]]]}\n');
    const poses = await scores("mpjpe,mpjpe-final", "--table", "poses.jsonl");
    expect([poses.mpjpe!.value, poses["mpjpe-final"]!.value]).toEqual([3, 1]);
    write("boundaries.csv", "truth,prediction\n1 5 9,1.5 9\n");
    expect((await scores("boundary-f1", "--table", "boundaries.csv", "--option", "tolerance=1"))["boundary-f1"]!.value).toBeCloseTo(
      0.8,
      12,
    );
    expect(await refusal("boundary-f1", "--table", "boundaries.csv")).toContain("boundary-f1 needs the tolerance");
    write("words.csv", "truth,prediction\n1,two\n");
    expect(await refusal("mae", "--table", "words.csv")).toContain('words.csv:2: expected a number, got "two"');
    write("lengths.csv", "truth,prediction\n1 2,1\n");
    expect(await refusal("mae", "--table", "lengths.csv")).toContain("lengths.csv:2: truth has 2 numbers, prediction 1");
  });
});

describe("figures for people", () => {
  it("are whole where they are counts, and have four decimals else, also 1 and 0", async () => {
    write("single-qrels.txt", "1 0 d1 1\n");
    write("single-run.txt", "1 Q0 d1 1 9.5 x\n");
    const { stdout } = await metric("retrieval", "--qrels", "single-qrels.txt", "--run", "single-run.txt");
    expect(stdout).toMatch(/^num_rel_ret +Relevant documents returned +1 +– +1$/m);
    expect(stdout).toMatch(/^map +Mean average precision +1\.0000 +– +1$/m);
  });
});

describe("vidimus metric --list", () => {
  it("shows every metric with its options, for people and for programs", async () => {
    const [{ stdout }, { stdout: json }] = await Promise.all([metric("--list"), metric("--list", "--json")]);
    const listed = JSON.parse(json) as { metrics: readonly { id: string; input: string; options: readonly { name: string }[] }[] };
    const offered = metricInputs.flatMap((input) => input.metrics.map(({ id, options }) => ({ id, input: input.id, options })));
    expect(listed.metrics.map(({ id, input, options }) => ({ id, input, options: options.map(({ name }) => name).sort() }))).toEqual(
      offered.map((offer) => ({ ...offer, options: offer.options.toSorted() })),
    );
    for (const { id } of offered) expect(stdout).toMatch(new RegExp(`^${id} `, "m"));
    for (const line of stdout.split("\n")) expect([line.length <= 100, line]).toEqual([true, line.trimEnd()]);
    for (const { options } of listed.metrics) for (const { name } of options) expect(stdout).toContain(`${name}=`);
  });

  it("tells all about a named metric", async () => {
    const { stdout } = await metric("detection-map", "--list");
    expect(stdout).toContain("--option detection-map.tiou=0.5:0.05:0.95");
    expect(stdout).toContain("thumos14");
    expect((await metric("detection-mop", "--list")).stderr).toContain('did you mean "detection-map"?');
  });
});

describe("names", () => {
  it("are unique, and options exist", () => {
    const names = metricInputs.flatMap(({ metrics }) => metrics.map(({ id }) => id));
    expect(names.toSorted()).toEqual([...new Set(names)].sort());
    for (const { metrics, options } of metricInputs)
      for (const metric of metrics) expect(options.map(({ name }) => name)).toEqual(expect.arrayContaining([...metric.options]));
  });
});

describe("pages", () => {
  const documented = new Set(metricPages.flatMap(({ signatures }) => signatures.map(nameIn)));

  /** The name in a signature, which all variants of a metric share. */
  function nameIn(signature: string): string {
    return signature.split("|")[0]!;
  }

  it("have ids of their own, and words for everything", () => {
    const ids = metricPages.map(({ id }) => id);
    expect(ids.toSorted()).toEqual([...new Set(ids)].sort());
    for (const { options, signatures, formula, ...words } of metricPages)
      for (const [member, text] of Object.entries(words)) expect(text.trim(), `${words.id}: ${member}`).not.toBe("");
  });

  it("exist for everything that the command offers", () => {
    const ids = metricPages.map(({ id }) => id);
    expect(metricInputs.flatMap(({ metrics }) => metrics.flatMap((offer) => offer.pages)).filter((page) => !ids.includes(page))).toEqual(
      [],
    );
  });

  it("exist for every metric of every family", () => {
    const used = (families as readonly Family[]).flatMap((family) =>
      family.metrics(family.optionsSchema.parse({})).map(({ signature }) => nameIn(signature)),
    );
    expect(used.filter((name) => !documented.has(name))).toEqual([]);
  });

  it("exist for every figure that the command prints", async () => {
    const numbers = Array.from({ length: 12 }, (_, i) => `${i},${i + (i % 3)}`);
    write("n.csv", `truth,prediction\n${numbers.join("\n")}\n`);
    write("r.csv", `ann,bob\n${numbers.join("\n")}\n`);
    write("f.csv", "video,frames,scores,truth\na,4,0.1 0.9 0.8 0.2,2-3\n");
    write("l.csv", "truth,prediction,task,score:a,score:b\na,a,t,1,0\nb,a,t,.7,.3\nb,b,t,.1,.9\n");
    write("q.txt", "1 0 a 1\n");
    write("u.txt", "1 Q0 a 1 1 me\n");
    write("m.jsonl", '{"qid":1,"duration":4,"relevant_windows":[[0,2]],"relevant_clip_ids":[0],"saliency_scores":[[4]]}\n');
    write("p.jsonl", '{"qid":1,"pred_relevant_windows":[[0,2,1]],"pred_saliency_scores":[1,0]}\n');
    write("j.jsonl", '{"truth":[[[0]]],"prediction":[[[1]]]}\n');
    const all = await Promise.all([
      scores("text", ...texts),
      scores("detection", ...events),
      scores("frames", "--table", "f.csv"),
      scores("moments", "--reference", "m.jsonl", "--prediction", "p.jsonl"),
      scores(
        "retrieval",
        "--qrels",
        "q.txt",
        "--run",
        "u.txt",
        "--measures",
        "map,gm_map,Rprec,bpref,recip_rank,iprec_at_recall,P,recall,success,ndcg",
      ),
      scores("agreement", "--ratings", "r.csv"),
      scores("classification,exact-match,multi-label-macro-f1,multi-label-micro-f1,label-ap,task-macro-f1", "--table", "l.csv"),
      scores("class-f1", "--table", "l.csv", "--option", "positive=a"),
      scores("regression", "--table", "n.csv"),
      scores("mpjpe,mpjpe-final", "--table", "j.jsonl"),
      scores("boundary-f1,boundary-precision,boundary-recall,boundary-timing-error", "--table", "n.csv", "--option", "tolerance=1"),
    ]);
    const names = all
      .flatMap((result) => Object.values(result))
      .flatMap(({ signature }) => (signature === undefined ? [] : [nameIn(signature)]));
    expect(new Set(names).size).toBeGreaterThan(40);
    expect(names.filter((name) => !documented.has(name))).toEqual([]);
  });
});

const data = new URL("../../shared/data/", import.meta.url);
const at = (path: string) => new URL(path, data).pathname;

describe.skipIf(!existsSync(data))("agreement with official programs (skipped where ../shared/data is absent)", () => {
  it("trec_eval's default output", async () => {
    const result = await scores("retrieval", "--qrels", at("retrieval/qrels.test"), "--run", at("retrieval/results.test"));
    const printed = readFileSync(at("retrieval/out.test"), "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split("\t").map((field) => field.trim()) as [string, string, string])
      .filter(([name]) => name !== "runid");
    expect(Object.keys(result)).toEqual(printed.map(([name]) => name));
    for (const [name, , value] of printed) expect(result[name]!.value!.toFixed(value.includes(".") ? 4 : 0), name).toBe(value);
  });

  it("QVHighlights' brief", async () => {
    const result = await scores(
      ...["moments", "--reference", at("moments/highlight_val_release.jsonl"), "--prediction", at("moments/sample_val_preds.jsonl")],
      "--no-intervals",
    );
    const { brief } = JSON.parse(readFileSync(at("moments/sample_val_preds_metrics_raw.json"), "utf8")) as {
      brief: Record<string, number>;
    };
    const ours: Readonly<Record<string, string>> = {
      "MR-full-R1@0.5": "moment-r1@0.5",
      "MR-full-R1@0.7": "moment-r1@0.7",
      "MR-full-mAP": "moment-map",
      "MR-full-mAP@0.5": "moment-map@0.5",
      "MR-full-mAP@0.75": "moment-map@0.75",
      "MR-long-mAP": "moment-map-long",
      "MR-middle-mAP": "moment-map-middle",
      "MR-short-mAP": "moment-map-short",
      "HL-min-Fair-mAP": "highlight-map-fair",
      "HL-min-Fair-Hit1": "highlight-hit@1-fair",
      "HL-min-Good-mAP": "highlight-map-good",
      "HL-min-Good-Hit1": "highlight-hit@1-good",
      "HL-min-VeryGood-mAP": "highlight-map-very-good",
      "HL-min-VeryGood-Hit1": "highlight-hit@1-very-good",
    };
    expect(Object.keys(brief).toSorted()).toEqual(Object.keys(ours).toSorted());
    for (const [name, id] of Object.entries(ours)) expect(result[id]!.value! * 100, name).toBeCloseTo(brief[name]!, 2);
  });

  it("pycocoevalcap on 2 000 tokenised captions, corpus and segments, to 1e-9", async () => {
    const pairs = JSON.parse(readFileSync(at("text/tokenised_pairs_val_1_first2000.json"), "utf8")) as Record<
      "refs" | "hyps",
      Record<string, [string]>
    >;
    const expected = JSON.parse(readFileSync(at("text/tokenised_pairs_val_1_first2000_expected.json"), "utf8")) as {
      readonly corpus: Readonly<Record<string, number>>;
      readonly per_pair: Readonly<Record<string, readonly number[]>>;
    };
    write("captions.txt", Object.values(pairs.hyps).flat().join("\n"));
    write("caption-references.txt", Object.values(pairs.refs).flat().join("\n"));
    const files = ["--hypotheses", "captions.txt", "--references", "caption-references.txt", "--tokenized"];
    const result = await scores("bleu,rouge-l,cider", ...files, "--per-segment", "--no-intervals");
    const names = { Bleu_1: "bleu-1", Bleu_2: "bleu-2", Bleu_3: "bleu-3", Bleu_4: "bleu-4", ROUGE_L: "rouge-l", CIDEr: "cider" };
    for (const [theirs, ours] of Object.entries(names)) {
      expect(result[ours]!.value, ours).toBeCloseTo(expected.corpus[theirs]!, 9);
      const differences = result[ours]!.segments!.map((value, i) => Math.abs(value - expected.per_pair[theirs]![i]!));
      expect(Math.max(...differences), ours).toBeLessThan(1e-9);
    }
  });

  it("nlg-eval's published figures", async () => {
    const files = ["--hypotheses", at("text/hyp.txt"), "--references", at("text/ref1.txt"), "--references", at("text/ref2.txt")];
    const result = await scores("bleu,rouge-l,cider", ...files);
    const expected = { "bleu-1": 0.55, "bleu-2": 0.428174, "bleu-3": 0.284043, "bleu-4": 0.201143, "rouge-l": 0.522104, cider: 1.242192 };
    for (const [id, value] of Object.entries(expected)) expect(result[id]!.value, id).toBeCloseTo(value, 5);
  });

  it("ActivityNet's sample predictions, which are its ground truth", async () => {
    const files = [
      "--reference",
      at("detection/anet_val_gt_4926_from_TSP.json"),
      "--prediction",
      at("detection/sample_detection_prediction.json"),
    ];
    const result = await scores("detection-map", ...files, "--tiou", "0.5:0.05:0.95", "--no-intervals");
    expect(Object.keys(result)).toHaveLength(11);
    for (const [id, { value }] of Object.entries(result)) expect(value, id).toBe(1);
  });
});
