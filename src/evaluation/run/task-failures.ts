import { UserError } from "../../core/user-error.ts";
import { Interrupted } from "../../engine/interrupted.ts";
import type { TaskFailure } from "../../summary/summary.ts";
import type { OnEvent } from "../evaluation-event.ts";
import type { Task } from "../task/open-task.ts";

interface Going {
  readonly keepsGoing?: boolean | undefined;
  readonly onEvent: OnEvent;
  readonly stop: AbortSignal;
}

/** Tasks that failed, where the others are to go on. */
export class TaskFailures {
  readonly #going: Going;
  readonly #errors: unknown[] = [];
  readonly list: TaskFailure[] = [];

  constructor(going: Going) {
    this.#going = going;
  }

  /** Does work on a task; a failure of it is noted, or thrown where nothing is to go on. */
  async guard(task: Task, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.note(task, error);
    }
  }

  /** Notes why a task is left out, once; throws where that is no reason to go on without it. */
  note({ id }: Task, error: unknown): void {
    const { keepsGoing, stop, onEvent } = this.#going;
    if (!keepsGoing || stop.aborted || concernsAll(error)) throw error;
    if (this.has(id)) return;
    const isDefect = !(error instanceof UserError);
    const text = isDefect ? defectText(error) : error.message;
    this.#errors.push(error);
    this.list.push({ task: id, error: text, ...(isDefect ? { isDefect } : {}) });
    onEvent({ type: "warning", text: `${id} is left out: ${text}` });
  }

  has(id: string): boolean {
    return this.list.some(({ task }) => task === id);
  }

  /** The tasks that go on; where none does, the first failure is that of all. */
  without(tasks: readonly Task[]): readonly Task[] {
    const going = tasks.filter(({ id }) => !this.has(id));
    if (going.length === 0 && this.list.length > 0) throw this.#errors[0];
    return going;
  }
}

/** What the machine refuses, such as room on the disk, it refuses every task. */
function concernsAll(error: unknown): boolean {
  return error instanceof Interrupted || (error instanceof Error && "syscall" in error);
}

function defectText(error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `a defect of Vidimus, please report it (${what})`;
}

/** Reads the samples of a task, so that what is wrong with its data shows. */
export async function readAll({ samples }: Task): Promise<void> {
  for await (const batch of samples) void batch;
}
