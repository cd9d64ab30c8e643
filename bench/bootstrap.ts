import { clusterBootstrap } from "../src/math/interval/cluster-bootstrap.ts";
import { percentileInterval } from "../src/math/interval/percentile-interval.ts";
import { seededRandom } from "../src/math/seeded-random.ts";
import { accuracy } from "../src/metrics/accuracy.ts";
import { chanceCorrectedAccuracy } from "../src/metrics/chance-corrected-accuracy.ts";
import { macroAccuracy } from "../src/metrics/macro-accuracy.ts";

const samples = 1_000_000;
const resamples = 1_000;

/**
 * An interval over a million samples by a thousand resamples of groups: every sample its own group,
 * and five samples per group.
 */
export async function run(): Promise<void> {
  const random = seededRandom(1, "bench");
  const types = ["causal", "temporal", "descriptive"];
  const evidence = Array.from({ length: samples }, (_, i) => ({
    correct: random() < 0.5 ? (1 as const) : (0 as const),
    choices: 5,
    type: types[i % 3]!,
    position: 0,
    optionSet: 0,
    rank: 0,
  }));
  const metrics = [accuracy("bench"), macroAccuracy("bench"), chanceCorrectedAccuracy("bench")];
  const scores = metrics.map((metric) => metric.prepare(evidence));
  for (const size of [1, 5]) {
    const groups = Uint32Array.from({ length: samples }, (_, i) => Math.floor(i / size));
    for (const count of [1, metrics.length]) {
      const startedAt = performance.now();
      const [resampled] = clusterBootstrap({
        groups,
        groupCount: Math.ceil(samples / size),
        scores: scores.slice(0, count),
        resamples,
        seed: 1,
      });
      const interval = percentileInterval(resampled!.values);
      const seconds = (performance.now() - startedAt) / 1000;
      const limits = `[${interval?.low.toFixed(5)}, ${interval?.high.toFixed(5)}]`;
      console.log(
        `${samples} samples, ${size} per group, ${resamples} resamples, ${count} metrics: ${seconds.toFixed(1)} s  accuracy ${limits}`,
      );
    }
  }
}
