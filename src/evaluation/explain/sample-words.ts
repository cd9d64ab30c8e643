import type { PlannedSample } from "../../core/data/dataset.ts";
import type { BothSides } from "../../summary/explanation.ts";
import { differingLeaves } from "./differing-leaves.ts";
import type { CommonSample, ExplainedSide } from "./run-inputs.ts";
import { taskSamples } from "./task-samples.ts";

const gone = "(the data does not say this any more)";

/** In which members samples differ, by the data of both runs as far as it is still what it was. */
export async function sampleWords(
  changed: readonly CommonSample[],
  a: ExplainedSide,
  b: ExplainedSide,
): Promise<readonly BothSides[]> {
  if (changed.length === 0) return [];
  const ids = changed.map(({ id }) => id);
  const [ofA, ofB] = [
    (await taskSamples(a.store, a.cell.task, ids)).samples,
    (await taskSamples(b.store, b.cell.task, ids)).samples,
  ];
  return changed.flatMap(({ id, a: one, b: other }) => {
    const [left, right] = [asItWas(ofA.get(id), one.content), asItWas(ofB.get(id), other.content)];
    if (left && right)
      return differingLeaves(left, right)
        .slice(0, 2)
        .map((side) => ({ ...side, where: `${id}: ${side.where}` }));
    return [{ where: id, a: left ? summed(left) : gone, b: right ? summed(right) : gone }];
  });
}

/** The sample, if it is still the one that was asked about. */
function asItWas(planned: PlannedSample | undefined, content: string): object | undefined {
  return planned?.digest === content ? planned.sample : undefined;
}

function summed(sample: object): string {
  const text = JSON.stringify(sample);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
