interface Waiting<Item, T> {
  readonly item: Item;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** So long an incomplete batch waits for more. */
const patienceMs = 5;

/**
 * Gathers items that are asked for at about the same time into batches of at most `size`, and hands
 * every asker its own result.
 */
export function gather<Item, T>(
  size: number,
  run: (items: readonly Item[]) => Promise<readonly T[]>,
): (item: Item) => Promise<T> {
  let waiting: Waiting<Item, T>[] = [];
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    run(batch.map(({ item }) => item)).then(
      (results) => {
        for (const [i, { resolve }] of batch.entries()) resolve(results[i]!);
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error);
      },
    );
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= size) send();
      else timer ??= setTimeout(send, patienceMs);
    });
}
