import type { DataFolder } from "../../../core/data/data-file.ts";
import { UserError } from "../../../core/user-error.ts";
import { chooseBlocks, columnsOf } from "../blocks.ts";
import { packValues } from "../packed-values.ts";
import type { EpisodeOptions, EpisodeTruth, LastSeen } from "../schema.ts";
import type { EpisodeTaskId } from "../tasks.ts";
import {
  type EpisodeTable,
  eachRow,
  readBoundaries,
  readForecasts,
  readTargets,
  type TableWindow,
} from "./episode-table.ts";
import { featureRef, featuresOf } from "./feature-file.ts";
import type { ReadsFrames } from "./split.ts";

/** A sample of a task before the split is known. */
export interface Draft extends ReadsFrames {
  readonly id: string;
  readonly windows: readonly TableWindow[];
  readonly truth: EpisodeTruth;
  readonly last?: LastSeen | undefined;
  /** Of motion: how much there is, until training samples say what is much. */
  readonly motion?: number;
}

export interface Drafted {
  readonly drafts: readonly Draft[];
  /** Frames of true boundaries; of transition_detection. */
  readonly boundaries?: readonly number[];
  /** What a reader should know of how targets were found. */
  readonly remark?: string;
  /** Windows that are no samples although nothing says that they should not be. */
  readonly leftOut?: { readonly where: string; readonly leftOut: string } | undefined;
}

interface DraftContext {
  readonly folder: DataFolder;
  readonly table: EpisodeTable;
  readonly options: EpisodeOptions;
}

type Drafter = (context: DraftContext) => Promise<Drafted>;

/** The samples of a task that a table gives, those without a target left out. */
export function draftSamples(context: DraftContext): Promise<Drafted> {
  const draft = drafters[context.options.task];
  if (!draft)
    throw new UserError(
      `no table holds what ${context.options.task} asks for`,
      "its samples are rows of their own: format omni",
    );
  return draft(context);
}

const drafters: Readonly<Partial<Record<EpisodeTaskId, Drafter>>> = {
  timeline_action: labelled(({ action }) => action),
  timeline_subtask: labelled(({ subtask }) => subtask),
  transition_detection: transitions,
  next_action: nextActions,
  contact_prediction: contacts,
  object_relevance: objects,
  hand_trajectory_forecast: forecasts,
  caption_grounding: matches,
  cross_modal_retrieval: matches,
  multi_view_consistency_retrieval: matches,
  modality_reconstruction: reconstructions,
  temporal_order: orders,
  misalignment_detection: alignments,
  body_motion_intensity: motions,
  action_phase_progress: phases,
  ego_motion_forecast: egoMotions,
};

type Reads = readonly [first: number, last: number];

function framesOf({ span }: TableWindow): Reads {
  return [span.startFrame, span.endFrame];
}

function single(window: TableWindow, truth: EpisodeTruth, more: readonly Reads[] = []): Draft {
  return {
    id: String(window.span.index),
    windows: [window],
    truth,
    reads: [framesOf(window), ...more],
  };
}

function labelled(labelOf: (window: TableWindow) => string): Drafter {
  return async ({ table }) => ({
    drafts: table.windows.flatMap((window) =>
      labelOf(window) === "" ? [] : [single(window, { kind: "class", label: labelOf(window) })],
    ),
  });
}

async function transitions({ folder, table, options }: DraftContext): Promise<Drafted> {
  const listed = await readBoundaries(folder, table.place);
  // Without labels there is nothing that could change.
  if (!listed && table.windows.every(({ action }) => action === "")) return { drafts: [] };
  const boundaries = listed ?? changesOf(table.windows);
  const { boundaryTolerance: tolerance } = options;
  const longest = Math.max(...table.windows.map(({ span }) => span.endFrame - span.startFrame + 1));
  const drafts = table.windows.map((window) => {
    const { centerFrame } = window.span;
    const isNear = boundaries.some((frame) => Math.abs(frame - centerFrame) <= tolerance);
    return single(window, { kind: "class", label: isNear ? "transition" : "steady" }, [
      // A boundary shows in the frame before it, too; labels of windows read their whole length.
      [
        Math.max(0, centerFrame - tolerance - (listed ? 1 : longest)),
        centerFrame + tolerance + (listed ? 0 : longest),
      ],
    ]);
  });
  return {
    drafts,
    boundaries,
    ...(listed
      ? {}
      : {
          remark:
            "no true_boundaries.csv: boundaries are where the labels of windows change, half-way between their centres",
        }),
  };
}

