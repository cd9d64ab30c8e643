import type { FitEpoch, FitReport, System } from "../../core/asking/system.ts";
import { isRecord } from "../../core/json.ts";
import { isReference } from "../../summary/baseline-systems.ts";

/** What people read of one training. */
interface TrainingLog {
  started(): void;
  epoch(epoch: FitEpoch): void;
  ended(report: FitReport | undefined): void;
  left(how: "interrupted" | "failed"): void;
  /** What an earlier start learnt is taken up. */
  restored(): void;
}

interface LogPlace {
  readonly repeat: number;
  onLog?(message: string): void;
}

/** Tells the log of a run of a training, every line with its task and system. */
export function trainingLog(
  { id: task }: { readonly id: string },
  { id, kind, identity }: Pick<System, "id" | "kind" | "identity">,
  { repeat, onLog }: LogPlace,
): TrainingLog {
  const name = `${task}, ${id}${repeat === 0 ? "" : `, repeat ${repeat + 1}`}`;
  const say = (text: string) => {
    // Of a baseline there is nothing to tell: it counts.
    if (!isReference({ kind })) onLog?.(`training ${name}: ${text}`);
  };
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  return {
    started: () => say(`begins (${[kind, ...settingsOf(identity)].join(", ")})`),
    epoch: ({ epoch, loss, validationLoss }) =>
      say(
        `epoch ${epoch}, loss ${shown(loss)}${validationLoss === undefined ? "" : `, validation loss ${shown(validationLoss)}`}`,
      ),
    ended(report) {
      const figures = figuresText(report);
      say(`ended after ${seconds()}${figures === "" ? "" : `: ${figures}`}`);
      for (const warning of report?.warnings ?? []) say(`warning: ${warning}`);
    },
    left: (how) => say(`${how} after ${seconds()}`),
    restored: () => say("was done by an earlier start; nothing is learnt again"),
  };
}

/** Settings that are a word or a number: "head minimal", "epochs 400". */
function settingsOf(identity: unknown): readonly string[] {
  if (!isRecord(identity)) return [];
  return Object.entries(identity).flatMap(([name, value]) =>
    typeof value === "number" || (typeof value === "string" && value.length <= longestWord)
      ? [`${name} ${value}`]
      : [],
  );
}

/** Longer texts are digests. */
const longestWord = 32;

/** "samples 113, train accuracy 0.9912"; empty where nothing is reported. */
export function figuresText(report: FitReport | undefined): string {
  return Object.entries(report?.figures ?? {})
    .map(([name, value]) => `${name} ${shown(value)}`)
    .join(", ");
}

function shown(value: number | string): string {
  if (typeof value === "string" || Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(4)));
}
