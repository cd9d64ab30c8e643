import { resolve } from "node:path";
import type { LoadedConfig } from "../../../config/load-config.ts";
import { redactor } from "../../../config/redactor.ts";
import { costOf, type Prices, priceOf } from "../../../core/asking/price.ts";
import { pricedOf } from "../../../core/asking/priced-system.ts";
import type { ChatSystem, System } from "../../../core/asking/system.ts";
import type { Finding } from "../../../core/asking/system-kind.ts";
import { findById } from "../../../core/registry.ts";
import { openDataFile } from "../../../datasets/open-data-file.ts";
import type { Dispatcher } from "../../../engine/dispatcher.ts";
import { usualRetries } from "../../../engine/retry-policy.ts";
import { makeDispatcher } from "../../../evaluation/cell/make-dispatcher.ts";
import { redactedSystem } from "../../../evaluation/cell/redacted.ts";
import { rowsText } from "../../../evaluation/matrix/distinct-parts.ts";
import { formatQuantity } from "../../../summary/format-number.ts";
import { type AskedSight, askSight } from "./ask-sight.ts";
import { judgeSight, type SightVerdict } from "./judge-sight.ts";
import { type SightCandidate, sightCandidates } from "./sight-candidates.ts";
import { SightStage, unitOf } from "./sight-stage.ts";

/** What one system made of the clip. */
export interface SightReport {
  readonly system: string;
  readonly shownAs: "frames" | "video";
  /** Slides of the longest showing that its answer names, of how many. */
  readonly arrived: number;
  readonly of: number;
  readonly asks: readonly SightAsk[];
  readonly outputTokens: number | null;
  /** US dollars; `null` where no price or no tokens are known. */
  readonly cost: number | null;
}

interface SightAsk {
  readonly shown: number;
  readonly inputTokens: number | null;
  /** Codes that the reply names. */
  readonly named: number;
  readonly reply: string | null;
}

export interface CheckedSight {
  readonly findings: readonly Finding[];
  readonly reports: readonly SightReport[];
}

export interface SightOptions {
  /** Decides codes and colours. */
  readonly seed: number;
  /** After how long a system that does not answer one question is given up on. */
  readonly timeLimitMs: number;
}

/** More are not shown, whatever tasks show: enough to meet the limits of servers, and not dear. */
const mostFrames = 64;
const attempts = 3;

/**
 * Shows every chat system of a configuration a clip that nobody can know, as its tasks show theirs,
 * and looks whether it sees it.
 */
export async function checkSight(
  loaded: LoadedConfig,
  options: SightOptions,
): Promise<CheckedSight> {
  const { candidates, findings } = await sightCandidates(loaded);
  const retries = { ...usualRetries, attempts, sampleTimeoutMs: options.timeLimitMs };
  const never = new AbortController().signal;
  const dispatcher = makeDispatcher({ seed: options.seed, retries }, { stop: never, abort: never });
  const looked = await Promise.all(
    candidates.map(async ({ part, names }) => {
      const { findings: own, reports } = await lookAt(part, { loaded, options, dispatcher });
      const where = rowsText(names, loaded);
      return {
        findings: own.map((finding) => ({ ...finding, what: `${finding.what}${where}` })),
        reports: reports.map((report) => ({ ...report, system: `${report.system}${where}` })),
      };
    }),
  );
  return {
    findings: [...findings, ...looked.flatMap((one) => one.findings)],
    reports: looked.flatMap(({ reports }) => reports),
  };
}

interface Looking {
  readonly loaded: LoadedConfig;
  readonly options: SightOptions;
  readonly dispatcher: Dispatcher;
}

async function lookAt(candidate: SightCandidate, looking: Looking): Promise<CheckedSight> {
  const what = `sight of ${candidate.system.id}`;
  await using stage = new SightStage();
  try {
    const system = await makeSystem(candidate, looking.loaded, stage);
    await using _ = { [Symbol.asyncDispose]: async () => system[Symbol.asyncDispose]?.() };
    if (system.speaks !== "chat") return { findings: [], reports: [] };
    const known = withoutAsking(system, candidate);
    if (known) return { findings: known.map((finding) => ({ what, ...finding })), reports: [] };
    return await show(system, candidate, { ...looking, stage });
  } catch (error) {
    return {
      findings: [
        { what, state: "problem", detail: error instanceof Error ? error.message : String(error) },
      ],
      reports: [],
    };
  }
}

