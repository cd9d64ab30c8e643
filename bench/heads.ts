import { loadavg } from "node:os";
import { numpyNormal } from "../src/math/learning/numpy-normal.ts";
import { fitHead } from "../src/systems/heads/fit-head.ts";
import { answererOf } from "../src/systems/heads/head-model.ts";
import { headSchema, settingsOf } from "../src/systems/heads/head-settings.ts";
import { openRowStore } from "../src/systems/heads/row-store.ts";
import type { TrainingSet } from "../src/systems/heads/training-set.ts";
import { askPeer, cpuSeconds, sideBySide } from "./side-by-side.ts";

const rounds = Number(process.env.VIDIMUS_BENCH_ROUNDS ?? 3);

/** A task of the suite as the heads see it. */
interface HeadTask {
  readonly kind: "class" | "labels" | "values";
  readonly columns: number;
  readonly train: number;
  readonly test: number;
  readonly outputs: number;
}

const task = (kind: HeadTask["kind"], columns: number, outputs: number, train = 813): HeadTask => ({
  ...{ kind, columns, train, test: 1161 - 813, outputs },
});

/** Twelve tasks of one episode of 1,161 windows × 8,546 features, by their sizes. */
const suite: Readonly<Record<string, HeadTask>> = {
  timeline_action: task("class", 8546, 18, 801),
  timeline_subtask: task("class", 8546, 6, 803),
  transition_detection: task("class", 8546, 2),
  next_action: task("class", 8546, 18),
  hand_trajectory_forecast: task("values", 8546, 1260, 811),
  contact_prediction: task("class", 7503, 2),
  object_relevance: task("labels", 7650, 34),
  caption_grounding: task("values", 7650, 896),
  cross_modal_retrieval: task("values", 2415, 5096),
  modality_reconstruction: task("values", 2415, 5096),
  temporal_order: { ...task("class", 25638, 2, 1624), test: 696 },
  misalignment_detection: { ...task("class", 7511, 2, 1614), test: 692 },
};

/** Epochs of the network; the time of all 80 is a multiple of it. */
const epochs = 20;

/**
 * Heads beside NumPy (the same descent and ridge regression, in either precision) and PyTorch (the
 * same network), on one thread each: learning and answering, without reading features.
 */
export async function run(): Promise<void> {
  const wanted = process.env.VIDIMUS_BENCH_CASES?.split(",");
  const tasks = Object.entries(suite).filter(([name]) => wanted?.includes(name) ?? true);
  for (const [name, one] of tasks) await beside(`minimal, ${name}`, one, minimalPeers(one));
  for (const [name, one] of tasks.filter(([, { kind }]) => kind !== "labels"))
    if (wanted || ["timeline_action", "modality_reconstruction"].includes(name))
      await beside(`neural, ${epochs} epochs, ${name}`, one, neuralPeers(one));
  console.log(
    `\nload of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")}`,
  );
}

interface Peer {
  readonly name: string;
  readonly head: "minimal" | "neural";
  ask(): { readonly seconds: number; readonly answers?: readonly number[] } | undefined;
}

function minimalPeers(one: HeadTask): readonly Peer[] {
  return ["float64", "float32"].map((precision) => ({
    name: `NumPy, ${precision}`,
    head: "minimal",
    ask: () => askPeer("heads.py", ["minimal", JSON.stringify(one), precision]),
  }));
}

function neuralPeers(one: HeadTask): readonly Peer[] {
  const ask = () =>
    askPeer<{ seconds: number }>("heads.py", ["neural", JSON.stringify(one), `${epochs}`]);
  return [{ name: "PyTorch", head: "neural", ask }];
}

async function beside(job: string, one: HeadTask, peers: readonly Peer[]): Promise<void> {
  const { train, test, columns, outputs } = one;
  const data = dataOf(one);
  let answers: Float64Array = new Float64Array();
  await sideBySide(
    `${job} (${train} + ${test} × ${columns} → ${outputs})`,
    [
      {
        name: "ours",
        async run() {
          using set = trainingSet(one, data);
          return await cpuSeconds(async () => {
            answers = await learnAndAnswer(
              set,
              data.inputs.subarray(train * columns),
              peers[0]!.head,
            );
          });
        },
      },
      ...peers.map(({ name, ask }) => ({
        name,
        run() {
          const peer = ask();
          const apart = peer?.answers?.map((value, i) => Math.abs(value - answers[i]!)) ?? [];
          // Targets that are sums of single precision differ in their last bits already.
          if (
            name.endsWith("float64") &&
            Math.max(...apart) > (one.kind === "values" ? 1e-4 : 1e-6)
          )
            console.log(`answers differ by ${Math.max(...apart)}`);
          return peer?.seconds ?? Number.NaN;
        },
      })),
    ],
    rounds,
  );
}

async function learnAndAnswer(
  set: TrainingSet,
  others: Float32Array,
  head: Peer["head"],
): Promise<Float64Array> {
  const settings = settingsOf(headSchema.parse(head === "neural" ? { head, epochs } : { head }));
  const { model } = await fitHead(set, settings, { pause: () => undefined });
  return answererOf(model)(others);
}

interface Data {
  readonly inputs: Float32Array;
  /** Scores of classes and labels, or numbers. */
  readonly scores: Float32Array;
}

/** As peers/heads.py makes it; sums of numbers in another order differ in their last bits. */
function dataOf({ kind, columns, train, test, outputs }: HeadTask): Data {
  const count = train + test;
  const inputs = Float32Array.from(numpyNormal(1, 1, count * columns));
  const noise = Float32Array.from(numpyNormal(3, 1, count * outputs));
  const depth = (outputs % columns) + 1;
  const mixing = kind === "values" ? Float32Array.from(numpyNormal(2, 1, depth * outputs)) : noise;
  const scores = new Float32Array(count * outputs);
  const sums = new Float64Array(outputs);
  for (let row = 0; row < count; row++) {
    sums.fill(0);
    for (let k = 0; k < (kind === "values" ? depth : outputs); k++) {
      const value = inputs[row * columns + k]!;
      if (kind === "values")
        for (let j = 0; j < outputs; j++) sums[j]! += value * mixing[k * outputs + j]!;
      else sums[k] = value;
    }
    for (let j = 0; j < outputs; j++)
      scores[row * outputs + j] = Math.fround(sums[j]!) + noise[row * outputs + j]!;
  }
  return { inputs, scores };
}

function trainingSet(
  { kind, columns, train, outputs }: HeadTask,
  { inputs, scores }: Data,
): TrainingSet {
  const memory = { isDouble: false, memoryBytes: 1e9 };
  const rows = openRowStore({ width: columns, ...memory });
  const values = kind === "values" ? openRowStore({ width: outputs, ...memory }) : undefined;
  const marks: number[][] = [];
  for (let row = 0; row < train; row++) {
    rows.add(inputs.subarray(row * columns, (row + 1) * columns));
    const own = scores.subarray(row * outputs, (row + 1) * outputs);
    values?.add(own);
    const places = Array.from(own.keys());
    if (kind === "class") marks.push([own.indexOf(Math.max(...own))]);
    if (kind === "labels") marks.push(places.filter((j) => own[j]! > 1.2));
  }
  return {
    ...{ problem: { kind }, inputs: rows, values, marks, reads: [], skipped: 0 },
    names: kind === "values" ? [] : Array.from({ length: outputs }, (_, i) => `${i}`),
    [Symbol.dispose]() {
      rows[Symbol.dispose]();
      values?.[Symbol.dispose]();
    },
  };
}
