import type { Asked } from "../../core/asking/asked.ts";
import type { HeadOutput, MatchPool } from "../../core/asking/learning.ts";
import type { Sample } from "../../core/data/sample.ts";
import { firstUnusable } from "../../core/data/unusable-number.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import { type CosineCandidates, cosineCandidates } from "../../math/learning/cosine-ranking.ts";
import type { Numbers } from "../../math/learning/rows.ts";
import { type Answerer, answererOf, type HeadModel, inputWidth } from "./head-model.ts";
import { inputRows, type Lesson, readTogether, targetRows } from "./training-set.ts";

export type AskHead = (
  samples: readonly Sample[],
  signal: AbortSignal,
) => Promise<readonly Asked<unknown>[]>;

/** Pools whose candidates are kept; samples of one pool usually come together. */
const keptPools = 4;

/** Answers samples by a trained head, in batches. */
export function askHead(model: HeadModel, lesson: Lesson): AskHead {
  const answer = answererOf(model);
  const put = model.problem.kind === "match" ? matcher(model, lesson, answer) : outputs;

  async function outputs(samples: readonly Sample[]): Promise<readonly (HeadOutput | string)[]> {
    const rows = await featuresOf(model, lesson, samples);
    const values = await answerRows(answer, rows);
    return values.map((own) => (typeof own === "string" ? own : outputOf(model, own)));
  }

  return async (samples, signal) => {
    const answers: Asked<unknown>[] = [];
    for (let from = 0; from < samples.length; from += readTogether) {
      signal.throwIfAborted();
      const part = samples.slice(from, from + readTogether);
      for (const [i, output] of (await put(part)).entries())
        answers.push(
          typeof output === "string"
            ? noAnswer("missing", output)
            : answered(lesson.learning.predict(output, part[i]!, lesson.options)),
        );
    }
    return answers;
  };
}

/** Features of each sample, or why they cannot be answered. */
async function featuresOf(
  model: HeadModel,
  lesson: Lesson,
  samples: readonly Sample[],
): Promise<readonly (Numbers | string)[]> {
  const { learning, options } = lesson;
  const rows = await inputRows(
    lesson,
    samples.map((sample) => learning.inputs(sample, options)),
  );
  return rows.map((row) => {
    if (row.length !== inputWidth(model))
      return `it has ${row.length} features, but the head learnt from ${inputWidth(model)}`;
    const at = firstUnusable(row);
    return at === undefined ? row : `its feature ${at + 1} is ${row[at]}`;
  });
}

/** Answers to the rows that there are, in one go. */
async function answerRows(
  answer: Answerer,
  rows: readonly (Numbers | string)[],
): Promise<readonly (Float64Array | string)[]> {
  const usable = rows.filter((row) => typeof row !== "string");
  if (usable.length === 0) return rows as readonly string[];
  const width = usable[0]!.length;
  const joined = usable.every((row) => row instanceof Float32Array)
    ? new Float32Array(usable.length * width)
    : new Float64Array(usable.length * width);
  for (const [i, row] of usable.entries()) joined.set(row, i * width);
  const values = await answer(joined);
  const size = values.length / usable.length;
  let at = 0;
  return rows.map((row) => {
    if (typeof row === "string") return row;
    at += size;
    return values.slice(at - size, at);
  });
}

function outputOf({ problem, names }: HeadModel, values: Float64Array): HeadOutput {
  if (problem.kind === "class") return { kind: "class", classes: names, probabilities: values };
  if (problem.kind === "labels")
    return { kind: "labels", vocabulary: names, probabilities: values };
  return { kind: "values", values };
}

/** Ranks the items of a sample's pool; each pool is read and projected once. */
function matcher(model: HeadModel, lesson: Lesson, answer: Answerer) {
  const { learning, options, arrays } = lesson;
  const projectsQuery = model.problem.kind === "match" && model.problem.projects === "query";
  const pools = new Map<string, Promise<CosineCandidates | string>>();

  async function candidatesOf({ items }: MatchPool): Promise<CosineCandidates | string> {
    const rows: Numbers[] = [];
    for (let from = 0; from < items.length; from += readTogether) {
      const part = items.slice(from, from + readTogether);
      if (projectsQuery)
        rows.push(
          ...(await targetRows(
            arrays,
            part.map(({ targets }) => ({ kind: "values", refs: targets })),
          )),
        );
      else {
        const inputs = await inputRows(
          lesson,
          part.map(({ inputs: refs }) => refs),
        );
        for (const row of await answerRows(answer, inputs))
          if (typeof row === "string") return row;
          else rows.push(row);
      }
    }
    if (rows.length === 0) return "its pool is empty";
    const width = rows[0]!.length;
    const joined = new Float64Array(rows.length * width);
    for (const [i, row] of rows.entries()) {
      if (row.length !== width)
        return `item ${i + 1} of its pool has ${row.length} numbers, but the first has ${width}`;
      const at = firstUnusable(row);
      if (at !== undefined) return `number ${at + 1} of item ${i + 1} of its pool is ${row[at]}`;
      joined.set(row, i * width);
    }
    return cosineCandidates(joined, width);
  }

  function known(pool: MatchPool): Promise<CosineCandidates | string> {
    const found = pools.get(pool.id) ?? candidatesOf(pool);
    pools.delete(pool.id);
    pools.set(pool.id, found);
    if (pools.size > keptPools) pools.delete(pools.keys().next().value!);
    return found;
  }

  async function queries(samples: readonly Sample[]): Promise<readonly (Numbers | string)[]> {
    if (projectsQuery) return answerRows(answer, await featuresOf(model, lesson, samples));
    const targets = samples.map((sample) => learning.target(sample, options));
    const rows = await targetRows(
      arrays,
      targets.map((target) => target ?? { kind: "values", refs: [] }),
    );
    return rows.map((row) => (row.length === 0 ? "it has nothing to look for" : row));
  }

  return async (samples: readonly Sample[]): Promise<readonly (HeadOutput | string)[]> => {
    const found: (HeadOutput | string)[] = [];
    for (const [i, query] of (await queries(samples)).entries()) {
      const pool = learning.pool?.(samples[i]!, options);
      const candidates = pool ? await known(pool) : "it has no pool";
      if (typeof query === "string" || typeof candidates === "string")
        found.push(typeof query === "string" ? query : (candidates as string));
      else found.push({ kind: "match", ...candidates.rank(query) });
    }
    return found;
  };
}
