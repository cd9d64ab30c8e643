import type { GraderNames } from "../../core/asking/grader.ts";
import type { Analysis, Table } from "../../core/scores/analysis.ts";
import type { Measure } from "../../core/scores/measure.ts";
import {
  type DialogueEvidence,
  matchSignature,
  type streamEvidence,
} from "../../metrics/dialogue/dialogue-evidence.ts";
import { countAlikeTexts } from "../../metrics/dialogue/dialogue-texts.ts";
import type { lexicalSimilarity } from "../../metrics/dialogue/lexical-similarity.ts";
import { scoreColumns, scoreRow } from "../../metrics/dialogue/score-columns.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { otherSimilarityRoles, similarityRole } from "./similarity.ts";
import { streamMatcher } from "./stream-matching.ts";
import type { DialogueLoan } from "./tables.ts";

/** Something that compares meanings; the words themselves have no role. */
interface Source {
  readonly name: string;
  readonly role?: string;
}

/**
 * What came of one stream by each source, in their order; `null` where it did not compare the
 * stream.
 */
interface SourcesEvidence {
  readonly bySource: readonly (DialogueEvidence | null)[];
}

interface SourcesScoring {
  readonly measures: readonly Measure<DialogueSample, DialoguePrediction, SourcesEvidence>[];
  readonly analyses: readonly Analysis<SourcesEvidence>[];
}

type SourcesOptions = DialogueOptions & DialogueLoan;

interface SourcesParts {
  /** What comes of a stream by the source that counts. */
  readonly first: Measure<DialogueSample, DialoguePrediction, DialogueEvidence>["measure"];
  readonly evidenceOf: ReturnType<typeof streamEvidence>;
  readonly byWords: ReturnType<typeof lexicalSimilarity>;
}

/**
 * How scores depend on what compares meanings: the same predictions matched and scored by every
 * source that the task names, the one that counts first, and by the words themselves. Nothing where
 * only words are compared.
 */
export function similaritySources(
  options: SourcesOptions,
  graders: GraderNames,
  { first, evidenceOf, byWords }: SourcesParts,
): SourcesScoring {
  const sources = sourcesOf(graders);
  if (sources.length < 2) return { measures: [], analyses: [] };
  const { window, factor, power, zeroEdge } = options;
  const each = sources.map(({ name }) =>
    matchSignature({ window, factor, power, zeroEdge, similarity: name }),
  );
  const measure = `similarity-sources|${each.join(" and ")}`;
  const matchers = sources.map((source) => ({
    ...source,
    match: streamMatcher(options, source.name, { role: source.role, byWords }),
  }));
  return {
    measures: [
      {
        signature: measure,
        measure: (observation) => ({
          bySource: matchers.map(({ role, match }, at) => {
            const { sample, prediction, grades } = observation;
            if (
              role !== undefined &&
              grades[role] === undefined &&
              prediction.utterances.length > 0
            )
              return null;
            if (at === 0) return first(observation);
            const { stream, settings, similarity } = match(sample, prediction, grades);
            return evidenceOf(stream, settings, similarity);
          }),
        }),
      },
    ],
    analyses: [
      {
        id: "by-similarity-source",
        title: "By what compares meanings; the first counts",
        measure,
        analyse: (evidence) => scoresBySource([...evidence], sources, options),
      },
      {
        id: "f1-by-similarity-source",
        title: "F1 by the similarity asked for, and by what compares meanings",
        measure,
        analyse: (evidence) => f1BySource([...evidence], sources),
      },
    ],
  };
}

function sourcesOf(graders: GraderNames): readonly Source[] {
  const named = [similarityRole, ...otherSimilarityRoles].flatMap((role) =>
    graders[role] === undefined ? [] : [{ role, name: graders[role] }],
  );
  const words: Source = { name: "lexical" };
  const all = graders[similarityRole] === undefined ? [words, ...named] : [...named, words];
  // Two tables may have the same name in different folders.
  return all.map((one, at) =>
    all.findIndex(({ name }) => name === one.name) === at
      ? one
      : { ...one, name: `${one.name} (${one.role})` },
  );
}

function scoresBySource(
  evidence: readonly SourcesEvidence[],
  sources: readonly Source[],
  options: SourcesOptions,
): Table {
  const scored = scoreRow(options);
  return {
    kind: "table",
    columns: ["compared by", "streams", ...scoreColumns.titles],
    fractions: scoreColumns.fractions,
    rows: sources.map(({ name }, at) => {
      const own = ofSource(evidence, at);
      if (at > 0) countAlikeTexts(ofBoth(evidence, at), options);
      return [name, own.length, ...scored(own)];
    }),
  };
}

const asked = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** Pairs stay as each source matched them; of these, those above the similarity count as right. */
function f1BySource(evidence: readonly SourcesEvidence[], sources: readonly Source[]): Table {
  const names = sources.map(({ name }) => name);
  const own = sources.map((_, at) => f1ByThreshold(ofSource(evidence, at)));
  const rows = asked.map((least, level) => [
    least.toFixed(1),
    ...own.map((scores) => scores[level]!),
  ]);
  return { kind: "table", columns: ["similarity above", ...names], fractions: names, rows };
}

/** F1 at each of the similarities asked for; each stream is read once for all of them. */
function f1ByThreshold(evidence: readonly DialogueEvidence[]): readonly (number | null)[] {
  const right = asked.map(() => 0);
  let all = 0;
  for (const { semantics, missedLabels, redundant } of evidence) {
    all += 2 * semantics.length + missedLabels.length + redundant;
    for (const semantic of semantics)
      for (let level = 0; level < asked.length; level++)
        if (semantic > asked[level]!) right[level]! += 2;
  }
  return right.map((count) => (all === 0 ? null : count / all));
}

/** By the first source and another, of the streams that both compared. */
function ofBoth(
  evidence: readonly SourcesEvidence[],
  at: number,
): readonly (readonly [DialogueEvidence, DialogueEvidence])[] {
  return evidence.flatMap(({ bySource }) => {
    const [first, other] = [bySource[0], bySource[at]];
    return first && other ? [[first, other] as const] : [];
  });
}

function ofSource(evidence: readonly SourcesEvidence[], at: number): readonly DialogueEvidence[] {
  return evidence.flatMap(({ bySource }) => bySource[at] ?? []);
}
