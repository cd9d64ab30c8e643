import type { Price } from "../../core/asking/price.ts";
import { modelOf } from "../../core/asking/priced-system.ts";
import type { DirectSystem, System } from "../../core/asking/system.ts";
import type { MediaSource } from "../../core/data/media.ts";
import { missingProtocol, protocolFor } from "../../core/family.ts";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import type { NoteEvent } from "../../core/run/run-event.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { answersFromMemory } from "../../engine/answers-from-memory.ts";
import { type Cell, cell } from "../../engine/cell.ts";
import { gradingDigest } from "../../engine/grade.ts";
import { remains } from "../../engine/remaining.ts";
import { workKeyOf } from "../../engine/work-keys.ts";
import { contentDigest } from "../../files/content-digest.ts";
import type { AskedSummary } from "../../summary/asked-summary.ts";
import type { PreparedCells } from "../run/evaluate-tasks.ts";
import { MediaSurvey } from "../task/media-survey.ts";
import type { Task } from "../task/open-task.ts";
import { plainSamples } from "../task/plain-samples.ts";
import { surveyTask } from "../task/survey-task.ts";
import { askedOf, checkOwnFrames } from "./asked-of.ts";
import { checkAsks, checkGraderAsks } from "./check-asks.ts";
import { droppedParameters } from "./dropped-parameters.ts";
import { graderLooks, graderMedia, lentWith } from "./graders.ts";
import { keysIn } from "./keys-in.ts";
import { fittedRemarks, type LearningPlace, learn } from "./learn.ts";

/**
 * The cells of a system on a task, one per repeat. What talks to somebody is made once and told the
 * repeat with every ask; what answers from memory, such as guessing, is made anew with the repeat's
 * own seed.
 */
export async function prepareCells(
  given: Task,
  make: (repeat: number) => Promise<System>,
  { store, helpers = {}, kept, signal, onProgress, onLog }: CellSurroundings,
): Promise<PreparedCells> {
  const keys = keysIn(kept ?? store);
  const place = {
    store: kept ?? store,
    onlyKnown: kept !== undefined,
    signal,
    ...(onProgress ? { onProgress } : {}),
    ...(onLog ? { onLog } : {}),
  };
  const first = await make(0);
  const { task, remarks } = await surveyTask(withNamedGraders(given, helpers), {
    speaks: first.speaks,
    store: kept ?? store,
    notes: kept === undefined,
  });
  const prepared = [await prepareCell(task, first, { ...place, helpers, repeat: 0, keys })];
  for (let repeat = 1; repeat < task.repeats; repeat++) {
    const system = answersFromMemory(first) ? await make(repeat) : first;
    prepared.push(await prepareCell(task, system, { ...place, helpers, repeat, keys }));
  }
  const note = async (found: readonly string[]) => {
    if (store) for (const one of prepared) await noteCell(one, [...one.remarks, ...found], store);
    return [...prepared[0]!.remarks, ...found, ...remarks];
  };
  const made = { task, cells: prepared.map(({ cell }) => cell), asked: prepared[0]!.asked };
  const { cells } = made;
  const sight = sightOf(task, first);
  if (sight === "direct" || sight === "probed") return { ...made, remarks: await note([]) };
  if (sight === "blind")
    return { ...made, remarks: await note(["asked without media, as data.media: none says"]) };
  const survey = new MediaSurvey(task);
  let open = 0;
  const reading: PreparedCells["reading"] = {
    async add(batch) {
      await survey.add(batch);
      const states = await store?.states(
        batch.map((planned) => workKeyOf(cells[0]!, planned, contentDigest)),
      );
      open += states ? states.filter((state) => remains(state, new Set())).length : batch.length;
    },
    async finish() {
      if (sight === "sightless") return note(survey.unseenRemarks());
      // What was answered while the media were there stays answered.
      const refusal = open === 0 ? undefined : await survey.refusal();
      if (refusal) throw refusal;
      return note([]);
    },
  };
  return { ...made, remarks: [], reading };
}

/**
 * What a system is shown of a sample. `direct`: it is handed samples, and looks itself. `seeing`:
 * pictures and videos. `sightless`: nothing, since it takes none. `blind`: nothing, since the
 * configuration says so. `probed`: nothing, since that is what the probe is about.
 */
type Sight = "direct" | "seeing" | "sightless" | "blind" | "probed";

function sightOf({ isWithoutMedia, probe }: Task, { speaks, sees }: System): Sight {
  if (speaks === "prediction" || speaks === "similarity") return "direct";
  if (isWithoutMedia) return "blind";
  if (probe?.condition.isBlind) return "probed";
  return sees ? "seeing" : "sightless";
}

function withNamedGraders(task: Task, helpers: Cell["helpers"]): Task {
  const lent = lentWith(helpers, task.scoring.lent);
  return { ...task, scoring: { ...task.scoring, lent } };
}

