import { expect, it } from "vitest";
import { healthText } from "./health-text.ts";

it("says why and since when a system is down", () => {
  const now = new Date(2026, 10, 16, 14, 5, 0).getTime();
  const health = {
    system: "qwen",
    reason: "no reply: connect ECONNREFUSED 127.0.0.1:8000",
    forMs: 170_000,
  };
  expect(healthText({ ...health, state: "held" }, now)).toBe(
    "warning: qwen is down since 14:02:10: no reply: connect ECONNREFUSED 127.0.0.1:8000; probing it with single requests",
  );
  expect(healthText({ ...health, state: "back" }, now)).toBe(
    "qwen replies again; it was down since 14:02:10",
  );
  expect(healthText({ ...health, state: "stopped" }, now)).toBe(
    "warning: qwen is not asked any more: no reply: connect ECONNREFUSED 127.0.0.1:8000",
  );
  const server = "http://gpu-1:8000/v1";
  expect(healthText({ ...health, server, state: "held" }, now)).toBe(
    "warning: http://gpu-1:8000/v1 of qwen is down since 14:02:10: no reply: connect ECONNREFUSED 127.0.0.1:8000; others are asked instead; probing it with single requests",
  );
  expect(healthText({ ...health, server, state: "back" }, now)).toBe(
    "http://gpu-1:8000/v1 of qwen replies again; it was down since 14:02:10",
  );
});
