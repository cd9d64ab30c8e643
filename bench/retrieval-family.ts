import { nothingLent } from "../src/core/family/lent.ts";
import { retrieval } from "../src/families/retrieval/index.ts";
import type { RetrievalPrediction, RetrievalSample } from "../src/families/retrieval/schema.ts";
import { seededRandom } from "../src/math/seeded-random.ts";
import { familyScores } from "./family-scores.ts";
import { median } from "./measured-command.ts";
import { cpuSeconds } from "./side-by-side.ts";

const queries = 100_000;
const clipsPerQuery = 100;
const intervalsPerQuery = 3;
const rounds = 3;

/**
 * From predictions in memory to every metric of the family; half of the clips lie near evidence.
 */
export async function run(): Promise<void> {
  const answers = Array.from({ length: queries }, (_, at) => answer(at));
  const seconds: number[] = [];
  let scores: Readonly<Record<string, number | null>> = {};
  for (let round = 0; round < rounds; round++)
    seconds.push(
      await cpuSeconds(() => {
        scores = familyScores(retrieval, answers);
      }),
    );
  const metrics = retrieval.scoring(retrieval.data.options.parse({}), nothingLent).metrics.length;
  console.log(
    `\n${queries} queries × ${clipsPerQuery} clips against ${intervalsPerQuery} intervals, all ${metrics} metrics: ${median(seconds).toFixed(2)} s CPU, median of ${rounds} (${seconds.map((one) => one.toFixed(2)).join(", ")})`,
  );
  console.log(
    `recall@5 ${scores["recall@5"]}, MRR ${scores.mrr}, moment mAP ${scores["moment-map"]}`,
  );
  console.log(
    `most memory of the process, the predictions themselves included: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
}

function answer(at: number): {
  readonly sample: RetrievalSample;
  readonly prediction: RetrievalPrediction;
} {
  const random = seededRandom(1, "bench-retrieval", String(at));
  const evidence = Array.from({ length: intervalsPerQuery }, () => {
    const startSeconds = random() * 3000;
    return {
      startSeconds,
      endSeconds: startSeconds + 5 + random() * 30,
      relevance: "primary" as const,
    };
  });
  const clips = Array.from({ length: clipsPerQuery }, (_, rank) => {
    const near = evidence[Math.floor(random() * intervalsPerQuery)]!;
    const startSeconds =
      random() < 0.5 ? Math.max(0, near.startSeconds + (random() - 0.5) * 20) : random() * 3000;
    return { startSeconds, endSeconds: startSeconds + 4 + random() * 30, score: 1 / (rank + 1) };
  });
  const id = `query-${at}`;
  return {
    sample: {
      id,
      group: id,
      answer: null,
      clips: [],
      durationSeconds: 3100,
      evidence,
      media: [],
      metadata: {},
      question: "?",
    },
    prediction: { clips },
  };
}
