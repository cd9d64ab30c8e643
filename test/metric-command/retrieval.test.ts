import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { metricRunner, type Scored } from "./metric-runner.ts";

const { cwd, write, metric, scores, refusal } = metricRunner();

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
    expect(result.recip_rank).toMatchObject({
      value: 0.75,
      n: 2,
      queries: { 1: 0.5, 2: 1, 3: null },
    });
    expect(result.P_5!.value).toBeCloseTo((2 / 5 + 1 / 5) / 2, 12);
    expect(stderr).toContain("1 of 3 queries are not in the run (3)");
    expect(stderr).toContain("left out since nobody judged them: 1 of the queries of the run (4)");
    expect(stderr).toContain(
      "no scores of single queries: num_q, num_ret, num_rel, num_rel_ret, gm_map",
    );
  });

  it("tells which queries have nothing to find", async () => {
    write("none-qrels.txt", "1 0 a 1\n2 0 a 0\n");
    const none = ["map", "--qrels", "none-qrels.txt", "--run", "run.txt"];
    expect((await metric(...none)).stderr).toContain(
      "1 of 2 queries have no relevant document (2): counted as 0",
    );
    expect((await metric(...none, "--option", "noTruth=skip")).stderr).toContain(
      "1 of 2 queries have no relevant document (2): left out",
    );
  });

  it("counts missing queries on request, and takes measures and metrics by name", async () => {
    const result = await scores(
      "retrieval",
      ...files,
      "--measures",
      "P_1,ndcg_cut.2,recip_rank",
      "--option",
      "missing=zero",
    );
    expect(Object.keys(result)).toEqual(["P_1", "ndcg_cut_2", "recip_rank"]);
    expect(result.recip_rank).toMatchObject({ value: 0.5, n: 3 });
    const own = await scores(
      "hit,ndcg",
      ...files,
      "--option",
      "k=1",
      "--option",
      "ndcg.gain=exponential",
    );
    expect(own["hit@1"]!.value).toBe(0.5);
    expect(own["ndcg@1-exponential"]!.signature).toContain("gain:exponential");
  });

  it("shows once what two names mean, and refuses two figures of one name", async () => {
    expect(
      Object.keys(await scores("retrieval,map", ...files, "--measures", "map,map,num_q,num_q")),
    ).toEqual(["num_q", "map"]);
    expect(await refusal("retrieval,map", ...files, "--option", "map.minGain=2")).toMatch(
      /^two different figures would be called map: .*minGain:0.* and .*minGain:2/,
    );
  });

  it("refuses empty files, but takes a run that found nothing where that counts", async () => {
    write("empty.txt", "");
    expect(await refusal("map", "--qrels", "empty.txt", "--run", "run.txt")).toContain(
      "empty.txt: holds no judgement",
    );
    expect(await refusal("map", "--qrels", "qrels.txt", "--run", "empty.txt")).toContain(
      "empty.txt: holds no document",
    );
    expect(
      (await scores("map", "--qrels", "qrels.txt", "--run", "empty.txt", "-c")).map,
    ).toMatchObject({ value: 0, n: 3 });
  });

  it("reads packed files, and says where they are damaged", async () => {
    write("qrels.gz", gzipSync("1 0 a 1\n1 0 b 0\n1 0 c 2\n2 0 a 1\n3 0 z 1\n"));
    const plain = await scores("map", ...files);
    expect(await scores("map", "--qrels", join(cwd, "qrels.gz"), "--run", "run.txt")).toEqual(
      plain,
    );
    write("torn.gz", gzipSync("1 0 a 1\n").subarray(0, 20));
    expect(await refusal("map", "--qrels", join(cwd, "torn.gz"), "--run", "run.txt")).toContain(
      "torn.gz: cannot be unpacked",
    );
  });

  it("names file and line of a mistake", async () => {
    write("bad-run.txt", "1 Q0 b 1 9 me\n1 Q0 c\n");
    expect(await refusal("retrieval", "--qrels", "qrels.txt", "--run", "bad-run.txt")).toContain(
      "bad-run.txt:2: ",
    );
    write("twice-run.txt", "1 Q0 b 1 9 me\n1 Q0 b 2 8 me\n");
    expect(await refusal("retrieval", "--qrels", "qrels.txt", "--run", "twice-run.txt")).toContain(
      "twice-run.txt: the run returns b twice",
    );
    expect(await refusal("retrieval", ...files, "--measures", "Pee_5")).toContain(
      'no measure "Pee_5"',
    );
    expect(await refusal("retrieval", ...files, "--measures", "P_0")).toBe(
      '--measures: no measure "P_0"\nranks are whole numbers from 1 on, as in P_10',
    );
    expect(await refusal("retrieval", ...files, "--measures", "iprec_at_recall_2")).toContain(
      "recall is from 0 to 1",
    );
    expect(await refusal("retrieval", "--qrels", "no.txt", "--run", "run.txt")).toContain(
      "no such file: no.txt",
    );
  });
});

describe("figures for people", () => {
  it("are whole where they are counts, and have four decimals else, also 1 and 0", async () => {
    write("single-qrels.txt", "1 0 d1 1\n");
    write("single-run.txt", "1 Q0 d1 1 9.5 x\n");
    const { stdout } = await metric(
      "retrieval",
      "--qrels",
      "single-qrels.txt",
      "--run",
      "single-run.txt",
    );
    expect(stdout).toMatch(/^num_rel_ret +Relevant documents returned +1 +– +1$/m);
    expect(stdout).toMatch(/^map +Mean average precision +1\.0000 +– +1$/m);
  });
});
