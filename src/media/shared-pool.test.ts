import { expect, it } from "vitest";
import type { DecodePool } from "./decode-pool.ts";
import { SharedPool } from "./shared-pool.ts";

it("opens one pool for all users, closes it after the last one, and opens another for later ones", async () => {
  const events: string[] = [];
  let opened = 0;
  const shared = new SharedPool(async () => {
    const id = ++opened;
    events.push(`open ${id}`);
    return {
      [Symbol.asyncDispose]: async () => events.push(`close ${id}`),
    } as unknown as DecodePool;
  });
  const [first, second] = await Promise.all([shared.join(), shared.join()]);
  expect(second.pool).toBe(first.pool);
  await first[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
  expect(events).toEqual(["open 1"]);
  await second[Symbol.asyncDispose]();
  await using third = await shared.join();
  expect(third.pool).not.toBe(first.pool);
  expect(events).toEqual(["open 1", "close 1", "open 2"]);
});
