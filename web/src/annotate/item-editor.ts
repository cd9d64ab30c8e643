import { documents, type Problem, saveAddress } from "../../../src/server/contract.ts";
import type {
  ItemWork,
  SaveAnswer,
  SavedStep,
  SaveRequest,
} from "../../../src/summary/annotate/annotation-pages.ts";
import {
  type Change,
  type EditHistory,
  rebase,
  replay,
  type Step,
  withoutMarks,
} from "../../../src/summary/annotate/edit-history.ts";
import { type KeptPlace, keepSteps, keptSteps } from "./kept-steps.ts";
import { newId } from "./new-id.ts";

/** What a page shows of the work on one item. */
export interface EditorState {
  readonly history: EditHistory;
  /** `offline`: kept in this browser, and sent again until the server has it. */
  readonly saving: "saved" | "saving" | "offline";
  /** Why the last attempt failed, in the server's words where it gave some. */
  readonly problem?: string;
  /** Marks that were changed elsewhere as well; nothing is sent until one side is chosen. */
  readonly conflict?: readonly string[];
}

const retryMs = 1_000;

/** Pages of a browser hear here what was saved: the place of the work as JSON. */
export const savedChannel = "vidimus-annotate";

/**
 * The work of one annotator on one item: applies edits at once, keeps them in the browser, and sends
 * them one after the other, each based on the one before. What somebody saved meanwhile comes first.
 */
export class ItemEditor implements Disposable {
  readonly #place: KeptPlace;
  readonly #page = newId();
  readonly #listeners = new Set<() => void>();
  readonly #channel: BroadcastChannel;
  #saved: readonly SavedStep[];
  #pending: readonly Step[] = [];
  /** The history of what is saved; only what is pending is replayed on it. */
  #base: EditHistory;
  #isSending = false;
  #isClosed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #state: EditorState;

  constructor(place: KeptPlace, work: ItemWork) {
    this.#place = place;
    this.#saved = work.steps;
    this.#base = replay(work.steps);
    this.#state = { history: this.#base, saving: "saved" };
    this.#channel = new BroadcastChannel(savedChannel);
    this.#channel.onmessage = ({ data }) => {
      if (data === JSON.stringify(place)) void this.refresh();
    };
    const kept = keptSteps(place);
    if (!kept) return;
    this.#pending = kept.steps;
    this.#meet(work.steps, kept.base);
    kept.release();
  }

  get state(): EditorState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  edit(changes: readonly Change[]): void {
    if (changes.length > 0) this.#add({ id: newId(), kind: "edit", changes });
  }

  undo(): void {
    const changes = this.#state.history.undo.at(-1);
    if (changes) this.#add({ id: newId(), kind: "undo", changes });
  }

  redo(): void {
    const changes = this.#state.history.redo.at(-1);
    if (changes) this.#add({ id: newId(), kind: "redo", changes });
  }

  /** Ends a conflict: own changes come last, or what was changed elsewhere stays as it is there. */
  resolve(choice: "mine" | "theirs"): void {
    const { conflict = [] } = this.#state;
    if (choice === "theirs") this.#pending = withoutMarks(this.#pending, conflict);
    this.#change({ saving: this.#pending.length > 0 ? "saving" : "saved" });
    void this.#send();
  }

  /** Takes up what other pages saved. */
  async refresh(): Promise<void> {
    if (this.#isSending || this.#pending.length > 0) return void this.#send();
    const { project, item, annotator } = this.#place;
    const response = await fetch(documents.work(project, item, annotator).path).catch(() => null);
    if (!response?.ok) return;
    const work = (await response.json()) as ItemWork;
    if (this.#isSending || this.#pending.length > 0) return;
    if (work.revision > this.#saved.length) this.#meet(work.steps, this.#saved.length);
  }

  /** Nobody looks any more; what is not saved yet is still sent. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#channel.onmessage = null;
    this.#listeners.clear();
    if (this.#pending.length === 0) this.#channel.close();
  }

  #add(step: Step): void {
    this.#pending = [...this.#pending, step];
    this.#change({ ...this.#state, saving: "saving" });
    void this.#send();
  }

  /** Puts own steps after all that are saved now. */
  #meet(steps: readonly SavedStep[], base: number): void {
    const { steps: own, conflicts } = rebase(this.#pending, steps.slice(base));
    this.#saved = steps;
    this.#base = replay(steps);
    this.#pending = own;
    const saving = own.length > 0 ? "saving" : "saved";
    this.#change(conflicts.length > 0 ? { saving, conflict: conflicts } : { saving });
    void this.#send();
  }

  #change(state: Omit<EditorState, "history">): void {
    const base = this.#saved.length;
    const isKept = keepSteps(this.#place, this.#page, { base, steps: this.#pending });
    this.#state = {
      ...state,
      history: replay(this.#pending, this.#base),
      ...(isKept
        ? {}
        : { problem: "This browser cannot keep unsaved work: do not close the tab." }),
    };
    for (const listener of this.#listeners) listener();
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#state.conflict || this.#pending.length === 0) return;
    this.#isSending = true;
    clearTimeout(this.#retry);
    try {
      while (this.#pending.length > 0 && !this.#state.conflict)
        if (!(await this.#sendFirst())) {
          this.#retry = setTimeout(() => void this.#send(), retryMs);
          return;
        }
    } finally {
      this.#isSending = false;
    }
    if (this.#pending.length > 0) return;
    if (this.#state.saving !== "saved") this.#change({ saving: "saved" });
    this.#channel.postMessage(JSON.stringify(this.#place));
    if (this.#isClosed) this.#channel.close();
  }

  /** Whether the server took the step, or said what came before it. */
  async #sendFirst(): Promise<boolean> {
    const [step] = this.#pending as readonly [Step];
    const { project, item, annotator } = this.#place;
    const request: SaveRequest = { annotator, base: this.#saved.length, step };
    const response = await fetch(saveAddress(project, item), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    }).catch(() => undefined);
    if (!response) return this.#failed("The server does not answer.");
    if (response.status === 401)
      return this.#failed("The server was started again: open the address that it printed.");
    if (!response.ok && response.status !== 409) {
      const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
      return this.#failed(problem?.error ?? `The server answered ${response.status}.`);
    }
    const answer = (await response.json()) as SaveAnswer;
    if (answer.state === "stale") {
      this.#meet(answer.steps, Math.min(request.base, answer.revision));
      return true;
    }
    if (answer.revision !== request.base + 1) {
      // It was saved before, and the answer was lost: others may have come after it.
      await this.#reload();
      return true;
    }
    const saved: SavedStep = { ...step, revision: answer.revision, at: "" };
    this.#saved = [...this.#saved, saved];
    this.#base = replay([saved], this.#base);
    this.#pending = this.#pending.slice(1);
    this.#change({ saving: this.#pending.length > 0 ? "saving" : "saved" });
    return true;
  }

  async #reload(): Promise<void> {
    const { project, item, annotator } = this.#place;
    const response = await fetch(documents.work(project, item, annotator).path);
    const work = (await response.json()) as ItemWork;
    this.#meet(work.steps, Math.min(this.#saved.length, work.revision));
  }

  #failed(problem: string): false {
    this.#change({ saving: "offline", problem });
    return false;
  }
}
