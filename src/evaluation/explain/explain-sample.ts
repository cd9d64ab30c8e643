import type { ChatAsk, Part } from "../../core/asking/chat.ts";
import { replay } from "../../core/asking/replay.ts";
import { protocolFor } from "../../core/family.ts";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import { framesOf, seenIn, shownOf } from "../../core/run/looks.ts";
import type { ReplyEvent } from "../../core/run/run-event.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import type { Settled } from "../../engine/settled.ts";
import { contentDigest } from "../../files/content-digest.ts";
import type { Marked, Scoring } from "../../scoring/scoring.ts";
import { runStores } from "../../store/run-stores.ts";
import { isReference } from "../../summary/baseline-systems.ts";
import type {
  ExplainedAnswer,
  ExplainedAsk,
  ExplainedMessage,
  SampleExplanation,
} from "../../summary/sample-explanation.ts";
import type { Place } from "../cell/evaluate-cell.ts";
import { rescoreRun } from "../run/rescore-run.ts";
import type { Task } from "../task/open-task.ts";
import { answerWords } from "./answer-words.ts";

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
          answers.push(answerOf({ ...place, scoring: task.scoring }, marked, settled));
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

function answerOf(
  { task, system, scoring }: Place & { readonly scoring: Scoring },
  { outcome, errorClass, values, repeat, resources }: Marked,
  settled: Settled,
): ExplainedAnswer {
  const { looks, grades, cell } = settled;
  const said =
    outcome?.kind === "answered"
      ? answerWords(scoring, { sample: settled.planned.sample, value: outcome.value, grades })
      : undefined;
  const { input = 0, output = 0 } = resources ?? {};
  return {
    task,
    system,
    ...(repeat === undefined ? {} : { repeat }),
    outcome: outcome?.kind ?? "pending",
    answer: outcome?.kind === "answered" ? plain(outcome.value) : null,
    ...(said === undefined ? {} : { said }),
    ...(outcome && outcome.kind !== "answered" ? { reason: outcome.reason } : {}),
    ...(settled.extractor === undefined ? {} : { extractor: settled.extractor }),
    ...(errorClass === null ? {} : { errorClass }),
    ...(cell.conditioned ? { condition: cell.conditioned.condition } : {}),
    looks: shownOf(looks).map(({ path, source, decoder, seconds = null, warnings, frames }) => ({
      path,
      source,
      decoder,
      seconds,
      warnings,
      frames,
    })),
    asks: asksOf(settled),
    grades: plain(grades) as Readonly<Record<string, Json>>,
    values,
    evidence: {},
    ...(resources ? { requests: resources.attempts } : {}),
    ...(input + output > 0 ? { tokens: { input, output } } : {}),
    ...(resources?.cost === undefined ? {} : { costUsd: resources.cost }),
    milliseconds: resources?.times ?? {},
  };
}

/** What was asked, worded again by the protocol, where that gives the very ask of the log. */
function asksOf(settled: Settled): readonly ExplainedAsk[] {
  const { cell, planned, looks, replies } = settled;
  const asked = new Map<string, unknown>();
  const protocol = protocolFor(cell.family, cell.system.speaks);
  if (protocol && replies.length > 0) {
    const steps = protocol.steps(planned.sample, {
      ...cell.settings,
      refs: cell.family.data.refs(planned.sample),
      sees: framesOf(looks).length > 0,
      extractor: cell.extractor,
    });
    replay(steps, {
      seen: (wants, place) => seenIn(looks[place], wants.length),
      reply: (ask, step, position) => {
        asked.set(contentDigest(canonicalJson(ask)), ask);
        return replies.findLast((one) => one.step === step && one.position === position)
          ?.outcome as never;
      },
    });
  }
  return replies.map((reply) => askOf(reply, asked.get(reply.ask)));
}

function askOf({ step, outcome, facts = {} }: ReplyEvent, ask: unknown): ExplainedAsk {
  const isAnswered = outcome.kind === "answered";
  return {
    step: step + 1,
    messages: isChatAsk(ask) ? ask.messages.map(messageOf) : null,
    reply: isAnswered ? replyText(outcome.value) : "",
    ...(isAnswered ? {} : { failure: `${outcome.kind}: ${outcome.reason}` }),
    facts: plain(facts) as Readonly<Record<string, Json>>,
  };
}

function isChatAsk(ask: unknown): ask is ChatAsk {
  return isRecord(ask) && Array.isArray(ask.messages);
}

function messageOf({ role, parts }: ChatAsk["messages"][number]): ExplainedMessage {
  return { role, text: parts.map(partText).join("\n") };
}

function partText(part: Part): string {
  if ("text" in part) return part.text;
  return part.frames.map(({ atSeconds }) => `[frame ${Number(atSeconds.toFixed(3))} s]`).join(" ");
}

function replyText(value: unknown): string {
  return isRecord(value) && typeof value.text === "string" ? value.text : JSON.stringify(value);
}

/** As JSON has it. */
function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}