/** Where the label changes from one labelled window to the next. */
function changesOf(windows: readonly TableWindow[]): readonly number[] {
  const labelledWindows = windows.filter(({ action }) => action !== "");
  return labelledWindows.flatMap((window, at) => {
    const next = labelledWindows[at + 1];
    if (!next || next.action === window.action) return [];
    return [Math.ceil((window.span.centerFrame + next.span.centerFrame) / 2)];
  });
}

async function nextActions({ folder, table, options }: DraftContext): Promise<Drafted> {
  const targets = await readTargets(folder, table);
  const last = Math.max(...table.windows.map(({ span }) => span.endFrame));
  const isListed =
    targets?.byWindow.values().some(({ nextAction }) => nextAction !== undefined) ?? false;
  const drafts = table.windows.flatMap((window) => {
    const frame = window.span.endFrame + options.futureFrames;
    const found = isListed
      ? (targets!.byWindow.get(window.span.index)?.nextAction ?? "")
      : actionAt(table.windows, Math.min(frame, last));
    return found === ""
      ? []
      : [
          {
            ...single(window, { kind: "class", label: found }, [[Math.min(frame, last), frame]]),
            ...(window.action === "" ? {} : { last: { label: window.action } }),
          },
        ];
  });
  return {
    drafts,
    ...(isListed
      ? { leftOut: withoutTargets(targets!, table) }
      : {
          remark:
            "no next_action in targets.csv: the next action is the label of the window whose centre is nearest to the frame",
        }),
  };
}

function actionAt(windows: readonly TableWindow[], frame: number): string {
  let nearest = windows[0]!;
  for (const window of windows)
    if (Math.abs(window.span.centerFrame - frame) < Math.abs(nearest.span.centerFrame - frame))
      nearest = window;
  return nearest.action;
}

async function contacts({ folder, table }: DraftContext): Promise<Drafted> {
  const targets = await required(folder, table, "contact");
  return {
    leftOut: withoutTargets(targets, table),
    drafts: table.windows.flatMap((window) => {
      const contact = targets.byWindow.get(window.span.index)?.contact ?? "";
      return contact === "" ? [] : [single(window, { kind: "class", label: contact })];
    }),
  };
}

async function objects({ folder, table }: DraftContext): Promise<Drafted> {
  const targets = await required(folder, table, "objects");
  // A table that names no object at all was made of data without such names.
  if (targets.byWindow.values().every(({ objects = [] }) => objects.length === 0))
    return { drafts: [] };
  return {
    leftOut: withoutTargets(targets, table),
    drafts: table.windows.flatMap((window) => {
      const labels = targets.byWindow.get(window.span.index)?.objects;
      return labels === undefined ? [] : [single(window, { kind: "labels", labels })];
    }),
  };
}

async function required(folder: DataFolder, table: EpisodeTable, column: "contact" | "objects") {
  const targets = await readTargets(folder, table);
  if (targets?.byWindow.values().some((one) => one[column] !== undefined)) return targets;
  throw new UserError(
    `${table.place}targets.csv: ${targets ? `has no column ${column}` : "no such file"}`,
    "a table has targets beside its features in targets.csv: window_index,next_action,contact,objects",
  );
}

function withoutTargets(
  { path, withoutRow }: { readonly path: string; readonly withoutRow: number },
  { windows }: EpisodeTable,
): Drafted["leftOut"] {
  if (withoutRow === 0) return undefined;
  return {
    where: path,
    leftOut: `${withoutRow} of ${windows.length} windows have no row, so that they are no samples`,
  };
}

async function forecasts({ folder, table, options }: DraftContext): Promise<Drafted> {
  const found = await readForecasts(folder, table, options);
  if (!found)
    throw new UserError(
      `${table.place}targets.npz: has no array hand_forecast`,
      "it holds a row of future hand joints for each window, and hand_forecast_valid whether there is one",
    );
  const refOf = (name: string, { row }: TableWindow) => ({
    path: found.path,
    name,
    rows: [row, row + 1] as [number, number],
  });
  return {
    drafts: table.windows.flatMap((window) =>
      found.isValid[window.row]
        ? [
            {
              ...single(window, { kind: "values", refs: [refOf("hand_forecast", window)] }, [
                [window.span.endFrame + 1, window.span.endFrame + options.forecastFrames],
              ]),
              ...(found.hasLast ? { last: { refs: [refOf("hand_last", window)] } } : {}),
            },
          ]
        : [],
    ),
  };
}

