import { describe, expect, it } from "vitest";
import { oneAhead } from "./one-ahead.ts";

/** Notes when items are made and when the generator is left. */
async function* made(log: string[], count: number, failsAt?: number): AsyncGenerator<number> {
  try {
    for (let item = 0; item < count; item++) {
      if (item === failsAt) throw new Error(`${item} cannot be made`);
      log.push(`made ${item}`);
      yield item;
    }
  } finally {
    log.push("left");
  }
}

function worker(log: string[], failsAt?: number) {
  return async (item: number) => {
    log.push(`begun ${item}`);
    await new Promise((resolve) => setImmediate(resolve));
    if (item === failsAt) throw new Error(`${item} cannot be worked on`);
    log.push(`done ${item}`);
  };
}

describe("oneAhead", () => {
  it("makes the next item while it works on one, and no further", async () => {
    const log: string[] = [];
    await oneAhead(made(log, 3), worker(log));
    expect(log).toEqual(
      ["made 0", "begun 0", "made 1", "done 0"].concat([
        "begun 1",
        "made 2",
        "done 1",
        "begun 2",
        "left",
        "done 2",
      ]),
    );
  });

  it("works on what was made before a failure", async () => {
    const log: string[] = [];
    await expect(oneAhead(made(log, 3, 2), worker(log))).rejects.toThrow("2 cannot be made");
    expect(log.filter((line) => line.startsWith("done"))).toEqual(["done 0", "done 1"]);
  });

  it("leaves the generator where work fails, and takes nothing more of it", async () => {
    const log: string[] = [];
    await expect(oneAhead(made(log, 9), worker(log, 1))).rejects.toThrow("1 cannot be worked on");
    expect(log.at(-1)).toBe("left");
    expect(log).not.toContain("made 3");
  });
});
