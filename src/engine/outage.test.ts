import { expect, it } from "vitest";
import { fakeTimer } from "../../test/fakes/fake-timer.ts";
import { Outage } from "./outage.ts";

it("is hopeless only until the next reply", async () => {
  const timer = fakeTimer();
  const outage = new Outage({ timer, holdMs: 10_000 });
  const fail = () => outage.failed({ startedAt: timer.now(), reason: "gone", work: {} });
  outage.replied();
  for (let i = 0; i < 8; i++) fail();
  expect(outage.isOn).toBe(true);
  await timer.advance(9_000);
  fail();
  expect(outage.isHopeless).toBe(false);
  await timer.advance(1_000);
  fail();
  expect(outage.isHopeless).toBe(true);
  expect(outage.replied()).toBe(true);
  expect(outage.isHopeless).toBe(false);
});
