import { expect, it } from "vitest";
import { once } from "./once.ts";

it("makes nothing before it is asked for, and the same ever after", () => {
  let made = 0;
  const list = once(() => [++made]);
  expect(made).toBe(0);
  expect(list()).toBe(list());
  expect(made).toBe(1);
});

it("makes what is undefined only once, too", () => {
  let made = 0;
  const nothing = once(() => void made++);
  nothing();
  nothing();
  expect(made).toBe(1);
});
