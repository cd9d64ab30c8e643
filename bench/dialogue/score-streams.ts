import { dialogueScoring } from "../../src/families/dialogue/metrics.ts";
import { dialogueOptionsSchema } from "../../src/families/dialogue/schema.ts";
import { similarityRole } from "../../src/families/dialogue/similarity.ts";
import { fileScratch } from "../../src/files/file-scratch.ts";
import type { DialogueEvidence } from "../../src/metrics/dialogue/dialogue-evidence.ts";
import { type SyntheticStream, window } from "./synthetic-streams.ts";

const options = dialogueOptionsSchema.parse({ window, zeroEdge: "drop", documents: "matched" });

interface WhatToScore {
  readonly withMeteor?: boolean;
  readonly withCider?: boolean;
  /** Also the half-oracles and all tables and curves. */
  readonly withAnalyses: boolean;
  /** Called at the end with what was kept of every stream. */
  readonly atEnd?: (evidence: readonly DialogueEvidence[]) => void;
}

/**
 * Matches all streams and computes every score; answers them by name. Evidence is laid aside as the
 * commands do it.
 */
export function scoreStreams(
  streams: Iterable<SyntheticStream>,
  { withMeteor = true, withCider = true, withAnalyses, atEnd }: WhatToScore,
): Readonly<Record<string, number | null>> {
  const { measures, metrics, analyses } = dialogueScoring(
    options,
    { [similarityRole]: "given" },
    { scratch: fileScratch },
  );
  const used = withAnalyses ? measures : measures.slice(0, 1);
  const evidence = new Map<string, unknown[]>(used.map(({ signature }) => [signature, []]));
  for (const { sample, prediction, grade } of streams) {
    const observation = {
      sample,
      prediction,
      outcome: "answered" as const,
      grades: { [similarityRole]: grade },
    };
    for (const { signature, measure } of used) evidence.get(signature)!.push(measure(observation));
  }
  if (withAnalyses) for (const { measure, analyse } of analyses) analyse(evidence.get(measure)!);
  const wanted = metrics.filter(
    ({ id }) => (withMeteor || !id.startsWith("METEOR")) && (withCider || !id.startsWith("CIDEr")),
  );
  const scores = Object.fromEntries(
    wanted.map(({ id, measure, prepare }) => [id, prepare(evidence.get(measure)!)()]),
  );
  atEnd?.(evidence.get(used[0]!.signature) as readonly DialogueEvidence[]);
  return scores;
}
