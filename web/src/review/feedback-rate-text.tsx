import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatInterval, formatPercent } from "../../../src/summary/format-number.ts";
import type { FeedbackRate } from "../../../src/summary/review/feedback-rate.ts";

/** How many answers came back with feedback, against the target. */
export function FeedbackRateText({ rate }: { readonly rate: FeedbackRate }): ReactNode {
  const { feedback, answers, low, high, target, verdict } = rate;
  return (
    <Text size="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
      Feedback rate {formatPercent(rate.rate)} ({formatInterval(low, high, "percent")}), {feedback}{" "}
      of {answers} answers; target above {formatPercent(target, 0)}:{" "}
      <Text span fw={600}>
        {verdict}
      </Text>
    </Text>
  );
}
