import { loadMetrics } from "../../src/cli/commands/metric/load-metrics.ts";
import type { LoadedInput, OfferedMetric } from "../../src/cli/commands/metric/metric-input.ts";
import type { MetricRunner } from "./metric-runner.ts";

const verbs = ["opens", "closes", "lifts", "turns", "cleans", "holds"];
const things = ["the red valve", "a small box", "the engine cover", "two long pipes"];
export const hypotheses = Array.from(
  { length: 24 },
  (_, i) => `The worker ${verbs[i % 6]} ${things[i % 4]}, slowly.`,
);
export const references = Array.from(
  { length: 24 },
  (_, i) => `A worker ${verbs[(i + (i % 5 === 0 ? 1 : 0)) % 6]} ${things[i % 4]} slowly`,
);

/** The flags of two files with 24 segments each. */
export function textFiles({ write }: MetricRunner): readonly string[] {
  write("hyp.txt", `${hypotheses.join("\n")}\n`);
  write("ref.txt", `${references.join("\n")}\n`);
  return ["--hypotheses", "hyp.txt", "--references", "ref.txt"];
}

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

/** The flags of ground truth and predictions in twelve videos, ten of them to be scored. */
export function eventFiles({ write }: MetricRunner): readonly string[] {
  write("gt.json", truths);
  write("pred.json", found);
  return ["--reference", "gt.json", "--prediction", "pred.json"];
}

/** Every metric that the command offers. */
export const offered = (await loadMetrics()).flatMap((input) =>
  input.metrics.map((metric) => ({ id: metric.offer.id, metric, input })),
);

/** Small files of every kind, and what some metrics need besides. */
export function smallFiles(
  runner: MetricRunner,
): (input: LoadedInput, metric: OfferedMetric) => readonly string[] {
  const { write } = runner;
  const numbers = Array.from({ length: 12 }, (_, i) => `${i},${i + (i % 3)}`);
  write("n.csv", `truth,prediction\n${numbers.join("\n")}\n`);
  write("r.csv", `ann,bob\n${numbers.join("\n")}\n`);
  write("r3.csv", `ann,bob,cy\n${numbers.map((row) => `${row},1`).join("\n")}\n`);
  write("f.csv", "video,frames,scores,truth\na,4,0.1 0.9 0.8 0.2,2-3\n");
  write(
    "l.csv",
    "truth,prediction,task,options,score:a,score:b\na,a,t,a;b,1,0\nb,a,t,a;b,.7,.3\nb,b,t,a;b,.1,.9\n",
  );
  write("q.txt", "1 0 a 1\n");
  write("u.txt", "1 Q0 a 1 1 me\n");
  write(
    "m.jsonl",
    '{"qid":1,"duration":4,"relevant_windows":[[0,2]],"relevant_clip_ids":[0],"saliency_scores":[[4]]}\n',
  );
  write("p.jsonl", '{"qid":1,"pred_relevant_windows":[[0,2,1]],"pred_saliency_scores":[1,0]}\n');
  write("j.jsonl", '{"truth":[[[0]]],"prediction":[[[1]]]}\n');
  const files: Readonly<Record<string, readonly string[]>> = {
    text: textFiles(runner),
    detection: eventFiles(runner),
    frames: ["--table", "f.csv"],
    moments: ["--reference", "m.jsonl", "--prediction", "p.jsonl"],
    retrieval: ["--qrels", "q.txt", "--run", "u.txt"],
    classification: ["--table", "l.csv"],
    agreement: ["--ratings", "r.csv"],
    regression: ["--table", "n.csv"],
  };
  const needs: Readonly<Record<string, readonly string[]>> = {
    retrieval: [
      "--measures",
      "map,gm_map,Rprec,bpref,recip_rank,iprec_at_recall,P,recall,success,ndcg",
    ],
    "class-f1": ["--positive", "a"],
  };
  const positions = ["--table", "j.jsonl"];
  const others: Readonly<Record<string, readonly string[]>> = {
    mpjpe: positions,
    "mpjpe-final": positions,
  };
  return ({ id: input }, { offer: { id }, options }) => [
    ...(others[id] ?? files[input]!),
    ...(needs[id] ?? []),
    ...(options.some(({ name }) => name === "tolerance") ? ["--tolerance", "1"] : []),
  ];
}
