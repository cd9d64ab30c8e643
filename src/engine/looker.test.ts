import { expect, it } from "vitest";
import type { MediaSource, MediaWant } from "../core/data/media.ts";
import type { MediaRef } from "../core/data/sample.ts";
import { answered } from "../core/run/outcome.ts";
import type { Cell } from "./cell.ts";
import type { EngineContext } from "./engine-context.ts";
import { Looker } from "./looker.ts";

it("learns the lengths of all files side by side, and each file's once for all windows", async () => {
  const looks: (readonly [path: string, wants: readonly MediaWant[]])[] = [];
  const both = Promise.withResolvers<void>();
  const facts: Pick<MediaSource, "look"> = {
    async look({ path }, wants) {
      looks.push([path, wants]);
      if (looks.length === 2) both.resolve();
      await both.promise;
      const seconds = path === "a.mp4" ? 10 : 20;
      const seen = { framesPerSecond: 25, distinct: 0, source: "s", decoder: "d" };
      return wants.map(() => answered({ ...seen, seconds, frames: [], warnings: [] }));
    },
  };
  const refs: readonly MediaRef[] = [
    { kind: "video", path: "a.mp4" },
    { kind: "video", path: "b.mp4" },
  ];
  const cell = { facts, family: { data: { refs: () => refs } }, system: { speaks: "chat" } };
  const never = new AbortController().signal;
  const context = {
    dispatcher: { timer: { now: () => 0 } },
    abort: never,
    stop: never,
    clock: () => 5,
    store: { append: async () => undefined },
  };
  const sample = { id: "s", group: "g" };
  const looker = new Looker(
    { key: "k", attempt: 1, sample, looks: [] },
    cell as unknown as Cell,
    context as unknown as EngineContext,
  );
  const wants = [
    { ref: 1, span: [0, 5] },
    { ref: 0, span: [0, 5] },
    { ref: 1, span: [5, 10] },
  ] as const;
  const seen = await looker.look(wants, { place: 0, step: 0 });
  expect(looks).toEqual([
    ["b.mp4", [{ factsOnly: true }, { factsOnly: true }]],
    ["a.mp4", [{ factsOnly: true }]],
  ]);
  expect(seen.map((one) => one.kind === "answered" && one.value.seconds)).toEqual([20, 10, 20]);
});
