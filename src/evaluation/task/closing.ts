import type { Task } from "./open-task.ts";

/**
 * Closes what tasks hold open, such as decoders: to be disposed of after everything that reads from
 * them, reports included. Media that nobody has opened by then can still be opened.
 */
export function closing(tasks: readonly Pick<Task, "media" | "arrays">[]): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(
        tasks.flatMap(({ media, arrays }) => [
          media[Symbol.asyncDispose](),
          arrays[Symbol.asyncDispose](),
        ]),
      );
    },
  };
}
