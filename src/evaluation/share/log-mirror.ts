import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import type { NoteEvent, OutcomeEvent, RunEvent } from "../../core/run/run-event.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import type { SharedRunStore } from "../../core/run/shared-run-store.ts";

/** Beside the log: how far it follows that of the database. */
const positionName = "shared.json";
/** Behind everything that workers wrote; never copied. */
const markNote = "all-written";
/** Notes about one start of the program on one machine. */
const ofOneStart = new Set(["complete", "data", "machine"]);

/** Copies what workers write in a database to the log on this machine, each event once. */
export class LogMirror {
  readonly #shared: SharedRunStore;
  readonly #own: KeptRun;
  readonly #name: string;
  #position: string | undefined;

  private constructor(shared: SharedRunStore, own: KeptRun, name: string) {
    this.#shared = shared;
    this.#own = own;
    this.#name = name;
  }

  /** @param name Of the run in the database. */
  static async open(shared: SharedRunStore, own: KeptRun, name: string): Promise<LogMirror> {
    const text = await own.files.read(positionName);
    const stored: unknown = text === undefined ? undefined : JSON.parse(text);
    const mirror = new LogMirror(shared, own, name);
    if (isRecord(stored) && stored.run === name && typeof stored.position === "string")
      mirror.#position = stored.position;
    return mirror;
  }

  /**
   * Copies until everything is there that was written by now, or the signal is aborted.
   * @param onOutcomes Told of those that are new here.
   */
  async catchUp(
    signal: AbortSignal,
    onOutcomes: (outcomes: readonly OutcomeEvent[]) => void = () => undefined,
  ): Promise<void> {
    const mark: NoteEvent = {
      ...{ event: "note", note: markNote, data: crypto.randomUUID(), at: Date.now() },
    };
    await this.#shared.append([mark]);
    await this.follow(signal, onOutcomes, (event) => isSame(event, mark));
  }

  /** Copies as events come, until one of them says that this is enough or the signal is aborted. */
  async follow(
    signal: AbortSignal,
    onOutcomes: (outcomes: readonly OutcomeEvent[]) => void,
    isEnd: (event: RunEvent) => boolean = () => false,
  ): Promise<void> {
    for await (const { events, position } of this.#shared.follow(this.#position, signal)) {
      const unknown = await this.#unknown(events);
      if (unknown.length > 0) await this.#own.append(unknown);
      for (const event of unknown)
        if (event.event === "fitted") await this.#copyArtefact(event.digest);
      this.#position = position;
      const text = JSON.stringify({ run: this.#name, position });
      await this.#own.files.write(positionName, `${text}\n`);
      onOutcomes(unknown.filter((event) => event.event === "outcome"));
      if (events.some(isEnd)) return;
    }
  }

  /** Hands the database what this machine knows and workers need, or all where it has no answers. */
  async share(): Promise<void> {
    const isNew = await hasNoAnswers(this.#shared);
    const known = await this.#known();
    const waiting: RunEvent[] = [];
    const send = async () => {
      if (waiting.length > 0) await this.#shared.append(waiting.splice(0));
    };
    for await (const event of this.#own.events()) {
      if ("key" in event ? !isNew : isOfOneStart(event) || known.has(textOf(event))) continue;
      if (event.event === "fitted") {
        const learnt = await this.#own.artefacts.get(event.digest);
        if (learnt) await this.#shared.artefacts.put(learnt);
      }
      waiting.push(event);
      if (waiting.length >= 1_000) await send();
    }
    await send();
  }

  /** Notes and what was learnt, as the database has them. */
  async #known(): Promise<ReadonlySet<string>> {
    const known = new Set((await this.#shared.fits()).map(textOf));
    for (const note of await this.#noteNames())
      for (const event of await this.#shared.notes(note)) known.add(textOf(event));
    return known;
  }

  async #noteNames(): Promise<ReadonlySet<string>> {
    const names = new Set<string>();
    for await (const event of this.#own.events()) if (event.event === "note") names.add(event.note);
    return names;
  }

  /** A crash may have come between the copy and the note of how far it went. */
  async #unknown(events: readonly RunEvent[]): Promise<readonly RunEvent[]> {
    const keys = [...new Set(events.flatMap((event) => ("key" in event ? [event.key] : [])))];
    const histories = await this.#own.histories(keys);
    const known = new Set<string>();
    for (const { outcome, grade, media, replies } of histories)
      for (const event of [outcome, grade, ...media, ...replies])
        if (event) known.add(textOf(event));
    const unknown: RunEvent[] = [];
    for (const event of events) {
      if (event.event === "note" && event.note === markNote) continue;
      if ("key" in event ? known.has(textOf(event)) : await this.#has(event)) continue;
      unknown.push(event);
    }
    return unknown;
  }

  async #has(event: Exclude<RunEvent, { readonly key: string }>): Promise<boolean> {
    const own = event.event === "note" ? await this.#own.notes(event.note) : await this.#own.fits();
    return own.some((one) => isSame(one, event));
  }

  async #copyArtefact(digest: string): Promise<void> {
    const learnt = await this.#shared.artefacts.get(digest);
    if (learnt) await this.#own.artefacts.put(learnt);
  }
}

async function hasNoAnswers(shared: SharedRunStore): Promise<boolean> {
  for await (const event of shared.events()) if ("key" in event) return false;
  return true;
}

function isOfOneStart(event: RunEvent): boolean {
  return event.event === "note" && ofOneStart.has(event.note);
}

function textOf(event: RunEvent): string {
  return canonicalJson(event as unknown as Json);
}

function isSame(a: RunEvent, b: RunEvent): boolean {
  return textOf(a) === textOf(b);
}
