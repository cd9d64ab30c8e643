import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import type {
  SampleAnswer,
  SamplePage as SampleDocument,
  SampleMetric,
  SampleSystem,
} from "../../../src/summary/browse/sample-page.ts";
import classes from "./samples.module.css";

/** The systems as tabs, with what each came to by the first metric. */
export function SystemTabs(props: {
  readonly page: SampleDocument;
  readonly system: SampleSystem;
  choose(id: string): void;
  /** What is shown of the system that is chosen. */
  readonly children: ReactNode;
}): ReactNode {
  const { page, system, choose, children } = props;
  return (
    <Tabs value={system.id} onChange={(id) => id !== null && choose(id)} variant="default">
      <Tabs.List aria-label="Systems">
        {page.systems.map((one) => (
          <Tabs.Tab key={one.id} value={one.id}>
            <span className={one.isReference ? classes.note : undefined}>{one.id}</span>
            <Sign system={one} page={page} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={system.id} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}

function Sign(props: { readonly system: SampleSystem; readonly page: SampleDocument }): ReactNode {
  const { system, page } = props;
  const [answer] = system.answers;
  if (!answer) return null;
  const sign = signOf(answer, page.metrics[0]);
  if (sign === undefined) return null;
  return (
    <span className={`${classes.mark} ${sign === "✗" ? classes.bad : classes.good}`}>{sign}</span>
  );
}

/** Right or wrong; `undefined` where it is something between. */
function signOf(answer: SampleAnswer, metric: SampleMetric | undefined): "✓" | "✗" | undefined {
  if (answer.errorClass !== undefined) return "✗";
  const value = metric && answer.values[metric.id];
  if (value === undefined || value === null) return answer.outcome === "answered" ? "✓" : undefined;
  if (value === metric!.best) return "✓";
  return metric!.unit === "percent" && value === 0 ? "✗" : undefined;
}
