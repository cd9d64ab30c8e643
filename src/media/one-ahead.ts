/**
 * Does the work for every item while the next one is made: a frame is encoded and written on other
 * threads while FFmpeg decodes on this one. No more than two items are there at a time. Fails with
 * the first failure, once both are done.
 */
export async function oneAhead<T>(
  items: AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  try {
    let made = await items.next();
    while (!made.done) {
      const [worked, next] = await Promise.allSettled([work(made.value), items.next()]);
      if (worked.status === "rejected") throw worked.reason;
      if (next.status === "rejected") throw next.reason;
      made = next.value;
    }
  } finally {
    await items.return(undefined);
  }
}
