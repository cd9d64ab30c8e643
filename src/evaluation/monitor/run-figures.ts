import { type SystemTimes, timeClasses } from "../../engine/ask-times.ts";
import type {
  EvaluationEvent,
  MachineEvent,
  ProgressEvent,
  ScoredEvent,
} from "../evaluation-event.ts";
import { type Figure, type MetricFamily, prometheusText } from "./prometheus-text.ts";

/** Every name that a run exports, with what it is. */
const families = {
  vidimus_run_info: ["gauge", "1 for the run that is under way"],
  vidimus_samples_expected: [
    "gauge",
    "Samples that a system is to be asked about, repeats included",
  ],
  vidimus_samples_settled: ["gauge", "Samples of these that are settled"],
  vidimus_outcomes_total: ["counter", "Settled samples by outcome"],
  vidimus_requests_in_flight: ["gauge", "Requests under way"],
  vidimus_requests_limit: ["gauge", "Requests that may be under way now"],
  vidimus_retries_total: ["counter", "Further requests that failures made necessary"],
  vidimus_cost_dollars_total: [
    "counter",
    "What requests cost, in US dollars, as far as prices are known",
  ],
  vidimus_request_seconds: ["histogram", "How long requests took that were answered"],
  vidimus_request_failures_total: [
    "counter",
    "Requests that failed, by server of systems that are asked at several",
  ],
  vidimus_score: ["gauge", "Scores of systems that have met all samples of a task"],
  vidimus_coverage_ratio: ["gauge", "Share of samples that were put to the system and came back"],
  vidimus_process_busy_cores: [
    "gauge",
    "Processor time per second, of a process and all that it started",
  ],
  vidimus_process_resident_bytes: [
    "gauge",
    "Resident memory, of a process and all that it started",
  ],
  vidimus_gpu_memory_bytes: ["gauge", "Memory of a graphics card in use"],
  vidimus_gpu_busy_ratio: ["gauge", "Share of the time in which a graphics card was busy"],
} as const satisfies Readonly<Record<string, readonly [MetricFamily["type"], string]>>;

type FamilyName = keyof typeof families;

export const exportedNames = Object.keys(families) as readonly FamilyName[];

/** Remembers the last of what a run reports, for those who ask now and then. */
export class RunFigures {
  readonly #name: string;
  #row = "";
  #progress: ProgressEvent | undefined;
  #machine: MachineEvent | undefined;
  readonly #scored = new Map<string, ScoredEvent>();

  constructor(name: string) {
    this.#name = name;
  }

  note(event: EvaluationEvent): void {
    if (event.type === "started") this.#row = event.row ?? "";
    if (event.type === "progress") this.#progress = event;
    if (event.type === "machine") this.#machine = event;
    if (event.type === "scored")
      this.#scored.set(JSON.stringify([event.task, event.summary.id]), event);
  }

  /** In the text format of Prometheus. */
  text(): string {
    const figures: Readonly<Record<FamilyName, readonly Figure[]>> = {
      vidimus_run_info: [one(1, { run: this.#name, row: this.#row })],
      ...progressFigures(this.#progress),
      ...scoreFigures([...this.#scored.values()]),
      ...machineFigures(this.#machine),
    };
    return prometheusText(
      exportedNames.map((name) => {
        const [type, help] = families[name];
        return { name, type, help, figures: figures[name] };
      }),
    );
  }
}

function one(value: number, labels: Figure["labels"] = {}): Figure {
  return { labels, value };
}

function progressFigures(event: ProgressEvent | undefined) {
  const systems = event?.systems ?? [];
  const asking = event?.asking;
  const given = (value: number | undefined) => (value === undefined ? [] : [one(value)]);
  return {
    vidimus_samples_expected: systems.map(({ system, expected }) => one(expected, { system })),
    vidimus_samples_settled: systems.map(({ system, settled }) => one(settled, { system })),
    vidimus_outcomes_total: systems.flatMap(({ system, outcomes }) =>
      Object.entries(outcomes).map(([outcome, count]) => one(count, { system, outcome })),
    ),
    vidimus_requests_in_flight: given(asking?.inFlight),
    vidimus_requests_limit: given(asking?.limit),
    vidimus_retries_total: given(asking?.retries),
    vidimus_cost_dollars_total: given(asking?.spent),
    vidimus_request_seconds: (asking?.times ?? []).flatMap(
      ({ counts, count, sumSeconds, ...who }) => {
        const labels = labelsOf(who);
        let reached = 0;
        const buckets = [...timeClasses, Number.POSITIVE_INFINITY].map((end, at) => {
          reached += counts[at]!;
          const le = Number.isFinite(end) ? String(end) : "+Inf";
          return { suffix: "_bucket", labels: { ...labels, le }, value: reached };
        });
        return [
          ...buckets,
          { suffix: "_sum", labels, value: sumSeconds },
          { suffix: "_count", labels, value: count },
        ];
      },
    ),
    vidimus_request_failures_total: (asking?.times ?? []).flatMap(({ failures, ...who }) =>
      failures === undefined ? [] : [one(failures, labelsOf(who))],
    ),
  };
}

function labelsOf({ system, server }: Pick<SystemTimes, "system" | "server">): Figure["labels"] {
  return server === undefined ? { system } : { system, server };
}

function scoreFigures(events: readonly ScoredEvent[]) {
  return {
    vidimus_score: events.flatMap(({ task, summary }) =>
      Object.entries(summary.metrics).flatMap(([metric, { value }]) =>
        value === null ? [] : [one(value, { task, system: summary.id, metric })],
      ),
    ),
    vidimus_coverage_ratio: events.flatMap(({ task, summary }) =>
      summary.coverage === null ? [] : [one(summary.coverage, { task, system: summary.id })],
    ),
  };
}

function machineFigures(event: MachineEvent | undefined) {
  const { processes = [], gpus = [] } = event ?? {};
  return {
    vidimus_process_busy_cores: processes.map(({ name, cpu }) => one(cpu, { process: name })),
    vidimus_process_resident_bytes: processes.map(({ name, rssBytes }) =>
      one(rssBytes, { process: name }),
    ),
    vidimus_gpu_memory_bytes: gpus.map(({ name, memoryBytes }) => one(memoryBytes, { gpu: name })),
    vidimus_gpu_busy_ratio: gpus.map(({ name, utilisation }) => one(utilisation, { gpu: name })),
  };
}
