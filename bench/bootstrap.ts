import { clusterBootstrap } from "../src/math/cluster-bootstrap.ts";
import { percentileInterval } from "../src/math/percentile-interval.ts";
import { seededRandom } from "../src/math/seeded-random.ts";
import { accuracy } from "../src/metrics/accuracy.ts";

const samples = 1_000_000;
const resamples = 1_000;

/** An interval over a million samples by a thousand resamples of groups: every sample its own group, and five samples per group. */
export async function run(): Promise<void> {
  const random = seededRandom(1, "bench");
  const evidence = Array.from({ length: samples }, () => ({ correct: random() < 0.5 ? 1 : 0, choices: 5, type: "t", position: 0, optionSet: 0, rank: 0 }) as never);
  const score = accuracy({ measure: "m" } as never).prepare(evidence);
  for (const size of [1, 5]) {
    const groups = Uint32Array.from({ length: samples }, (_, i) => Math.floor(i / size));
    const startedAt = performance.now();
    const [resampled] = clusterBootstrap({ groups, groupCount: Math.ceil(samples / size), scores: [score], resamples, seed: 1 });
    const interval = percentileInterval(resampled!.values);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`${samples} samples, ${size} per group, ${resamples} resamples: ${seconds.toFixed(1)} s  [${interval?.low.toFixed(5)}, ${interval?.high.toFixed(5)}]`);
  }
}
