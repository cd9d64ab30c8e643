import { expect, it } from "vitest";
import type { MediaFrames } from "../../core/data/media.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { DecodePool, PooledJob } from "../decode-pool.ts";
import type { FramesJob } from "../frames-job.ts";
import type { Look } from "./frames-wanted.ts";
import { LookQueue } from "./look-queue.ts";
import type { LookedFile } from "./plan-looks.ts";

const file = (path: string): LookedFile => ({
  kind: "video",
  path,
  name: path,
  request: {
    sampler: { strategy: "uniform", count: 8 },
    encoding: { format: "jpeg", quality: 90, longestSide: null },
  },
  source: path,
  decoder: "none",
});
const how = () => ({ signal: new AbortController().signal });
const span = (from: number, to: number): Look => ({ want: { span: [from, to] } });

/** A pool whose only process takes a job when the test says so. */
function poolByHand() {
  const offers: { readonly take: () => PooledJob | undefined; readonly isUrgent: boolean }[] = [];
  const pool = {
    offer: (take: () => PooledJob | undefined, { isUrgent = false } = {}) =>
      void offers.push({ take, isUrgent }),
  } as unknown as DecodePool;
  return {
    queue: new LookQueue(pool, { directory: "", maxBytes: 1 }),
    offers,
    /** The next job, past offers that have nothing left to do. */
    next(): PooledJob | undefined {
      for (let offer = offers.shift(); offer; offer = offers.shift()) {
        const job = offer.take();
        if (job) return job;
      }
      return undefined;
    },
  };
}

const looksOf = ({ job }: PooledJob) => (job as FramesJob).looks;
const named = (look: Look) =>
  JSON.stringify(look, (_, value) => (Number.isNaN(value) ? "NaN" : value));
/** Answers each look with its own name. */
const answer = (pooled: PooledJob) =>
  pooled.resolve(
    answered(
      looksOf(pooled).map((look) => answered(named(look)) as unknown as Outcome<MediaFrames>),
    ),
  );
const names = (...looks: readonly Look[]) => looks.map((look) => answered(named(look)));

it("merges what waits for one file into one job, each look once, and answers all of them", async () => {
  const { queue, next } = poolByHand();
  const asked = [
    queue.look(file("a"), [span(0, 60), span(60, 120)], how()),
    queue.look(file("a"), [span(60, 120), { want: {} }], how()),
    queue.look(file("b"), [{ want: {} }], how()),
  ];
  const first = next()!;
  expect(looksOf(first)).toEqual([span(0, 60), span(60, 120), { want: {} }]);
  const late = [
    queue.look(file("a"), [span(120, 180)], how()),
    queue.look(file("a"), [span(0, 60)], how()),
  ];
  const other = next()!;
  expect(other.job.path).toBe("b");
  // While a job on a file is running, no other one on it starts.
  expect(next()).toBeUndefined();
  answer(first);
  answer(other);
  const second = next()!;
  expect(looksOf(second)).toEqual([span(120, 180), span(0, 60)]);
  answer(second);
  expect(next()).toBeUndefined();
  expect(await Promise.all(asked)).toEqual([
    names(span(0, 60), span(60, 120)),
    names(span(60, 120), { want: {} }),
    names({ want: {} }),
  ]);
  expect(await Promise.all(late)).toEqual([names(span(120, 180)), names(span(0, 60))]);
});

it("offers what is urgent as such, and takes along what waits for the same file", async () => {
  const { queue, offers, next } = poolByHand();
  const ahead = queue.look(file("a"), [span(0, 60)], how());
  const urgent = queue.look(file("a"), [span(60, 120)], { ...how(), isUrgent: true });
  expect(offers.map(({ isUrgent }) => isUrgent)).toEqual([false, true]);
  offers.reverse();
  const job = next()!;
  expect(looksOf(job)).toHaveLength(2);
  const later = queue.look(file("a"), [span(0, 9)], { ...how(), isUrgent: true });
  answer(job);
  expect(offers.at(-1)).toMatchObject({ isUrgent: true });
  answer(next()!);
  await Promise.all([ahead, urgent, later]);
});

it("does not take infinite times for those that are no numbers", async () => {
  const { queue, next } = poolByHand();
  const wide = span(0, Number.POSITIVE_INFINITY);
  const none = span(0, Number.NaN);
  const asked = queue.look(file("a"), [wide, none], how());
  answer(next()!);
  expect(await asked).toEqual(names(wide, none));
});

it("does again alone what crashed together, so that only the looks at fault fail", async () => {
  const { queue, next } = poolByHand();
  const asked = [
    queue.look(file("a"), [span(0, 60)], how()),
    queue.look(file("a"), [span(60, 120)], how()),
    queue.look(file("a"), [span(120, 180)], how()),
  ];
  const crash = noAnswer("media-error", "a: the decoder crashed (SIGSEGV)");
  next()!.resolve(crash);
  for (let at = 0; at < 3; at++) {
    const alone = next()!;
    expect(looksOf(alone)).toEqual([span(at * 60, at * 60 + 60)]);
    if (at === 1) alone.resolve(crash);
    else answer(alone);
  }
  expect(next()).toBeUndefined();
  expect(await Promise.all(asked)).toEqual([names(span(0, 60)), [crash], names(span(120, 180))]);
});

it("ends a job only when all who wait for it have left", async () => {
  const { queue, next } = poolByHand();
  const [one, two] = [new AbortController(), new AbortController()];
  const asked = [
    queue.look(file("a"), [span(0, 60)], one),
    queue.look(file("a"), [span(60, 120)], two),
  ];
  const job = next()!;
  one.abort();
  expect(job.signal.aborted).toBe(false);
  two.abort();
  expect(job.signal.aborted).toBe(true);
  const left = noAnswer("failed", "the run was left");
  job.resolve(left);
  const gone = queue.look(file("a"), [{ want: {} }], one);
  expect(next()).toBeUndefined();
  expect(await Promise.all([...asked, gone])).toEqual([[left], [left], [left]]);
});