interface CellSurroundings extends Pick<LearningPlace, "signal" | "onProgress" | "onLog"> {
  /** What cells are noted in; absent where nothing is kept. */
  readonly store?: RunStore;
  /** Systems that grade, by role. */
  readonly helpers?: Cell["helpers"];
  /** The run that would go on, where cells are noted elsewhere; nothing is noted in it. */
  readonly kept?: RunStore;
}

interface PreparedCell {
  readonly cell: Cell;
  readonly asked?: AskedSummary | undefined;
  readonly remarks: readonly string[];
}

/** Lets a system learn where it can, and closes the cell over what it learnt. */
async function prepareCell(
  task: Task,
  system: System,
  { helpers, keys, ...place }: Pick<Cell, "helpers" | "keys"> & LearningPlace,
): Promise<PreparedCell> {
  const { repeat } = place;
  const unasked = missingProtocol(task.family, system.speaks);
  if (unasked !== undefined)
    throw new UserError(
      `the system "${system.id}" ${unasked}`,
      `leave it out, or list as systems of the task "${task.id}" only those it can ask, such as systems: [oracle]`,
    );
  checkOwnFrames(task, system);
  await checkAsks(task, system);
  for (const [role, helper] of Object.entries(helpers))
    await checkGraderAsks(task, helper, graderLooks(task, role));
  await checkMatch(task, system);
  const learnt = await learn(task, system, place);
  const fitted = learnt ? `${learnt.on}:${learnt.digest}` : undefined;
  const sight = sightOf(task, system);
  if (sight === "blind" && system.speaks === "encoder")
    throw new UserError(
      `the system "${system.id}" is an encoder, and the task "${task.id}" has nothing for it to encode: data.media is none`,
      "leave the system out, or name a folder as data.media",
    );
  const media = sight === "seeing" ? await mediaFor(task, system) : undefined;
  // What is cut is cut at the same places for a system that sees nothing of it.
  const isCut = protocolFor(task.family, system.speaks)?.cuts !== undefined;
  const facts =
    isCut && (sight === "sightless" || sight === "probed") ? await task.media.open() : undefined;
  const prepared = cell(
    {
      ...partsOf(task),
      ...{ helpers, system, fitted, media, facts, repeat, keys },
      helperMedia: await graderMedia(task, helpers),
      ignoresTruth: ignoresTruth(system),
      training: learnt,
    },
    contentDigest,
  );
  return {
    cell: prepared,
    asked: askedOf(task, media),
    remarks: learnt ? fittedRemarks(learnt) : [],
  };
}

/** Frames as the system takes them, or whole videos. */
function mediaFor({ media }: Task, system: System): Promise<MediaSource> {
  if (system.speaks === "chat" && system.takesVideos) return media.openWhole();
  return system.speaks === "encoder" && system.pixels
    ? media.openPixels({ shape: system.pixels, count: system.frames })
    : media.open();
}

/**
 * Answers to other samples than those that were selected are no mistake; answers to none of all
 * samples are.
 */
async function checkMatch({ samples, all }: Task, system: System): Promise<void> {
  if (
    system.speaks !== "prediction" ||
    !system.match ||
    !(await system.match(plainSamples(samples)))
  )
    return;
  const mismatch = await system.match(plainSamples(all));
  if (mismatch) throw mismatch;
}

/** Notes a cell in the log, unless it stands there already. */
async function noteCell(
  { cell, asked }: PreparedCell,
  remarks: readonly string[],
  store: RunStore,
): Promise<void> {
  const data = { ...noteOf(cell), ...(asked ? { asked: asked as Json } : {}), remarks };
  const known = (await store.notes("cell")).some(
    (note) => canonicalJson(note.data) === canonicalJson(data),
  );
  const at = Date.now();
  if (!known) await store.append([{ event: "note", note: "cell", data, at } satisfies NoteEvent]);
}

interface Logged {
  readonly store: RunStore;
  /** What the system was sent about a sample, where its kind sends anything. */
  readonly sends: DirectSystem["sends"];
  /** Graders in the place of those of the log, by role. */
  readonly helpers?: Cell["helpers"] | undefined;
}

/** The cells of all repeats as the log knows them. */
export async function cellsFromLog(
  task: Task,
  systemId: string,
  { store, sends, helpers: others }: Logged,
): Promise<PreparedCells> {
  const prepared: PreparedCell[] = [];
  for (let repeat = 0; repeat < task.repeats; repeat++)
    prepared.push(await cellFromLog(task, systemId, { store, sends, repeat, helpers: others }));
  const { system, helpers } = prepared[0]!.cell;
  const { asked } = prepared[0]!;
  const { task: surveyed, remarks } = await surveyTask(withNamedGraders(task, helpers), {
    speaks: system.speaks,
    store,
    notes: false,
  });
  const { settings } = surveyed;
  return {
    task: surveyed,
    cells: prepared.map(({ cell }) => ({ ...cell, settings })),
    asked,
    remarks: [...prepared[0]!.remarks, ...remarks],
  };
}

