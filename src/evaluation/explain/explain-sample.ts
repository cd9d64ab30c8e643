import type { Json } from "../../core/json.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { runStores } from "../../store/run-stores.ts";
import { isReference } from "../../summary/baseline-systems.ts";
import type { ExplainedAnswer, SampleExplanation } from "../../summary/sample-explanation.ts";
import type { Place } from "../cell/evaluate-cell.ts";
import { rescoreRun } from "../run/rescore-run.ts";
import type { Task } from "../task/open-task.ts";
import { explainedAnswer, plain } from "./explained-answer.ts";

export interface SampleRequest {
  readonly directory: string;
  /** As the user calls the run. */
  readonly name: string;
  /** Its id, or a part of the id of one sample. */
  readonly sample: string;
  /** The folder that paths of the configuration are relative to, where the data was moved. */
  readonly base?: string | undefined;
  /** Where several tasks have a sample of this id. */
  readonly task?: string | undefined;
  readonly system?: string | undefined;
}

/** All about one sample of a run, and the tasks that its frames can be had of. */
export interface ExplainedSample {
  readonly explanation: SampleExplanation;
  readonly tasks: readonly Task[];
}

/** Gathers what the log and the data say about one sample: nothing is asked or decoded. */
export async function explainSample(request: SampleRequest): Promise<ExplainedSample> {
  const { directory, name } = request;
  const isWanted = ({ task, system }: Place) =>
    task === (request.task ?? task) && system === (request.system ?? system);
  await using store = await runStores.read(directory);
  const answers: ExplainedAnswer[] = [];
  const references = new Set<string>();
  const samples = new Map<string, Json>();
  const evidence = new Map<string, Readonly<Record<string, Json>>>();
  let tasks: readonly Task[] = [];
  const { id, tasks: taskIds } = await sampleNamed(store, request.sample);
  if (taskIds.size > 0)
    await rescoreRun({
      store,
      onEvent: () => undefined,
      set: [],
      base: request.base,
      isOffline: true,
      taskIds,
      select: ({ seed }) => ({ ids: [id], seed }),
      onTasks: async (opened) => {
        tasks = opened;
        return (place, sample, marked, settled) => {
          if (!isWanted(place)) return;
          if (isReference(settled.cell.system)) references.add(place.system);
          samples.set(place.task, sample as unknown as Json);
          const task = opened.find((one) => one.id === place.task)!;
          answers.push(explainedAnswer({ ...place, scoring: task.scoring }, marked, settled));
        };
      },
      onScored: (place, { evidence: set, metrics }) => {
        const measures = [...new Set(metrics.map(({ measure }) => measure))];
        const rows = measures.map((measure) => [measure, plain([...set.evidence(measure)])]);
        evidence.set(JSON.stringify(place), Object.fromEntries(rows));
      },
    });
  // What baselines would say is of interest where nothing else is, or where one is named.
  const isTelling = ({ system }: ExplainedAnswer) =>
    request.system !== undefined || !references.has(system);
  const shown = answers.some(isTelling) ? answers.filter(isTelling) : answers;
  const known = shown.map((answer) => {
    const { task, system } = answer;
    return { ...answer, evidence: evidence.get(JSON.stringify({ task, system })) ?? {} };
  });
  if (known.length === 0)
    throw new UserError(
      `${id} is no run, and no system of ${name} was asked about a sample ${id}`,
      "ids are in samples.csv of the run",
    );
  return {
    tasks,
    explanation: {
      schema: "vidimus-sample/1",
      run: name,
      sample: id,
      samples: [...samples].map(([task, sample]) => ({ task, sample })),
      answers: known,
    },
  };
}

/** So many ids are named. */
const mostNamed = 5;

/**
 * The sample of this id or, where there is none, the only one with this text in its id; and the
 * tasks in which some system ended with it.
 */
async function sampleNamed(store: KeptRun, text: string) {
  const found = new Map<string, Set<string>>();
  for await (const event of store.events())
    if (event.event === "outcome" && event.sample.includes(text))
      found.set(event.sample, (found.get(event.sample) ?? new Set()).add(event.task));
  const [only] = found.size === 1 ? found.keys() : [text];
  const tasks = found.get(only ?? text);
  if (found.size > 1 && !tasks) {
    const names = [...found.keys()].sort().slice(0, mostNamed).join(", ");
    throw new UserError(
      `${found.size} samples have ${text} in their ids`,
      `name one: ${names}${found.size > mostNamed ? ", …" : ""}`,
    );
  }
  return { id: only ?? text, tasks: tasks ?? new Set<string>() };
}
