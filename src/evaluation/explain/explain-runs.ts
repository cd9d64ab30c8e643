import type { ShownMedia } from "../../core/run/run-event.ts";
import { UserError } from "../../core/user-error.ts";
import { runStores } from "../../store/run-stores.ts";
import { isReference } from "../../summary/baseline-systems.ts";
import type {
  BothSides,
  ExplainedPair,
  Explanation,
  InputDifference,
} from "../../summary/explanation.ts";
import { answerWords } from "./answer-words.ts";
import { aroundDifference } from "./differing-leaves.ts";
import { settingDifferences } from "./differing-settings.ts";
import {
  type CellInputs,
  type CommonSample,
  type ExplainedSide,
  listOf,
  type RunInputs,
  runInputs,
  type ShownInputs,
  timesText,
} from "./run-inputs.ts";
import { sampleWords } from "./sample-words.ts";
import { taskSamples } from "./task-samples.ts";

/** A run, or one system of it. */
export interface ExplainedRun {
  readonly directory: string;
  /** As the user calls it. */
  readonly name: string;
  readonly system?: string | undefined;
}

const mostShown = 3;

/**
 * Says which inputs of two runs differ, in the order in which they come into a score: data, words,
 * frames, decoder, system, parameters, metric.
 */
export async function explainRuns(a: ExplainedRun, b: ExplainedRun): Promise<Explanation> {
  await using storeA = await runStores.read(a.directory);
  await using storeB = await runStores.read(b.directory);
  const [inputsA, inputsB] = [await runInputs(storeA), await runInputs(storeB)];
  const { pairs, notes } = pairUp([a, inputsA], [b, inputsB]);
  if (pairs.length === 0)
    throw new UserError(
      `${a.name} and ${b.name} have no system on a task in common`,
      notes.join("; "),
    );
  const explained: ExplainedPair[] = [];
  for (const [cellA, cellB] of pairs)
    explained.push(
      await explainPair(
        { cell: cellA, manifest: inputsA.manifest, store: storeA },
        { cell: cellB, manifest: inputsB.manifest, store: storeB },
      ),
    );
  return {
    schema: "vidimus-explanation/1",
    runs: [a.name, b.name],
    pairs: explained,
    notes,
  };
}

type Read = readonly [ExplainedRun, RunInputs];
type CellPair = readonly [CellInputs, CellInputs];

/** Systems of the same name on tasks of the same name; or the only ones, whatever their names. */
function pairUp(
  [a, inputsA]: Read,
  [b, inputsB]: Read,
): { readonly pairs: readonly CellPair[]; readonly notes: readonly string[] } {
  const [cellsA, cellsB] = [wantedCells(a, inputsA), wantedCells(b, inputsB)];
  const pairs: CellPair[] = [];
  const notes: string[] = [];
  for (const task of new Set([...cellsA, ...cellsB].map((cell) => cell.task))) {
    const [ownA, ownB] = [cellsA, cellsB].map((all) => all.filter((cell) => cell.task === task));
    if (ownA!.length === 0 || ownB!.length === 0) {
      notes.push(`the task ${task} is only in ${ownA!.length > 0 ? a.name : b.name}`);
      continue;
    }
    if (ownA!.length === 1 && ownB!.length === 1) pairs.push([ownA![0]!, ownB![0]!]);
    else
      for (const one of ownA!) {
        const other = ownB!.find(({ system }) => system === one.system);
        if (other) pairs.push([one, other]);
        else notes.push(`${one.system} on ${task} is only in ${a.name}`);
      }
  }
  return { pairs, notes };
}

function wantedCells(
  { name, system }: ExplainedRun,
  { cells, manifest }: RunInputs,
): readonly CellInputs[] {
  const kinds = new Map(
    listOf(manifest.cells).map((cell) => [String(cell.system), String(cell.kind)]),
  );
  const known = [...new Set(cells.map((cell) => cell.system))];
  if (system !== undefined && !known.includes(system))
    throw new UserError(`${name}: the run has no system ${system}`, `it has ${known.join(", ")}`);
  const own = cells.filter((cell) =>
    system === undefined
      ? !isReference({ kind: kinds.get(cell.system) ?? "" })
      : cell.system === system,
  );
  return own.length > 0 ? own : cells;
}

