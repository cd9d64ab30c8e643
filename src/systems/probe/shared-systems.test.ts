import { describe, expect, it } from "vitest";
import type { System } from "../../core/asking/system.ts";
import { SharedSystems } from "./shared-systems.ts";

function maker(log: string[]) {
  return async () => {
    log.push("made");
    return {
      id: "m",
      kind: "chat",
      speaks: "chat",
      ask: async () => [],
      [Symbol.asyncDispose]: async () => void log.push("ended"),
    } as never as System;
  };
}

describe("a system that is shared", () => {
  it("is made once, and ended by the last who uses it, however often each ends it", async () => {
    const shared = new SharedSystems();
    const log: string[] = [];
    const [one, two] = await Promise.all([
      shared.lend("m", maker(log)),
      shared.lend("m", maker(log)),
    ]);
    await one[Symbol.asyncDispose]!();
    await one[Symbol.asyncDispose]!();
    expect(log).toEqual(["made"]);
    await two[Symbol.asyncDispose]!();
    expect(log).toEqual(["made", "ended"]);
    await shared.lend("m", maker(log));
    expect(log).toEqual(["made", "ended", "made"]);
  });

  it("is told apart by its name", async () => {
    const shared = new SharedSystems();
    const log: string[] = [];
    for (const name of ["m", "n"]) await shared.lend(name, maker(log));
    expect(log).toEqual(["made", "made"]);
  });

  it("is made again after it could not be", async () => {
    const shared = new SharedSystems();
    const log: string[] = [];
    await expect(shared.lend("m", () => Promise.reject(new Error("no key")))).rejects.toThrow(
      "no key",
    );
    await (await shared.lend("m", maker(log)))[Symbol.asyncDispose]!();
    expect(log).toEqual(["made", "ended"]);
  });
});