async function matches({ table }: DraftContext): Promise<Drafted> {
  return {
    drafts: table.windows.map((window) =>
      single(window, { kind: "match", window: window.span.index }),
    ),
  };
}

async function reconstructions({ table }: DraftContext): Promise<Drafted> {
  const columns = columnsOf(chooseBlocks(table.blocks, { of: ["depth", "video"] }));
  if (columns.length === 0)
    throw new UserError(
      `${table.place}feature_manifest.json: has no block of depth or video`,
      "modality_reconstruction predicts these from the others",
    );
  return {
    drafts: table.windows.map((window) =>
      single(window, {
        kind: "values",
        refs: [featureRef(table.features, columns, window.row)],
      }),
    ),
  };
}

function pair(a: TableWindow, b: TableWindow, isPositive: boolean): Draft {
  return {
    id: `${a.span.index}-${b.span.index}`,
    windows: [a, b],
    truth: { kind: "class", label: isPositive ? "1" : "0" },
    reads: [framesOf(a), framesOf(b)],
  };
}

async function orders({ table: { windows } }: DraftContext): Promise<Drafted> {
  return {
    drafts: windows.slice(0, -1).flatMap((window, at) => {
      const next = windows[at + 1]!;
      return [pair(window, next, true), pair(next, window, false)];
    }),
  };
}

async function alignments({ table: { windows }, options }: DraftContext): Promise<Drafted> {
  const { misalignmentShift: shift } = options;
  return {
    drafts: windows
      .slice(0, Math.max(0, windows.length - shift))
      .flatMap((window, at) => [
        pair(window, window, true),
        pair(window, windows[at + shift]!, false),
      ]),
  };
}

/** Mean absolute change of hands and body until the next window. */
async function motions({ folder, table }: DraftContext): Promise<Drafted> {
  const columns = columnsOf(chooseBlocks(table.blocks, { of: ["hand_*", "body_joints"] }));
  const drafts: Draft[] = [];
  let last: readonly number[] | undefined;
  let at = 0;
  const { path, name } = table.features;
  const only = name === undefined ? undefined : [name];
  for await (const { value } of eachRow(folder, path, { only })) {
    const row = featuresOf(value, table.features);
    const own = columns.flatMap(([from, to]) => row.slice(from, to));
    if (last) {
      const [window, next] = [table.windows[at - 1]!, table.windows[at]!];
      const before = last;
      const motion =
        own.reduce((sum, number, i) => sum + Math.abs(number - before[i]!), 0) / own.length;
      drafts.push({
        ...single(window, { kind: "class", label: "" }, [framesOf(next)]),
        motion,
      });
    }
    last = own;
    at++;
  }
  return { drafts };
}

/** How far each run of equal labels has come, from 0 at its first window to 1 at its last. */
async function phases({ table: { windows }, options }: DraftContext): Promise<Drafted> {
  const drafts: Draft[] = [];
  for (let from = 0, to = 0; from < windows.length; from = to) {
    while (to < windows.length && windows[to]!.action === windows[from]!.action) to++;
    // The original takes windows without a label for an action of their own.
    if (windows[from]!.action === "" && !options.compat) continue;
    // That a run has ended shows in the window after it.
    const run: Reads = [
      windows[from]!.span.startFrame,
      (windows[to] ?? windows[to - 1]!).span.endFrame,
    ];
    for (let at = from; at < to; at++)
      drafts.push(
        single(
          windows[at]!,
          {
            kind: "values",
            refs: [],
            values: packValues([to - from === 1 ? 0 : (at - from) / (to - from - 1)]),
          },
          [run],
        ),
      );
  }
  return { drafts };
}

async function egoMotions({ table, options }: DraftContext): Promise<Drafted> {
  const columns = columnsOf(chooseBlocks(table.blocks, { of: ["camera_translation"] }));
  if (columns.length === 0)
    throw new UserError(
      `${table.place}feature_manifest.json: has no block camera_translation`,
      "ego_motion_forecast predicts how it changes",
    );
  const refOf = ({ row }: TableWindow) => featureRef(table.features, columns, row);
  const { windows } = table;
  return {
    drafts: windows
      .slice(0, Math.max(0, windows.length - options.futureWindows))
      .map((window, at) => {
        const later = windows[at + options.futureWindows]!;
        return single(window, { kind: "values", refs: [refOf(later)], minus: [refOf(window)] }, [
          framesOf(later),
        ]);
      }),
  };
}
