import type { Sample } from "../../core/data/sample.ts";
import type { ShadowResult } from "../../summary/performance/load-summary.ts";
import type { TimedReply, TimedSender } from "../../systems/service/timed-sender.ts";
import { AnswerPairs } from "./answer-pairs.ts";
import { LoadMeter, latencyDifferences } from "./load-meter.ts";
import { type LoadedService, type LoadOptions, measuredLoad } from "./load-service.ts";

export interface ShadowOptions extends LoadOptions {
  /** Members of replies that are not compared. */
  readonly ignored: readonly string[];
  /** Copies under way at once, beyond which further ones are left out. */
  readonly mostCopies: number;
}

/**
 * Puts the first service under load and sends a copy of every request to the second. Nothing of the
 * second is waited for before the first is asked again: where it is slow or down, copies fail or are
 * left out.
 */
export async function shadowService(
  first: LoadedService,
  second: LoadedService,
  options: ShadowOptions,
): Promise<ShadowResult> {
  await using shadow = await second.open();
  const pairs = new AnswerPairs(options.ignored);
  const counts = { leftOut: 0, onlyFirst: 0, onlySecond: 0 };
  const open = new Set<Promise<void>>();
  let meter: LoadMeter | undefined;

  const copied = (
    sender: TimedSender,
    times: { readonly startMs: number; readonly endMs: number },
  ) => {
    const copies = new LoadMeter({ url: second.url, shape: options.shape, ...times });
    meter = copies;
    const copy = async (sample: Sample, own: Promise<TimedReply>) => {
      const sentMs = performance.now();
      copies.started();
      const limit = AbortSignal.any([
        options.signal,
        AbortSignal.timeout(1_000 * options.timeoutSeconds),
      ]);
      const [a, b] = await Promise.all([own, shadow.send(sample, limit)]);
      if ("error" in b) copies.failed(sentMs, b.error);
      else copies.answered({ dueMs: sentMs, sentMs, ...b });
      if ("error" in a && !("error" in b)) counts.onlySecond++;
      if ("error" in b && !("error" in a)) counts.onlyFirst++;
      if ("text" in a && "text" in b) pairs.add(sample.id, a.text, b.text);
    };
    return {
      ...sender,
      send(sample: Sample, signal: AbortSignal) {
        const own = sender.send(sample, signal);
        if (open.size >= options.mostCopies) counts.leftOut++;
        else {
          const one = copy(sample, own).finally(() => open.delete(one));
          open.add(one);
        }
        return own;
      },
    };
  };

  const measured = await measuredLoad(first, options, copied);
  await Promise.all(open);
  return {
    a: measured.meter.result(measured.remarks),
    b: meter!.result(),
    differences: latencyDifferences(measured.meter.blocks, meter!.blocks),
    answers: pairs.finish(),
    ...counts,
  };
}