async function explainPair(a: ExplainedSide, b: ExplainedSide): Promise<ExplainedPair> {
  // Samples end in any order; which are shown depends on their names alone.
  const common = [...a.cell.samples]
    .flatMap(([id, one]): CommonSample[] => {
      const other = b.cell.samples.get(id);
      return other ? [{ id, a: one, b: other }] : [];
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const [onlyA, onlyB] = [a.cell.samples.size - common.length, b.cell.samples.size - common.length];
  const settings = settingDifferences(a, b);
  const differences = [
    ...(await dataDifference(common, { a, b, onlyA, onlyB })),
    ...settings.filter(({ input }) => ["prompt", "sampler"].includes(input)),
    ...(await shownDifferences(common, { a, b })),
    ...settings.filter(({ input }) => !["prompt", "sampler"].includes(input)),
  ];
  return {
    task: a.cell.task,
    systems: [a.cell.system, b.cell.system],
    common: common.length,
    onlyA,
    onlyB,
    differences,
    answers: await answersOf(common, { a, b, isSame: settings.length === 0 }),
  };
}

interface Sides {
  readonly a: ExplainedSide;
  readonly b: ExplainedSide;
}

async function dataDifference(
  common: readonly CommonSample[],
  { a, b, onlyA, onlyB }: Sides & { readonly onlyA: number; readonly onlyB: number },
): Promise<readonly InputDifference[]> {
  const changed = common.filter((one) => one.a.content !== one.b.content);
  if (changed.length + onlyA + onlyB === 0) return [];
  const isAsked = a.cell.samples.values().some(({ asked, content }) => asked !== content);
  const asked = changed.filter((one) => one.a.asked !== one.b.asked).length;
  const which = isAsked && asked < changed.length ? `, ${asked} of them in what is asked` : "";
  const texts = [
    ...(changed.length > 0
      ? [`${changed.length} of ${common.length} common samples say something else${which}`]
      : []),
    ...(onlyA > 0 ? [`${onlyA} are only in A`] : []),
    ...(onlyB > 0 ? [`${onlyB} only in B`] : []),
  ];
  const sides = await sampleWords(changed.slice(0, mostShown), a, b);
  return [{ input: "data", text: texts.join(", "), sides }];
}

/** Files, conditions, times, pixels and decoders of what was shown. */
async function shownDifferences(
  common: readonly CommonSample[],
  sides: Sides,
): Promise<readonly InputDifference[]> {
  const seen = common.filter((one) => one.a.shown || one.b.shown);
  const both = seen.filter((one) => one.a.shown && one.b.shown);
  const differ = (name: keyof ShownInputs, list: readonly CommonSample[]) =>
    list.filter((one) => one.a.shown?.[name] !== one.b.shown?.[name]);
  const of = (list: readonly CommonSample[]) => `of ${list.length} of ${seen.length} samples`;
  const found: InputDifference[] = [];
  for (const [side, name] of [
    ["a", "A"],
    ["b", "B"],
  ] as const) {
    const alone = seen.filter((one) => one[side].shown && !both.includes(one));
    if (alone.length > 0)
      found.push({
        input: "media",
        text: `frames ${of(alone)} were shown in ${name} alone`,
        sides: await lookSides(alone, sides, fileWords),
      });
  }
  const files = differ("files", both);
  if (files.length > 0)
    found.push({
      input: "media",
      text: `the files ${of(files)} are not the same`,
      sides: await lookSides(files, sides, fileWords),
    });
  // Other files have other moments and pixels. Of the rest, the first reason that explains them:
  // pixels differ with condition, times and decoder.
  const same = both.filter((one) => !files.includes(one));
  const reasons = [
    ["condition", both, "were shown as a probe changes them", conditionWords],
    ["times", same, "are others", (looks: Looks) => timesText(looks)],
    ["decoder", both, "were decoded by another program", decoderWords],
    ["pixels", same, "are of the same moments and look otherwise: size or encoding", pixelWords],
  ] as const;
  for (const [name, among, text, words] of reasons) {
    const list = differ(name, among);
    if (list.length === 0 || (name === "pixels" && found.some(({ input }) => input !== "media")))
      continue;
    found.push({
      input: name === "decoder" ? "decoder" : "frames",
      text: `the frames ${of(list)} ${text}`,
      sides: await lookSides(list, sides, words),
    });
  }
  return found;
}

type Looks = readonly (ShownMedia & { readonly condition: string })[];

function fileWords(looks: Looks): string {
  return looks.map(({ path, source }) => `${path} ${source.slice(0, 12)}`).join(" ");
}

function conditionWords(looks: Looks): string {
  const condition = looks[0]?.condition ?? "";
  return `${condition === "" ? "as they are" : condition}: ${timesText(looks)}`;
}

function decoderWords(looks: Looks): string {
  return [...new Set(looks.map(({ decoder }) => decoder))].join("; ");
}

function pixelWords(looks: Looks): string {
  return looks
    .flatMap(({ frames }) => frames)
    .map(
      ({ width, height, mediaType, digest }) =>
        `${width} × ${height} ${mediaType} ${digest.slice(0, 8)}`,
    )
    .join(", ");
}

async function lookSides(
  samples: readonly CommonSample[],
  { a, b }: Sides,
  words: (looks: Looks) => string,
): Promise<readonly BothSides[]> {
  const shown = samples.slice(0, mostShown);
  const said = async ({ store }: ExplainedSide, side: "a" | "b") =>
    (await store.histories(shown.map((one) => one[side].key))).map(({ media, outcome }) => {
      const last = media.at(-1)?.attempt;
      const looks = media
        .filter(({ attempt }) => attempt === last)
        .flatMap(({ media: shown, condition = "" }) =>
          shown.flatMap((look) => ("frames" in look ? [{ ...look, condition }] : [])),
        );
      if (looks.length > 0) return words(looks);
      // Why nothing was shown.
      return outcome?.outcome.kind === "media-error" ? outcome.outcome.reason : null;
    });
  const [ofA, ofB] = [await said(a, "a"), await said(b, "b")];
  return shown.map(({ id }, at) => ({ where: id, ...aroundDifference(ofA[at]!, ofB[at]!) }));
}

async function answersOf(
  common: readonly CommonSample[],
  { a, b, isSame }: Sides & { readonly isSame: boolean },
): Promise<ExplainedPair["answers"]> {
  const differing = common.filter((one) => one.a.answer !== one.b.answer);
  const isAlike = ({ a: one, b: other }: CommonSample) =>
    isSame && one.asked === other.asked && one.shown?.pixels === other.shown?.pixels;
  const shown = differing.slice(0, mostShown);
  const said = async ({ store, cell }: ExplainedSide, side: "a" | "b") => {
    const ids = shown.map(({ id }) => id);
    const { samples, scoring } = await taskSamples(store, cell.task, ids);
    const histories = await store.histories(shown.map((one) => one[side].key));
    return histories.map(({ outcome }, at) => {
      if (!outcome) return null;
      const { outcome: ended } = outcome;
      if (ended.kind !== "answered") return `${ended.kind}: ${ended.reason}`;
      const planned = samples.get(ids[at]!);
      // Choices that were edited since are not those that were picked from.
      const sample = planned?.digest === shown[at]![side].content ? planned.sample : undefined;
      const words = sample && scoring && answerWords(scoring, { sample, value: ended.value });
      const data = JSON.stringify(ended.value);
      return words === undefined ? data : `${words} · ${data}`;
    });
  };
  const [ofA, ofB] = [await said(a, "a"), await said(b, "b")];
  return {
    differing: differing.length,
    unexplained: differing.filter(isAlike).length,
    sides: shown.map(({ id }, at) => ({ where: id, ...aroundDifference(ofA[at]!, ofB[at]!) })),
  };
}