async function makeSystem(
  { system: { id, kind, settings }, task, family }: SightCandidate,
  { config, directory, registries, ...loaded }: LoadedConfig,
  stage: SightStage,
): Promise<System> {
  const maker = findById(registries.systemKinds, kind, "kind of system");
  const made = await maker.create(maker.trial?.(settings) ?? settings, {
    id,
    task,
    family: findById(registries.families, family, "family"),
    seed: config.seed,
    open: (path) => openDataFile(resolve(directory, path)),
    frame: (frame) => stage.bytes(frame),
    file: async (video) => stage.path(video),
  });
  return redactedSystem(made, redactor([loaded, ...loaded.rows].flatMap(({ secrets }) => secrets)));
}

/** What is known of a system's sight without a question; `undefined` where it is to be asked. */
function withoutAsking(
  system: ChatSystem,
  { demands }: SightCandidate,
): readonly Omit<Finding, "what">[] | undefined {
  const showing = demands.map(({ task }) => `"${task}"`).join(", ");
  if (!system.sees) {
    if (showing === "") return [];
    return [
      {
        state: "warning",
        detail: `it is shown nothing, by its own account, though tasks have pictures or videos: ${showing}`,
      },
    ];
  }
  if (system.maxFrames === 0 && system.takesVideos !== true) {
    const detail = "a text-only model: it takes no pictures";
    return [
      showing === ""
        ? { state: "fine", detail }
        : { state: "problem", detail: `${detail}, and tasks show it some: ${showing}` },
    ];
  }
  return showing === ""
    ? [{ state: "fine", detail: "no task shows it anything, so nothing was asked" }]
    : undefined;
}

async function show(
  system: ChatSystem,
  { system: { id }, demands }: SightCandidate,
  { loaded, options, dispatcher, stage }: Looking & { readonly stage: SightStage },
): Promise<CheckedSight> {
  const [{ frames: wanted, encoding, task }] = demands as [SightCandidate["demands"][number]];
  const as = system.takesVideos && demands.some(({ hasVideos }) => hasVideos) ? "video" : "frames";
  const most = Math.min(mostFrames, system.maxFrames ?? Infinity);
  const frames = Math.min(wanted, most);
  const signal = AbortSignal.timeout(options.timeLimitMs);
  const showings = await stage.showings({
    as,
    encoding,
    frames,
    seed: options.seed,
    system: id,
    signal,
  });
  const asked = await askSight(system, showings, dispatcher);
  const verdict = judgeSight(asked.glimpses, unitOf(as));
  const findings: Finding[] = [
    { what: `sight of ${id}`, state: verdict.state, detail: verdict.detail },
  ];
  if (as === "frames" && wanted > (system.maxFrames ?? Infinity))
    findings.push({
      what: `frames of ${id}`,
      state: "problem",
      detail: `the task "${task}" shows ${wanted}, and it takes ${formatQuantity(frames, "frame")} in one request`,
    });
  return {
    findings,
    reports: [reportOf(system, { as, asked, verdict, prices: loaded.config.prices })],
  };
}

interface Reported {
  readonly as: "frames" | "video";
  readonly asked: AskedSight;
  readonly verdict: SightVerdict;
  readonly prices: Prices;
}

function reportOf(
  system: ChatSystem,
  { as, asked: { glimpses, replies, usage }, verdict, prices }: Reported,
): SightReport {
  const price = priceOf(prices, pricedOf(system));
  const asks = glimpses.map(({ shown, inputTokens = null, named }, at) => {
    return { shown, inputTokens, named: named.codes.length, reply: replies[at] ?? null };
  });
  const cost = (price && usage && costOf(usage, price)) ?? null;
  return {
    system: system.id,
    shownAs: as,
    arrived: verdict.arrived,
    of: verdict.of,
    asks,
    outputTokens: usage?.output ?? null,
    cost,
  };
}
