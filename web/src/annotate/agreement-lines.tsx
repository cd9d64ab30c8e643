import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { AnnotationPlan } from "../../../src/core/family/annotating.ts";
import type { AnnotatorAgreement } from "../../../src/summary/annotate/annotation-pages.ts";
import { formatNumber } from "../../../src/summary/format-number.ts";

/** How far the others agree on this video, a line each. */
export function AgreementLines({
  agreement,
  annotate,
}: {
  readonly agreement: readonly AnnotatorAgreement[];
  readonly annotate: AnnotationPlan["annotate"];
}): ReactNode {
  return (
    <section aria-label="Agreement on this video">
      <Text fw={600} size="sm">
        Agreement
      </Text>
      {agreement.map(({ second, f1, meanTiou, kappa }) => (
        <Text key={second} size="sm">
          With {second}:{" "}
          {annotate === "labels"
            ? ""
            : `F1 ${formatNumber(f1, 2)}, mean tIoU ${formatNumber(meanTiou, 2)}, `}
          kappa {formatNumber(kappa, 2)}
        </Text>
      ))}
      {agreement.length === 0 && (
        <Text size="sm" c="dimmed">
          Shown once you have marked something.
        </Text>
      )}
    </section>
  );
}
