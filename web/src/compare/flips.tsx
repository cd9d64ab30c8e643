import { SegmentedControl, Table, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type {
  BriefAnswer,
  ComparedFlip,
  ComparedTaskPage,
} from "../../../src/summary/browse/compare-page.ts";
import { formatCount, formatScore } from "../../../src/summary/format-number.ts";
import { metricUnit } from "../../../src/summary/metric-unit.ts";
import { sampleAddress } from "../samples/sample-address.ts";
import { rememberOrder } from "../samples/sample-order.ts";
import classes from "./compare.module.css";

type Change = ComparedFlip["change"];

/** Samples that both sides score differently on, with both answers. */
export function Flips({ page }: { readonly page: ComparedTaskPage }): ReactNode {
  const { task, baseline, flips } = page;
  const [comparison] = task.comparisons;
  const found = comparison?.flips;
  const [change, setChange] = useState<Change | "all">("all");
  if (!comparison || !found)
    return (
      <Text size="sm" c="dimmed">
        No metric scores single samples.
      </Text>
    );
  const shown = flips.filter((flip) => change === "all" || flip.change === change);
  const title = comparison.metrics[found.metric]?.title ?? found.metric;
  if (found.wins + found.losses === 0)
    return (
      <Text size="sm" c="dimmed">
        No sample scores differently by {title}.
      </Text>
    );
  const remember = () =>
    rememberOrder(baseline.run, baseline.task, {
      count: shown.length,
      answerAt: async (place) => shown[place] && { id: shown[place].sample, repeat: 1 },
    });
  return (
    <div>
      <SegmentedControl
        size="xs"
        aria-label="Which samples"
        value={change}
        onChange={(value) => setChange(value as Change | "all")}
        data={[
          { value: "all", label: `All ${formatCount(found.wins + found.losses)}` },
          { value: "loss", label: `${formatCount(found.losses)} worse` },
          { value: "win", label: `${formatCount(found.wins)} better` },
        ]}
      />
      <Text size="sm" c="dimmed" mt={4}>
        By {title}: {comparison.system} against {comparison.baseline}.
        {flips.length < found.wins + found.losses && ` The first ${formatCount(flips.length)}.`}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label="Samples that changed">
        <Table verticalSpacing={4} className={classes.flips}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Sample</Table.Th>
              <Table.Th className={classes.wide}>Reference</Table.Th>
              <Table.Th>{comparison.baseline}</Table.Th>
              <Table.Th>{comparison.system}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((flip, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: repeats of a sample may flip each
              <Table.Tr key={at} data-change={flip.change}>
                <Table.Td>
                  <Link href={flipAddress(page, flip, at)} onClick={remember}>
                    {flip.sample}
                  </Link>
                  {flip.asked !== undefined && (
                    <Text size="xs" c="dimmed" lineClamp={2}>
                      {flip.asked}
                    </Text>
                  )}
                  {flip.truth !== undefined && (
                    <Text size="xs" className={classes.narrow}>
                      Reference: {flip.truth}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td className={classes.wide}>{flip.truth}</Table.Td>
                <Side answer={flip.answers[0]} value={flip.baseline} flip={flip} page={page} />
                <Side answer={flip.answers[1]} value={flip.value} flip={flip} page={page} isOther />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}

function Side(props: {
  readonly answer: BriefAnswer | null;
  readonly value: number;
  readonly flip: ComparedFlip;
  readonly page: ComparedTaskPage;
  readonly isOther?: boolean;
}): ReactNode {
  const { answer, value, flip, page, isOther = false } = props;
  const [comparison] = page.task.comparisons;
  const score = comparison?.metrics[comparison.flips?.metric ?? ""];
  const isBetter = isOther === (flip.change === "win");
  return (
    <Table.Td>
      <span className={isBetter ? classes.good : classes.bad}>
        {score?.kind === "proportion" && (isBetter ? "✓ " : "✗ ")}
        {score ? formatScore(value, metricUnit(score)) : value}
      </span>
      <Text size="sm" lineClamp={3} {...(answer?.reason === undefined ? {} : { c: "dimmed" })}>
        {answer?.reason ?? answer?.answer}
      </Text>
    </Table.Td>
  );
}

/** The sample with both answers on one timeline. */
function flipAddress(
  { baseline, other }: ComparedTaskPage,
  { sample }: ComparedFlip,
  at: number,
): string {
  const about = new URLSearchParams({
    system: baseline.system,
    with: other.run,
    ...(other.task === baseline.task ? {} : { withTask: other.task }),
    withSystem: other.system,
    at: String(at),
  });
  return `${sampleAddress(baseline.run, baseline.task, sample)}?${about}`;
}
