import type { SparseCosts } from "../../math/assignment/assign-sparse.ts";
import { assignSparse } from "../../math/assignment/assign-sparse.ts";

/** Something said at a frame of a stream. */
export interface Utterance {
  readonly frame: number;
  readonly text: string;
}

/** How utterances are matched (ProAssist, arXiv:2506.05904). */
export interface MatchSettings {
  /**
   * A prediction at frame i may match a reference at frame j where `left` ≤ j − i ≤ `right`;
   * negative: the prediction is late.
   */
  readonly left: number;
  readonly right: number;
  /** What the far edge of the window costs. */
  readonly factor: number;
  readonly power: number;
  /**
   * `drop`: a pair that costs exactly 0 cannot be chosen, as in the original, whose sparse matrix
   * does not store zeros.
   */
  readonly zeroEdge: "keep" | "drop";
}

/**
 * A stream with what was said and what should have been. Utterances stand in the order of their
 * frames, at most one a frame.
 */
export interface Stream {
  readonly frameCount: number;
  readonly generated: readonly Utterance[];
  readonly references: readonly Utterance[];
}

/** Cosine of a generated and a reference utterance, by their places; rounded to float32 here. */
export type Similarity = (generated: number, reference: number) => number;

/** Both utterances by their places in the stream. */
interface MatchedPair {
  readonly generated: number;
  readonly reference: number;
  readonly cost: number;
  /** 1 − the cost of meaning: the absolute cosine. */
  readonly semantic: number;
}

export interface Matching {
  /** In the order of the generated utterances. */
  readonly matched: readonly MatchedPair[];
  /** Places of references that nothing was matched with. */
  readonly missed: readonly number[];
  /** Places of generated utterances that took a silent frame. */
  readonly redundant: readonly number[];
}

/**
 * Assigns every generated utterance a frame of its own within the window at the least total cost,
 * in float32 as the original computes it: the cost of meaning (1 − |cosine|, or 1 for a silent
 * frame) plus factor × (distance / window)^power. Utterances on a frame with a reference are
 * matched, those on a silent frame redundant. Where not all can have a frame (the window holds no
 * free one, or `drop` took the last), the first that cannot is named.
 */
export function matchUtterances(
  stream: Stream,
  settings: MatchSettings,
  similarity: Similarity,
): Matching | Unassignable {
  const graph = windowGraph(stream, settings, similarity);
  const assignment = assignSparse(graph, { zeroEdge: settings.zeroEdge });
  return assignment.feasible
    ? classify(stream, graph, assignment.columnOfRow)
    : { unassignable: assignment.row };
}

/** Place of a generated utterance that no frame is left for. */
export interface Unassignable {
  readonly unassignable: number;
}

interface WindowGraph extends SparseCosts {
  /** Place of the reference on each frame; −1 where it is silent. */
  readonly referenceAt: Int32Array;
  /** Cost of meaning of each edge. */
  readonly meanings: Float32Array;
}

/** Every frame that each generated utterance may take, with its cost. */
function windowGraph(
  { frameCount, generated, references }: Stream,
  settings: MatchSettings,
  similarity: Similarity,
): WindowGraph {
  const referenceAt = new Int32Array(frameCount).fill(-1);
  for (const [place, { frame }] of references.entries()) referenceAt[frame] = place;
  const distances = distanceCosts(settings);
  const starts = new Uint32Array(generated.length + 1);
  const most = generated.length * (Math.max(0, settings.right - settings.left) + 1);
  const columns = new Uint32Array(most);
  const costs = new Float64Array(most);
  const meanings = new Float32Array(most);
  let edge = 0;
  for (let row = 0; row < generated.length; row++) {
    const { frame } = generated[row]!;
    const last = Math.min(frameCount - 1, frame + settings.right);
    for (let column = Math.max(0, frame + settings.left); column <= last; column++, edge++) {
      const reference = referenceAt[column]!;
      meanings[edge] =
        reference < 0 ? 1 : Math.fround(1 - Math.abs(Math.fround(similarity(row, reference))));
      columns[edge] = column;
      costs[edge] = Math.fround(meanings[edge]! + distances[Math.abs(column - frame)]!);
    }
    starts[row + 1] = edge;
  }
  return {
    starts,
    columns: columns.subarray(0, edge),
    costs: costs.subarray(0, edge),
    columnCount: frameCount,
    referenceAt,
    meanings,
  };
}

/** Cost of each distance in frames, every step rounded to float32. */
function distanceCosts({ left, right, factor, power }: MatchSettings): Float32Array {
  const range = Math.max(Math.abs(left), Math.abs(right));
  const scale = range === 0 ? 0 : Math.fround(factor / range ** power);
  return Float32Array.from({ length: range + 1 }, (_, distance) =>
    Math.fround(Math.fround(distance ** power) * scale),
  );
}

function classify(
  { generated, references }: Stream,
  graph: WindowGraph,
  columnOfRow: Int32Array,
): Matching {
  const matched: MatchedPair[] = [];
  const redundant: number[] = [];
  const isTaken = new Uint8Array(references.length);
  for (let row = 0; row < generated.length; row++) {
    const reference = graph.referenceAt[columnOfRow[row]!]!;
    if (reference < 0) {
      redundant.push(row);
      continue;
    }
    isTaken[reference] = 1;
    const edge = graph.starts[row]! + (columnOfRow[row]! - graph.columns[graph.starts[row]!]!);
    matched.push({
      generated: row,
      reference,
      cost: graph.costs[edge]!,
      semantic: 1 - graph.meanings[edge]!,
    });
  }
  const missed: number[] = [];
  for (let place = 0; place < references.length; place++)
    if (isTaken[place] === 0) missed.push(place);
  return { matched, missed, redundant };
}
