import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { metricOffers } from "../support/metric-offers.ts";
import { metricRunner, type Scored } from "./metric-runner.ts";
import { hypotheses, references, textFiles } from "./sample-files.ts";

const runner = metricRunner();
const { cwd, write, metric, scores, refusal, notes } = runner;
const texts = textFiles(runner);

describe("text", () => {
  it("prints value, interval, n and signature of every metric", async () => {
    const found = await scores("bleu,cider,rouge-l", ...texts);
    expect(Object.keys(found)).toEqual([
      "bleu-1",
      "bleu-2",
      "bleu-3",
      "bleu-4",
      "cider",
      "rouge-l",
    ]);
    const pairs = hypotheses.map((candidate, i) => ({ candidate, references: [references[i]!] }));
    for (const [id, kind] of [
      ["bleu-4", "bleu"],
      ["cider", "cider-d"],
      ["rouge-l", "rouge-l"],
    ] as const) {
      const direct = (await metricOffers("text"))
        .find((one) => one.id === kind)!
        .create(
          {},
          {},
        )(pairs)
        .at(-1)!;
      const { value, low, high, n, signature } = found[id]!;
      expect(value).toBe(direct.score());
      expect({ n, signature }).toEqual({
        n: 24,
        signature: `${direct.metric.signature} of ${direct.metric.measure}`,
      });
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
    expect(none["rouge-l"]).toMatchObject({
      low: null,
      high: null,
      interval: "none: not asked for",
    });
  });

  it("reads several references, leaves out blank ones, and tells of segments without any", async () => {
    write("h.txt", "a cat sits\r\na dog runs");
    write("r1.txt", "a cat lies\n\n");
    write("r2.txt", "a cat sits\n\n");
    const { status, stdout, stderr } = await metric(
      ...[
        "rouge-l",
        "--hypotheses",
        "h.txt",
        "--references",
        "r1.txt",
        "--references",
        "r2.txt",
        "--per-segment",
        "--json",
      ],
    );
    expect(status).toBe(0);
    expect(stderr).toBe(
      "1 segment has no reference, since all reference lines are blank; compared with the empty text (first: r1.txt:2)\n",
    );
    expect((JSON.parse(stdout) as Record<string, Scored>)["rouge-l"]).toMatchObject({
      value: 0.5,
      n: 2,
      segments: [1, 0],
    });
  });

  it("draws whole groups of segments where they are named", async () => {
    write("groups.txt", references.map((_, i) => `video ${i % 12}`).join("\n"));
    expect(
      (await scores("rouge-l", ...texts, "--groups", "groups.txt"))["rouge-l"]!.interval,
    ).toContain("only 12 groups");
    write("groups-short.txt", "one\n");
    expect(await refusal("rouge-l", ...texts, "--groups", "groups-short.txt")).toContain(
      "hyp.txt has 24 lines, but groups-short.txt has 1 line",
    );
    write("groups-blank.txt", "one\n\n".repeat(12));
    expect(await refusal("rouge-l", ...texts, "--groups", "groups-blank.txt")).toContain(
      "groups-blank.txt:2: is blank",
    );
  });

  it("takes lines as tokens when told, and says so", async () => {
    const given = await scores("rouge-l", ...texts, "--tokenized");
    const made = await scores("rouge-l", ...texts);
    expect(given["rouge-l"]!.value).toBeLessThan(made["rouge-l"]!.value!);
    expect(given["rouge-l"]!.signature).toContain("tokens:given");
    expect(made["rouge-l"]!.signature).toContain("tokens:ptb2");
  });

  it("reads packed files", async () => {
    write("hyp.txt.gz", gzipSync(hypotheses.join("\n")));
    const packed = ["--hypotheses", join(cwd, "hyp.txt.gz"), "--references", "ref.txt"];
    expect(await scores("rouge-l", ...packed)).toEqual(await scores("rouge-l", ...texts));
  });

  it("tells that sacreBLEU finds words by itself in tokenized lines too", async () => {
    expect(await notes("sacrebleu", ...texts, "--tokenized")).toEqual([
      expect.stringContaining("tokenize=none"),
    ]);
    expect(await notes("sacrebleu", ...texts, "--tokenized", "--tokenize", "none")).toEqual([]);
    expect(await notes("sacrebleu,bleu", ...texts)).toEqual([]);
  });

  it("shows once what is asked for twice", async () => {
    expect(Object.keys(await scores("bleu,bleu", ...texts, "--order", "2,2"))).toEqual(["bleu-2"]);
    const { stdout } = await metric("bleu", ...texts, "--order", "2,2", "--json");
    expect(stdout.match(/"bleu-2"/g)).toHaveLength(1);
  });

  it("sets options of one metric or of all that have them", async () => {
    const found = await scores(
      "rouge-l,cider-d",
      ...texts,
      "--option",
      "beta=2",
      "--option",
      "cider-d.sigma=3",
    );
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
      scores(
        ...files,
        "--meteor-resources",
        join(cwd, "tables"),
        "--option",
        "matchers=exact,stem",
      ),
    ]);
    expect(without.meteor!.signature).toContain("matchers:exact+stem|");
    expect(synonyms.meteor!.signature).toContain("matchers:exact+stem+synonym|");
    expect(synonyms.meteor!.value).toBeGreaterThan(told.meteor!.value!);
    expect(await refusal("rouge-l", ...files.slice(1), "--meteor-resources", "x")).toContain(
      "goes with the metric meteor",
    );
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
    expect(stdout).toMatch(/^rouge-l\n {2}rouge-l-coco\|/m);
    expect(stdout).toMatch(/^24\t0\.\d{4}$/m);
  });
});
