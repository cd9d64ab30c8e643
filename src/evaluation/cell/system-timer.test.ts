import { describe, expect, it } from "vitest";
import { systemTimer } from "./system-timer.ts";

describe("breath", () => {
  it("comes after what connections and their next round have to do, for all who wait alike", async () => {
    const { breath } = systemTimer();
    const order: string[] = [];
    const breaths = [breath(), breath()].map((one) => one.then(() => order.push("breath")));
    // A connection that is free again sends what is next at the end of a round.
    setImmediate(() => order.push("sent"));
    await Promise.all(breaths);
    expect(order).toEqual(["sent", "breath", "breath"]);
  });

  it("is another one afterwards", async () => {
    const timer = systemTimer();
    await timer.breath();
    let isOver = false;
    const second = timer.breath().then(() => {
      isOver = true;
    });
    await Promise.resolve();
    expect(isOver).toBe(false);
    await second;
  });
});
