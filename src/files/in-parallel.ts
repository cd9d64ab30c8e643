/**
 * How many file operations wait at once: enough to keep Node's four file threads busy, few enough
 * to open few files.
 */
const width = 8;

/** Does the work for every item, a few at a time; fails with the first failure. */
export async function inParallel<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const drain = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: width }, drain));
}