/** A cell as the log knows it, for scoring without its system. */
async function cellFromLog(
  task: Task,
  systemId: string,
  { store, sends, repeat, helpers: others }: Logged & { readonly repeat: number },
): Promise<PreparedCell> {
  const note = (await store.notes("cell")).findLast(
    ({ data }) =>
      isRecord(data) &&
      data.task === task.id &&
      data.system === systemId &&
      (data.repeat ?? 0) === repeat,
  );
  if (!isRecord(note?.data))
    throw new UserError(
      `the run has no work of the system "${systemId}" on the task "${task.id}"`,
      "run it first",
    );
  const {
    kind,
    speaks,
    digest,
    remarks,
    model,
    dropped,
    listPrice,
    asked,
    fitted,
    helpers = {},
  } = note.data as unknown as CellNote;
  const ask = async () => {
    throw new TypeError("a system from the log cannot be asked");
  };
  const identity = model === undefined ? null : { model };
  const told = {
    ...(dropped ? { dropped } : {}),
    ...(listPrice ? { listPrice } : {}),
    // One with a limit does not answer from memory: its keys are made of what it was sent.
    ...(speaks === "prediction" && sends ? { sends, timeoutMs: 0 } : {}),
  };
  const system = { id: systemId, kind, speaks, identity, ...told, concurrency: 1, ask } as System;
  const graders = Object.fromEntries(
    Object.entries(helpers).map(([role, helper]) => [
      role,
      { ...helper, concurrency: 1, ask } as System,
    ]),
  );
  const keys = keysIn(store);
  const fit = (await store.fits()).findLast(
    (one) => one.task === task.id && one.system === systemId && one.digest === fitted,
  );
  const known = {
    ...partsOf(task),
    helpers: { ...graders, ...others },
    helperMedia: await graderMedia(task, others ?? {}),
    system,
    repeat,
    digest,
    keys,
    ignoresTruth: ignoresTruth(system),
    training: fit,
  };
  return { cell: known, asked, remarks };
}

interface CellNote {
  readonly kind: string;
  readonly speaks: System["speaks"];
  readonly digest: string;
  /** Absent for the first. */
  readonly repeat?: number;
  /** What prices are looked up by. */
  readonly model?: string;
  /** As it was when the system was asked, so that a run that is scored again costs the same. */
  readonly listPrice?: Price;
  readonly dropped?: readonly string[];
  readonly asked?: AskedSummary;
  /** Digests what it learnt, so that the report of its training is found again. */
  readonly fitted?: string;
  /** What graded, by role, so that its grades are found again. */
  readonly helpers?: Readonly<Record<string, NotedHelper>>;
  readonly remarks: readonly string[];
}

interface NotedHelper
  extends Pick<System, "id" | "kind" | "speaks" | "identity" | "dropped" | "listPrice"> {
  /** The first half of the keys of its grades. */
  readonly grading: string;
}

function noteOf(noted: Cell): Readonly<Record<string, Json>> {
  const { task, system, digest, repeat, helpers, training } = noted;
  const model = modelOf(system);
  const graders = Object.keys(helpers).map((role) => [role, helperNote(noted, role)] as const);
  const more = {
    ...(repeat === 0 ? {} : { repeat }),
    ...(model === undefined ? {} : { model }),
    ...notedPrice(system),
    ...droppedParameters(system),
    ...(training ? { fitted: training.digest } : {}),
    ...(graders.length === 0 ? {} : { helpers: Object.fromEntries(graders) }),
  };
  return { task, system: system.id, kind: system.kind, speaks: system.speaks, digest, ...more };
}

/** What the log says of the grader in a role. */
export function helperNote({ family, helpers, settings }: Cell, role: string): Json {
  const helper = helpers[role]!;
  const { id, kind, speaks, identity } = helper;
  const grader = family.people.graders.find((one) => one.role === role)!;
  const grading = gradingDigest({ grader, helper, options: settings.options }, contentDigest);
  return {
    id,
    kind,
    speaks,
    identity,
    grading,
    ...notedPrice(helper),
    ...droppedParameters(helper),
  };
}

function notedPrice({ listPrice }: System): Readonly<Record<string, Json>> {
  return listPrice ? { listPrice: JSON.parse(JSON.stringify(listPrice)) as Json } : {};
}

/** Answers of a file are what they are; an oracle's are the truth. */
function ignoresTruth({ kind }: System): boolean {
  return kind === "predictions";
}

function partsOf({
  id,
  family,
  settings,
  scoring,
  relay,
  samples,
  conditioned,
}: Task): Pick<Cell, "task" | "family" | "settings" | "extractor" | "samples" | "conditioned"> {
  return {
    task: id,
    family,
    settings,
    extractor: scoring.extractors[0] ?? "",
    ...(relay ? { samples } : {}),
    conditioned,
  };
}
