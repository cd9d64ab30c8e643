import { UserError } from "../../core/user-error.ts";
import type { TaskFailure } from "../../summary/summary.ts";
import type { OnEvent } from "../evaluation-event.ts";
import type { Task } from "../task/open-task.ts";

interface Going {
  readonly keepsGoing?: boolean | undefined;
  readonly onEvent: OnEvent;
}

/** Tasks that failed before anything was asked, where the others are to go on. */
export class TaskFailures {
  readonly #going: Going;
  readonly list: TaskFailure[] = [];

  constructor(going: Going) {
    this.#going = going;
  }

  /** Does work on a task; a failure of it is noted, or thrown where nothing is to go on. */
  async guard({ id }: Task, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#going.keepsGoing || !(error instanceof UserError)) throw error;
      this.list.push({ task: id, error: error.message });
      this.#going.onEvent({ type: "warning", text: `${id} is left out: ${error.message}` });
    }
  }

  /** The tasks that go on; where none does, the first failure is that of all. */
  without(tasks: readonly Task[]): readonly Task[] {
    const going = tasks.filter(({ id }) => !this.list.some(({ task }) => task === id));
    if (going.length === 0 && this.list.length > 0) throw new UserError(this.list[0]!.error);
    return going;
  }
}

/** Reads the samples of a task, so that what is wrong with its data shows. */
export async function readAll({ samples }: Task): Promise<void> {
  for await (const batch of samples) void batch;
}
