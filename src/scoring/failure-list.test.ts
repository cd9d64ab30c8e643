import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Failure } from "../summary/failure.ts";
import { FailureList } from "./failure-list.ts";

const failure = (sample: string): Failure => ({
  sample,
  errorClass: "wrong",
  outcome: "answered",
  view: { title: sample, blocks: [] },
});
const digests = Array.from({ length: 60 }, (_, at) => (at * 7919).toString(16).padStart(8, "0"));
const smallest = digests.toSorted().slice(0, 24);

function listed(offered: readonly string[]): string[] {
  const list = new FailureList<Failure>();
  for (const digest of offered) list.offer(digest, () => failure(digest));
  return list.list().map(({ sample }) => sample);
}

describe("FailureList", () => {
  it("keeps all of a few, in the order of their digests", () => {
    expect(listed([])).toEqual([]);
    expect(listed(["c", "a", "b"])).toEqual(["a", "b", "c"]);
  });

  it("keeps the 24 with the smallest digests, whatever order they come in", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(digests, { minLength: 60 }),
        (offered) => void expect(listed(offered)).toEqual(smallest),
      ),
    );
  });

  it("does not describe what it will not show", () => {
    const list = new FailureList<Failure>();
    for (const digest of smallest) list.offer(digest, () => failure(digest));
    const describeIt = vi.fn(() => failure("late"));
    list.offer("ffffffff", describeIt);
    expect(describeIt).not.toHaveBeenCalled();
  });
});
