import { assignSparse } from "../../math/assignment/assign-sparse.ts";
import type { Similarity, Stream } from "./match-utterances.ts";

interface WordMatching {
  /** How many frames an utterance may be moved, either way. */
  readonly reach: number;
  readonly similarity: Similarity;
}

/**
 * The similarities of the pairs that cost least in all where time costs nothing: what
 * `matchUtterances` finds with such settings, by a graph that has an edge for each similar
 * reference instead of one for each frame, since one silent frame is as good as another. A pair
 * without any similarity is as good as silence and left out. `undefined` where silent frames are so
 * few that it matters which of them is taken.
 */
export function matchWords(
  stream: Stream,
  { reach, similarity }: WordMatching,
): readonly number[] | undefined {
  if (!hasSilenceForAll(stream, reach)) return undefined;
  const graph = similarityGraph(stream, reach, similarity);
  const assignment = assignSparse(graph);
  if (!assignment.feasible) return undefined;
  const similarities: number[] = [];
  for (let row = 0; row < stream.generated.length; row++) {
    const column = assignment.columnOfRow[row]!;
    if (column >= stream.references.length) continue;
    let edge = graph.starts[row]!;
    while (graph.columns[edge] !== column) edge++;
    similarities.push(1 - graph.costs[edge]!);
  }
  return similarities;
}

/**
 * Whether every utterance can have a silent frame of its own within reach: taking the first that is
 * free finds out, as all reach equally far.
 */
function hasSilenceForAll({ frameCount, generated, references }: Stream, reach: number): boolean {
  let [frame, reference] = [0, 0];
  for (const said of generated) {
    frame = Math.max(frame, said.frame - reach);
    while (reference < references.length && references[reference]!.frame <= frame) {
      if (references[reference]!.frame === frame) frame++;
      reference++;
    }
    if (frame > Math.min(frameCount - 1, said.frame + reach)) return false;
    frame++;
  }
  return true;
}

/** A column for each reference, then one for the silence of each utterance, which costs 1. */
function similarityGraph({ generated, references }: Stream, reach: number, similarity: Similarity) {
  const starts = new Uint32Array(generated.length + 1);
  const most = edgesWithin({ generated, references }, reach);
  const [columns, costs] = [new Uint32Array(most), new Float64Array(most)];
  let [first, edge] = [0, 0];
  for (let row = 0; row < generated.length; row++) {
    const { frame } = generated[row]!;
    columns[edge] = references.length + row;
    costs[edge++] = 1;
    while (first < references.length && references[first]!.frame < frame - reach) first++;
    for (
      let column = first;
      column < references.length && references[column]!.frame <= frame + reach;
      column++
    ) {
      const cost = Math.fround(1 - Math.abs(Math.fround(similarity(row, column))));
      if (cost >= 1) continue;
      columns[edge] = column;
      costs[edge++] = cost;
    }
    starts[row + 1] = edge;
  }
  const columnCount = references.length + generated.length;
  return {
    starts,
    columns: columns.subarray(0, edge),
    costs: costs.subarray(0, edge),
    columnCount,
  };
}

/** As many as there can be. */
function edgesWithin(
  { generated, references }: Pick<Stream, "generated" | "references">,
  reach: number,
): number {
  let [first, end, count] = [0, 0, 0];
  for (const { frame } of generated) {
    while (first < references.length && references[first]!.frame < frame - reach) first++;
    while (end < references.length && references[end]!.frame <= frame + reach) end++;
    count += 1 + end - first;
  }
  return count;
}
