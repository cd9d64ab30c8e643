import { isRecord, type Json } from "../../core/json.ts";
import type { MediaEvent, OutcomeEvent } from "../../core/run/run-event.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import { cellDigits, type WorkKey } from "../../core/run/work.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { manifestIn } from "../output/run-files.ts";

/** What of a run decides its scores, as far as its manifest and log say it. */
export interface RunInputs {
  readonly manifest: Readonly<Record<string, Json>>;
  readonly cells: readonly CellInputs[];
}

/** One system on one task; of several repeats, the first. */
export interface CellInputs {
  readonly task: string;
  readonly system: string;
  /** By their ids. */
  readonly samples: ReadonlyMap<string, SampleInputs>;
}

/** Digests of what went into one outcome, and of the outcome. */
interface SampleInputs {
  readonly key: WorkKey;
  /** What the system was asked about. */
  readonly asked: string;
  /** The whole sample, with its truth. */
  readonly content: string;
  readonly answer: string;
  readonly isAnswered: boolean;
  readonly shown: ShownInputs | undefined;
}

/** What was shown, as running digests over all looks. */
export interface ShownInputs {
  readonly files: string;
  readonly times: string;
  readonly pixels: string;
  readonly decoder: string;
  /** The kind of a probe that chose or ordered the frames; empty where none did. */
  readonly condition: string;
}

/** One system on one task of one side. */
export interface ExplainedSide {
  readonly cell: CellInputs;
  readonly manifest: RunInputs["manifest"];
  readonly store: KeptRun;
}

/** A sample that both sides have settled. */
export interface CommonSample {
  readonly id: string;
  readonly a: SampleInputs;
  readonly b: SampleInputs;
}

/** The members of a list in a manifest. */
export function listOf(list: Json | undefined): readonly Readonly<Record<string, Json>>[] {
  return Array.isArray(list)
    ? (list.filter((one) => isRecord(one)) as Readonly<Record<string, Json>>[])
    : [];
}

/** Reads the manifest and all of the log once. */
export async function runInputs(store: KeptRun): Promise<RunInputs> {
  const first = await firstRepeats(store);
  const shown = new Map<WorkKey, ShownInputs & { readonly attempt: number }>();
  const cells = new Map<string, Map<string, SampleInputs>>();
  for await (const event of store.events()) {
    if (event.event !== "media" && event.event !== "outcome") continue;
    if (!first.has(event.key.slice(0, cellDigits))) continue;
    if (event.event === "media") {
      const look = withLook(event, shown.get(event.key));
      if (look) shown.set(event.key, look);
      else shown.delete(event.key);
    } else {
      const place = JSON.stringify([event.task, event.system]);
      const samples = cells.get(place) ?? new Map<string, SampleInputs>();
      cells.set(place, samples);
      samples.set(event.sample, sampleInputs(event, shown.get(event.key)));
    }
  }
  return {
    manifest: (await manifestIn(store.files)) ?? {},
    cells: [...cells].map(([place, samples]) => {
      const [task, system] = JSON.parse(place) as [string, string];
      return { task, system, samples };
    }),
  };
}

/** The first halves of the keys of first repeats; tasks that are asked alike share them. */
async function firstRepeats(store: KeptRun): Promise<ReadonlySet<string>> {
  const digests = new Set<string>();
  for (const { data } of await store.notes("cell"))
    if (isRecord(data) && (data.repeat ?? 0) === 0) digests.add(String(data.digest));
  return digests;
}

function sampleInputs(
  { key, content, outcome }: OutcomeEvent,
  shown: ShownInputs | undefined,
): SampleInputs {
  const asked = key.slice(cellDigits + 1);
  const isAnswered = outcome.kind === "answered";
  const answer = short(JSON.stringify(isAnswered ? outcome.value : outcome.kind));
  return { key, asked, content: content ?? asked, answer, isAnswered, shown };
}

function withLook(
  { attempt, media, condition = "" }: MediaEvent,
  before: (ShownInputs & { readonly attempt: number }) | undefined,
): (ShownInputs & { readonly attempt: number }) | undefined {
  const known = before?.attempt === attempt ? before : undefined;
  const looks = media.filter((look) => "frames" in look);
  if (looks.length === 0 && !known) return undefined;
  const next = (name: "files" | "times" | "pixels", text: string) =>
    short(`${known?.[name] ?? ""} ${text}`);
  return {
    attempt,
    condition,
    files: next("files", looks.map(({ source }) => source).join()),
    times: next("times", timesText(looks)),
    pixels: next(
      "pixels",
      looks.map(({ frames }) => frames.map(({ digest }) => digest).join()).join(";"),
    ),
    decoder: looks.at(-1)?.decoder ?? known?.decoder ?? "",
  };
}

/** When the frames of looks are shown, in seconds. */
export function timesText(
  looks: readonly { readonly frames: readonly { readonly atSeconds: number }[] }[],
): string {
  const seconds = (at: number) => String(Number(at.toFixed(3)));
  return looks
    .map(({ frames }) => frames.map(({ atSeconds }) => seconds(atSeconds)).join(" "))
    .join(" | ");
}

function short(text: string): string {
  return contentDigest(text).slice(0, 16);
}
