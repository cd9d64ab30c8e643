import { describe, expect, it } from "vitest";
import { metricRunner } from "./metric-runner.ts";

const { write, metric, scores, refusal } = metricRunner();
const words = ["a", "man", "opens", "the", "red", "door", "and", "walks", "out"];
/** Thirty lines; every `wrong`-th word of a line is another one. */
const lines = (wrong: number) =>
  Array.from({ length: 30 }, (_, line) =>
    Array.from({ length: 8 }, (_unused, at) =>
      (line + at) % wrong === 0 ? "cat" : words[(line * 5 + at) % words.length],
    ).join(" "),
  ).join("\n");
write("ref.txt", lines(1_000));
write("good.txt", lines(9));
write("bad.txt", lines(4));
const texts = ["--hypotheses", "bad.txt", "--references", "ref.txt"];

describe("--against", () => {
  it("sets every figure beside that of another file, with interval, p and detectable effect", async () => {
    const found = await scores("sacrebleu,rouge-l", ...texts, "--against", "good.txt");
    const alone = await scores("sacrebleu,rouge-l", "--hypotheses", "good.txt", ...texts.slice(2));
    for (const key of ["sacrebleu", "rouge-l"]) {
      const [against] = found[key]!.against!;
      expect(against!.value).toBeCloseTo(alone[key]!.value!, 12);
      expect(found[key]!.difference).toBeCloseTo(found[key]!.value! - alone[key]!.value!, 12);
      expect(against!.high!).toBeLessThan(0);
      expect(found[key]!.p!).toBeLessThan(0.001);
      expect(against!.minimumDetectableEffect!).toBeGreaterThan(0);
    }
    expect(found.sacrebleu!.against![0]!.test).toBe("cluster bootstrap, t");
    expect(found["rouge-l"]!.against![0]!.test).toBe("sign flips of groups");
  });

  it("tests as sacreBLEU does where asked to", async () => {
    const name = ["sacrebleu,rouge-l", ...texts, "--against", "good.txt"];
    const bootstrap = await scores(...name, "--paired-bs");
    const random = await scores(...name, "--paired-ar", "--paired-ar-n", "2000", "--seed", "3");
    for (const key of ["sacrebleu", "rouge-l"]) {
      expect(bootstrap[key]!.p).toBeCloseTo(1 / 1001, 12);
      expect(random[key]!.p).toBeCloseTo(1 / 2001, 12);
      expect(bootstrap[key]!.against![0]!.test).toContain("1000 resamples, seed 12345");
      expect(random[key]!.against![0]!.test).toContain("2000 trials, seed 3");
    }
    const same = await scores("sacrebleu", ...texts, "--against", "bad.txt", "--paired-bs");
    expect(same.sacrebleu).toMatchObject({ difference: 0 });
    expect(same.sacrebleu!.against![0]!.remark).toContain("gives equal scores its smallest p");
    const few = await scores(...name, "--paired-bs", "--paired-bs-n", "10");
    expect(few.sacrebleu!.against![0]!.remark).toBe("10 draws are few: no p can be below 0.091");
    expect(bootstrap.sacrebleu!.against![0]!.remark).toBeUndefined();
  });

  it("takes several files, and videos and queries too", async () => {
    const two = await scores("bleu", ...texts, "--against", "good.txt", "--against", "ref.txt");
    expect(two["bleu-4"]!.against).toHaveLength(2);
    expect(two["bleu-4"]!.p).toBeUndefined();
    const queries = Array.from({ length: 20 }, (_, i) => i);
    write("qrels.txt", queries.map((i) => `q${i} 0 d 1`).join("\n"));
    const run = (isFirst: (i: number) => boolean) =>
      queries.map((i) => `q${i} Q0 d 1 ${isFirst(i) ? 9 : 1} x\nq${i} Q0 e 2 5 x`).join("\n");
    write(
      "run.txt",
      run((i) => i % 2 === 0),
    );
    write(
      "other.txt",
      run(() => true),
    );
    const retrieval = ["--qrels", "qrels.txt", "--run", "run.txt", "--against", "other.txt"].concat(
      ["--measures", "recip_rank"],
    );
    const { recip_rank: rank } = await scores("retrieval", ...retrieval);
    expect(rank).toMatchObject({ difference: -0.25 });
    expect(rank!.p).toBeCloseTo(2 / 2 ** 10, 12);
    const { recip_rank: swapped } = await scores("retrieval", ...retrieval, "--paired-ar");
    expect(swapped!.p!).toBeLessThan(0.001);
    const measures = [...retrieval.slice(0, -1), "recip_rank,gm_map", "--paired-ar"];
    const some = await scores("retrieval", ...measures);
    expect(some.recip_rank!.p).toBe(swapped!.p);
    expect(some.gm_map!.against![0]).toMatchObject({
      p: null,
      test: expect.stringMatching(/^none/),
    });
    const none = [...retrieval.slice(0, -1), "gm_map", "--paired-ar"];
    expect(await refusal("retrieval", ...none)).toContain("--paired-ar does not go with gm_map");
  });

  it("says what is wrong", async () => {
    write("short.txt", "one line");
    expect(await refusal("bleu", ...texts, "--against", "short.txt")).toContain(
      "short.txt has 1 line",
    );
    expect(
      await refusal("bleu", ...texts, "--against", "good.txt", "--paired-bs", "--paired-ar"),
    ).toContain("not both");
    expect(
      await refusal("bleu", ...texts, "--against", "good.txt", "--paired-bs-n", "2000"),
    ).toContain("--paired-bs-n goes with --paired-bs");
    write("labels.csv", "truth,prediction\na,a\n");
    expect(await refusal("accuracy", "--table", "labels.csv", "--against", "labels.csv")).toContain(
      "does not go with metrics of classification",
    );
    const { status, stderr } = await metric("bleu", ...texts, "--paired-bs");
    expect(status).toBe(2);
    expect(stderr).toContain("--paired-bs goes with --against");
  });

  it("is printed for people", async () => {
    const { stdout } = await metric("sacrebleu", ...texts, "--against", "good.txt", "--paired-bs");
    expect(stdout).toMatch(/against good\.txt\n/);
    expect(stdout).toMatch(/sacrebleu +\d+\.\d{4} +−\d+\.\d{4} +−.* (?:<0\.001|0\.001)/);
    expect(stdout).toMatch(/± \d+\.\d{4} against \d+\.\d{4} ± /);
  });
});
