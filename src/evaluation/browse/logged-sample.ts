import { isRecord } from "../../core/json.ts";
import { looksIn } from "../../core/run/looks.ts";
import type { KeptRun, WorkHistory } from "../../core/run/run-store.ts";
import { cellDigits, type WorkKey } from "../../core/run/work.ts";
import { isReference } from "../../summary/baseline-systems.ts";
import type { SampleAnswer, SampleSystem } from "../../summary/browse/sample-page.ts";
import { explainedAsk, explainedLooks, plain } from "../explain/explained-answer.ts";

type LoggedAnswer = Omit<SampleAnswer, "looks"> & {
  readonly looks: ReturnType<typeof explainedLooks>;
};

export interface LoggedSystem extends Omit<SampleSystem, "answers"> {
  readonly answers: readonly LoggedAnswer[];
}

/**
 * What the log alone says of samples, by their ids, for runs whose data is gone: outcomes, replies
 * and what was shown, without what was asked and how it is scored. The whole log is read.
 */
export async function loggedSamples(
  store: KeptRun,
  task: string,
  samples: readonly string[],
): Promise<ReadonlyMap<string, readonly LoggedSystem[]>> {
  const wanted = new Set(samples);
  const keys = new Map<WorkKey, { readonly system: string; readonly sample: string }>();
  for await (const event of store.events())
    if (event.event === "outcome" && event.task === task && wanted.has(event.sample))
      keys.set(event.key, event);
  const cells = new Map<string, CellFacts>();
  for (const { data } of await store.notes("cell"))
    if (isRecord(data) && data.task === task)
      cells.set(String(data.digest), {
        kind: String(data.kind),
        repeat: Number(data.repeat ?? 0),
      });
  const histories = await store.histories([...keys.keys()]);
  const found = [...keys].map(([key, { system, sample }], at) => ({
    system,
    sample,
    cell: cells.get(key.slice(0, cellDigits)) ?? { kind: "", repeat: 0 },
    history: histories[at]!,
  }));
  const bySample = [...Map.groupBy(found, ({ sample }) => sample)];
  return new Map(bySample.map(([sample, own]) => [sample, systemsOf(own)]));
}

function systemsOf(found: readonly FoundWork[]): readonly LoggedSystem[] {
  return [...Map.groupBy(found, ({ system }) => system)].map(([id, own]) => {
    const sorted = own.toSorted((a, b) => a.cell.repeat - b.cell.repeat);
    const { kind } = sorted[0]!.cell;
    const answers = sorted.map(({ history, cell }) => ({
      ...answerOf(history),
      ...(sorted.length > 1 ? { repeat: cell.repeat + 1 } : {}),
    }));
    return { id, kind, isReference: isReference({ kind }), answers };
  });
}

interface FoundWork {
  readonly system: string;
  readonly cell: CellFacts;
  readonly history: WorkHistory;
}

interface CellFacts {
  readonly kind: string;
  readonly repeat: number;
}

function answerOf({ outcome: event, media, replies }: WorkHistory): LoggedAnswer {
  const { outcome, attempt, extractor } = event!;
  return {
    outcome: outcome.kind,
    answer: outcome.kind === "answered" ? plain(outcome.value) : null,
    ...(outcome.kind === "answered" ? {} : { reason: outcome.reason }),
    ...(extractor === undefined ? {} : { extractor }),
    looks: explainedLooks(looksIn(media, attempt)),
    asks: replies.filter((reply) => reply.attempt === attempt).map((one) => explainedAsk(one)),
    grades: {},
    values: {},
    evidence: {},
    milliseconds: {},
    view: null,
    brief: null,
  };
}
